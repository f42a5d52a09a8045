"""Planning with the web beside the tables: what no table holds is looked for on pages, while the queries run.

The web is asked only for what the tables decline, and only where the question says so ("data sheet", "online") or
names a thing that the tables know: what "how many employees do we have" wants is on no supplier's page. "What does the
manufacturer say about 4711?" asks for whatever is said of the thing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.domain.share import SHARES, Share, entry_of
from answerable.language.words import STOPWORDS
from answerable.lists import read_list
from answerable.sources.search.enrich import enriched
from answerable.stages.base import Planner, Seat

_WORDS = read_list(__package__, "with_web.toml")
_SAYS_SO = re.compile(
    "|".join(rf"\b{re.escape(word)}\b" for spoken in _WORDS.values() for word in spoken["words"]),
    re.IGNORECASE,
)
_OPEN = frozenset(word for spoken in _WORDS.values() for word in spoken["open"])
_WORD = re.compile(r"[^\s,;:?!()\"“”„]+")
# Names tried and things looked up for one question, searches made, pages read after each. Chosen, not measured.
TRIED, NAMES, SEARCHES, PAGES = 12, 3, 2, 4


class WebBesideTables:
    """The tables' own planner first; what it leaves open goes to the web, enriched by what the rows tell."""

    def __init__(self, tables: Planner, look_up: Planner, own: Share, web: Share) -> None:
        self._tables, self._look_up, self._own, self._web = tables, look_up, own, web
        self._source = next(iter(web.sources))

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        own = self._own.of(ledger)
        if not ledger.plans:
            plan = await self._tables(question, own, weighing, seat)
            return await self._begin(question, plan, weighing, seat)
        plan = Plan(Decision.ENOUGH, why="the web was read")
        if own.plans:
            plan = await self._tables(question, own, weighing, seat)
        read = any(p.locator.source in self._web.sources and p.score > 0 for p in ledger)
        # A model's queries failed; the web was found to say something.
        if read and plan.decision is Decision.REFUSE:
            plan = Plan(Decision.ENOUGH, why=plan.why, by=plan.by)
        if plan.decision in (Decision.ASK, Decision.REFUSE):
            return plan
        if tasks := (*plan.tasks, *self._on(question, ledger)):
            shares = {self._own.name: entry_of(question.text, plan)} if plan.tasks else {}
            waits = {**plan.waits, SHARES: shares}
            return Plan(Decision.ACT, tasks, why="the web is read too", by=plan.by, waits=waits)
        if ledger.waiting("declined") and not read:
            return Plan(
                Decision.REFUSE, why=plan.why, reason="not_found", says=self._unsaid(question, ledger)
            )
        return plan

    def _unsaid(self, question: Question, ledger: Ledger) -> str:
        """The refusal's sentence: that the pages were read too, or what the tables said where none was found."""
        if not any(piece.locator.source in self._web.sources for piece in ledger):
            return str(ledger.waiting("declined"))
        spoken = _WORDS.get(question.language, _WORDS["en"])
        wanted = self._web.of(ledger).waiting("wanted") or _names(question.text, question.language, _OPEN)[:1]
        return str(spoken["unsaid"]).format(wanted=", ".join(wanted))

    async def _begin(self, question: Question, plan: Plan, weighing: Weighing, seat: Seat) -> Plan:
        """Queries and the first search together; the things that are named are looked up for what to search."""
        by_model = any(task.source in self._web.sources for task in plan.tasks)
        alone = {**plan.waits, SHARES: {self._own.name: entry_of(question.text, plan)}}
        sought = question.meant if by_model else _left_open(question, plan)
        if not sought:
            return replace(plan, waits=alone)
        named = await self._named(question, plan, weighing, seat)
        wanted, says_so = _wanted(plan, sought), _SAYS_SO.search(sought)
        if not by_model and not ((wanted or says_so) and (named or (wanted and says_so))):
            return replace(plan, waits=alone)
        handed_on = {**plan.waits, "missing": []}
        search = () if by_model else (self._search(1, enriched(sought, (), question.turns)),)
        asked = Plan(Decision.ACT, waits={"wanted": wanted, "looked": [t.arguments["sql"] for t in named]})
        shares = {self._web.name: entry_of(sought, asked)}
        if plan.tasks:
            shares[self._own.name] = entry_of(question.text, replace(plan, waits=handed_on))
        waits = {**plan.waits, SHARES: shares, "declined": plan.says}
        return Plan(Decision.ACT, (*plan.tasks, *named, *search), why=plan.why, by=plan.by, waits=waits)

    async def _named(self, question: Question, plan: Plan, weighing: Weighing, seat: Seat) -> list[Task]:
        """Looks at the things of the tables that the question names, or else the one before it ("its warranty")."""
        unknown = {word.casefold() for word in plan.waits.get("unknown", ())}
        for said in (question.text, *(turn.question for turn in question.turns[-1:])):
            found: dict[str, Task] = {}  # by their query: a name and one of its words may be the same thing
            for name in _names(said, question.language, unknown)[:TRIED]:
                seen = await self._look_up(replace(question, text=name, turns=()), Ledger(), weighing, seat)
                if len(seen.tasks) == 1 and seen.tasks[0].arguments["reading"]["form"]["where"]:
                    found.setdefault(seen.tasks[0].arguments["sql"], seen.tasks[0])
            if found:
                return [_look(task, number) for number, task in enumerate(list(found.values())[:NAMES], 1)]
        return []

    def _on(self, question: Question, ledger: Ledger) -> Iterator[Task]:
        """Read what the search found; search once more with what the rows tell of the thing."""
        sought = self._web.part(ledger)
        if not sought:
            return
        done = [task for plan in ledger.plans for task in plan.tasks if task.source in self._web.sources]
        queries = {task.arguments.get("query", task.question) for task in done if task.verb == "search"}
        # Only what was looked up by its name: a model's own query may show anything a page told it to fetch.
        rows = [piece.table for piece in ledger.fresh() if piece.table and piece.id.startswith("named_")]
        known = enriched(sought, rows, question.turns)
        if known not in queries and len(queries) < SEARCHES:
            yield self._search(len(done) + 1, known)
        leads = [lead.url for lead in ledger.open_leads() if lead.source in self._web.sources]
        if leads and sum(task.verb == "follow" for task in done) < SEARCHES:
            yield Task(f"web_{len(done) + 2}", self._source, "follow", sought, tuple(leads[:PAGES]))

    def _search(self, number: int, query: str) -> Task:
        return Task(f"web_{number}", self._source, "search", query, arguments={"query": query})


def _look(task: Task, number: int) -> Task:
    """A query that only tells what to search for, and is no answer."""
    name = f"named_{number}"
    return replace(task, id=name, verb="look", arguments={**task.arguments, "name": name, "part": -number})


def _left_open(question: Question, plan: Plan) -> str:
    """What the tables cannot answer of a question, in its own words."""
    if plan.decision is Decision.REFUSE:
        return question.text if plan.reason == "not_found" else ""
    return " ".join(plan.waits.get("missing", ()))


def _wanted(plan: Plan, sought: str) -> list[str]:
    """The words an answer has to speak of: those the tables do not know, without "data sheet" and the like.

    None where whatever is said of the thing will do.
    """
    said = {word.casefold().rstrip(".") for word in _WORD.findall(_SAYS_SO.sub(" ", sought))} - _OPEN
    return [word for word in plan.waits.get("unknown", ()) if word.casefold() in said]


def _names(text: str, language: str, unknown: Collection[str]) -> list[str]:
    """What may name a thing: words that the tables know and that stand together, "Alpina Elektrotechnik AG"."""
    passed = STOPWORDS.get(language, STOPWORDS["en"])
    runs: list[list[str]] = [[]]
    for word in _WORD.findall(_SAYS_SO.sub(" ? ", text)):
        word = word.rstrip(".")
        if word.casefold() in passed or word.casefold() in unknown:
            runs.append([])
        else:
            runs[-1].append(word)
    alone = [word for run in runs if len(run) > 1 for word in run]
    return list(dict.fromkeys([*(" ".join(run) for run in runs if run), *alone]))
