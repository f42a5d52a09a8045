"""Get the one object of the wanted shape out of a model's text, or say why there is none."""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic import ValidationError

from answerable.errors import ModelGarbled
from answerable.models.base import Shape
from answerable.models.loose_json import NotJson, read_value

# No shape of the house needs more: a long draft is about 20 kB. Beyond it, reading is a denial of service.
MAX_CHARACTERS = 1_000_000
# A reply is one object, perhaps after an example or a thought; a text full of braces is something else.
MAX_OBJECTS = 16
# Enough for the model to see what was wrong, too little to carry a text along.
MAX_COMPLAINT = 400

_THOUGHT = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_BRACES_IN_PROSE = re.compile(r"\{[^{}\"'\[\]:]*\}")


def read(text: str, shape: type[Shape], *, whole: bool = True) -> Shape:
    """The single value of this shape in the text. `whole` says that the model itself ended the reply.

    Raises `ModelGarbled`, worded so that the model can do better when asked again.
    """
    if len(text) > MAX_CHARACTERS:
        raise ModelGarbled(f"The reply is longer than {MAX_CHARACTERS} characters.")
    thought = _THOUGHT.match(text)
    try:
        found = _objects(text[thought.end() :] if thought else text, whole=whole)
    except NotJson as error:
        raise ModelGarbled(f"The reply is not readable JSON: {error}.") from None
    return _only_fit(found, shape)


def _objects(text: str, *, whole: bool) -> list[dict[str, Any]]:
    """Every object that stands at the top of the text, in order; prose around them is passed over."""
    found: list[dict[str, Any]] = []
    start = text.find("{")
    while start >= 0:
        prose = _BRACES_IN_PROSE.match(text, start)
        if prose and prose.group().strip("{} \t\r\n"):
            start = text.find("{", prose.end())
            continue
        # A broken object ends the search: an object inside it could pass for the whole.
        one, end = _object_at(text, start, whole=whole)
        found.append(one)
        if len(found) > MAX_OBJECTS:
            raise NotJson(f"it holds more than {MAX_OBJECTS} objects")
        start = text.find("{", end)
    if not found:
        raise NotJson("it holds no object")
    return found


def _object_at(text: str, start: int, *, whole: bool) -> tuple[dict[str, Any], int]:
    """A list around one object is a slip; a list of several would have to be chosen from."""
    bracket = text.rfind("[", 0, start)
    if bracket < 0 or text[bracket + 1 : start].strip():
        return read_value(text, start, whole=whole)
    listed, end = read_value(text, bracket, whole=whole)
    if len(listed) != 1:
        raise NotJson(f"it is a list of {len(listed)}, not one object")
    return listed[0], end


def _only_fit(found: list[dict[str, Any]], shape: type[Shape]) -> Shape:
    """The one object that fits. Two different ones that both fit are ambiguous, and so refused."""
    fits: list[Shape] = []
    complaint = ""
    for candidate in found:
        try:
            value = shape.model_validate_json(json.dumps(candidate))
        except ValidationError as error:
            complaint = _complaint(error)
            continue
        if value not in fits:
            fits.append(value)
    if len(fits) > 1:
        raise ModelGarbled(f"The reply holds {len(fits)} different objects that fit; exactly one is wanted.")
    if not fits:
        raise ModelGarbled(f"The reply does not fit its shape: {complaint}")
    return fits[0]


def _complaint(error: ValidationError) -> str:
    """Where and why, without the values: they may be anybody's text."""
    faults = error.errors(include_input=False, include_url=False, include_context=False)
    places = (".".join(str(step) for step in fault["loc"]) or "the object" for fault in faults)
    lines = (f"{place}: {fault['msg']}" for place, fault in zip(places, faults, strict=True))
    return "; ".join(lines)[:MAX_COMPLAINT]
