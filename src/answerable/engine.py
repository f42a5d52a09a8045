"""The walk: guard, recall, plan, act, weigh, draft, verify, settle. Nothing but the walk.

A question is guarded; what is known is recalled; tasks are planned, acted on and weighed until it is enough,
the budget is spent or nothing new comes in; a draft is written, verified, repaired at most once, and settled
into one of four outcomes. Every stage's fact is told as it becomes true; the stream, the terminal, the trace
and the evals are ears of this one path.
"""

from __future__ import annotations

from dataclasses import dataclass

from answerable.domain.budget import Budget
from answerable.domain.events import (
    AnswerReleased,
    DraftVerified,
    DraftWritten,
    LedgerWeighed,
    OutcomeSettled,
    PlanMade,
    QuestionRuled,
    RunStarted,
    Tell,
    TurnsRecalled,
)
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import (
    Answer,
    Decided,
    Draft,
    Outcome,
    Stopped,
    Verdict,
    Weighing,
    Written,
    as_contract,
    released,
)
from answerable.domain.plan import Decision
from answerable.domain.question import Question
from answerable.stages.base import Act, Drafter, Guard, Planner, Recall, Seat, Settle, Verify, Weigh


@dataclass(frozen=True)
class Engine:
    """The thing that walks; it knows the order of the stages and nothing else."""

    guard: Guard
    recall: Recall
    plan: Planner
    act: Act
    weigh: Weigh
    draft: Drafter
    verify: Verify
    settle: Settle

    async def walk(self, question: Question, budget: Budget, tell: Tell) -> Outcome:
        """Take one question through the house."""
        seat = Seat(budget, tell)
        tell(RunStarted(question.run, question.conversation, question.text, question.variant))
        ruling = await self.guard(question, seat)
        tell(QuestionRuled("allow" if ruling.allowed else "refuse", ruling.reason))
        if not ruling.allowed:
            return self._end(self.settle(Stopped(question, ruling), seat), tell)
        question, ledger = await self.recall(question, seat)
        tell(TurnsRecalled(len(question.turns), len(ledger), question.meant))
        weighing = await self._gather(question, ledger, seat)
        if ledger.plans[-1].decision in (Decision.ASK, Decision.REFUSE):
            return self._end(self.settle(Decided(question, ledger.plans[-1], ledger), seat), tell)
        draft, verdict = await self._write(question, ledger, weighing, seat)
        return self._end(self.settle(Written(question, draft, verdict, weighing, ledger), seat), tell)

    async def _gather(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:
        """Plan, act and weigh until it is enough, the budget is spent, or the planner stops."""
        weighing = Weighing(confidence=0.0, enough=False)
        while True:
            plan = await self.plan(question, ledger, weighing, seat)
            ledger.plans.append(plan)
            tasks = tuple(task.id for task in plan.tasks)
            seat.tell(PlanMade(plan.decision, plan.why, tasks, plan.by, plan.needs))
            if plan.decision is not Decision.ACT:
                return weighing
            seat.budget.note("rounds", 1)
            await self.act(plan, question, ledger, seat)
            weighing = await self.weigh(question, ledger, seat)
            seat.tell(LedgerWeighed(weighing.confidence, weighing.enough, weighing.missing, weighing.by))
            if seat.budget.exhausted("rounds", "seconds"):
                return weighing

    async def _write(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat
    ) -> tuple[Draft, Verdict]:
        """Draft and verify; a draft with objections is written once more."""
        draft, verdict = await self._try(question, ledger, weighing, seat, Verdict(()))
        if not verdict.clean:
            draft, verdict = await self._try(question, ledger, weighing, seat, verdict)
        return draft, verdict

    async def _try(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, earlier: Verdict
    ) -> tuple[Draft, Verdict]:
        draft = await self.draft(question, ledger, weighing, seat, earlier.objections)
        seat.tell(DraftWritten(len(draft.claims), draft.by))
        verdict = await self.verify(question, draft, ledger)
        seat.tell(DraftVerified(len(verdict.passed), tuple(o.kind for o in verdict.objections)))
        return draft, verdict

    def _end(self, outcome: Outcome, tell: Tell) -> Outcome:
        for element in released(outcome) if isinstance(outcome, Answer) else ():
            tell(AnswerReleased(element))
        tell(OutcomeSettled(as_contract(outcome)))
        return outcome
