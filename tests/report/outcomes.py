"""Outcomes for the tests of the report."""

from __future__ import annotations

from answerable.domain.evidence import Evidence, Gap, Locator
from answerable.domain.outcome import Answer, Citation, Refusal, as_contract
from answerable.testing.house import NOON


def evidence(number: int, url: str, text: str) -> Evidence:
    return Evidence(f"p{number}", text, f"Page {number} <b>bold</b>", Locator("search", url), NOON)


ANSWER = as_contract(
    Answer(
        text="Acme was founded by Anna Keller. [1]\n\nSources disagree: 1987 [1] or 1992 [2].",
        conversation="talk",
        run="run",
        confidence=0.91,
        gaps=(Gap("CEO of Acme", "no page that was read says it"),),
        journey=(("search “Acme founder”", "3 new passages, 0 gaps"),),
        citations=(
            Citation(1, evidence(1, "https://a.example/acme", ""), "Acme was founded by Anna Keller."),
            Citation(
                2, evidence(2, "javascript:alert(1)", ""), "# Founded | *1992* <script>alert(1)</script>"
            ),
        ),
        conflicts=({"about": "founding year of Acme", "values": ["1987", "1992"], "citations": [1, 2]},),
    )
)
REFUSAL = as_contract(
    Refusal(text="I did not find this.", conversation="talk", run="run", reason="not_found")
)
QUESTION = "Who founded Acme <AG>?"
