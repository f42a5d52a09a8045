"""Planning questions about one conversation with somebody: who is meant, asked only where it matters, remembered."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import SourceError
from answerable.memory import Graph
from answerable.sources.apps.apps import AppsIndex
from answerable.sources.apps.parties import Party
from answerable.stages.base import Planner, Seat
from answerable.stages.plan.of_tables import CLAIM, NOT_PERMITTED, not_permitted
from answerable.stages.plan.pointed import ahead, pointed
from answerable.stages.plan.talk_tasks import check_task, phrase, reachable, talk_task, title
from answerable.stages.plan.talks import (
    LISTS,
    AskedTalk,
    corrects,
    named_in,
    names_nobody,
    placed,
    read_name,
    read_onward,
    read_talk,
    record_of,
    says,
)
from answerable.tables import Reading
from answerable.tables.form import Condition

# More people of one name than this are not looked up one by one. Chosen, not measured.
MOST = 12
# Those of one name who are told one by one.
NAMED = 3
# The tables a query reads, and the values it names besides people.
_READ = re.compile(r'(?:FROM|JOIN) "?(\w+)')
# Columns whose days are those on which something was recorded.
_RECORDED = re.compile(r"^(?:created|completed|issue|paid|applied|rejected|submitted|converted|left)|^date$")
_VALUE = re.compile(r""""(?!id"|first_name|last_name)\w+" = '([^']{2,})'""")


_VERBS, _TAKES, _MOST = ("|".join(LISTS["counts"][name]) for name in ("verbs", "takes", "most"))
_COUNTED = re.compile(rf"\b(?:how many|wie viele)\s+(.+?)\s+(?:{_VERBS})\b", re.IGNORECASE)
_BARE = re.compile(
    rf"\b(?:how many|wie viele)(?=\s+(?:{_VERBS})\b)|\b(?:{_TAKES})\s+(?:{_MOST})(?=\W*$)", re.IGNORECASE
)
_AND = re.compile(r"^\s*(?:and|und)\s+", re.IGNORECASE)
# Readings that cost more have bent a word. Chosen between two right empty results (0.24 at most) and two of nonsense
# (about 0.55) that strangers' questions gave.
GUESSED = 0.45

OpenDirectory = Callable[[Question], Awaitable[AppsIndex]]


@dataclass(frozen=True)
class _Meant:
    """A conversation and whom it may be with."""

    talk: AskedTalk
    parties: tuple[Party, ...]
    remembered: bool = False
    corrected: bool = False


class PeoplePlanner:
    """Finds the conversation somebody means, and leaves every other question to the planner behind it."""

    def __init__(
        self, source: str, open_directory: OpenDirectory, preferences: Graph, others: Planner
    ) -> None:
        self._source, self._open = source, open_directory
        self._preferences, self._others = preferences, others

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if ledger.plans and "talk" in ledger.plans[-1].waits:
            return await self._after(question, ledger)
        if not ledger.plans:
            try:
                directory = await self._open(question)
            except SourceError:  # the planner behind opens the same apps, and says so in its own words
                return await self._others(question, ledger, weighing, seat)
            question = replace(question, text=directory.here(question.text, question.starts))
            if meant := self._meant(question, directory):
                return self._look(meant, directory)
            before = _before(question)
            whole = directory.instead(directory.plain(question.text), before) if before else None
            if whole == "" and directory.private(f"{before} {question.text}"):
                return not_permitted(question)
            whole = whole or counted_on(question.text, before)
            question = replace(question, text=whole or question.text)
            if (text := pointed(question, directory.named, directory.boss_of)) is None:
                if directory.private(question.text):
                    return not_permitted(question)
                says = phrase(AskedTalk("", question.language), "whom")
                return Plan(Decision.ASK, reason="ambiguous", says=says, waits={"whom": question.text})
            text = directory.plain(ahead(text, question.now))
            said = replace(question, text=CLAIM.sub("", text) or text)
            plan = _permitted(said, await self._others(said, ledger, weighing, seat), directory)
            return replace(plan, waits={**plan.waits, "whole": whole}) if whole else plan
        plan = await self._others(question, ledger, weighing, seat)
        if plan.decision is Decision.ENOUGH and _guessed(ledger):
            return _refuse(AskedTalk("", question.language), "not_found", "guessed")
        return plan

    def _meant(self, question: Question, directory: AppsIndex) -> _Meant | None:
        waits = question.turns[-1].waits if question.turns else {}
        earlier = AskedTalk(**waits["talk"]) if "talk" in waits else None
        settled: _Meant | None = None
        if earlier and "asked" in waits:
            settled = self._reply(question, directory, earlier, waits["asked"])
        elif earlier and "chosen" in waits and corrects(question.text):
            settled = self._correction(question, directory, earlier, waits["chosen"])
        if settled:
            return settled
        if found := read_talk(question.text, question.language, directory.who):
            return self._preferred(question, *found)
        if earlier and (onward := read_onward(question.text, directory.who)):
            name, parties, company = onward
            return self._preferred(question, replace(earlier, name=name, company=company, topic=""), parties)
        return None

    def _preferred(self, question: Question, talk: AskedTalk, parties: Sequence[Party]) -> _Meant:
        """The one this person chose for the name before, if the source still has it."""
        if len(parties) > 1 and (kept := self._preferences.recall(question, talk.name)):
            if still := tuple(one for one in parties if record_of(one) in kept):
                return _Meant(talk, still, remembered=True)
            self._preferences.forget(question, talk.name)
        return _Meant(talk, tuple(parties))

    def _reply(
        self, question: Question, directory: AppsIndex, talk: AskedTalk, asked: Sequence[str]
    ) -> _Meant | None:
        """The one our question back was answered with."""
        by_record = {record_of(one): one for one in directory.who(talk.name)}
        place = placed(question.text, len(asked))
        if place is not None:
            chosen = [by_record[asked[place]]] if asked[place] in by_record else []
        else:
            chosen = named_in(question.text, [by_record[one] for one in asked if one in by_record])
        if not chosen:
            return None
        self._preferences.learn(question, talk.name, map(record_of, chosen))
        return _Meant(talk, tuple(chosen))

    def _correction(
        self, question: Question, directory: AppsIndex, talk: AskedTalk, chosen: Sequence[str]
    ) -> _Meant | None:
        """Somebody else of that name: the one named now, or all but the one we took."""
        parties = [one for one in directory.who(talk.name) if reachable(one)]
        named = named_in(question.text, parties)
        wrong = [one for one in parties if record_of(one) in chosen]
        if talk.company:  # another Bill of the same company would be the same answer
            homes = {one.account_id for one in wrong}
            wrong += [one for one in parties if one.account_id and one.account_id in homes]
        if not named and (other := read_name(question.text, directory.who)):
            self._preferences.forget(question, talk.name)
            return _Meant(replace(talk, name=other[0]), tuple(other[1]))
        if not named and not names_nobody(question.text):
            return None  # "How many leads have we not met?" is a question of its own
        told_apart = 0 < len(named) < len(parties) and not says(question.text, "other")
        affirmed = says(question.text, "mean")
        if told_apart and not affirmed and says(question.text, "deny"):
            wrong += named
        meant = named
        if not told_apart or (not affirmed and all(one in wrong for one in named)):
            right = [one for one in parties if one not in wrong]
            meant = [one for one in named if one in right] or right
        if not meant:
            return None
        self._preferences.forget(question, talk.name)
        return _Meant(talk, tuple(meant), corrected=True)

    def _look(self, meant: _Meant, directory: AppsIndex) -> Plan:
        """Look up the last conversation with each of those who may be meant."""
        talk = meant.talk
        if talk.name and not meant.parties:
            if directory.gaps:
                return _refuse(talk, "source_down", "down", why=str(directory.gaps[0].why).rstrip("."))
            return _refuse(talk, "not_found", "nobody", name=talk.name)
        if talk.mine and not directory.me:
            return _refuse(talk, "not_found", "stranger")
        parties = [one for one in meant.parties if reachable(one)]
        if talk.name and not parties:
            return _refuse(talk, "not_found", "none", whom=talk.name, more="")
        if len(parties) > MOST:
            return Plan(
                Decision.ASK,
                reason="ambiguous",
                says=phrase(talk, "too_many").format(name=talk.name, count=str(len(parties))),
                waits={"talk": talk.plain(), "asked": [record_of(one) for one in parties]},
            )
        tasks = tuple(
            talk_task(self._source, place, talk, party, directory.me)
            for place, party in enumerate(parties or [None], 1)
        )
        why = "; ".join(str(task.arguments["says"]) for task in tasks)
        if meant.remembered:  # the words of the apps may be a moment old; what was chosen is asked for itself
            tasks += tuple(check_task(self._source, place, party) for place, party in enumerate(parties, 1))
        waits = {"talk": talk.plain(), "remembered": meant.remembered, "corrected": meant.corrected}
        return Plan(Decision.ACT, tasks, why=why, waits=waits)

    async def _after(self, question: Question, ledger: Ledger) -> Plan:
        """One conversation, whoever is meant: go on. Several: ask. None: say so."""
        plan = ledger.plans[-1]
        talk = AskedTalk(**plan.waits["talk"])
        found = {task.id: _newest(task, ledger) for task in plan.tasks}
        if not all(found.values()):
            why = next((gap.why for gap in ledger.gaps), "")
            if why == NOT_PERMITTED:
                return not_permitted(question)
            return _refuse(talk, "source_down", "down", why=why.rstrip("."))
        gone = {task.targets[0] for task in plan.tasks if task.targets and not _row(found[task.id])}
        if gone:
            self._preferences.forget(question, talk.name)
            directory = await self._open(question)
            left = [one for one in directory.who(talk.name) if record_of(one) not in gone]
            return self._look(_Meant(talk, tuple(left)), directory)
        looked = [task for task in plan.tasks if not task.targets]
        hits = [(task, row) for task in looked if (row := _row(found[task.id]))]
        records = [str(task.arguments["record"]) for task, _ in hits]
        if not hits:
            more = phrase(talk, "more") if talk.topic or talk.kind is not None else ""
            wording = "none_mine" if talk.mine else "none"
            return _refuse(talk, "not_found", wording, whom=_all(talk, looked), more=more)
        if len({row[0] for _, row in hits}) > 1:
            return Plan(
                Decision.ASK,
                reason="ambiguous",
                says=phrase(talk, "which").format(name=talk.name),
                choices=tuple((label, label) for label in _labels([task for task, _ in hits])),
                waits={"talk": talk.plain(), "asked": records},
            )
        if plan.waits["corrected"]:
            self._preferences.learn(question, talk.name, records)
        task, row = hits[0]
        whom = str(task.arguments["whom"] if len(hits) == 1 else row[4 if talk.company else 5])
        if talk.company and len(hits) == 1 and row[4] not in (None, task.arguments["person"]):
            # The record knows best whose conversation it is; a lead's company may be called otherwise.
            whom = phrase(talk, "company_of").format(company=row[4], name=task.arguments["person"])
        waits = {
            **plan.waits,
            "chosen": records,
            "sql": task.arguments["sql"],
            "title": title(talk, whom),
        }
        return Plan(Decision.ENOUGH, why=plan.why, waits=waits)


def _before(question: Question) -> str:
    """The question before this one, in full."""
    last = question.turns[-1] if question.turns else None
    return str(last.waits.get("whole") or last.question) if last else ""


def counted_on(text: str, before: str) -> str | None:
    """A text with what the question before counted, where it has only "how many" or "the most" of its own."""
    if (counted := _COUNTED.search(before)) and _BARE.search(text):
        return _AND.sub("", _BARE.sub(rf"\g<0> {counted[1]}", text))
    return None


def _guessed(ledger: Ledger) -> bool:
    """Whether nothing was found by readings that took words for more than they say: then that is no answer."""
    tasks = [task for plan in ledger.plans for task in plan.tasks if "reading" in task.arguments]
    found = [(_newest(task, ledger), task.arguments["reading"]["cost"]) for task in tasks]
    return bool(tasks) and all(cost > GUESSED and piece and _bare(piece) for piece, cost in found)


def _bare(piece: Evidence) -> bool:
    """Whether a result holds nothing but gaps and zeros."""
    return piece.table is not None and not any(cell for row in piece.table.rows for cell in row)


def _permitted(question: Question, plan: Plan, directory: AppsIndex) -> Plan:
    """The plan, unless the question asks for what is private in words that were not understood, or misunderstood."""
    lost = [question.text] if plan.reason == "not_found" else plan.waits.get("missing", ())
    queries = [task for task in plan.tasks if "sql" in task.arguments]
    several = len({task.arguments.get("part") for task in queries}) > 1
    asked = [(task.question if several else question.text, str(task.arguments["sql"])) for task in queries]
    if any(directory.private(text) for text in lost) or any(
        directory.private(_without(_VALUE.findall(sql), text), set(_READ.findall(sql))) for text, sql in asked
    ):
        return not_permitted(question)
    forms = [
        Reading.from_plain(task.arguments["reading"]).form for task in queries if "reading" in task.arguments
    ]
    if any(_to_come(condition, question) for form in forms for condition in form.where):
        talk = AskedTalk("", question.language)
        return Plan(Decision.REFUSE, reason="not_found", says=phrase(talk, "lies_ahead"))
    return plan


def _without(values: Sequence[str], text: str) -> str:
    return reduce(lambda told, value: told.replace(value, " "), values, text)


def _to_come(condition: Condition, question: Question) -> bool:
    """Whether a day is asked for that has not been, of what is only recorded once it has happened."""
    since = str(condition.values[0])[:10] if condition.values else ""
    begins = condition.op in (">", ">=", "=", "between", "during") and not condition.negated
    told = _RECORDED.search(condition.column.field) and re.fullmatch(r"\d{4}-\d\d-\d\d", since)
    return bool(begins and told and since > question.now.date().isoformat())


def _all(talk: AskedTalk, tasks: Sequence[Task]) -> str:
    """Everybody who was looked up; of many only the name they share."""
    whom = list(dict.fromkeys(str(task.arguments["whom"]) for task in tasks))
    if len(whom) <= NAMED:
        return " / ".join(whom) or phrase(talk, "anybody")
    return phrase(talk, "whose").format(name=talk.name) if talk.company else talk.name


def _newest(task: Task, ledger: Ledger) -> Evidence | None:
    """What a query brought home now: an earlier turn may have asked the same when the record was another."""
    if any(gap.asked in (task.arguments["name"], task.question) for gap in ledger.gaps):
        return None
    found = [piece for piece in ledger if piece.table and piece.query == task.arguments["sql"]]
    return max(found, key=lambda piece: piece.fetched_at, default=None)


def _row(piece: Evidence | None) -> tuple[Any, ...]:
    return piece.table.rows[0] if piece and piece.table and piece.table.rows else ()


def _labels(tasks: Sequence[Task]) -> list[str]:
    """Name and company; the address too where two would read the same."""
    labels = [str(task.arguments["label"]) for task in tasks]
    return [
        f"{label} · {task.arguments['email']}"
        if labels.count(label) > 1 and task.arguments["email"]
        else label
        for label, task in zip(labels, tasks, strict=True)
    ]


def _refuse(talk: AskedTalk, reason: str, wording: str, /, **values: str) -> Plan:
    return Plan(Decision.REFUSE, reason=reason, says=phrase(talk, wording).format(**values))
