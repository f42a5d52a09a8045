from __future__ import annotations

import functools
import json
import time
from datetime import date

from answerable.sandbox.merge.business import COMPANIES, make_company

TODAY = date(2026, 11, 15)
larkfield = functools.cache(lambda: make_company("larkfield", TODAY))


def test_the_same_day_makes_the_same_company() -> None:
    assert larkfield() == make_company("larkfield", TODAY)
    assert larkfield() != make_company("larkfield", date(2026, 11, 16))


def test_a_company_is_made_in_no_time() -> None:
    began = time.process_time()
    for token in COMPANIES:
        make_company(token, TODAY)
    assert time.process_time() - began < 1.5


def test_records_are_plain_json() -> None:
    made = make_company("marlow", TODAY)
    assert json.loads(json.dumps(made)) == made
    for lists in made.values():
        for records in lists.values():
            assert len({one["id"] for one in records}) == len(records)


def test_there_are_several_bills() -> None:
    bills = [one for one in larkfield()["crm"]["contacts"] if one["first_name"] == "Bill"]
    assert 3 <= len(bills) <= 20
    assert len({one["account"] for one in bills}) > 2


def test_conversations_lie_behind_and_ahead() -> None:
    talks = larkfield()["crm"]["engagements"]
    ahead = [one for one in talks if one["start_time"] > TODAY.isoformat()]
    assert 0 < len(ahead) < len(talks) / 2
    assert all(
        "budget is" in one["content"]
        for one in talks
        if one not in ahead and one["start_time"] < TODAY.isoformat()
    )


def test_books_hold_every_status() -> None:
    bills = larkfield()["accounting"]["invoices"]
    assert {one["status"] for one in bills} == {"PAID", "OPEN", "PARTIALLY_PAID", "DRAFT", "VOID"}
    assert {one["type"] for one in bills} == {"ACCOUNTS_RECEIVABLE", "ACCOUNTS_PAYABLE"}


def test_tickets_are_fixed_in_time_or_not() -> None:
    bugs = [one for one in larkfield()["ticketing"]["tickets"] if one["priority"] == "URGENT"]
    in_time = [one for one in bugs if one["completed_at"] and one["completed_at"] <= one["due_date"]]
    assert 0 < len(in_time) < len(bugs)
