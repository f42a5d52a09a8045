"""A tool as the walk meets it: a task goes in, evidence made of its receipt comes out, or a gap with a code."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from answerable.domain.budget import Budget
from answerable.domain.calls import Call, Effect, Permit, Receipt
from answerable.domain.events import Tell
from answerable.domain.evidence import Evidence, Findings, Gap, Locator, Table
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.errors import AssistantError, SourceUnreachable, ToolRefused
from answerable.sources.base import Card
from answerable.tools.desk import BROKE, PermitDesk
from answerable.tools.hearing import language_of
from answerable.tools.tool import Gave, Tool
from answerable.tools.wording import Sentences

# A tool that says nothing for so long is given up; a read is asked once more. Chosen, not measured.
CALL_SECONDS = 10.0
READ_TRIES = 2


@dataclass(frozen=True)
class ToolSource:
    """One tool with its world, behind the desk."""

    tool: Tool
    world: Any
    desk: PermitDesk
    wording: Sentences
    seconds: float = CALL_SECONDS

    @property
    def card(self) -> Card:
        return self.tool.card

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:  # noqa: ARG002
        """Make the task's call; a refusal is a gap whose first word is the code."""
        budget.spend("queries")
        call = Call(self.tool.name, task.arguments)

        async def run(permit: Permit) -> Gave:
            return await self._run(permit, question)

        try:
            receipt = await self.desk.do(self.tool, call, question, run)
        except ToolRefused as refused:
            return Findings(gaps=(Gap(self.tool.name, str(refused)),))
        return Findings(evidence_of(self.tool, receipt, self.wording, language_of(question)))

    async def _run(self, permit: Permit, question: Question) -> Gave:
        """Call the function; a read that breaks is tried once more, a change never is."""
        reads = self.tool.effect is Effect.READ
        for last in (False,) * (READ_TRIES - 1) * reads + (True,):
            try:
                async with asyncio.timeout(self.seconds):
                    return await self._once(permit, question)
            except (ToolRefused, AssistantError):
                raise
            except Exception as error:  # a tool is anybody's code: whatever it raises, it did not answer
                if last:
                    why = f"{self.tool.broken}: {BROKE} ({type(error).__name__})"
                    raise SourceUnreachable(self.tool.name, why) from error
        raise AssertionError("the last try returns or raises")

    async def _once(self, permit: Permit, question: Question) -> Gave:
        given = {"world": self.world, "permit": permit, "now": question.now}
        handed = {name: given[name] for name in self.tool.given} | dict(permit.call.arguments)
        if inspect.iscoroutinefunction(self.tool.run):
            gave = await self.tool.run(**handed)
        else:
            gave = await asyncio.to_thread(self.tool.run, **handed)
        if not isinstance(gave, Gave):
            raise AssistantError(
                self.tool.name, f"gave {type(gave).__name__}.", hint="A tool returns Gave(...)."
            )
        return gave


def bench(tools: Sequence[Tool], world: Any, desk: PermitDesk, wording: Sentences) -> dict[str, ToolSource]:
    """Every tool of an assistant under its name, ready for the walk's `act`."""
    return {tool.name: ToolSource(tool, world, desk, wording) for tool in tools}


def evidence_of(tool: Tool, receipt: Receipt, wording: Sentences, language: str) -> tuple[Evidence, ...]:
    """A receipt as evidence: one piece for what the tool says, one of no trust for each text of somebody else."""
    gave = receipt.gave
    kind = "receipt" if tool.effect is not Effect.READ else str(gave.get("kind", "record"))
    given = receipt.call.arguments.values()
    shown = (", ".join(value) if isinstance(value, list) else str(value) for value in given)
    where = Locator(tool.name, path=(tool.name, *shown))
    text = "\n".join(said.text for said in wording.tell(tool.name, gave, language))
    asked = f"{tool.name}({json.dumps(dict(receipt.call.arguments), ensure_ascii=False)})"
    main = Evidence(
        receipt.permit, text, tool.name, where, receipt.at, 1.0, kind=kind, table=_table(gave), query=asked
    )
    notes = tuple(
        Evidence(f"{receipt.permit}-{name}", words, name, where, receipt.at, trust=0.0, kind="record")
        for name, words in gave.get("notes", {}).items()
    )
    return (main, *notes)


def _table(gave: Mapping[str, Any]) -> Table | None:
    rows = gave.get("rows", ())
    if not rows:
        return None
    columns = tuple(dict.fromkeys(name for row in rows for name in row))
    plain = str | int | float | bool | None
    cells = [
        [cell if isinstance(cell := row.get(name), plain) else str(cell) for name in columns] for row in rows
    ]
    return Table(columns, tuple(map(tuple, cells)))
