"""Bring in what is known before anything is planned: earlier turns, their evidence, what the words refer to."""

from answerable.stages.recall.turns import TurnRecall

__all__ = ["TurnRecall"]
