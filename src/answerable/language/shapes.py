"""What an answer looks like: "how many" wants a number, "when" a date, "who do I tell" an address."""

from __future__ import annotations

import re

_COUNTED = (
    r"(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|"
    r"ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf)"
)
_NUMBER = re.compile(
    rf"\d|\b(?:{_COUNTED}|once|twice|daily|weekly|yearly|einmal|zweimal|täglich|jährlich)\b", re.I
)
_MEASURE = re.compile(
    rf"{_COUNTED}[\s-]?(?:working |business )?(?:m?s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?"
    r"|sekunden?|minuten?|stunden?|(?:werk)?tage?n?|wochen?|monate?n?|jahre?n?|bytes?|[kmgt]i?b|characters?|zeichen|lines?"
    r"|[ckm]?m|k?g|met(?:re|er)s?)\b"
    # "Working days: 6 to 8", as a table says it
    r"|\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|minuten|stunden|(?:werk)?tage|wochen|monate|jahre)\W{1,3}\d",
    re.I,
)
_WEIGHT = re.compile(
    r"\d\s?(?:k?g|mg|kilos?|kilograms?|gramm?s?|tons?|tonnen?|lbs?|pounds|oz|ounces)\b", re.I
)
_OFTEN = re.compile(
    r"\b(?:every|each|once|twice|times|daily|weekly|monthly|yearly|annual\w*|hourly|nightly|per (?:day|week|month|year)"
    r"|jede[nrsm]?|täglich|wöchentlich|monatlich|jährlich|mal|alle)\b",
    re.I,
)
MONTHS = re.compile(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|mai|"
    r"juni|juli|oktober|dezember|monday|friday|montag|freitag)\b",
    re.I,
)
_DATE = re.compile(rf"\b(?:19|20)\d\d\b|\d{{1,2}}[./]\d{{1,2}}[./]\d|{MONTHS.pattern}", re.I)
_PRICE = re.compile(
    r"[€$£¥]\s?\d|\d\s?(?:[€$£¥]|(?:euros?|eur|usd|dollars?|cents?|pounds?|gbp|chf|franken|pence)\b)"
    # not what licences say of software: "are free to", "from a server at no charge", "gratis or for a fee"
    r"|\b(?:free of charge|(?:is|are) free(?! (?:software|documentation|to)\b)|(?<!server at )no charge(?! to| under)"
    r"|gratis(?! or)|kostenlos|kostenfrei|umsonst|gebühr\w*)\b",
    re.I,
)
_NAME = re.compile(r"\b[A-ZÄÖÜ][a-zäöüé]+ [A-ZÄÖÜ][a-zäöüé]+|\bteam\b|\bgroup\b|\bcommittee\b")
_CONTACT = re.compile(r"\S@\S|\b(?:e-?mail|mailing list|contact|phone|telefon)\b", re.I)
_DO = re.compile(
    r"\b[a-z]+-[a-z]+\b|/\w|\b(?:use|run|install|add|type|edit|set|click|choose|send|go to|press)\b", re.I
)
_CAUSE = re.compile(
    r"\b(?:because|since|due to|reason|so that|therefore|weil|da|damit|grund|deshalb)\b", re.I
)
SAYS_SO = re.compile(
    r"^(?:yes|no|ja|nein)\b|\b(?:cannot|can't|not|never|possible|impossible|allowed|may|must|nicht|kann|möglich|kein\w*)\b",
    re.I,
)
SHAPES = {
    "number": _NUMBER,
    "measure": _MEASURE,
    "weight": _WEIGHT,
    "often": _OFTEN,
    "price": _PRICE,
    "date": _DATE,
    "person": _NAME,
    "contact": _CONTACT,
    "steps": _DO,
    "reason": _CAUSE,
}
# What cannot be told without its shape: no price was told where no price stands.
VALUES = ("price", "number", "measure", "weight", "often", "date", "person")
# Of a whole section less is asked: with the finer shapes the right ones were found less often.
SECTION_SHAPES = SHAPES | {
    "price": _NUMBER,
    "measure": _NUMBER,
    "weight": _NUMBER,
    "often": _NUMBER,
    "contact": _NAME,
}

# The words of a link and nothing else: a file to download, "more …".
LINK_ALONE = re.compile(
    r"^.{,60}\((?:pdf|docx?|xlsx?|odt|zip)\b[^)]*\)\W*$|^\W*(?:(?:read |learn )?more|mehr|weiter\w*)\W*$",
    re.I,
)
# What a unit looks like that tells little by itself, and how much that speaks against it. From the fit that
# language/excerpt.py names.
UNTOLD = (
    (re.compile(r"\?\s*$"), -1.3),  # asks
    (re.compile(r":\s*$"), -1.0),  # announces
    (re.compile(r"^(?:this|these|that|those|it|they|such|dies\w*|es|das|sie)\b", re.I), -0.55),  # points back
    (
        re.compile(
            r"^(?:see|for more|for details|refer|please (?:see|refer|read)|siehe|vgl|figure|abbildung)\b|\bsee also\b",
            re.I,
        ),
        -0.7,  # points elsewhere
    ),
    (LINK_ALONE, -5.0),  # chosen, not fitted: beyond what is still quoted beside a better unit
)
