"""Leaks, plain and disguised; and honest answers that are none."""

from __future__ import annotations

import base64
import codecs
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from answerable.models.base import Prompt
from answerable.models.canary import canary_for, leaked
from answerable.models.prompts import PromptFile, Quoted

RULES = (
    "Always call the order desk before you discuss an order with anyone. Never promise a refund that the "
    "policy does not grant, and never mention another customer."
)
REFUSAL = (
    "I can help with orders, returns and our policies, but not with that; is there an order I can look up?"
)
PROMPT = Prompt(name="plan", system="", body="", canary=canary_for("plan"), own_words=f"{RULES}\n{REFUSAL}")

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
    assert leaked(f"Sure! {DISGUISES[disguise](PROMPT.canary)} Anything else?", [PROMPT])


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
    assert leaked(text, [PROMPT])


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
    assert not leaked(text, [PROMPT])


def test_every_prompt_has_its_own_canary() -> None:
    assert canary_for("plan") == canary_for("plan")
    assert canary_for("plan") != canary_for("draft")


def test_a_filled_prompt_is_guarded() -> None:
    file = PromptFile.load(Path(__file__).with_name("triage.md"))
    policy = "Returns are free within thirty days of delivery if the book is unread and unmarked throughout."
    prompt = file.fill({"policy": policy, "question": Quoted("q"), "passages": []})
    assert leaked(prompt.system, [prompt])
    assert not leaked(policy, [prompt]), "the policy is there to be told"
