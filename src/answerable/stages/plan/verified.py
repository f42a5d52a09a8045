"""Questions whose query a person wrote and checked: asked in those words, that query runs and no other."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import AssistantError
from answerable.language.words import words
from answerable.stages.base import Planner, Seat

VERIFIED = "verified query"
LANGUAGES = ("en", "de")
_ENTRIES = {"sql", "says", *LANGUAGES}


@dataclass(frozen=True)
class VerifiedQuery:
    """A query, and what its result is."""

    sql: str
    says: str


def read_verified(path: Path) -> dict[str, VerifiedQuery]:
    """The queries of an assistant's folder by the words they answer; raises `AssistantError` that names the fault."""
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AssistantError(
            str(path), "does not exist.", hint="Take it out of [options], or add it."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AssistantError(str(path), f"is not valid TOML: {error}.") from None
    found: dict[str, VerifiedQuery] = {}
    for number, entry in enumerate(tree.get("query", ()), 1):
        _check(entry, f"{path} [[query]] {number}")
        for language in LANGUAGES:
            for asked in entry.get(language, ()):
                found[_spelling(asked)] = VerifiedQuery(
                    entry["sql"], entry.get("says", {}).get(language, asked)
                )
    return found


def _check(entry: Mapping[str, Any], where: str) -> None:
    if unknown := sorted(set(entry) - _ENTRIES):
        raise AssistantError(f"{where} {unknown[0]}", "is not known.", hint=f"Valid are {sorted(_ENTRIES)}.")
    if not isinstance(entry.get("sql"), str) or not any(entry.get(language) for language in LANGUAGES):
        raise AssistantError(where, "has no query or no question.", hint='Write en = ["…?"] and sql = "…".')


class VerifiedPlanner:
    """Takes the questions that have a query of their own, where the database allows it; the rest goes on."""

    def __init__(
        self,
        planner: Planner,
        queries: Mapping[str, VerifiedQuery],
        allowed: Callable[[str], bool],
        *,
        source: str,
    ) -> None:
        self._planner, self._queries, self._allowed, self._source = planner, queries, allowed, source

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if ledger.plans and ledger.plans[0].by == VERIFIED:
            return Plan(Decision.ENOUGH, why=ledger.plans[0].why, by=VERIFIED)
        known = None if ledger.plans else self._queries.get(_spelling(question.text))
        # Another database than the one they were written for may lack their tables.
        if known is None or not await asyncio.to_thread(self._allowed, known.sql):
            return await self._planner(question, ledger, weighing, seat)
        said = {"name": "query_1", "sql": known.sql, "says": known.says, "part": 0}
        task = Task("query_1", self._source, "query", question.text, arguments=said)
        return Plan(Decision.ACT, (task,), why=known.says, by=VERIFIED)


def _spelling(asked: str) -> str:
    """A question whatever its case, blanks and marks."""
    return " ".join(words(asked))
