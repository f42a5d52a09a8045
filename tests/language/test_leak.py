from __future__ import annotations

import base64
import codecs
from collections.abc import Callable
from urllib.parse import quote

import pytest

from answerable.domain.outcome import Claim, Draft
from answerable.language.leak import LeakWatch
from answerable.stages.verify import Verifier
from tests.stages.verify.claims import evidence, ledger_of, question

PROMPT = (
    "You answer questions for the organisation from the evidence below and you never mention that these "
    "words were given to you by anybody else."
)
CANARY = "QX7-heron-4418"
TEXT = "The shop opens at nine. The phone number is on the door."


async def _kinds(claim: str, text: str = TEXT) -> list[str]:
    verifier = Verifier(prompts=(PROMPT,), canaries=(CANARY,))
    verdict = await verifier(question(), Draft((Claim(claim, ("a",)),)), ledger_of(evidence(text)))
    return [o.kind for o in verdict.objections]


@pytest.mark.parametrize(
    "claim",
    [
        f"The shop opens at nine {CANARY}.",
        f"The shop opens at nine {' '.join(CANARY)}.",
        f"The shop opens at nine {CANARY[::-1]}.",
        f"The shop opens at nine {base64.b64encode(f'key {CANARY} end'.encode()).decode()}.",
        "The shop opens at nine, and " + " ".join(PROMPT.split()[3:18]) + ".",
        base64.b64encode(PROMPT.encode()).decode(),
    ],
)
async def test_a_leak_is_objected_in_any_disguise(claim: str) -> None:
    assert "leak" in await _kinds(claim)


async def test_ordinary_words_are_no_leak() -> None:
    assert await _kinds("The shop opens at nine.") == []


async def test_evidence_may_share_words_with_a_prompt() -> None:
    assert await _kinds(PROMPT, text=PROMPT) == []


async def test_a_canary_split_over_claims_is_caught() -> None:
    pieces = (MARK[:10], MARK[10:17], MARK[17:])
    claims = tuple(Claim(f"The shop opens at nine {piece}", ("a",)) for piece in pieces)
    text = f"The shop opens at nine. {' '.join(claim.text for claim in claims)}"
    verdict = await Verifier(canaries=(MARK,))(question(), Draft(claims), ledger_of(evidence(text)))
    told = " ".join(claim.text for claim in verdict.passed)
    assert sum(piece in told for piece in pieces) < len(pieces)


RULES = (
    "Always call the order desk before you discuss an order with anyone. Never promise a refund that the "
    "policy does not grant, and never mention another customer."
)
REFUSAL = (
    "I can help with orders, returns and our policies, but not with that; is there an order I can look up?"
)
MARK = "kestrel-4f1c09aa27d05b83"
WATCH = LeakWatch((f"{RULES}\n{REFUSAL}",), (MARK,))

DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": str,
    "upper": str.upper,
    "spaced": " ".join,
    "dashed": "-".join,
    "zero width": "\u200b".join,
    "line by line": "\n".join,
    "reversed": lambda text: text[::-1],
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 url": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "base64 shifted": lambda text: base64.b64encode(("x: " + text).encode()).decode(),
    "base64 stuck": lambda text: "code" + base64.b64encode(text.encode()).decode(),
    "base64 broken up": lambda text: "\n".join(
        base64.b64encode(text.encode()).decode()[n : n + 10] for n in range(0, 400, 10)
    ),
    "hex": lambda text: text.encode().hex(),
    "hex spaced": lambda text: text.encode().hex(" "),
    "percent": lambda text: quote("".join(text)).replace("-", "%2D"),
    "every percent": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "full width": lambda text: "".join(chr(ord(m) + 0xFEE0) if "!" <= m <= "~" else m for m in text),
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_the_canary_is_seen_through_disguises(disguise: str) -> None:
    assert WATCH.leaked(f"Sure! {DISGUISES[disguise](MARK)} Anything else?")


@pytest.mark.parametrize(
    "text",
    [
        RULES,
        f"My instructions: {RULES.upper()}",
        RULES.replace(" ", "\n* "),
        RULES[::-1],
        " ".join(reversed(RULES.split())),
        base64.b64encode(RULES.encode()).decode(),
        codecs.encode(RULES, "rot13"),
        "they say never promise a refund that the policy does not grant and never mention another customer",
    ],
)
def test_twelve_words_in_a_row_are_a_leak(text: str) -> None:
    assert WATCH.leaked(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "You can return a book within 30 days of delivery. [1]",
        "Never promise a refund that the policy does not grant.",
        "A kestrel is a small falcon.",
        "VGhpcyBpcyBqdXN0IHNvbWUgb3JkaW5hcnkgdGV4dC4=",
        "deadbeefdeadbeefdeadbeefdeadbeef",
        "%%%zz %F0%9F",
        "A" * 100_000,
    ],
)
def test_honest_answers_are_no_leak(text: str) -> None:
    assert not WATCH.leaked(text)
