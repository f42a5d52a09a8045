"""The replies' shapes are those of the contract, field by field."""

from __future__ import annotations

from answerable.domain.outcome import Failure, as_contract
from answerable.server.replies import OutcomeReply, moment


def test_an_outcome_passes_through_unchanged() -> None:
    said = as_contract(Failure(text="No.", conversation="c", run="r", reason="failure"))
    assert OutcomeReply.model_validate(said).model_dump() == said
    assert list(OutcomeReply.model_fields) == list(said)


def test_moments_are_told_in_utc() -> None:
    assert moment(0.5) == "1970-01-01T00:00:00.500+00:00"
