"""Passages that give orders to a robot instead of informing a reader. Page text is data; this is bad data."""

from __future__ import annotations

import re

# Stricter than the guard on questions: a documentation page talks of rules, prompts and ignoring all the
# time, but it does not tell its reader to drop the instructions they were given, nor what to tell "the user".
# On 7,700 sections of five documentation sites none is found (tests/stages/guard/test_orders.py holds the
# look-alikes).
_MACHINE = r"ai|chatbots?|language models?|llms?"
# A manual warns not to forget, or says what may be left out; an order to a machine does neither.
_NO_ORDER = r"(?<!not )(?<!never )(?<!n't )(?<!n’t )(?<!can )(?<!may )(?<!safely )(?<!if you )"
_DROP = rf"{_NO_ORDER}\b(?:ignore|disregard|forget|override)\b"
# People are assistants too, and the handbook says what they have to tell customers.
_ASSISTANTS = (
    r"(?<!teaching )(?<!sales )(?<!shop )(?<!store )(?<!medical )(?<!research )(?<!legal )\bassistants?"
)
_GIVEN = r"(?:instructions?|prompts?|directions?|guidelines|system message)"
_ORDERS = re.compile(
    rf"{_DROP}[^.!?\n]{{0,30}}\b(?:previous|prior|earlier|above|preceding|your)\b[^.!?\n]{{0,30}}\b{_GIVEN}\b"
    rf"|{_DROP}[^.!?\n]{{0,20}}\b{_GIVEN} (?:that )?you (?:were|have been|had been|have|had|got|received)\b"
    r"|\byou are (?:now|no longer)\b[^.!?\n]{0,40}"
    r"\b(?:assistant|chatbot|bot|ai|model|jailbroken|unrestricted)\b"
    rf"|(?:\b(?:{_MACHINE})|{_ASSISTANTS})\b[^.!?\n]{{0,40}}\b(?:must|should|shall|have to)\b[^.!?\n]{{0,40}}"
    r"\b(?:(?:tell|say|recommend|reveal|(?:answer|reply) (?:with|that)|send (?:them|users|customers))\b"
    r"|(?:answer|reply):)"
    rf"|\b(?:instruction|note|message|attention)s? (?:to|for) (?:the |any |all )?(?:{_MACHINE}|assistants?)\b"
    r"|\b(?:reveal|print|repeat|output)\b[^.!?\n]{0,20}"
    r"\b(?:system prompt|hidden instructions|your instructions)\b"
    r"|\b(?:ignorier\w*|missachte\w*|vergiss|vergesst)\b[^.!?\n]{0,40}"
    r"\b(?:anweisung\w*|instruktion\w*|vorgaben|prompts?)\b",
    re.IGNORECASE,
)


def gives_orders(text: str) -> bool:
    """Whether a passage addresses a robot that reads it."""
    return _ORDERS.search(" ".join(text.split())) is not None
