"""Texts without secrets and personal data: what has a checksum is taken out only where the checksum is right.

Taken out: e-mail addresses, phone numbers, card numbers (Luhn), IBANs (mod 97), Swiss (AHV) and American social
security numbers, streets with their number, names of people that are introduced as such ("Mrs …", "my name is …"), keys
and tokens, passwords in addresses. Other names and dates of birth are not recognised.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from answerable.lists import read_list

_LISTS = read_list(__package__, "secrets.toml")
_NAME = "|".join(name.replace(" ", "[ _-]?") for name in _LISTS["names"])
_FIELD = re.compile(rf"(?:^|[\W_])(?:{_NAME})$|^(?:{_NAME})$", re.I)

# Bounded repeats and a look behind keep every pattern linear in the length of the text.
_PEM = re.compile(
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)", re.S
)
_ADDRESS = re.compile(
    r"(?<![\w+.-])([a-z][\w+.-]{1,30}://[^\s:/?#@]{0,100}):(?!\d{1,5}[/?#])([^\s\"'<>]{1,300})@", re.I
)
_SCHEME = re.compile(r"\b(bearer|basic)(\s+)[\w.~+/=-]{8,}", re.I)
_NAMED = re.compile(
    rf"(?<![a-z])((?:{_NAME})[\"']?\s{{0,3}}(?:=|:)\s{{0,3}})(\"[^\"]*\"|'[^']*'|[^\s\"'&;,}}\])<>]+)", re.I
)
_KEY = re.compile(rf"(?<![\w-])(?:{'|'.join(_LISTS['keys'])})")
_EMAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,32}")
_DIGITS = re.compile(r"(?<![\w.,:/+-])\d(?:[ -]?\d){11,40}(?![\w])")
# How cards begin; few are as short as twelve digits, and other numbers often are.
_CARDS, _SHORT_CARDS = ("1800", "2", "3", "4", "5", "6"), ("50", "56", "57", "58", "6")
# With a country's number; or an area's in brackets; or an area's zero and a gap; or three groups as in America.
_PHONE = re.compile(
    r"(?<![\w.,:/+-])(?:"
    r"(?:\+|00)[1-9]\d{0,2}(?:[ ()./-]{0,3}\d){6,13}"
    r"|\(0?\d{2,5}\)[ /-]?\d(?:[ /-]?\d){4,10}"
    r"|0\d{2,5}(?: ?[/-] ?| )\d(?:[ -]?\d){4,9}"
    r"|01[5-7]\d{8,9}"
    r"|[2-9]\d{2}([-. ])[2-9]\d{2}\1\d{4}"
    r")(?: ?(?:x|ext\.?) ?\d{1,6})?(?!\w|[.,:-]\d)"
)
# Digits that only a word before them tells to be a phone's.
_RUNG = re.compile(
    rf"((?<![\w-])(?:{'|'.join(_LISTS['rings'])})\b[^\d+(]{{0,20}})"
    r"[+(]?\d(?:[ ()./-]{0,2}\d){6,12}(?: ?(?:x|ext\.?) ?\d{1,6})?(?!\w|[.,:-]\d)",
    re.I,
)
# Digits of an EAN-13 that begins with Switzerland's number; nine digits that are no number nobody ever got.
_AHV = re.compile(r"(?<![\w.])756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}(?!\w)")
_SSN = re.compile(r"(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
# A word as names are written; initials and small words may stand among them.
_PROPER = rf"(?!(?:{_LISTS['unnamed'].replace(' ', '|')})\b)[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'-]+"
_AMONG = r"(?:(?:[A-Z]\.|de|van|von|der|la|da|del)\s)*"
_TITLED = re.compile(
    rf"\b((?:{_LISTS['titles'].replace(' ', '|')})\.?\s(?:(?:{_LISTS['degrees'].replace(' ', '|')})\.?\s)*)"
    rf"{_AMONG}{_PROPER}(?:\s{_AMONG}{_PROPER}){{0,2}}"
)
_INTRODUCED = re.compile(
    rf"((?:{'|'.join(_LISTS['introduces'])})\s*){_AMONG}{_PROPER}(?:\s{_AMONG}{_PROPER}){{1,2}}(?!\s{_PROPER})"
)
_TOWN = rf"(?:,?\s(?:[A-Z]{{1,2}}-)?\d{{4,5}}\s{_PROPER})?"
_STREET = re.compile(
    rf"(?:\b\d{{1,5}}[a-z]?\s(?:{_PROPER}\s){{1,3}}(?:{_LISTS['streets'].replace(' ', '|')})\b(?!\s(?!Apt){_PROPER})"
    rf"|\b{_PROPER}(?:{_LISTS['strassen'].replace(' ', '|')})\.?\s\d{{1,4}}\s?[a-z]?\b"
    rf"|\b(?:Am|An|Auf|Im|In|Unter|Zum|Zur|Bei)\s(?:de[mnr]\s)?{_PROPER}\s\d{{1,3}}[a-z]?(?=,|$|\s\d{{4,5}}\b)"
    rf"|\b(?:\d{{1,4}},?\s)?(?i:{_LISTS['rues'].replace(' ', '|')})\s(?:(?:de|des|du|della|la|le)\s)*{_PROPER}"
    r"(?:\s\d{1,4})?\b"
    rf"|\b(?:P\.?\s?O\.?\sBox|Postfach)\s\d{{1,6}}\b){_TOWN}"
)


def redact(text: str) -> str:
    """The text with a word in brackets where a secret or a person's number or address stood."""
    if len(text) < 6:
        return text
    text = _PEM.sub("[secret]", text)
    text = _ADDRESS.sub(r"\1:[secret]@", text)
    text = _SCHEME.sub(r"\1\2[secret]", text)
    text = _NAMED.sub(_hide_value, text)
    text = _KEY.sub("[secret]", text)
    text = _EMAIL.sub("[e-mail]", text)
    if any(character.isdigit() for character in text):
        text = _IBAN.sub(_hide_iban, text)
        text = _AHV.sub(_hide_ahv, text)
        text = _SSN.sub("[number]", text)
        text = _DIGITS.sub(_hide_cards, text)
        text = _PHONE.sub("[phone]", text)
        text = _RUNG.sub(r"\1[phone]", text)
        text = _STREET.sub("[address]", text)
    text = _TITLED.sub(r"\1[name]", text)
    return _INTRODUCED.sub(r"\1[name]", text)


def redacted(value: Any) -> Any:
    """The same for JSON: every text in it, and whole values of fields that are named like secrets."""
    match value:
        case str():
            return redact(value)
        case Mapping():
            return {
                name: "[secret]" if _secret(name, held) else redacted(held) for name, held in value.items()
            }
        case list() | tuple():
            return [redacted(held) for held in value]
        case int() if not isinstance(value, bool) and redact(str(value)) != str(value):
            return redact(str(value))
    return value


class Redacting(logging.Filter):
    """Lets every record through, without its secrets; what was raised is written without them too."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if redact(said) != said and not _keep_shape(record):
            record.msg, record.args = redact(said), ()
        if record.exc_info:
            record.exc_text = redact(record.exc_text or logging.Formatter().formatException(record.exc_info))
        return True


def redact_logs() -> None:
    """Put the filter on every handler there is, once each; on a logger it would miss what its children log."""
    known = (logging.getLogger(name) for name in logging.root.manager.loggerDict)
    hung = {handler for logger in (logging.root, *known) for handler in logger.handlers}
    for handler in (*hung, *filter(None, (logging.lastResort,))):  # the last writes where nobody hung one
        if not any(isinstance(one, Redacting) for one in handler.filters):
            handler.addFilter(Redacting())


def _keep_shape(record: logging.LogRecord) -> bool:
    """Redact the arguments alone where that is enough: some formatters count them."""
    if not isinstance(record.args, tuple) or not record.args:
        return False
    args = tuple(redact(arg) if isinstance(arg, str) else arg for arg in record.args)
    said = str(record.msg) % args
    if redact(said) != said:
        return False
    record.args = args
    return True


def _secret(name: Any, held: Any) -> bool:
    return isinstance(held, str) and bool(held) and _FIELD.search(str(name)) is not None


def _hide_value(found: re.Match[str]) -> str:
    held = found[2]
    if held.startswith("[secret") or held.lower() in ("bearer", "basic", "none", "null", '""', "''"):
        return found[0]  # the scheme's own pattern has taken what follows, or there is nothing to hide
    quote = held[0] if held[0] in "\"'" else ""
    return f"{found[1]}{quote}[secret]{quote}"


def _hide_iban(found: re.Match[str]) -> str:
    """The longest beginning that ends at a word's end and has the right check digits."""
    text = found[0]
    for end in range(len(text), 14, -1):
        if (end < len(text) and text[end].isalnum()) or not text[end - 1].isalnum():
            continue
        plain = re.sub(r"[ -]", "", text[:end]).upper()
        turned = "".join(str(int(character, 36)) for character in plain[4:] + plain[:4])
        if 15 <= len(plain) <= 34 and int(turned) % 97 == 1:
            return "[iban]" + text[end:]
    return text


def _hide_ahv(found: re.Match[str]) -> str:
    digits = [int(character) for character in found[0] if character.isdigit()]
    return found[0] if (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 else "[number]"


def _hide_cards(found: re.Match[str]) -> str:
    """Cards among groups of digits: a card begins and ends with a group."""
    text = found[0]
    groups = [(group.start(), group.end()) for group in re.finditer(r"\d+", text)]
    out, place, first = "", 0, 0
    while first < len(groups):
        start = groups[first][0]
        near = range(first, min(first + 19, len(groups)))
        ends = [n for n in near if _card(text[start : groups[n][1]])]
        if not ends:
            first += 1
            continue
        # Where two lengths have a right checksum, the usual one it is: 16 digits.
        last = min(ends, key=lambda n: abs(16 - sum(map(str.isdigit, text[start : groups[n][1]]))))
        out += text[place:start] + "[card]"
        place, first = groups[last][1], last + 1
    return out + text[place:]


def _card(text: str) -> bool:
    digits = [int(character) for character in text if character.isdigit()]
    if not 12 <= len(digits) <= 19 or not text.startswith(_CARDS if len(digits) > 12 else _SHORT_CARDS):
        return False
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
