"""The research planner that needs no model: search for each open hop, read what looks relevant, climb the ladder.

Ladder for a hop that stays open: search, reframe, other language, narrow to the subject alone, side leads, another
engine, and at last the person. Every action has a fingerprint and is done once, so a run cannot loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from answerable.domain.evidence import Lead, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.facts.fact import Step
from answerable.facts.inquire import inquiries
from answerable.facts.labelled import owner
from answerable.facts.names import folded, mentions, same_name
from answerable.facts.trust import kind_of, site_of
from answerable.stages.base import Seat

# Pages read for one hop: enough to see a contradiction where there is one, more while nothing is found. Chosen.
READ_KNOWN, READ_OPEN = 12, 16
# Hops worked on in one wave, and pages per wave.
STEPS_AT_ONCE, PAGES_AT_ONCE = 4, 8
# So many rounds without anything new and the person is asked.
QUIET_ROUNDS = 3
# What a page is worth less whose site was read on the subject, or that copies others: others may disagree. Chosen.
_AGAIN = 0.7
_OTHER = {"en": "de", "de": "en"}


@dataclass
class _Progress:
    """What the planner remembers of a run under way: how much was known, and how long nothing was added."""

    run: str = ""
    known: int = -1
    quiet: int = 0


class ResearchPlanner:
    """Plans searches and reading from what the ledger still lacks."""

    def __init__(self, engines: Sequence[str], source: str = "search") -> None:
        self._engines, self._source = tuple(engines), source
        self._progress = _Progress()

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:  # noqa: ARG002
        if self._stuck(question.run, ledger):
            return Plan(Decision.ENOUGH, why="nothing new came in; a person has to look at it")
        inquiry, read = inquiries(question, ledger)
        resolved, tasks, steps = read[0], list[Task](), list[Step]()
        # The likeliest reading is looked for to its end; where it leads nowhere, the next one is.
        likely = min(read, key=lambda reading: max((one.chain.doubt for one in reading), default=0.0))
        done = likely is resolved and all(one.complete for one in resolved)
        for reading in read[:1] if done else (likely, *(one for one in read if one is not likely)):
            steps = list({(step.subject, step.hop): step for one in reading for step in one.steps}.values())
            steps = steps[:1] if inquiry.about else steps  # whatever is asked of it, the same pages tell
            if tasks := list(self._tasks(steps, question, ledger, seat)):
                break
        if not tasks:
            found = all(one.complete for one in resolved)
            why = "every hop is found and its sources are read" if found else "every way was tried"
            return Plan(Decision.ENOUGH, why=why)
        return Plan(Decision.ACT, tuple(tasks), why=_why(steps))

    def _stuck(self, run: str, ledger: Ledger) -> bool:
        progress = self._progress
        if progress.run != run:
            self._progress = progress = _Progress(run)
        progress.quiet = progress.quiet + 1 if len(ledger) == progress.known else 0
        progress.known = len(ledger)
        return progress.quiet >= QUIET_ROUNDS

    def _tasks(self, steps: Sequence[Step], question: Question, ledger: Ledger, seat: Seat) -> Iterator[Task]:
        """Open hops first; each gets its next search, and the pages that look relevant are read together."""
        number = len(ledger.journey)
        pages: dict[str, None] = {}
        ordered = sorted(steps, key=lambda step: bool(step.values))
        for step in ordered[:STEPS_AT_ONCE]:
            wanted = relevant(step, ledger)
            pages |= dict.fromkeys(wanted[: PAGES_AT_ONCE - len(pages)])
            search = self._next_search(step, question, ledger, waiting=bool(wanted))
            if search and seat.budget.left("queries") >= 1:
                query, engine = search
                arguments = {"query": query, "engine": engine}
                marks = (fingerprint(query, engine),)
                yield Task(f"search-{number}", self._source, "search", query, marks, arguments=arguments)
                number += 1
        if pages and seat.budget.left("pages") >= 1:
            most = int(min(PAGES_AT_ONCE, seat.budget.left("pages")))
            yield Task(f"read-{number}", self._source, "follow", _asked(ordered), tuple(pages)[:most])

    def _next_search(
        self, step: Step, question: Question, ledger: Ledger, *, waiting: bool
    ) -> tuple[str, str] | None:
        relation, language = step.hop.relation, question.language if question.language in _OTHER else "en"
        rungs = [(query, "") for query in queries(step, language)]
        rungs += [(rungs[0][0], engine) for engine in self._engines[1:]]
        left = [rung for rung in rungs if fingerprint(*rung) not in ledger.visited]
        if not left:
            return None
        first = rungs[0] in left
        if step.values and not first:
            # One look in the other language too, and one for the subject alone: what disagrees is often said there.
            other = f"{rungs[0][0].removesuffix(relation.label(language))}{relation.label(_OTHER[language])}"
            return next((rung for rung in left if rung[0] in (other, step.subject)), None)
        return None if waiting and not first else left[0]  # pages that wait are read before another search


def fingerprint(query: str, engine: str) -> str:
    """An action's fingerprint, as the journey shows it."""
    return f"“{query}”" + (f" with {engine}" if engine else "")


def queries(step: Step, language: str) -> list[str]:
    """The first query for a hop, then other words for it, the other language, and the subject alone."""
    relation = step.hop.relation
    name = step.subject
    if len(folded(name)) == 1 and step.context and relation.of == "person":
        name = f"{name} {step.context[-1]}"  # a first name alone finds anybody
    own, other = relation.label(language), relation.label(_OTHER[language])
    words = [own, *relation.nouns[1:2], *relation.does[:1], other]
    return list(dict.fromkeys([f"{name} {word}" for word in words] + [name]))


def relevant(step: Step, ledger: Ledger) -> list[str]:
    """Addresses worth reading for a hop, best first: what an engine showed of them names the subject."""
    shown = {piece.locator.url: piece.text for piece in ledger if piece.id.startswith("s")}
    read = [
        site_of(url)
        for url, piece in {p.locator.url: p for p in ledger if p.id.startswith("p")}.items()
        if mentions(step.subject, piece.title)
    ]
    room = (READ_KNOWN if step.values else READ_OPEN) - len(read)
    found = []
    for lead in ledger.open_leads():
        said = f"{lead.text} {shown.get(lead.url, '')} {lead.url.rsplit('/', 1)[-1].replace('-', ' ')}"
        if mentions(step.subject, said):
            again = site_of(lead.url) in read or kind_of(lead.url) == "copied"
            found.append((_promise(step, lead, said) - _AGAIN * again, lead.url))
    return [url for _, url in sorted(found, key=lambda pair: (-pair[0], pair[1]))][: max(0, room)]


def _promise(step: Step, lead: Lead, said: str) -> float:
    """How likely a page has the fact: it is titled by the subject, it speaks of the relation, it ranked well."""
    low = said.lower()
    speaks = any(
        noun in low for noun in (*step.hop.relation.nouns, *step.hop.relation.done, *step.hop.relation.does)
    )
    its_own = same_name(owner(lead.text, ()), step.subject)  # "Lund", where "FC Lund" has pages too
    return lead.score + bool(mentions(step.subject, lead.text)) + 0.5 * speaks + 0.5 * its_own


def _asked(steps: Sequence[Step]) -> str:
    return " ".join(
        dict.fromkeys(f"{step.subject} {step.hop.relation.label('en')}" for step in steps[:STEPS_AT_ONCE])
    )


def _why(steps: Sequence[Step]) -> str:
    open_steps = [f"{step.hop.relation.name} of {step.subject}" for step in steps if not step.values]
    return "still open: " + ", ".join(open_steps) if open_steps else "found; other sources are compared"
