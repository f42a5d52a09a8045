from __future__ import annotations

import pytest

from answerable.sandbox.merge.filters import matches, moment

RECORDS = [
    {
        "id": 1,
        "employee": {"id": 7},
        "status": "OPEN",
        "start_time": "2026-05-01T00:00:00Z",
        "assignees": ["x", None],
    },
    {
        "id": 2,
        "employee": "8",
        "status": None,
        "email_addresses": [{"email_address": "A@b.c"}, {"value": "d@e.f"}],
    },
]


@pytest.mark.parametrize(
    ("asked", "found"),
    [({}, [1, 2]), ({"employee_id": "7"}, [1]), ({"employee_id": "8,7"}, [1, 2]), ({"status": "open"}, [1]),
     ({"assignee_ids": "y,x"}, [1]), ({"email_addresses": "a@B.c"}, [2]), ({"email_addresses": "d@e.f"}, [2]),
     ({"started_after": "2026-04-30T00:00:00Z"}, [1]), ({"started_before": "2026-04-30"}, []),
     ({"started_after": "whenever"}, [1, 2]), ({"colour": "red"}, [1, 2]),
     ({"expand": "team", "page_size": "3"}, [1, 2])],
)  # fmt: skip
def test_filters_mean_what_merge_says(asked: dict[str, str], found: list[int]) -> None:
    assert [one["id"] for one in RECORDS if matches(one, asked, RECORDS)] == found


def test_times_without_a_zone_are_utc() -> None:
    assert moment("2026-01-01") == moment("2026-01-01T00:00:00Z") == moment("2026-01-01T01:00:00+01:00")
    assert moment("x") is None
