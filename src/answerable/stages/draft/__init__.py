"""Write only what the ledger can carry: by rule (verbatim, cut to what was asked) or by model."""

from answerable.stages.draft.by_rule import RuleDrafter

__all__ = ["RuleDrafter"]
