"""Merge's filters: which records a list request asks for. A filter that no record knows is ignored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

Record = dict[str, Any]
# What the word before "_after" and "_before" means; the first of the fields that a record has counts.
TIMES: Mapping[str, tuple[str, ...]] = {
    "created": ("created_at",),
    "modified": ("modified_at",),
    "started": ("start_time", "start_at", "start_date"),
    "ended": ("end_time", "end_at"),
    "terminated": ("termination_date",),
    "completed": ("completed_at",),
    "due": ("due_date",),
    "remote_created": ("remote_created_at",),
    "remote_updated": ("remote_updated_at",),
}
PAGING = {"cursor", "page_size", "expand", "include_deleted_data", "include_remote_data", "order_by"}


def matches(record: Record, asked: Mapping[str, str], records: Sequence[Record]) -> bool:
    """Whether a record is among those asked for; `records` are all of them, to tell what fields exist."""
    return all(_passes(record, name, value, records) for name, value in asked.items() if name not in PAGING)


def _passes(record: Record, name: str, value: str, records: Sequence[Record]) -> bool:
    stem, _, end = name.rpartition("_")
    if end in {"after", "before"}:
        return _in_time(record, TIMES.get(stem, (stem,)), end, value)
    for field in _fields(name):
        if any(field in other for other in records[:50]):
            wanted = {one.strip().lower() for one in value.split(",")}
            return any(str(have).lower() in wanted for have in _values(record.get(field)))
    return True


def _in_time(record: Record, fields: Sequence[str], end: str, value: str) -> bool:
    bound = moment(value)
    have = next((moment(record[field]) for field in fields if record.get(field)), None)
    if bound is None:
        return True
    if have is None:
        return False
    return have > bound if end == "after" else have < bound


def _fields(name: str) -> Iterator[str]:
    """The record's own names for what a filter names: `employee_id` is `employee`, `assignee_ids` `assignees`."""
    yield name
    if name.endswith("_id"):
        yield name[:-3]
    if name.endswith("_ids"):
        yield name[:-4] + "s"


def _values(have: Any) -> Iterator[Any]:
    if isinstance(have, list):
        for one in have:
            yield from _values(one)
    elif isinstance(have, dict):
        yield from (have[key] for key in ("id", "value", "email_address") if have.get(key) is not None)
    else:
        yield have


def moment(text: Any) -> datetime | None:
    """A time as Merge writes it; None where it is none."""
    try:
        when = datetime.fromisoformat(str(text).replace("Z", "+00:00").replace(" ", "+"))
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)
