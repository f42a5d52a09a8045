"""Decide what to do next: by rule, by model, or rules first and the model where they are unsure."""

from answerable.stages.plan.by_rule import RulePlanner

__all__ = ["RulePlanner"]
