"""Read JSON the way models write it: their spelling is put right, and Python's own reader does the rest.

Forgiven: trailing commas, single quotes, Python's True/False/None, line breaks inside strings, and, only when
the caller knows the text is whole, closing brackets missing at the very end.
Refused: anything that could be read in two ways, and anything that would hurt later (NaN, Infinity, very long
integers, duplicate keys, half surrogates, NUL, deep nesting).
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

# Shapes of the house nest four deep at most; 64 leaves room and keeps recursion far from Python's limit.
MAX_DEPTH = 64
# Fits a signed 64-bit column; a longer number is an identifier written wrongly, and cannot be stored.
MAX_DIGITS = 18

_SPACE = re.compile("[ \t\r\n\ufeff\u00a0]*+")
_TOKEN = re.compile(
    r"""[{}\[\]:,] | "(?:[^"\\]|\\.)*+" | '(?:[^'\\]|\\.)*+' | [\w.+-]++""", re.DOTALL | re.VERBOSE
)
_ESCAPE, _REQUOTED = re.compile(r"\\.|\"", re.DOTALL), {'"': '\\"', "\\'": "'"}
_CLOSING = {"{": "}", "[": "]"}
_WORDS = {"True": "true", "False": "false", "None": "null"}
_UNSAFE = re.compile("[\x00\ud800-\udfff]")


class NotJson(ValueError):
    """What stands here is not a value, or not only one."""


def read_value(text: str, start: int, *, whole: bool) -> tuple[Any, int]:
    """The object or list that starts here, and where it ends.

    `whole`: the sender said it had finished, so that missing closing brackets are a slip and not a loss.
    """
    spelled, end = _respelled(text, start, whole=whole)
    try:
        value = json.loads(
            " ".join(spelled),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_finite,
            parse_constant=_finite,
        )
    except json.JSONDecodeError as error:
        raise NotJson(error.msg[0].lower() + error.msg[1:]) from None
    return value, end


def _respelled(text: str, start: int, *, whole: bool) -> tuple[list[str], int]:
    """The parts of the value that starts here as JSON spells them, and where it ends."""
    parts: list[str] = []
    closing: list[str] = []  # the brackets still to come
    at = start
    while closing or not parts:
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]  # no space at all is a match too
        found = _TOKEN.match(text, at)
        if found is None:
            _check_loss(text[:at], whole=whole and bool(parts) and at == len(text))
            return [*parts, *reversed(closing)], at
        at, part = found.end(), found.group()
        if part in _CLOSING:
            closing.append(_CLOSING[part])
            if len(closing) > MAX_DEPTH:
                raise NotJson(f"nested more than {MAX_DEPTH} deep")
        elif closing and part == closing[-1]:
            closing.pop()
            if parts[-1] == "," and parts[-2] not in _CLOSING:
                parts.pop()
        parts.append(_string(part) if part[0] in "\"'" else _WORDS.get(part, part))
    return parts, at


def _check_loss(read: str, *, whole: bool) -> None:
    """Only closing brackets may be missing: after a comma something was to come, and a number may have lost digits."""
    last = read.rstrip()[-1:]
    if not whole or last in ("{", "[", ",") or last.isdigit():
        raise NotJson("ends or breaks off inside an open bracket")


def _string(quoted: str) -> str:
    raw = quoted[1:-1]
    if quoted[0] == "'":
        raw = _ESCAPE.sub(lambda found: _REQUOTED.get(found.group(), found.group()), raw)
    try:
        text = json.loads(f'"{raw}"', strict=False)
    except json.JSONDecodeError:
        raise NotJson("a quoted text holds an unknown escape") from None
    if _UNSAFE.search(text):
        raise NotJson("a quoted text holds half a character or NUL")
    return json.dumps(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise NotJson(f"the key {key[:40]!r} stands twice")
        result[key] = value
    return result


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise NotJson(f"an integer has more than {MAX_DIGITS} digits")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise NotJson("a number is too large, or none")
    return value
