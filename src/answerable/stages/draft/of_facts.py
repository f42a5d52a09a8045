"""The drafter of research: one sentence for each hop, from the page that says it best, and what disagrees with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerable.domain.evidence import Gap, Ledger
from answerable.domain.outcome import Claim, Draft, Objections, Weighing
from answerable.domain.question import Question
from answerable.facts.conclude import age_sentence, computed_id, is_age, shown
from answerable.facts.fact import Fact, Held, Resolved, Step
from answerable.facts.inquire import inquire
from answerable.facts.labelled import fields
from answerable.facts.names import mentions
from answerable.language.sentences import Unit
from answerable.language.words import detect_language
from answerable.stages.base import Seat

# A longer sentence is told in our words, with the sentence as its quote.
QUOTED = 240
# A page in the asker's language is quoted where it is believed so far beside the best one. Chosen, not measured.
ALIKE = 0.7
# The part of claims that stand on one side of an open contradiction.
DISPUTED = -1
_BULLET = re.compile(r"^\s*[-•*]\s+")
_OF = {"en": "of", "de": "von"}
MISSING = {"en": "no page that was read says it", "de": "keine gelesene Seite sagt es"}
_DOUBTFUL = {
    "en": "only {site} says “{value}”, and nothing that was read confirms it",
    "de": "nur {site} sagt «{value}», und nichts Gelesenes bestätigt es",
}


class FactDrafter:
    """Writes the answer's hop first, then the hops that lead to it."""

    async def __call__(
        self,
        question: Question,
        ledger: Ledger,
        weighing: Weighing,  # noqa: ARG002 what is sure enough to be said is judged hop by hop
        seat: Seat,  # noqa: ARG002
        objections: Objections = (),
    ) -> Draft:
        inquiry, resolved = inquire(question, ledger)
        language = question.language if question.language in _OF else "en"
        claims = [claim for one in resolved for claim in _claims(one, question, ledger)]
        if inquiry.compare:
            claims = [*_conclusion(ledger), *claims]
        # A question that leans on one before it is told what is new.
        told = "\n".join(turn.text for turn in question.turns) if question.setting else ""
        new = [one for one in claims if one.text not in told]
        claims = claims if not new and all(one.complete for one in resolved) else new
        gaps = tuple(dict.fromkeys(gap for one in resolved for gap in _gaps(one, language)))
        conflicts = tuple(
            conflict(step, language)
            for one in resolved
            for step in one.steps
            if step.contradiction and not (step.contradiction.settled and step.asked(language) in told)
        )
        if not claims:
            return Draft((), gaps=gaps, reason="not_found")
        claims = list(dict.fromkeys(claims))
        for place in {objection.claim for objection in objections if objection.claim < len(claims)}:
            # What the verifier did not let pass is only quoted.
            claims[place] = replace(claims[place], text=claims[place].quote)
        return Draft(tuple(dict.fromkeys(claims)), gaps=gaps, elements=conflicts)


def _conclusion(ledger: Ledger) -> list[Claim]:
    """What was computed by comparing."""
    computed = [
        piece
        for piece in ledger
        if piece.kind == "number" and ", born " not in piece.text and ", geboren " not in piece.text
    ]
    return [Claim(piece.text, (piece.id,), piece.text) for piece in computed[-1:]]


def _claims(resolved: Resolved, question: Question, ledger: Ledger) -> Iterator[Claim]:
    last = resolved.chain.hops[-1:] if resolved.complete or resolved.values else ()
    for step in sorted(resolved.steps, key=lambda step: step.hop not in last):
        if step.contradiction and not step.contradiction.settled:
            # Neither side is said to be true: both are only quoted, for the line that tells of the disagreement.
            for best in (held.best for held in step.contradiction.held):
                yield Claim(best.quote, (best.evidence,), best.quote, part=DISPUTED)
            continue
        sides: dict[tuple[str, str], list[Held]] = {}
        for held in step.values:
            said = _spoken(held, question.language, ledger)
            sides.setdefault((said.evidence, said.quote), []).append(held)
        for together in sides.values():
            yield from _told(step, together, question, ledger)


def _told(step: Step, together: Sequence[Held], question: Question, ledger: Ledger) -> Iterator[Claim]:
    """Values that one sentence gives, as one claim."""
    language = question.language if question.language in _OF else "en"
    best = _spoken(together[0], language, ledger)
    if is_age(step, together[0]):
        for held in together:
            text = age_sentence(step, held, language, question.now.date())
            if (own := computed_id(text)) in ledger:
                yield Claim(text, (own,), text)
        yield Claim(best.quote, (best.evidence,), best.quote)
        return
    foreign = step.hop.relation.listed and detect_language(ledger[best.evidence].text) != language
    if not foreign and all(
        _speaks_for_itself(_spoken(held, language, ledger), step.subject) for held in together
    ):
        yield Claim(_BULLET.sub("", best.quote), (best.evidence,), best.quote)
        return
    if not step.hop.relation.listed:
        yield Claim(_as_said(step, together, language), (best.evidence,), best.quote)
        return
    label = _own_label(best, step, language, ledger)
    values = ", ".join(shown(held.value, held.canonical, language) for held in together)
    names = (values, step.subject) if step.hop.inverse else (step.subject, values)
    yield Claim(f"{label} {_OF[language]} {names[0]}: {names[1]}.", (best.evidence,), best.quote)


def _spoken(held: Held, language: str, ledger: Ledger) -> Fact:
    """What to quote for a value: of pages about as good, one in the asker's language."""
    best = held.best
    own = [fact for fact in held.facts if detect_language(ledger[fact.evidence].text) == language]
    return (
        max(own, key=lambda fact: fact.trust)
        if own and max(f.trust for f in own) >= ALIKE * best.trust
        else best
    )


def _speaks_for_itself(fact: Fact, subject: str) -> bool:
    """Whether the page's own sentence can be read alone: it names subject and value, and is short."""
    return (
        len(fact.quote) <= QUOTED
        and " | " not in fact.quote
        and bool(mentions(subject, fact.quote))
        and fact.value in fact.quote
    )


def _as_said(step: Step, together: Sequence[Held], language: str) -> str:
    """What a page says of a relation nobody listed: its own words after the subject's name, no label made up."""
    quote = _BULLET.sub("", together[0].best.quote)
    if pair := fields(Unit(quote, "row", 0)):
        return f"{step.subject} – {pair[0]}: {pair[1].rstrip('.')}."
    if len(quote) <= QUOTED and " | " not in quote:
        return f"{step.subject}: {quote}"
    asked = step.asked(language)
    return f"{asked[0].upper()}{asked[1:]}: {', '.join(held.value for held in together)}."


def _own_label(fact: Fact, step: Step, language: str, ledger: Ledger) -> str:
    """The page's own word for it where it has one in the asker's language."""
    pair = fields(Unit(fact.quote, "row", 0))
    if (
        pair
        and detect_language(ledger[fact.evidence].text) == language
        and fact.value in pair[1]
        and fact.direct == 1.0
        and _is_label(pair[0])
    ):
        return re.sub(r"\s*\([^)]*\)", "", pair[0]).strip()
    label = step.hop.relation.label(language)
    if label.isupper():  # an abbreviation that the page does not use would be somebody else's word
        label = next(
            (noun for noun in step.hop.relation.nouns if noun in ledger[fact.evidence].text.lower()), label
        )
    return label[0].upper() + label[1:]


def _is_label(text: str) -> bool:
    """Whether "{text} of X" can be read: a noun or two, no question, no preposition or participle at its end."""
    return (
        len(text.split()) <= 3
        and not any(c.isdigit() for c in text)
        and not re.search(
            r"\?|\b(?:by|in|von|seit|since|at|born|founded|gegründet|geboren|based)$", text, re.I
        )
    )


def _gaps(resolved: Resolved, language: str) -> Iterator[Gap]:
    for step in resolved.missing:
        asked = step.asked(language)
        if step.doubtful:
            best = step.doubtful[0].best
            yield Gap(asked, _DOUBTFUL[language].format(site=best.site, value=best.value))
        else:
            yield Gap(asked, MISSING[language])


def conflict(step: Step, language: str) -> dict[str, object]:
    """A contradiction as the settler needs it: values with the evidence and words behind each."""
    sides = [
        {"value": held.value, "evidence": held.best.evidence, "quote": held.best.quote}
        for held in (step.contradiction.held if step.contradiction else ())
    ]
    return {
        "type": "conflict",
        "about": step.asked(language),
        "settled": step.contradiction is not None and step.contradiction.settled,
        "sides": sides,
        "part": step.subject,
    }
