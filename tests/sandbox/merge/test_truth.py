from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from answerable.sandbox.merge.truth import CompanyTruth

NOW = datetime(2026, 11, 15, 10, tzinfo=UTC)


def person(key: str, manager: str | None = None) -> dict[str, Any]:
    return {"id": key, "manager": manager, "employment_status": "ACTIVE", "work_email": f"{key}@x.y",
            "display_full_name": key.upper(), "work_location": "l"}  # fmt: skip


def pay(who: str, rate: float, period: str, since: str) -> dict[str, Any]:
    return {"employee": who, "pay_rate": rate, "pay_period": period, "effective_date": since}


TRUTH = CompanyTruth(
    {
        "hris": {
            "employees": [person("a"), person("b", "a"), person("c", "b"),
                          {**person("d", "b"), "remote_was_deleted": True}],
            "locations": [{"id": "l", "city": "Bangalore"}],
            "employments": [pay("b", 1, "YEAR", "2020"), pay("c", 5, "MONTH", "2021"), pay("c", 6, "MONTH", "2022"),
                            pay("c", 9, "MONTH", "2030")],
            "time_off_balances": [{"employee": "a", "balance": 20.0, "policy_type": "VACATION"}],
        },
        "crm": {
            "contacts": [{"id": "c1", "email_addresses": [{"email_address": "A@b.c"}]}],
            "engagements": [{"contacts": ["c1"]}],
            "leads": [
                {"converted_contact": None, "email_addresses": [{"email_address": "a@B.c"}]},
                {"converted_contact": "c1", "email_addresses": []},
                {"converted_contact": None, "email_addresses": []},
            ],
        },
    },
    NOW,
)  # fmt: skip


def test_people_below_are_found_from_the_top() -> None:
    assert [one["id"] for one in TRUTH.below("a")] == ["b", "c"]
    assert [one["id"] for one in TRUTH.team_in("a@x.y", "Bangalore")] == ["b"]


def test_cost_is_the_latest_pay_by_year() -> None:
    assert TRUTH.pay("c") == 72
    assert TRUTH.costs_below("a@x.y") == {"B": 72}


def test_days_are_hours_by_eight() -> None:
    assert TRUTH.vacation_days("a@x.y") == 2.5


def test_a_lead_is_met_by_contact_or_address() -> None:
    assert TRUTH.leads_not_met() == 1
