"""Notice when a reply carries a prompt out: its canary, plain or disguised, or a run of its own words."""

from __future__ import annotations

import base64
import binascii
import codecs
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from answerable.models.base import Prompt

# Twelve words in a row in common with a prompt do not happen by chance; shorter runs are everyday phrases.
WORDS_IN_A_ROW = 12
# Shorter runs of base64 or hex letters are ordinary words.
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){8,}")
_WORD = re.compile(r"\w+")


def canary_for(name: str) -> str:
    """The canary of one prompt: always the same, so that the prefix is cached."""
    return "kestrel-" + hashlib.sha256(f"canary {name}".encode()).hexdigest()[:16]


def leaked(text: str, prompts: Iterable[Prompt]) -> bool:
    """Whether the text gives away one of these prompts."""
    secrets = [(_squeezed(prompt.canary), _runs(prompt.own_words)) for prompt in prompts]
    for reading in _readings(text):
        squeezed, runs = _squeezed(reading), _runs(reading)
        if any((mark and mark in squeezed) or runs & words for mark, words in secrets):
            return True
    return False


def _readings(text: str) -> Iterator[str]:
    """The text as it stands and as it reads when one usual disguise is taken off."""
    yield text
    yield text[::-1]
    yield " ".join(reversed(text.split()))
    yield codecs.decode(text, "rot13")
    yield unquote(text)
    dense = "".join(text.split())
    for body in (text, dense):
        for run in _ENCODED.findall(body):
            yield from _unpacked(run)
        for run in _HEX.findall(body):
            yield bytes.fromhex(run).decode("utf-8", "replace")


def _unpacked(run: str) -> Iterator[str]:
    """A run of base64, read from each of four beginnings: it may be stuck to a word before it."""
    letters = run.rstrip("=").translate(str.maketrans("-_", "+/"))
    for start in range(4):
        piece = letters[start:]
        piece = piece[: len(piece) - (len(piece) % 4 == 1)]
        try:
            yield base64.b64decode(piece + "=" * (-len(piece) % 4)).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            continue


def _plain(text: str) -> str:
    """Case, compatibility forms and invisible characters taken away."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(mark for mark in folded if unicodedata.category(mark) not in ("Cf", "Mn"))


def _squeezed(text: str) -> str:
    return "".join(mark for mark in _plain(text) if mark.isalnum())


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(_plain(text))
    return frozenset(tuple(words[at : at + WORDS_IN_A_ROW]) for at in range(len(words) - WORDS_IN_A_ROW + 1))
