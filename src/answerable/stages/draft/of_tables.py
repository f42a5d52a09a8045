"""Writing from results of queries: one number as a sentence, a few as a table, a series as a chart."""

from __future__ import annotations

from typing import Any

from answerable.domain.evidence import Evidence, Gap, Ledger, Table
from answerable.domain.outcome import Claim, Draft, Weighing
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.tables import Reading, Worded, say, say_rows

# What a citation shows of a long result; the whole stands in the table beside the answer.
QUOTE = 300


class TableDrafter:
    """Says what each query gave; what failed or was not understood is named as a gap."""

    # Objections change nothing: a result cannot be worded otherwise.
    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, *_: object) -> Draft:
        claims: list[Claim] = []
        elements: list[dict[str, Any]] = []
        results = _results(ledger)
        whole = len(results) == 1 and not weighing.missing
        for task, piece, table in results:
            # The planner may have put a question otherwise; a person reads their own words.
            said = _said(task, table, question, question.text if whole else task.question)
            part = int(task.arguments["part"])
            claims += [Claim(text, (piece.id,), piece.text[:QUOTE], part) for text in said.sentences]
            elements += said.elements
        asked = {task.question for plan in ledger.plans for task in plan.tasks}
        gaps = tuple(Gap(text, _why(text, asked, ledger)) for text in dict.fromkeys(weighing.missing))
        reason = "" if claims else _reason(ledger)
        return Draft(tuple(claims), gaps=gaps, elements=tuple(elements), reason=reason)


def _results(ledger: Ledger) -> list[tuple[Task, Evidence, Table]]:
    """One result for each part: the first of its last plan that came home (rivals with the same result are one)."""
    by_part: dict[int, tuple[Task, Evidence, Table]] = {}
    tasks = [task for plan in ledger.plans for task in plan.tasks if task.verb == "query"]
    home = {piece.query for piece in ledger.fresh() if piece.table}
    # What another result joins is told there.
    joined = {need for task in tasks if task.arguments["sql"] in home for need in task.needs}
    last_first = [task for plan in reversed(ledger.plans) for task in plan.tasks if task in tasks]
    for task in (task for task in last_first if task.id not in joined):
        for piece in ledger.fresh():
            if piece.table and piece.query == task.arguments["sql"]:
                by_part.setdefault(int(task.arguments["part"]), (task, piece, piece.table))
    return [by_part[part] for part in sorted(by_part)]


def _said(task: Task, table: Table, question: Question, asked: str) -> Worded:
    """What a result says; one of a query that a model wrote is shown under the purpose it gave."""
    if "reading" in task.arguments:
        return say(Reading.from_plain(task.arguments["reading"]), table, asked)
    return say_rows(str(task.arguments["says"]).rstrip(" .:?!"), table, question.language)


def _reason(ledger: Ledger) -> str:
    """Why nothing can be said: it may not be, a source is down, or there is nothing."""
    if any(gap.why == "not_permitted" for gap in ledger.gaps):
        return "not_permitted"
    return "source_down" if ledger.gaps else "not_found"


def _why(text: str, asked: set[str], ledger: Ledger) -> str:
    if text in asked and ledger.gaps:
        return ledger.gaps[0].why
    return "this part was not understood"
