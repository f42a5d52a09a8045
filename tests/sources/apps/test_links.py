from __future__ import annotations

import pytest

from answerable.sources.apps.links import Links, company_words, domain_of, emails, folded
from answerable.sources.apps.staff import Staff
from tests.sources.apps.company import person


def links(**lists: list[dict[str, object]]) -> Links:
    staff = Staff(
        [
            person("a", "Jörg Müller"),
            person("b", "Bea Two"),
            person("c", "Bea Two", work_email="bea2@tiny.example"),
        ]
    )
    return Links(staff, {name.replace("__", "/"): given for name, given in lists.items()})


@pytest.mark.parametrize(
    ("one", "other"),
    [("Acre Foods Ltd.", "ACRE FOODS"), ("Müller & Söhne GmbH", "Mueller Soehne"),
     ("The Halcyon Company", "Halcyon, Inc")],
)  # fmt: skip
def test_legal_forms_do_not_tell_apart(one: str, other: str) -> None:
    assert company_words(one) == company_words(other)


def test_domains_of_providers_say_nothing() -> None:
    assert domain_of("https://www.acre.example/about") == "acre.example"
    assert domain_of("Jo@Acre.example") == "acre.example"
    assert domain_of("jo@gmail.com") == domain_of("nothing") == domain_of(None) == ""


def test_every_app_writes_addresses_its_own_way() -> None:
    assert emails({"email_addresses": [{"value": "A@x.y"}, {"email_address": "b@x.y"}, "c@x.y"], "email": "d@x.y"}) == [
        "d@x.y", "a@x.y", "b@x.y", "c@x.y",
    ]  # fmt: skip


def test_users_are_people_by_address_first() -> None:
    made = links(
        crm__users=[
            {"id": 1, "name": "Somebody Else", "email": "JÖRG@tiny.example"},
            {"id": 2, "name": "Joerg Mueller"},
            {"id": 3, "name": "Bea Two"},
            {"id": 4, "name": "Jörg Müller", "email": "other@elsewhere.example"},
        ]
    )
    assert made.person("crm", 1) == made.person("crm", {"id": 2}) == "a"
    assert made.person("crm", 3) is None  # two people of that name
    assert made.person("crm", 4) is None  # the address says somebody else
    assert made.person("crm", None) is None


def test_companies_meet_by_name_or_domain() -> None:
    made = links(
        crm__accounts=[
            {"id": "x", "name": "Acre Foods", "website": "https://acre.example"},
            {"id": "y", "name": "Twin AG"},
            {"id": "z", "name": "Twin GmbH", "website": "twin.example"},
        ]
    )
    assert made.company("ACRE FOODS GmbH", []) == "x"
    assert made.company("Acre Trading", ["billing@acre.example"]) == "x"
    assert made.company("Twin", ["info@twin.example"]) == "z"
    assert made.company("Twin", []) is None
    assert made.company(None, [None]) is None


def test_leads_are_contacts_of_their_address() -> None:
    mail = [{"email_address": "Jo@acre.example"}]
    made = links(crm__contacts=[{"id": "c1", "email_addresses": mail}, {"id": "c2", "email_addresses": mail}])
    assert made.contacts_of({"email_addresses": [{"email_address": "jo@ACRE.example"}]}) == {"c1", "c2"}
    assert made.contacts_of({"converted_contact": {"id": "c9"}}) == {"c9"}


def test_folding_keeps_words_comparable() -> None:
    assert folded("  Ünal-Çelik, O'Brien ") == "uenal celik o brien"
