"""Check a draft against the evidence it cites; by rule only, so that no model judges a model.

A draft and the ledger come in; a `Verdict` goes out: the claims that may leave, in order, and an objection
for every value, quote or sentence that the evidence does not carry. Never rewrites or adds a claim.
"""

from answerable.stages.verify.verifier import Verifier

__all__ = ["Verifier"]
