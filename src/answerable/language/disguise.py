"""Take the mask off a text: invisible marks, look-alike letters, leet, spaced letters, encodings.

Text comes in, plainer text goes out. Never decides what a text means; a guard or verifier reads the result.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import unquote

# Zero-width, bidi and other marks that change what a machine sees and not what a reader sees.
_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0100-\U000e01ef]"
)
_TAGS = re.compile(r"[\U000e0020-\U000e007e]")
_LOOKALIKES = str.maketrans(
    # Cyrillic, Greek, Armenian and other letters that are drawn like Latin ones.
    "аеорсухіјѕһԁԛԝьвкмнтгАВЕКМНОРСТУХІЈЅԌԐαοερντικχυωβΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡɑıʟɴʀᴀᴇᴏᴜѵոսցհօӏ",
    "aeopcyxijshdqwbbkmhtrABEKMHOPCTYXIJSGEaoepvtikxuwbABEZHIKMNOPTYXgailnraeouvnugho" + "l",
)
UNLEET = str.maketrans("0134578@$!|9", "oieastbasilg")
_LEETED = re.compile(r"(?<![\w@$!|])(?=\S*[a-zA-Z])(?=\S*[0134578@$!|])[\w@$!|]{3,}")
_SPACED = re.compile(r"(?<!\w)(?:\w([ ._*\-·/|~+]{1,3}))(?:\w\1){2,}\w(?!\w)")
_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{16,}={0,2}(?![\w+/=-])")
_HEX = re.compile(r"(?<!\w)(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:]?){8,}(?!\w)")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}){3,}")
_ENTITY = re.compile(r"&#(x[0-9a-fA-F]{1,6}|\d{1,7});")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_DECODED_AT_MOST = 4000
# Shorter runs are ordinary words.
_LETTERS = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_DIGITS = re.compile(r"(?:[0-9a-fA-F]{2}){8,}")
_BASE32 = re.compile(r"[A-Z2-7]{16,}")
_NUMBERS = (
    "zero|null one|eins two|zwei three|drei four|vier five|fünf six|sechs seven|sieben eight|acht nine|neun"
)
_NUMERALS = {name: str(digit) for digit, both in enumerate(_NUMBERS.split()) for name in both.split("|")}
_DOTS = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
_FIVES = "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----."
_MORSE = dict(zip(f"{_DOTS} {_FIVES}".split(), "abcdefghijklmnopqrstuvwxyz0123456789", strict=True))
_SMALL = "abcdefghijklmnopqrstuvwxyz"


def unmask(text: str) -> str:
    """The text as a reader sees it: one form per letter, nothing invisible, no look-alikes."""
    if text.isascii():
        return _written_out(text)
    text = _TAGS.sub(lambda tag: chr(ord(tag.group()) - 0xE0000), text)
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    # A letter with stacked marks (Zalgo) keeps at most the mark its language gives it.
    text = unicodedata.normalize(
        "NFC", re.sub(r"([\u0300-\u036f])[\u0300-\u036f]+", r"\1", unicodedata.normalize("NFD", text))
    )
    return _written_out(_latin(text))


def readings(text: str) -> tuple[str, ...]:
    """What a reader makes of a text: plain, spaced letters joined, leet read as letters; each once."""
    plain = unmask(text)
    joined = join_spaced(plain)
    return tuple(dict.fromkeys((plain, joined, unleet(joined))))


def hidden_readings(text: str) -> tuple[str, ...]:
    """What only a decoder makes of a text: base64, hexadecimal, percent, backwards, rot13; each once."""
    plain = unmask(text)
    backwards = (plain[::-1], " ".join(word[::-1] for word in plain.split()))
    return tuple(dict.fromkeys((*decoded(plain), *backwards, codecs.encode(plain, "rot13"))))


def unwrapped(text: str) -> Iterator[str]:
    """What may be wrapped in a text however it is torn or stuck together; much of it is noise. For finding a secret."""
    yield " ".join(reversed(text.split()))
    yield unquote(text)
    for body in (text, "".join(text.split())):
        for run in _LETTERS.findall(body):
            yield from _unpacked(run.rstrip("=").translate(str.maketrans("-_", "+/")))
        for run in _DIGITS.findall(body):
            yield bytes.fromhex(run).decode("utf-8", "replace")


def respelt(text: str) -> Iterator[str]:
    """What letters, numbers or signs spell that stand for one letter each: for finding a secret, too."""
    named = [_NUMERALS.get(word, word) for word in re.findall(r"\w+", text.casefold())]
    yield " ".join(named)
    yield "".join(word[0] for word in named)
    firsts = (re.findall(r"\w+", piece.casefold())[:1] for piece in re.split(r"[.!?,;:\n]", text))
    yield "".join(_NUMERALS.get(word, word)[0] for first in firsts for word in first)
    yield re.sub(r"\b\d+\s*[:=.)]", "", text)  # numbers that only count the letters
    yield "".join(chr(int(code)) for code in re.findall(r"\b\d{2,3}\b", text) if 31 < int(code) < 127)
    yield "".join(chr(int(code, 2)) for code in re.findall(r"\b[01]{7,8}\b", text))
    yield "".join(_MORSE.get(sign, "") for sign in re.findall(r"[.-]+", text))
    for run in _BASE32.findall(text):
        yield base64.b32decode(run[: len(run) // 8 * 8]).decode("utf-8", "replace")


def shifted(text: str) -> Iterator[str]:
    """A text with its letters moved on by one to twenty-five, and mirrored."""
    low = text.casefold()
    for by in range(1, 26):
        yield low.translate(str.maketrans(_SMALL, _SMALL[by:] + _SMALL[:by]))
    yield low.translate(str.maketrans(_SMALL, _SMALL[::-1]))


def _unpacked(letters: str) -> Iterator[str]:
    """Read from each of four beginnings: it may be stuck to a word before it."""
    for start in range(4):
        piece = letters[start:]
        piece = piece[: len(piece) - (len(piece) % 4 == 1)]
        with suppress(binascii.Error, ValueError):
            yield base64.b64decode(piece + "=" * (-len(piece) % 4)).decode("utf-8", "replace")


def unleet(text: str) -> str:
    """Digits and signs that stand for letters inside words, read as letters."""
    return _LEETED.sub(lambda word: word.group().translate(UNLEET), text)


def join_spaced(text: str) -> str:
    """Letters that were set apart ("i g n o r e", "i.g.n.o.r.e") as words again."""
    if not _SPACED.search(text):
        return text
    if not re.search(r"\w {2,}\w", text):
        return _SPACED.sub(_joined, text)
    # Where words are set apart more widely than letters, the wide gap is the space.
    pieces = re.split(r" {2,}", text)
    apart = [len(piece) > 1 and all(len(letter) == 1 for letter in piece.split()) for piece in pieces]
    return " ".join(
        p.replace(" ", "") if a else _SPACED.sub(_joined, p) for p, a in zip(pieces, apart, strict=True)
    )


def _joined(run: re.Match[str]) -> str:
    return re.sub(rf"{re.escape(run.group(1))}", "", run.group())


def decoded(text: str) -> list[str]:
    """What base64, hexadecimal or percent writing inside a text spells, when it spells text."""
    found: list[str] = []
    for match in _BASE64.finditer(text):
        raw = match.group().rstrip("=").replace("-", "+").replace("_", "/")[:_DECODED_AT_MOST]
        try:
            found.append(_readable(base64.b64decode(raw + "=" * (-len(raw) % 4), validate=True)))
        except (binascii.Error, ValueError):
            continue  # a long word, not base64
    for match in _HEX.finditer(text):
        digits = re.sub(r"0x|\\x|[\s,:]", "", match.group())[:_DECODED_AT_MOST]
        found.append(_readable(bytes.fromhex(digits[: len(digits) // 2 * 2])))
    for match in _PERCENT.finditer(text):
        found.append(_readable(bytes.fromhex(match.group().replace("%", ""))))
    return [unmask(piece) for piece in found if piece]


def _readable(raw: bytes) -> str:
    """Bytes as text when nearly all of them are printable; otherwise nothing."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    printable = sum(c.isprintable() or c.isspace() for c in text)
    return text if text and printable / len(text) > 0.95 else ""


def _latin(text: str) -> str:
    """Look-alikes folded, but only in a text that is mostly Latin: a Russian question stays Russian."""
    letters = [c for c in text if c.isalpha()]
    latin = sum("LATIN" in unicodedata.name(c, "") for c in letters)
    words = [word.translate(_LOOKALIKES) for word in re.split(r"(\s+)", text)]
    folded = "".join(words)
    if letters and latin / len(letters) < 0.4 and not folded.isascii():
        return text
    return folded


def _written_out(text: str) -> str:
    """Entities and escapes as the characters they stand for."""
    if "&#" in text:
        text = _ENTITY.sub(lambda e: _character(int(e[1][1:], 16) if e[1][0] == "x" else int(e[1])), text)
    if "\\u" in text:
        text = _ESCAPE.sub(lambda e: chr(int(e[1], 16)), text)
    return text


def _character(code: int) -> str:
    return chr(code) if 31 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "
