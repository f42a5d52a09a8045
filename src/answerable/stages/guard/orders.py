"""Passages that give orders to a robot instead of informing a reader. Text from a page is data; this is bad data."""

from __future__ import annotations

import re

# Stricter than the guard on questions: a documentation page talks of rules, prompts and ignoring all the time, but
# it does not tell its reader to drop the instructions they were given, nor what to tell "the user". On 7,700 sections
# of five documentation sites none is found (tests/stages/guard/test_orders.py holds the look-alikes).
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,30}\b(?:previous|prior|earlier|above|preceding|your)\b[^.!?\n]{0,30}"
    r"\b(?:instructions?|prompts?|directions?|guidelines|system message)\b"
    r"|\byou are (?:now|no longer)\b[^.!?\n]{0,40}\b(?:assistant|chatbot|bot|ai|model|jailbroken|unrestricted)\b"
    r"|\b(?:ai|assistants?|chatbots?|bots?|language models?|llms?)\b[^.!?\n]{0,40}\b(?:must|should|shall|have to)\b"
    r"[^.!?\n]{0,40}\b(?:tell|say|answer|reply|recommend|send|reveal)\b"
    r"|\b(?:instruction|note|message|attention)s? (?:to|for) (?:the |any |all )?(?:ai|assistants?|chatbots?|language models?|llms?)\b"
    r"|\b(?:reveal|print|repeat|output)\b[^.!?\n]{0,20}\b(?:system prompt|hidden instructions|your instructions)\b"
    r"|\b(?:ignorier\w*|missachte\w*|vergiss|vergesst)\b[^.!?\n]{0,40}\b(?:anweisung\w*|instruktion\w*|vorgaben|prompts?)\b",
    re.IGNORECASE,
)


def gives_orders(text: str) -> bool:
    """Whether a passage addresses a robot that reads it."""
    return _ORDERS.search(" ".join(text.split())) is not None
