"""A tenant's guard list and a provider's opinion: refused, flagged, or let through, and always told."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, TextFlagged
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Claim, Draft, Objections, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import ALLOWED, Question, Ruling
from answerable.errors import ModelUnreachable, SettingsError
from answerable.stages.base import Seat
from answerable.stages.guard.watch import (
    TextGuard,
    read_guard_list,
    watched_draft,
    watched_guard,
    watched_plan,
)

LIST = """
[[entry]]
phrases = ["project nightfall", "merger ... acme"]
why = "not announced yet"

[[entry]]
phrases = ["/\\\\bXK-\\\\d{4}\\\\b/"]
does = "flag"
why = "an internal number"
on = ["answer"]
"""
ASKED = Question("When?", "c", "r", datetime(2026, 4, 1, tzinfo=UTC))


class Opinion:
    """A provider that thinks what it is told to."""

    name = "judge"

    def __init__(self, *found: str, away: bool = False) -> None:
        self.found, self.away, self.asked = found, away, list[str]()

    async def look(self, text: str) -> tuple[str, ...]:
        self.asked.append(text)
        if self.away:
            raise ModelUnreachable("judge did not answer.")
        return self.found


def listed(folder: Path, text: str = LIST) -> Path:
    path = folder / "acme.toml"
    path.write_text(text, encoding="utf-8")
    return path


async def ruled(
    watch: TextGuard, text: str, where: str = "question"
) -> tuple[str, list[tuple[str, str, str]]]:
    told: list[Event] = []
    code = await watch(text, where, told.append)
    return code, [(one.where, one.reason, one.by) for one in told if isinstance(one, TextFlagged)]


async def test_the_list_refuses_and_flags(tmp_path: Path) -> None:
    watch = TextGuard(read_guard_list(listed(tmp_path)))
    hit = ("unsafe", [("question", "not announced yet", "list")])
    assert await ruled(watch, "What is Project  Nightfall?") == hit
    assert await ruled(watch, "Is the merger with good old ACME true?") == hit
    assert await ruled(watch, "What is pr\u200boject nightf\u0430ll?") == hit  # in disguise
    assert await ruled(watch, "What does project night cost?") == ("", [])
    assert await ruled(watch, "See XK-1234.", "answer") == ("", [("answer", "an internal number", "list")])
    assert await ruled(watch, "See XK-1234.") == ("", [])


def test_no_file_is_an_empty_list(tmp_path: Path) -> None:
    assert read_guard_list(tmp_path / "none.toml") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[entry]\n", "valid TOML"),
        ("[other]\nx = 1\n", r"\[\[entry\]\]"),
        ("[[entry]]\n", "entry 1 phrases.*no phrases"),
        ('[[entry]]\nphrases = ["a"]\ndoes = "maybe"\n', '"refuse" or "flag"'),
        ('[[entry]]\nphrases = ["a"]\non = ["page"]\n', "question"),
        ('[[entry]]\nphrases = ["a"]\nword = "b"\n', "does, on, phrases, why"),
        ('[[entry]]\nphrases = ["/(/"]\n', "cannot be read"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        read_guard_list(listed(tmp_path, text))


async def test_a_provider_refuses_what_it_flags() -> None:
    refused = ("unsafe", [("answer", "hate, violence", "judge")])
    assert await ruled(TextGuard(moderator=Opinion("hate", "violence")), "x", "answer") == refused
    assert await ruled(TextGuard(moderator=Opinion()), "x") == ("", [])


@pytest.mark.parametrize(
    ("unsure", "code", "told"), [("flag", "", 1), ("refuse", "unsafe", 1), ("allow", "", 0)]
)
async def test_no_opinion_counts_as_the_setting_says(unsure: str, code: str, told: int) -> None:
    ruling, flags = await ruled(TextGuard(moderator=Opinion(away=True), unsure=unsure), "x")
    assert (ruling, len(flags)) == (code, told)


async def test_what_the_list_refuses_leaves_the_house_not(tmp_path: Path) -> None:
    provider = Opinion()
    await ruled(TextGuard(read_guard_list(listed(tmp_path)), provider), "project nightfall")
    assert provider.asked == []


def seat() -> tuple[Seat, list[Event]]:
    told: list[Event] = []
    return Seat(Budget(Limits(), time.monotonic), told.append), told


async def test_questions_answers_and_own_words_are_watched(tmp_path: Path) -> None:
    watch = TextGuard(read_guard_list(listed(tmp_path)))
    said = "Project Nightfall starts in May."

    async def guard(question: Question, seat: Seat) -> Ruling:
        return ALLOWED

    async def plan(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        return Plan(Decision.ASK, by="model", says=said, choices=(("Yes", "yes"),))

    async def draft(
        question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        cells = {"type": "table", "columns": ["what"], "rows": [["project nightfall"]]}
        return Draft((Claim("Fine.", ("e",)),), elements=(cells,))

    here, told = seat()
    weighing = Weighing(1.0, enough=True)
    secret = Question("What is project nightfall?", "c", "r", ASKED.now)
    assert (await watched_guard(guard, watch)(secret, here)).reason == "unsafe"
    assert (await watched_guard(guard, watch)(ASKED, here)).allowed
    planned = await watched_plan(plan, watch)(ASKED, Ledger(), weighing, here)
    assert (planned.decision, planned.reason, planned.says, planned.choices) == ("refuse", "unsafe", "", ())
    drafted = await watched_draft(draft, watch)(ASKED, Ledger(), weighing, here)
    assert (drafted.claims, drafted.elements, drafted.reason) == ((), (), "unsafe")
    assert len([one for one in told if isinstance(one, TextFlagged)]) == 3
