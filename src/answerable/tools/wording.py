"""Facts put into sentences by templates that are data, in the user's language. Nothing else ever words a receipt.

```toml
[[sentence]]
tool = "lookup_order"
part = "status"
when = { status = "shipped" }       # of one part the first sentence that fits is said
en = "Order {order_id} was shipped on {shipped_on} and should arrive by {due_on}."
each = true                         # once per row
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from answerable.errors import AssistantError
from answerable.lists import read_list

_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_SIGNS = {"EUR": "€"}  # as Germans write it
_NOTHING: tuple[Any, ...] = (None, "", [])
_WRITING = read_list(__package__, "wording.toml")


@dataclass(frozen=True)
class Template:
    """One template: which tool's facts it tells, when, and how in each language."""

    tool: str
    part: str
    text: Mapping[str, str]  # by language
    when: Mapping[str, Any]
    each: bool = False


@dataclass(frozen=True)
class Spoken:
    """A sentence that was written, which part it is, and of which row."""

    part: str
    text: str
    row: int = -1


@dataclass(frozen=True)
class Sentences:
    """All sentences of an assistant."""

    _sentences: Sequence[Template] = ()
    _words: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)

    @classmethod
    def read(cls, content: Mapping[str, Any], where: str) -> Sentences:
        """From the `[[sentence]]` tables of a file."""
        found = []
        for number, entry in enumerate(content.get("sentence", ()), 1):
            missing = [name for name in ("tool", "part", "en") if name not in entry]
            if missing:
                raise AssistantError(where, f"sentence {number} has no {missing[0]!r}.")
            text = {name: entry[name] for name in ("en", "de") if name in entry}
            each = bool(entry.get("each", False))
            found.append(Template(entry["tool"], entry["part"], text, entry.get("when", {}), each))
        return cls(found, content.get("words", {}))

    def tell(self, tool: str, gave: Mapping[str, Any], language: str) -> list[Spoken]:
        """Everything that can be said about what a tool gave; plain lines where nobody wrote a sentence."""
        mine = [sentence for sentence in self._sentences if sentence.tool == tool]
        if not mine:
            return list(_plainly(gave, language))
        facts, rows = gave.get("facts", {}), gave.get("rows", ())
        said: list[Spoken] = []
        for part in dict.fromkeys(sentence.part for sentence in mine):
            ways = [sentence for sentence in mine if sentence.part == part]
            each = [(n, {**facts, **row, "place": n}) for n, row in enumerate(rows)]
            records = each if ways[0].each else [(-1, facts)]
            for place, record in records:
                way = next((one for one in ways if fits(record, one.when)), None)
                if way:
                    text = fill(
                        way.text.get(language, way.text["en"]), self.worded(record, language), language
                    )
                    said.append(Spoken(part, text, place))
        return said

    def worded(self, facts: Mapping[str, Any], language: str) -> dict[str, Any]:
        """Facts whose values are words of ours (`kind = "box set"`), in the user's language."""
        known = self._words.get(language, {})
        return {
            name: known[name].get(value, value) if name in known and isinstance(value, str) else value
            for name, value in facts.items()
        }


def fill(template: str, facts: Mapping[str, Any], language: str) -> str:
    """A template with its {slots} filled; a slot without a fact is an error, never an empty place."""

    def put(found: re.Match[str]) -> str:
        if found[1] not in facts:
            raise AssistantError(
                "wording", f"{{{found[1]}}} in {template!r} has no fact.", hint=f"Known: {sorted(facts)}"
            )
        return show(facts[found[1]], language, found[2] or "", str(facts.get("currency", "")))

    return _SLOT.sub(put, template)


def show(value: Any, language: str, style: str = "", currency: str = "") -> str:
    """A value as people write it: in their language where it has several, days with the month's name, money with its
    currency, lists with an "and"."""
    written = _WRITING.get(language, _WRITING["en"])
    if isinstance(value, Mapping):
        value = value.get(language, value.get("en", ""))
    if isinstance(value, list | tuple):
        shown = [show(piece, language, style, currency) for piece in value]
        last = written["or" if style.endswith("or") else "and"]
        return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else "".join(shown)
    if style.startswith("quoted"):
        return str(written["quoted"].format(value))
    if isinstance(value, int | float) and not isinstance(value, bool) and style == "money":
        figure = f"{value:.2f}"
        if language == "de":
            return f"{figure.replace('.', ',')} {_SIGNS.get(currency, currency)}"
        return f"{currency} {figure}"
    if isinstance(value, str) and (day := _DAY.fullmatch(value)):
        return str(written["day"].format(int(day[3]), written["months"][int(day[2]) - 1], day[1]))
    return f"{value:g}" if isinstance(value, float) else str(value)


def columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Each column of some rows as a list, and its sum where it is numbers."""
    found: dict[str, Any] = {}
    for name in rows[0] if rows else ():
        values = [row[name] for row in rows]
        found[name] = values
        if all(isinstance(value, int | float) for value in values):
            found[f"{name}_sum"] = round(sum(values), 2)
    return found


def fits(facts: Mapping[str, Any], when: Mapping[str, Any]) -> bool:
    """Whether every condition holds: equal, one of a list, `""` for nothing, `"*"` for anything."""
    return all(_fits(facts.get(name), wanted) for name, wanted in when.items())


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(_fits(value, one) for one in wanted)
    if wanted in ("", "*"):
        return bool((value in _NOTHING) == (wanted == ""))
    return bool(value == wanted)


def _plainly(gave: Mapping[str, Any], language: str) -> Iterator[Spoken]:
    for record in (gave.get("facts", {}), *gave.get("rows", ())):
        told = [
            f"{name.replace('_', ' ')}: {show(value, language)}"
            for name, value in record.items()
            if value != ""
        ]
        if told:
            yield Spoken("facts", "; ".join(told) + ".")
