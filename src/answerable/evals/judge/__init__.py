"""The judge: what a user was told, held against one criterion at a time.

In comes a `JudgedReply` (the question, the reply, what it stood on, what was expected); out goes a `Judgement` (score,
reason, the words it rests on). By rule for what can be checked, by any configured model, behind one signature.
Could not tell counts as no. Never changes a reply, and is itself scored on a golden set.
"""

from answerable.evals.judge.by_rule import RuleJudge
from answerable.evals.judge.cascade import JudgeCascade
from answerable.evals.judge.replied import CRITERIA, JudgedReply, Judgement, ReplyJudge, applicable

__all__ = ["CRITERIA", "JudgeCascade", "JudgedReply", "Judgement", "ReplyJudge", "RuleJudge", "applicable"]
