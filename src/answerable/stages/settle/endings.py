"""The four endings: an answer with numbered citations, an honest no, a question back, a plain failure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from answerable.domain.budget import Budget
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import (
    Answer,
    Citation,
    Claim,
    Clarification,
    Decided,
    Outcome,
    Refusal,
    Stopped,
    Usage,
    Walked,
    Written,
)
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.language.words import detect_language
from answerable.lists import read_list
from answerable.stages.base import Seat

_WORDING = read_list(__package__, "wording.toml")
# The codes of everything that is not an answer, each with its sentence.
REASONS = tuple(name for name in _WORDING["en"] if name not in ("done", "missing", "page", "pages", "site"))
_NUMBERED = re.compile(r"\d{1,2}[.)] ")
# More follow-up suggestions than this are not read (and crowd a terminal).
SUGGESTIONS = 3


class Settler:
    """Writes endings; `about` names the place for the reader ("example.com").

    `off_topic` is the assistant's one sentence, by language, for what is outside its scope.
    """

    def __init__(self, about: str = "", off_topic: Mapping[str, str] | None = None) -> None:
        self._about, self._off_topic = about, off_topic or {}

    def __call__(self, walked: Walked, seat: Seat) -> Outcome:
        """An answer of the claims that passed, a question back, or the reason why there is neither."""
        match walked:
            case Stopped(question, ruling):
                return self._refusal(question, ruling.reason, Ledger(), seat, says=ruling.says)
            case Decided(question, plan, ledger) if plan.decision is Decision.REFUSE:
                return self._refusal(question, plan.reason or "not_found", ledger, seat, says=plan.says)
            case Decided(question, plan, ledger):
                return _asked_back(question, plan, ledger, seat)
            case Written(question, draft, verdict, _, ledger) if not verdict.passed:
                reason = draft.reason or ("ungrounded" if draft.claims else "not_found")
                return self._refusal(question, reason, ledger, seat)
            case Written():
                return _answered(walked, seat)
        assert_never(walked)

    def _refusal(
        self, question: Question, reason: str, ledger: Ledger, seat: Seat, *, says: str = ""
    ) -> Refusal:
        language = question.language
        reason = reason if says else _blame(reason, ledger, seat.budget)
        why = ledger.gaps[0].why.rstrip(".") if ledger.gaps else ""
        count = ledger.pages
        pages = _say(language, "page") if count == 1 else _say(language, "pages", count=str(count))
        about = self._about or _say(language, "site")
        says = says or (self._off_topic.get(language, "") if reason == "off_topic" else "")
        text = says or _say(language, reason, about=about, pages=pages, why=why)
        # A no does not undo what a tool did before it, so the user hears of that whatever went wrong after.
        done = [piece.text for piece in ledger.fresh() if piece.kind == "receipt" and piece.text not in text]
        return Refusal(
            text=" ".join([text, *([_say(language, "done", done=" ".join(done))] if done else [])]),
            conversation=question.conversation,
            run=question.run,
            reason=reason,
            gaps=tuple(ledger.gaps),
            journey=tuple(ledger.journey),
            usage=usage_of(seat.budget),
        )


def _asked_back(question: Question, plan: Plan, ledger: Ledger, seat: Seat) -> Clarification:
    return Clarification(
        text=plan.says,
        conversation=question.conversation,
        run=question.run,
        reason=plan.reason or "ambiguous",
        gaps=tuple(ledger.gaps),
        journey=tuple(ledger.journey),
        usage=usage_of(seat.budget),
        choices=plan.choices,
        waits=plan.waits,
    )


def _answered(walked: Written, seat: Seat) -> Answer:
    question, draft, ledger, passed = walked.question, walked.draft, walked.ledger, walked.verdict.passed
    text, citations = _cite(passed, ledger)
    for gap in draft.gaps:
        text += "\n\n" + _say(question.language, "missing", part=gap.asked)
    return Answer(
        text=text,
        conversation=question.conversation,
        run=question.run,
        confidence=walked.weighing.confidence,
        gaps=(*draft.gaps, *ledger.gaps),
        journey=tuple(ledger.journey),
        suggestions=_suggest(ledger, passed, question.language),
        usage=usage_of(seat.budget),
        citations=citations,
        elements=({"type": "text", "text": text}, *draft.elements),
        waits=next((plan.waits for plan in reversed(ledger.plans) if plan.waits), {}),
    )


def _blame(reason: str, ledger: Ledger, budget: Budget) -> str:
    """A "not found" whose true cause is a dead source or a spent budget says so."""
    if reason != "not_found":
        return reason
    if not ledger.pages and ledger.gaps:
        # A robots.txt that forbids is a rule; one that cannot be read is a site that does not answer.
        return "not_permitted" if "robots.txt asks" in ledger.gaps[0].why else "source_down"
    return (
        "budget_spent" if budget.exhausted("rounds", "pages", "seconds") and ledger.open_leads() else reason
    )


def _cite(claims: Sequence[Claim], ledger: Ledger) -> tuple[str, tuple[Citation, ...]]:
    """The answer's text with [n] after the last sentence taken from each place."""
    numbers: dict[str, int] = {}
    quotes: dict[str, list[str]] = {}
    parts: list[str] = []
    for place, claim in enumerate(claims):
        for evidence in claim.evidence:
            numbers.setdefault(evidence, len(numbers) + 1)
            said, quote = quotes.setdefault(evidence, []), claim.quote or claim.text
            said += [] if any(quote in one for one in said) else [quote]
        following = claims[place + 1].evidence if place + 1 < len(claims) else ()
        marks = "" if claim.evidence == following else "".join(f" [{numbers[e]}]" for e in claim.evidence)
        parts.append(claim.text + marks)
    citations = tuple(
        Citation(number, ledger[evidence], " … ".join(quotes[evidence]))
        for evidence, number in numbers.items()
    )
    return _join(parts), citations


def _join(parts: Sequence[str]) -> str:
    """Sentences run on; list items, table rows and code stand on their own lines."""
    text = ""
    for part in parts:
        line = text.rsplit("\n", 1)[-1]
        glue = "\n" if _own_line(part) or _own_line(line) else " "
        text += (glue if text else "") + part
    return text


def _own_line(part: str) -> bool:
    return (
        part.startswith(("- ", "    ")) or " | " in part or "\n" in part or _NUMBERED.match(part) is not None
    )


def _suggest(ledger: Ledger, claims: Sequence[Claim], language: str) -> tuple[str, ...]:
    """Headings of what else fits, in the reader's language: they are things the site can surely answer."""
    cited = {evidence for claim in claims for evidence in claim.evidence}
    shown = {ledger[evidence].locator.path[-1:] for evidence in cited}
    found: dict[str, None] = {}
    for piece in ledger.best(12):
        heading = piece.locator.path[-1:]
        fits = piece.score >= 0 and piece.id not in cited and heading and heading not in shown
        # The places of records and receipts are names for machines, "Page 3" says nothing, and what a page of the
        # open web is called ("See also", "Today") is no question.
        ours = piece.kind == "passage" and piece.locator.source != "search"
        spoken = ours and detect_language(piece.text, language) == language
        if fits and spoken and not re.fullmatch(r"(?:Page|Seite) \d+", heading[0]):
            found.setdefault(heading[0])
    return tuple(found)[:SUGGESTIONS]


def usage_of(budget: Budget) -> Usage:
    """What the run cost, from its purse."""
    return Usage(
        seconds=budget.spent("seconds"),
        model_calls=int(budget.spent("model_calls")),
        tokens_in=int(budget.spent("tokens_in")),
        tokens_out=int(budget.spent("tokens_out")),
        cost_usd=budget.spent("cost_usd"),
        pages=int(budget.spent("pages")),
        queries=int(budget.spent("queries")),
    )


def _say(language: str, name: str, **values: str) -> str:
    wording = _WORDING.get(language, _WORDING["en"])
    return str(wording.get(name, wording["unsafe"])).format(**values)
