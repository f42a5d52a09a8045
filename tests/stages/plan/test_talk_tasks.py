"""What is asked of the apps for a conversation, and how it is called."""

from __future__ import annotations

import pytest

from answerable.sources.apps.parties import Party
from answerable.stages.plan.talk_tasks import check_task, reachable, talk_task, title
from answerable.stages.plan.talks import AskedTalk


def listed(table: str, key: str, account_id: str = "", also: tuple[tuple[str, str], ...] = ()) -> Party:
    return Party(table, key, "Bill O'Hara", company="Acme Ltd", account_id=account_id, also=also)


def sql_of(talk: AskedTalk, party: Party | None) -> str:
    return str(talk_task("apps", 1, talk, party, "me").arguments["sql"])


def test_a_person_is_asked_for_by_contact() -> None:
    party = listed("contacts", "1", account_id="a1", also=(("contacts", "2"), ("leads", "9")))
    assert "contact_id IN ('1', '2')" in sql_of(AskedTalk("Bill", "en"), party)
    lead = listed("leads", "9", also=(("contacts", "3"),))
    assert "contact_id IN ('3')" in sql_of(AskedTalk("Bill", "en"), lead)


def test_a_company_is_asked_for_by_account() -> None:
    talk = AskedTalk("Bill", "en", company=True, mine=True)
    sql = sql_of(talk, listed("contacts", "1", account_id="a'1"))
    assert "account_id = 'a''1'" in sql
    assert "owner_id = 'me'" in sql
    assert "NOT upcoming" in sql
    assert "account_id = 'a2'" in sql_of(AskedTalk("Acme", "en"), listed("customers", "7", account_id="a2"))


def test_anybody_is_asked_for_by_nothing() -> None:
    sql = sql_of(AskedTalk("", "en", mine=True), None)
    assert "WHERE coalesce(NOT upcoming, false) AND owner_id = 'me' ORDER" in sql
    assert title(AskedTalk("", "en", mine=True), "") == "Your last conversation"


def test_colleagues_are_in_no_customer_records() -> None:
    assert not reachable(listed("employees", "1"))
    assert not reachable(listed("leads", "1"))
    assert reachable(listed("contacts", "1"))


def test_a_choice_is_looked_for_itself() -> None:
    task = check_task("apps", 1, listed("contacts", "1"))
    assert task.arguments["sql"] == "SELECT id, name FROM contacts WHERE id = '1'"
    assert task.targets == ("contacts/1",)


@pytest.mark.parametrize(
    ("talk", "says"),
    [
        (AskedTalk("Acme", "en", mine=True), "Your last conversation with Acme"),
        (AskedTalk("Acme", "en", kind=0, topic="prices"), "The last call with Acme about “prices”"),
        (AskedTalk("Acme", "de", kind=2), "Die letzte E-Mail mit Acme"),
    ],
)
def test_a_conversation_is_called_what_was_asked(talk: AskedTalk, says: str) -> None:
    assert title(talk, "Acme") == says
