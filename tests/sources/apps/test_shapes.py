from __future__ import annotations

from answerable.domain.catalog import Kind
from answerable.sources.apps.shapes import KINDS, SHAPES


def test_every_column_has_a_known_kind() -> None:
    for shape in SHAPES.values():
        assert all(column.turn in KINDS or (column.turn == "name" and column.of) for column in shape.columns)
        assert shape.category in {"hris", "ats", "crm", "ticketing", "accounting", "mktg"}


def test_every_record_says_when_it_changed() -> None:
    assert all(shape.columns[-1].name == "modified_at" for shape in SHAPES.values())


def test_tables_name_the_lists_they_need() -> None:
    assert SHAPES["comments"].needs() == {"ticketing/comments", "ticketing/users"}
    assert SHAPES["subscribers"].needs() == {"mktg/contacts", "crm/contacts"}
    assert SHAPES["employees"].needs() == {"hris/employees", "hris/teams", "hris/locations"}


def test_kinds_are_what_questions_care_about() -> None:
    kinds = {column.name: column.kind for column in SHAPES["tickets"].columns}
    assert (kinds["due_date"], kinds["bug"], kinds["id"], kinds["project"]) == (
        Kind.MOMENT,
        Kind.BOOL,
        Kind.OTHER,
        Kind.TEXT,
    )
