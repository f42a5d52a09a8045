"""A company being made up: its dice, its today, and its records so far.

`records.json` says what a record of each kind holds, field by field: a value; a sentence with `{what is given}` and
`{rolled..numbers}`; or something drawn: `{"roll": [low, high]}`, `{"ago": [low, high]}` days, `{"one": choices}` (a
list, or the name of one in `words.toml`), `{"of": kind}` for the id of one record, `{"some": kind, "count": choices}`
for several, `{"chance": share, "is": …, "else": …}`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from importlib.resources import files
from random import Random
from typing import Any
from uuid import UUID

from answerable.lists import read_list

Record = dict[str, Any]
WORDS: Mapping[str, Any] = read_list(__package__, "words.toml")
KINDS: Mapping[str, Record] = json.loads(files(__package__).joinpath("records.json").read_text("utf-8"))
_HOLE = re.compile(r"\{(\w+)(?:\.\.(\d+))?\}")


class Firm:
    """One company; the same name and day make the same records."""

    def __init__(self, name: str, domain: str, currency: str, today: date) -> None:
        self.domain, self.currency, self.today = domain, currency, today
        self.dice = Random(name)
        self.records: dict[str, dict[str, list[Record]]] = {}
        self.staff: list[Record] = []

    def add(self, kind: str, given: Mapping[str, Any]) -> Record:
        """One more record of a kind (`category/resource`), with the columns every record of Merge has."""
        known = {"domain": self.domain, "currency": self.currency, **given}
        fields = {name: self._drawn(given.get(name, form), known) for name, form in KINDS[kind].items()}
        made, changed = self.moment(-self.dice.randint(30, 900)), self.moment(-self.dice.randint(1, 29))
        record: Record = {
            "id": str(UUID(int=self.dice.getrandbits(128), version=4)),
            "remote_id": str(self.dice.randint(10_000, 9_999_999)),
            "created_at": made,
            "modified_at": changed,
            **fields,
            "remote_was_deleted": False,
            "field_mappings": {"organization_defined_targets": {}, "linked_account_defined_targets": {}},
            "remote_data": None,
        }
        category, resource = kind.split("/")
        self.records.setdefault(category, {}).setdefault(resource, []).append(record)
        return record

    def all(self, kind: str) -> list[Record]:
        category, resource = kind.split("/")
        return self.records[category][resource]

    def moment(self, days: int, hour: int = 0, minute: int = 0) -> str:
        """So many days from today, as Merge writes times."""
        when = datetime.combine(self.today + timedelta(days=days), time(hour, minute), UTC)
        return when.strftime("%Y-%m-%dT%H:%M:%SZ")

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def _drawn(self, form: Any, known: Mapping[str, Any]) -> Any:
        """What a form of `records.json` comes to."""
        match form:
            case str():
                return _HOLE.sub(lambda hole: self._said(hole, known), form)
            case list():
                return [self._drawn(one, known) for one in form]
            case {"roll": [low, high]}:
                return self.dice.randint(low, high)
            case {"ago": [low, high]}:
                return self.moment(-self.dice.randint(low, high))
            case {"one": choices}:
                return self.dice.choice(WORDS["business"][choices] if isinstance(choices, str) else choices)
            case {"of": kind}:
                return self.dice.choice(self.all(kind) if isinstance(kind, str) else kind)["id"]
            case {"some": kind, "count": choices}:
                count = self.dice.choice(choices)
                return [one["id"] for one in self.dice.sample(self.all(kind), count)]
            case {"chance": share, "is": yes, "else": no}:
                return self._drawn(yes if self.chance(share) else no, known)
            case dict():
                return {name: self._drawn(one, known) for name, one in form.items()}
        return form

    def _said(self, hole: re.Match[str], known: Mapping[str, Any]) -> str:
        name, high = hole.groups()
        return str(self.dice.randint(int(name), int(high)) if high else known[name])
