"""Plans that a model made and that ended in a verified answer, used again for the next such question.

A value of the question that stands in a query as a whole literal becomes a slot; the same question with another value
of the same kind then costs no model call. What cannot be told to be a slot stays as it was, and another value there is
another question. Only reads are kept, only for the catalog they were made for.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from answerable.domain.catalog import Catalog
from answerable.domain.events import PlanKept, PlanReused
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Answer, Outcome, Walked, Weighing, Written
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.language.pattern import words_of
from answerable.stages.base import Planner, Seat, Settle
from answerable.store.cache import TenantCache

KEPT = "kept"
# Plans kept for one sentence that differ in values which are no slots. Chosen, not measured.
VARIANTS = 8
# Words one value of the catalog may have and still be seen in a question. Chosen, not measured.
LONGEST = 5
# What a literal of a query may be besides a slot: everything else may have been worked out from the slot's value.
CONSTANTS = frozenset({"0", "1", "100", "0.0", "1.0", "100.0"})
_SQL = re.compile(
    r"'(?P<text>(?:[^']|'')*)'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*|/\*.*?\*/|[^\W\d]\w*|(?P<number>\d+(?:\.\d+)?)",
    re.DOTALL,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DATED = re.compile(r"\b(?:19|20)\d\d\b")


class CatalogWords:
    """A catalog as plans depend on it: its shape, and the values a question may name."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    @cached_property
    def fingerprint(self) -> str:
        """Changes when a table, a field, a relation or a term does; not when a row does."""
        shape = [
            (one.name, [(f.name, str(f.kind), f.unit, f.sql) for f in one.fields], one.key)
            for one in self._catalog.entities
        ]
        return _digest(repr((shape, self._catalog.relations, self._catalog.terms, self._catalog.dialect)))

    @cached_property
    def values(self) -> Mapping[str, tuple[str, str]]:
        """Each value as it is written in questions: its true spelling, and the fields that hold it."""
        held: dict[str, dict[str, set[str]]] = {}
        for entity in self._catalog.entities:
            for field in entity.fields:
                for value in field.values:
                    spellings = held.setdefault(value.casefold(), {})
                    spellings.setdefault(value, set()).add(f"{entity.name}.{field.name}")
        return {
            said: (value, "|".join(sorted(fields)))
            for said, spellings in held.items()
            if len(spellings) == 1 and any(map(str.isalpha, said))
            for value, fields in spellings.items()
        }


@dataclass(frozen=True)
class Slotted:
    """A question with its values taken out: what it says, and which value stood where."""

    template: str
    values: tuple[str, ...]

    @classmethod
    def read(cls, text: str, words: CatalogWords) -> Slotted:
        """Numbers and the catalog's own values are taken out, longest first."""
        spans, parts, values, end = list(words_of(text)), [], [], 0
        place = 0
        while place < len(spans):
            found = next(_values_at(text, spans, place, words), None)
            if found is None:
                place += 1
                continue
            count, value, kind = found
            parts += [text[end : spans[place].start()].casefold(), f"{{{kind}}}"]
            values.append(value)
            place += count
            end = spans[place - 1].end()
        template = "".join([*parts, text[end:].casefold()])
        return cls(" ".join(template.split()).rstrip(" .!?"), tuple(values))


def _values_at(
    text: str, spans: Sequence[re.Match[str]], place: int, words: CatalogWords
) -> Iterator[tuple[int, str, str]]:
    for count in range(min(LONGEST, len(spans) - place), 0, -1):
        said = text[spans[place].start() : spans[place + count - 1].end()]
        if known := words.values.get(said.casefold()):
            yield count, *known
    if _NUMBER.fullmatch(spans[place].group()):
        yield 1, spans[place].group(), "number"


OpenWords = Callable[[Question], Awaitable[CatalogWords]]


class KeptPlans:
    """Looks for a kept plan first, and lets the planner behind it work where there is none."""

    def __init__(self, inner: Planner, cache: TenantCache, open_words: OpenWords, *, scope: str) -> None:
        self._inner, self._cache, self._open_words, self._scope = inner, cache, open_words, scope
        self._words: CatalogWords | None = None  # of this very walk: one that is only replayed keeps nothing

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if ledger.plans and ledger.plans[0].by == KEPT:
            if ledger.gaps:
                self._cache.delete(str(ledger.plans[0].waits["plan"]))
            return Plan(Decision.ENOUGH, why=ledger.plans[0].why, by=KEPT)
        self._words = await self._open_words(question)
        if not ledger.plans and not question.setting and (plan := self._find(question, self._words, seat)):
            return plan
        return await self._inner(question, ledger, weighing, seat)

    def settled(self, settle: Settle) -> Settle:
        """A settler that keeps what a verified answer was planned by."""

        def end(walked: Walked, seat: Seat) -> Outcome:
            outcome = settle(walked, seat)
            answered = isinstance(outcome, Answer) and not outcome.gaps
            if answered and isinstance(walked, Written) and walked.verdict.clean:
                self.keep(walked.question, walked.ledger, seat)
            return outcome

        return end

    def keep(self, question: Question, ledger: Ledger, seat: Seat) -> None:
        """Keep the plan of a question that was just answered, if it can be used again."""
        # A look is for whoever plans: the query at its end does not need it.
        acts = [plan for plan in ledger.plans if any(task.verb != "look" for task in plan.tasks)]
        calls = int(seat.budget.spent("model_calls"))
        words, leans = self._words, question.turns or question.setting
        if words is None or leans or len(acts) != 1 or not calls or ledger.gaps:
            return
        if acts[0].by in ("rule", KEPT) or any(task.verb != "query" for task in acts[0].tasks):
            return
        sentence, key = self._key(question, words)
        made = _variant(acts[0], sentence, question)
        others = [one for one in self._cache.get(key) or () if one["fixed"] != made["fixed"]]
        self._cache.put(key, [{**made, "calls": calls}, *others][:VARIANTS], sentence.template)
        seat.tell(PlanKept(key))

    def _find(self, question: Question, words: CatalogWords, seat: Seat) -> Plan | None:
        sentence, key = self._key(question, words)
        for kept in self._cache.get(key) or ():
            if kept["day"] in ("", question.now.date().isoformat()) and all(
                sentence.values[int(place)] == value for place, value in kept["fixed"].items()
            ):
                seat.tell(PlanReused(key, kept["calls"]))
                return _filled(kept, sentence, question, key)
        return None

    def _key(self, question: Question, words: CatalogWords) -> tuple[Slotted, str]:
        sentence = Slotted.read(question.text, words)
        return sentence, _digest(json.dumps([self._scope, words.fingerprint, sentence.template]))[:32]


def _variant(plan: Plan, sentence: Slotted, question: Question) -> dict[str, Any]:
    """A plan as it is kept: queries in parts, with the numbers of the slots between them."""
    queries = [str(task.arguments["sql"]) for task in plan.tasks]
    literals = [literal for sql in queries for literal in _literals(sql)]
    slots = _slots(sentence, literals)
    dated = {year for literal in literals for year in _DATED.findall(literal)} - set(
        _DATED.findall(question.text)
    )
    return {
        "fixed": {str(place): v for place, v in enumerate(sentence.values) if place not in slots.values()},
        "values": list(sentence.values),
        # What "last year" came to holds for today only.
        "day": question.now.date().isoformat() if dated else "",
        "why": plan.why,
        "tasks": [
            {"id": task.id, "source": task.source, "says": task.question, "sql": _parts(sql, slots)}
            for task, sql in zip(plan.tasks, queries, strict=True)
        ],
    }


def _slots(sentence: Slotted, literals: Sequence[str]) -> dict[str, int]:
    """Which literals are values of the question, by place; none where another literal may come from one of them."""
    once = [value for value in sentence.values if sentence.values.count(value) == 1]
    slots = {value: sentence.values.index(value) for value in once if value in literals}
    return slots if all(_innocent(one, slots, sentence) for one in set(literals) - set(slots)) else {}


def _innocent(literal: str, slots: Mapping[str, int], sentence: Slotted) -> bool:
    """Whether a literal has nothing to do with the slots: a constant, or words that stay the same."""
    if _NUMBER.fullmatch(literal):
        near = [v for v in slots if _NUMBER.fullmatch(v) and abs(float(v) - float(literal)) <= 1]
        return literal in CONSTANTS and not near
    stays = re.sub(r"\{[^}]*\}", "", sentence.template)
    return re.search(rf"(?<!\w){re.escape(literal.casefold())}(?!\w)", stays) is not None


def _literals(sql: str) -> list[str]:
    return [text for token in _SQL.finditer(sql) if (text := _literal(token)) is not None]


def _literal(token: re.Match[str]) -> str | None:
    return token["number"] if token["text"] is None else token["text"].replace("''", "'")


def _parts(sql: str, slots: Mapping[str, int]) -> list[str | int]:
    parts: list[str | int] = []
    end = 0
    for token in _SQL.finditer(sql):
        literal = _literal(token)
        if literal is not None and literal in slots:
            parts += [sql[end : token.start()], slots[literal]]
            end = token.end()
    return [*parts, sql[end:]]


def _filled(kept: Mapping[str, Any], sentence: Slotted, question: Question, key: str) -> Plan:
    """A kept plan with the values of this question."""
    changed = {old: new for old, new in zip(kept["values"], sentence.values, strict=True) if old != new}
    tasks = []
    for number, task in enumerate(kept["tasks"], 1):
        sql = "".join(
            part if isinstance(part, str) else _written(sentence.values[part]) for part in task["sql"]
        )
        says = _retold(task["says"], changed, question.text)
        arguments = {"name": task["id"], "sql": sql, "says": says, "part": number}
        tasks.append(Task(task["id"], task["source"], "query", says, arguments=arguments))
    why = _retold(kept["why"], changed, question.text)
    return Plan(Decision.ACT, tuple(tasks), why=why, by=KEPT, waits={"plan": key})


def _written(value: str) -> str:
    return value if _NUMBER.fullmatch(value) else "'" + value.replace("'", "''") + "'"


def _retold(text: str, changed: Mapping[str, str], otherwise: str) -> str:
    """A sentence about one value, said of another; the question's own words where the first still shows."""
    if not changed:
        return text
    by_old = {old.casefold(): new for old, new in changed.items()}
    old = re.compile(rf"\b(?:{'|'.join(map(re.escape, by_old))})\b", re.IGNORECASE)
    rest = old.sub("", text).casefold()
    return (
        otherwise if any(one in rest for one in by_old) else old.sub(lambda m: by_old[m[0].casefold()], text)
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
