from __future__ import annotations

import pytest

from tests.stages.verify.claims import Ask

TEXT = (
    "Install it with apt-get install quill --force-yes and edit /etc/quill/main.conf on 3 April 2026. "
    "Marta Keller pays CHF 1,250.50 for 5 kg; write to sales@quill.example or see "
    "https://quill.example/help/a. "
    "Call +41 44 555 12 34 about CVE-2026-1001."
)


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("Edit /etc/quill/main.cfg on 3 April 2026.", "identifier"),
        ("Install it with apt-gat install quill.", "identifier"),
        ("Install quill with the option --force-no.", "identifier"),
        ("Edit it on 4 April 2026.", "date"),
        ("She pays EUR 1,250.50 for 5 kg.", "amount"),
        ("She pays CHF 1,250.50 for 5 km.", "number"),
        ("Write to sale@quill.example about it.", "email"),
        ("See https://quill.example/help/b for the rest.", "url"),
        ("Please ask Petra Keller to pay.", "name"),
        ("Call +41 44 555 12 35 about it.", "identifier"),
        ("It is about CVE-2026-1002.", "identifier"),
        ('She calls it "the best tool ever".', "quote"),
    ],
)
async def test_a_changed_value_is_objected(verify: Ask, claim: str, kind: str) -> None:
    assert kind in [o.kind for o in (await verify(claim, TEXT)).objections]


@pytest.mark.parametrize(
    "claim",
    [
        "Edit /etc/quill/main.conf on 2026-04-03.",
        "Marta Keller pays 1250.50 francs for 5000 g.",
        "For help see quill.example/help/a or write to sales@quill.example.",
        "Call 044 555 12 34 about CVE-2026-1001.",
    ],
)
async def test_another_writing_of_a_value_passes(verify: Ask, claim: str) -> None:
    assert (await verify(claim, TEXT)).clean


async def test_a_table_may_name_its_unit_in_the_header(verify: Ask) -> None:
    table = "Parcel | Weight (kg) | Price\nSmall | 2 | 7.00\nLarge | 30 | 12.50"
    assert (await verify("The large parcel has a weight of 30 kg.", table)).clean
    assert not (await verify("The large parcel has a weight of 30 g.", table)).passed
