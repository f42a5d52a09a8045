from __future__ import annotations

import pytest

from tests.stages.verify.claims import Ask

TEXT = "Standard delivery takes 3 days and costs CHF 6.90. Express delivery takes 1 day and costs CHF 14.50."


@pytest.mark.parametrize(
    "claim",
    [
        "Standard delivery costs CHF 14.50.",
        "Express delivery takes 3 days.",
        "Express delivery costs CHF 6.90 and standard delivery CHF 14.50.",
    ],
)
async def test_a_value_of_another_subject_is_objected(verify: Ask, claim: str) -> None:
    assert not (await verify(claim, TEXT)).passed


@pytest.mark.parametrize(
    "claim",
    [
        "Standard delivery costs CHF 6.90.",
        "Express costs CHF 14.50 and takes one day.",
        "It takes 3 days with standard delivery and 1 day with express delivery.",
    ],
)
async def test_a_value_with_its_own_subject_passes(verify: Ask, claim: str) -> None:
    assert (await verify(claim, TEXT)).clean


async def test_a_number_that_counts_something_else_is_objected(verify: Ask) -> None:
    text = "The firm serves 48,000 households in 63 towns."
    assert not (await verify("The firm serves 63 households.", text)).passed
    assert (await verify("The firm serves households in 63 towns.", text)).clean
