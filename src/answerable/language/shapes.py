"""What an answer looks like: "how many" wants a number, "when" a date, "who" a name."""

from __future__ import annotations

import re

_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|once|twice|daily|weekly|yearly|"
    r"ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|einmal|zweimal|täglich|jährlich)\b",
    re.I,
)
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\d{1,2}[./]\d{1,2}[./]\d|\b(?:january|february|march|april|june|july|august|september|"
    r"october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|monday|friday|montag|freitag)\b",
    re.I,
)
_NAME = re.compile(r"\b[A-ZÄÖÜ][a-zäöüé]+ [A-ZÄÖÜ][a-zäöüé]+|\bteam\b|\bgroup\b|\bcommittee\b")
_DO = re.compile(
    r"\b[a-z]+-[a-z]+\b|/\w|\b(?:use|run|install|add|type|edit|set|click|choose|send|go to|press)\b", re.I
)
_CAUSE = re.compile(
    r"\b(?:because|since|due to|reason|so that|therefore|weil|da|damit|grund|deshalb)\b", re.I
)
SHAPES = {"number": _NUMBER, "date": _DATE, "person": _NAME, "steps": _DO, "reason": _CAUSE}
