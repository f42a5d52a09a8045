"""Private matters are told by their words, also where nothing else of a question is understood."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from answerable.errors import AssistantError
from answerable.sources.apps.permissions import Permissions
from answerable.sources.apps.private import PrivateWords
from tests.sources.apps.company import FOLDER, NOW, Office


async def private_for(office: Office, title: str) -> PrivateWords:
    return (await office.apps.index(office.by_title(title), NOW)).private


def named(office: Office, title: str) -> str:
    one = office.truth.person(office.by_title(title))
    return f"{one['first_name']} {one['last_name']}"


async def test_pay_of_others_is_private(office: Office) -> None:
    private = await private_for(office, "Content Writer")
    other = named(office, "HR Partner")
    for text in (
        f"How much money does {other} take home?",
        f"Verdient {other} zu viel?",
        f"Do I earn more than {other}?",
        "average pay of the frobnicators",
        "the salary of my boss's predecessor",
        "Is anybody in our company paid below 50,000?",
        "Total payroll of Wholesale minus my own salary",
    ):
        assert private(text), text


# What is asked, in wordings that tables may understand or not; {who} is somebody's name.
WORDINGS = {
    "pay": (
        "What does {who} earn?", "How much is {who} paid?", "How much does {who} make?", "the salary of {who}",
        "Does {who} get more than somebody else?", "What does {who} cost us per year?", "Was verdient {who}?",
        "Wie viel bekommt {who} im Monat?", "Was zahlen wir {who}?", "Wie hoch ist das Gehalt von {who}?",
        "Wann bekam {who} zuletzt eine Gehaltserhöhung?", "Wie viel kostet uns {who}?",
    ),
    "reason": (
        "Why was {who} absent?", "Why is {who} out?", "What kind of leave did {who} take?", "Is {who} sick?",
        "Warum fehlt {who}?", "Aus welchem Grund war {who} abwesend?", "Ist {who} krank?",
    ),
    "absence": (
        "When is {who} on vacation?", "How many vacation days does {who} have left?", "Is {who} away tomorrow?",
        "Wann hat {who} Urlaub?", "Wie viele Urlaubstage hat {who} übrig?", "Ist {who} morgen nicht da?",
    ),
    "personal": (
        "How old is {who}?", "Where does {who} live?", "When is the birthday of {who}?", "Is {who} married?",
        "bank details of {who}", "What is the home address of {who}?", "the private phone number of {who}",
        "Wie alt ist {who}?", "Wo wohnt {who}?", "Wann hat {who} Geburtstag?", "Anschrift von {who}",
        "Wie lautet die Privatnummer von {who}?", "Hat {who} Kinder?", "Welche Staatsbürgerschaft hat {who}?",
    ),
}  # fmt: skip
# Who asks about whom -> the matters that are theirs to ask about.
OPEN = {
    ("lead", "self"): {"pay", "reason", "absence", "personal"},
    ("lead", "report"): {"absence"},
    ("lead", "boss"): set(),
    ("lead", "sideways"): set(),
    ("report", "self"): {"pay", "reason", "absence", "personal"},
    ("report", "boss"): set(),
    ("hr", "report"): {"pay", "reason", "absence", "personal"},
}


def people(office: Office) -> dict[str, Mapping[str, Any]]:
    lead = office.truth.person(office.by_title("Director of Platform"))
    boss = next(one for one in office.truth.staff() if one["id"] == lead["manager"])
    under = office.truth.below(lead["id"])
    report = next(one for one in under if not office.truth.reports(one["work_email"]))
    return {
        "lead": lead,
        "boss": boss,
        "report": report,
        "sideways": office.truth.person(office.by_title("Content Writer")),
        "hr": office.truth.person(office.by_title("HR Partner")),
    }


@pytest.mark.parametrize(("asks", "about"), OPEN)
async def test_permission_is_told_by_matter_and_person(office: Office, asks: str, about: str) -> None:
    staff = people(office)
    meant = staff[asks if about == "self" else "lead" if (asks, about) == ("report", "boss") else about]
    private = (await office.apps.index(staff[asks]["work_email"], NOW)).private
    for matter, texts in WORDINGS.items():
        for text in texts:
            asked = text.format(who=f"{meant['first_name']} {meant['last_name']}")
            assert private(asked) == (matter not in OPEN[asks, about]), asked


async def test_pay_of_somebody_unknown_is_private(office: Office) -> None:
    private = (await office.apps.index(people(office)["report"]["work_email"], NOW)).private
    for text in (
        "What does {who} earn?",
        "Was verdient {who}?",
        "How many vacation days does {who} have left?",
    ):
        assert private(text.format(who="Waldemar Zimtstern")), text


async def test_a_first_name_is_enough(office: Office) -> None:
    staff = people(office)
    private = (await office.apps.index(staff["report"]["work_email"], NOW)).private
    assert private(f"How old is {staff['boss']['first_name']}?")
    assert private(f"How old is {staff['boss']['first_name']}'s dog?")


async def test_what_is_said_of_customers_is_open(office: Office) -> None:
    private = (await office.apps.index(people(office)["report"]["work_email"], NOW)).private
    customer = office.records["accounting"]["contacts"][0]["name"]
    for text in (
        f"How much did {customer} pay us?",
        f"Was zahlt {customer}?",
        "What is the minimum wage?",
        "How much money did we make?",
        "How old is our company?",
    ):
        assert not private(text), text


async def test_going_on_asks_the_same_of_another(office: Office) -> None:
    staff = people(office)
    private = (await office.apps.index(staff["lead"]["work_email"], NOW)).private
    name, other = (f"{staff[one]['first_name']} {staff[one]['last_name']}" for one in ("report", "sideways"))
    assert (
        private.instead(f"And {name}?", "How many days off do I have?")
        == f"How many days off does {name} have?"
    )
    assert (
        private.instead(f"Und das von {name}?", "Wie hoch ist mein Gehalt?")
        == f"Wie hoch ist Gehalt von {name}?"
    )
    assert private.instead(f"What about {other}?", f"Tickets of {name}?") == f"Tickets of {other}?"
    assert private.instead("And the average?", "What is my salary?") == ""
    assert private.instead(f"And the tickets of {name}?", "What is my salary?") is None


async def test_own_matters_are_not_private(office: Office) -> None:
    private = await private_for(office, "Content Writer")
    me = named(office, "Content Writer")
    for text in ("my zorbed salary", "Wie hoch ist mein Bonus?", f"pay of {me}", "what did customers pay"):
        assert not private(text), text


async def test_nothing_is_private_to_hr(office: Office) -> None:
    private = await private_for(office, "HR Partner")
    assert not private(f"zorbed salary of {named(office, 'Content Writer')}")


async def test_reasons_stay_private_to_managers(office: Office) -> None:
    boss = office.by_title("Director of Platform")
    below = office.truth.below(office.truth.person(boss)["id"])[0]
    private = await private_for(office, "Director of Platform")
    name = f"{below['first_name']} {below['last_name']}"
    assert private(f"What illness does {name} have?")
    assert private(f"Why was {name} away zorbing?")
    assert not private(f"zorbed vacation of {name}")
    assert private(f"zorbed vacation of {named(office, 'HR Partner')}")


async def test_a_query_of_the_matter_itself_is_judged(office: Office) -> None:
    private = await private_for(office, "Content Writer")
    text = "Who earns the most?"
    assert private(text, {"tickets"})
    assert not private(text, {"employees", "pay"})
    # Whom a query may have left out, no ruling over it can see.
    assert private(f"My payroll without {named(office, 'HR Partner')}?", {"employees", "pay"})
    assert not private("the mobile app of the staff", {"tickets"})  # words that may be said of other things


async def test_a_name_may_bear_an_ending(office: Office) -> None:
    private = await private_for(office, "Content Writer")
    assert private(f"Personalkosten von {named(office, 'HR Partner')}s Bereich")


async def test_unknown_things_are_not_private(office: Office) -> None:
    private = await private_for(office, "Content Writer")
    for text in (
        "How many laptops do we have?",
        f"the dog of {named(office, 'HR Partner')}",
        "wifi password",
    ):
        assert not private(text), text


async def test_candidates_are_private_to_bystanders(office: Office) -> None:
    assert (await private_for(office, "Content Writer"))("Which offers went to zorbed candidates?")
    assert not (await private_for(office, "HR Partner"))("Which offers went to zorbed candidates?")


def test_a_topic_needs_a_rule(tmp_path: Path) -> None:
    shipped = (FOLDER / "permissions.toml").read_text("utf-8")
    changed = tmp_path / "permissions.toml"
    changed.write_text(shipped.replace('table = "offers"', 'table = "tickets"'), "utf-8")
    with pytest.raises(AssistantError, match="no rule"):
        Permissions.read(changed)
