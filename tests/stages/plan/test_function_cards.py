"""The functions a planning model is shown: the likeliest, within their room, in the company's words."""

from __future__ import annotations

from answerable.domain.question import Question
from answerable.sources.apps.functions import CARDS
from answerable.stages.plan.function_cards import show_functions
from tests.sources.apps.company import NOW, Office


def asked(text: str, language: str = "en") -> Question:
    return Question(text, "talk", "run", NOW, language=language)


async def test_the_likeliest_come_first_within_room() -> None:
    office = Office()
    catalog = (await office.apps.index(office.by_title("Platform Manager"), NOW)).catalog
    question = asked("Which tickets of the Data pipeline are stuck with people in Bangalore?")
    shown = show_functions(catalog, question, 2_000)
    assert sum(map(len, shown)) <= 2_000
    names = [text.partition("(")[0] for text in shown]
    assert {"ticketing.tickets", "hris.employees"} <= set(names[:4])
    employees = shown[names.index("hris.employees")]
    assert "\n city e.g. Bangalore" in employees  # how the company spells what was said
    assert '"my team" = my_team' in employees
    assert len(show_functions(catalog, question, 100_000)) == len(CARDS)


async def test_what_a_plan_uses_is_shown() -> None:
    office = Office()
    catalog = (await office.apps.index(office.by_title("Platform Manager"), NOW)).catalog
    shown = show_functions(catalog, asked("Wer hat Urlaub?", "de"), 900, ["mktg.campaigns", "crm.leads"])
    assert [text.partition("(")[0] for text in shown[:2]] == ["mktg.campaigns", "crm.leads"]
