"""Planning with several planners in turn: each gets of the question what the one before left open.

Records come first, as they are certain where they are understood; facts on the web next, then pages of a site. All
of them act in the same waves. What a question calls by its records ("the supplier of article 4711") is looked up
there first, and the name found is what the web is asked about.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from answerable.domain.evidence import Findings, Gap, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.domain.share import Share
from answerable.facts.inquire import gone_on
from answerable.facts.names import folded, is_org, names_in
from answerable.facts.wishes import ASKED
from answerable.language.asked import understand
from answerable.stages.base import Planner, Seat
from answerable.stages.plan.bridge import (
    StandIn,
    anchors,
    factual,
    in_a_row,
    leans,
    named,
    pointing,
    speaks_of,
    stand_ins,
)
from answerable.stages.plan.joined import BRIDGES, RESUME, Made, called, joined, narrow, same

# Phrases tried for one part of a question. Chosen, not measured.
TRIED = 8
# The parts of words that are looked up stand behind those of the question itself.
_BEHIND = 100
_NOBODY = "no source here understands this part"
_NO_NAME = "no record that was found says which one is meant"
# People of whose records no name leaves the house for a search engine.
_INSIDE = frozenset({"hris", "ats"})
_STAYS = "names of colleagues and applicants are not given to search engines"


@dataclass(frozen=True)
class Taker:
    """One that may take a part of a question, and what it reads: records, facts or pages."""

    share: Share
    plan: Planner
    reads: str
    rounds: int = 99  # after so many it has had its turns


@dataclass(frozen=True)
class _Round:
    """What every planner is given."""

    question: Question
    ledger: Ledger
    weighing: Weighing
    seat: Seat
    down: dict[str, Plan]  # by share: the refusal of one that could not be read, which is not tried again

    def parts(self, text: str) -> list[str]:
        return [part.text for part in understand(text, self.question.language).parts]

    async def ask(self, taker: Taker, part: str, without: Collection[str] = ()) -> Plan:
        """What a taker makes of a part, knowing what it knows."""
        share = taker.share
        weighing = self.weighing.shares.get(share.name, Weighing(0.0, enough=False))
        view = share.of(self.ledger, without)
        return await self._plan(taker, share.asked(self.question, part), view, weighing)

    async def _plan(self, taker: Taker, question: Question, view: Ledger, weighing: Weighing) -> Plan:
        name = taker.share.name
        if name in self.down:
            return self.down[name]
        plan = await taker.plan(question, view, weighing, self.seat)
        if plan.reason == "source_down" and not view.plans:
            self.down[name] = plan
        return plan

    async def alone(self, taker: Taker, words: str) -> Plan | None:
        """How a taker would look some words up by themselves; None where it does not understand them all."""
        asked = replace(self.question, text=words, turns=(), setting="")
        plan = await self._plan(taker, asked, Ledger(), self.weighing)
        return plan if plan.decision is Decision.ACT and not plan.waits.get("missing") else None


class InTurnPlanner:
    """Deals the parts of a question out once, then lets everybody who took one go on until all have enough."""

    def __init__(self, takers: Sequence[Taker]) -> None:
        self._takers = {taker.share.name: taker for taker in takers}
        self._down: dict[str, Plan] = {}
        self._records = [taker for taker in takers if taker.reads == "records"]
        self._web = next((taker for taker in takers if taker.reads == "facts"), None)
        self._site = next((taker for taker in takers if taker.reads == "pages"), None)

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        now = _Round(question, ledger, weighing, seat, self._down)
        if ledger.plans:
            return joined(question, ledger, await self._go_on(now))
        return joined(question, ledger, await self._resumed(now) or await self._begin(now))

    async def _begin(self, now: _Round) -> Made:
        made, text, rest = (
            Made(),
            _whole(now.question),
            list[str](),
        )
        parts = now.parts(text)
        back: list[tuple[str, str]] = []  # parts that point back to the one before them
        for place, part in enumerate(parts):
            leaning = bool(place) and leans(part)
            if leaning and made.lengthen(parts[place - 1], part):
                continue
            if leaning and self._web and pointing(part):
                back.append((part, parts[place - 1]))
            elif self._web and await self._bridged(now, made, part):
                continue
            if not leaning or parts[place - 1] in rest:
                rest.append(part)
        open_text = text if rest == parts else in_a_row(rest)
        for taker in self._records:
            open_text = _pointed(made, back, open_text)
            open_text = await self._take(now, made, taker, open_text) if open_text else ""
        open_text = _pointed(made, back, open_text)
        lost = [part for part, _ in back if part not in rest]
        await self._open(now, made, in_a_row([open_text, *lost]) if lost else open_text)
        return made

    async def _take(self, now: _Round, made: Made, taker: Taker, text: str) -> str:
        """What a reader of records leaves open of a text."""
        name, plan = taker.share.name, await now.ask(taker, text)
        if plan.decision in (Decision.ACT, Decision.ASK):
            missing = plan.waits.get("missing", ())
            mine = in_a_row(dict.fromkeys(task.question for task in plan.tasks)) if missing else text
            made.add(name, mine, replace(plan, waits={**plan.waits, "missing": []}))
            return in_a_row(missing)
        if plan.reason == "source_down":
            now.ledger.add(Findings(gaps=(Gap(name, plan.says),)))
        elif plan.reason != "not_found" and await self._theirs(now, taker, text):
            made.add(name, text, plan)
            return ""
        made.declined = plan if plan.says and not made.declined.says else made.declined
        return text

    async def _theirs(self, now: _Round, taker: Taker, text: str) -> bool:
        """Whether a refusal counts: what is asked of somebody whom these records do not know is none of theirs."""
        names = anchors(text)
        return not names or any([await now.alone(taker, name) for name in names])

    async def _bridged(self, now: _Round, made: Made, part: str) -> bool:
        """Give a part to the web that records do not answer although they know what it is about."""
        names = anchors(part) if factual(part) else []
        if names and not any([await now.alone(taker, name) for taker in self._records for name in names]):
            made.facts.append(part)
            return True
        wholes = [plan for taker in self._records if (plan := await now.alone(taker, part))]
        if names and wholes:
            if _of_firms(part) and not speaks_of(part, wholes[0].why):
                made.facts.append(part)  # what is asked about the firm was passed over, or misread
            return part in made.facts
        found = list(islice(stand_ins(part), TRIED))
        for taker in self._records:
            known = [
                (one, plan)
                for one in found
                if (plan := await now.alone(taker, one.words)) and narrow(plan.tasks)
            ]
            if not known:
                continue
            # Words that change nothing are passed over, so they are not what is looked up.
            phrase, plan = [pair for pair in known if same(pair[1], known[0][1])][-1]
            if wholes and not (phrase.asks and phrase.listed and same(wholes[0], plan)):
                return False
            number = len(made.bridges) + 1
            tasks = [
                called(task, f"named_{number}_{n}", _BEHIND + number) for n, task in enumerate(plan.tasks, 1)
            ]
            made.add(taker.share.name, phrase.words, replace(plan, tasks=tuple(tasks)))
            if phrase.asks:
                made.bridge(phrase, taker.share.name, part, tasks)
            return True
        return False

    async def _open(self, now: _Round, made: Made, text: str) -> None:
        """What no records hold: facts for the web, everything else for the pages of the site."""
        parts = now.parts(text) if text else []
        facts = (
            [part for part in parts if not self._site or factual(part) or _of_firms(part)]
            if self._web
            else []
        )
        pages = [part for part in parts if part not in facts] if self._site else []
        for taker, mine in ((self._web, [*made.facts, *facts]), (self._site, pages)):
            if taker and mine:
                part = text if mine == parts else in_a_row(mine)
                made.add(taker.share.name, part, await now.ask(taker, part))
        if parts and not (facts or pages):
            made.left.append((text, made.declined.says or _NOBODY))

    async def _resumed(self, now: _Round) -> Made | None:
        """Go on after a question back: the one who asked reads the reply, the others have their parts again."""
        last = now.question.turns[-1] if now.question.turns else None
        kept = last.waits.get(RESUME) if last else None
        if not (last and kept and any(now.question.text.strip() in choice for choice in last.choices)):
            return None
        made, asker = Made(), kept["asker"]
        for name, part in kept["parts"].items():
            taker = self._takers.get(name)
            if taker:
                made.add(name, part, await now.ask(taker, now.question.text if name == asker else part))
        tasks = made.plans[asker][1].tasks if asker in made.plans else ()
        replied = [task.arguments.get("sql") for task in tasks]
        made.bridges = [
            {**bridge, "queries": replied if bridge["share"] == asker else bridge["queries"]}
            for bridge in kept[BRIDGES]
        ]
        return made

    async def _go_on(self, now: _Round) -> Made:
        made = Made()
        for name, taker in self._takers.items():
            part = before = taker.share.part(now.ledger)
            if taker is self._web and len(now.ledger.plans) == 1:
                part = " ".join(filter(None, [before, *[text async for text in self._found(now, made)]]))
            if taker is self._site and not part:
                part = self._unanswered(now, made)
            plans = taker.share.of(now.ledger).plans
            ended = part == before and plans and plans[-1].decision is not Decision.ACT
            if part and not ended:
                plan = Plan(Decision.ENOUGH, why="it was asked often")
                if len(plans) < taker.rounds:
                    plan = await now.ask(taker, part)
                if plan.decision is Decision.REFUSE:
                    plan = await self._allowed(now, made, taker, plan) or plan
                made.add(name, part, plan)
        return made

    async def _allowed(self, now: _Round, made: Made, taker: Taker, refusal: Plan) -> Plan | None:
        """A plan for the other parts where one may not be told; None where there are no others."""
        tasks = [task for plan in taker.share.of(now.ledger).plans for task in plan.tasks]
        closed = {gap.asked for gap in now.ledger.gaps if gap.why == refusal.reason}
        parts = {task.arguments.get("part") for task in tasks if task.arguments.get("name") in closed}
        gone = [task for task in tasks if task.arguments.get("part") in parts]
        if not gone or len(gone) == len(tasks):
            return None
        made.left += dict.fromkeys((task.question, refusal.says) for task in gone)
        made.without[taker.share.name] = [task.id for task in gone]
        return await now.ask(taker, taker.share.part(now.ledger), made.without[taker.share.name])

    async def _found(self, now: _Round, made: Made) -> AsyncIterator[str]:
        """The questions whose names were looked up, unless records answer them now; one that has no name is left."""
        stopped = {name for name, (_, plan) in made.plans.items() if plan.decision is not Decision.ENOUGH}
        for bridge in now.ledger.waiting(BRIDGES) or ():
            if bridge["share"] in stopped:
                continue
            found = [p for p in now.ledger.fresh() if p.query in bridge["queries"] and p.table]
            names = [name for piece in found[:1] for name in (named(piece.table) if piece.table else ())]
            text = StandIn("", bridge["frame"], listed=True).with_names(names)
            if names and await self._recorded(now, made, text):
                continue
            if names and found[0].locator.source not in _INSIDE:
                yield text
            else:
                made.left.append((bridge["part"], _STAYS if names else _NO_NAME))

    async def _recorded(self, now: _Round, made: Made, text: str) -> bool:
        """Whether records answer a question now that the name in it is known."""
        for taker in self._records:
            plan = await now.alone(taker, text)
            if plan and narrow(plan.tasks) and speaks_of(text, plan.why):
                task = called(plan.tasks[0], "next_1", 2 * _BEHIND + 1)
                made.add(taker.share.name, text, replace(plan, tasks=(task,)))
                return True
        return False

    def _unanswered(self, now: _Round, made: Made) -> str:
        """What the web was asked and does not say: the site may."""
        web = self._web.share if self._web else None
        if web is None or (web.name in made.plans and made.plans[web.name][1].tasks):
            return ""
        weighing = now.weighing.shares.get(web.name)
        part = web.part(now.ledger)
        own = [start for start in now.question.starts for name in anchors(part) if folded(name)[0] in start]
        others = _of_firms(part) and now.question.starts and not own  # a shop's site tells of no other firm
        return part if weighing and weighing.missing and not others else ""


def _whole(question: Question) -> str:
    """The words to deal out: those of the question, with the ones before it where it only points back to them."""
    text = gone_on(question)
    if not question.setting or names_in(text) or not pointing(f", {text}"):
        return text
    # Of a question in several parts only what the web was asked can be pointed to there.
    before = question.turns[-1].waits.get(ASKED) if question.turns else ""
    return f"{before or question.setting} {text}"


def _of_firms(part: str) -> bool:
    """Whether a question starts from firms: a site tells of its own only."""
    names = anchors(part)
    return bool(names) and all(map(is_org, names))


def _pointed(made: Made, back: list[tuple[str, str]], text: str) -> str:
    """What is left of a text when the web is asked what points back to something that records tell."""
    for part, before in list(back):
        phrase, (share, tasks) = pointing(part), made.telling(before)
        if phrase and tasks:
            back.remove((part, before))
            if not made.told_apart(share, part, tasks):
                made.bridge(phrase, share, part, tasks)
                text = text.replace(in_a_row([part]), "").strip()
    return text
