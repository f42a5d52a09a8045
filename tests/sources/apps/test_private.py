"""Private matters are told by their words, also where nothing else of a question is understood."""

from __future__ import annotations

from pathlib import Path

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
    assert not private("the birthdays of the staff", {"tickets"})  # words that may be said of other things


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
