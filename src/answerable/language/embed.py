"""Texts as directions: a static table of word-piece vectors, summed and normalised.

A text's vector is the sum of one stored vector per word piece, scaled to length one, so the dot product
of two rows says how close two texts are in meaning. Nothing is computed by a network at run time: the table
was fitted once so that the sums point where all-MiniLM-L6-v2 would point (see benchmarks/vectors/distil.py
and docs/decisions/static-vectors.md). That costs microseconds a passage instead of tens of milliseconds.

How much a word counts is part of its stored vector (frequent words are short, telling words are long), which
is why no word list or weighting appears here.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).with_name("vectors")

# A word is a run of letters and digits, in fitting the table as here. Punctuation is left out: without a
# network to read its place in the sentence, it says nothing about what a text is about.
_WORD = re.compile(r"[^\W_]+")
# The combining marks of Latin, Greek and Cyrillic letters; the vocabulary holds no other script with marks.
_ACCENT = re.compile(r"[\u0300-\u036f]")
# Longer runs are hashes, keys and encoded data; cutting them into dozens of pieces only adds noise.
_LONGEST_WORD = 40
# What stands for 0 in the four bits of a number, which know no sign.
_ZERO = np.float32(8)
# Words remembered with their pieces, 160 bytes each. The largest site of the evaluation holds some 30,000.
_REMEMBERED_WORDS = 200_000


class _CutWords(dict[str, tuple[int, ...]]):
    """Words with their pieces; one that is not there yet is cut when it is asked for."""

    def __init__(self, cut: Callable[[str], list[int]]) -> None:
        self._cut = cut

    def __missing__(self, word: str) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED_WORDS:
            self.clear()
        pieces = self[word] = tuple(self._cut(word))
        return pieces


class StaticVectors:
    """The table, its vocabulary and the words already cut into pieces.

    Two numbers share a byte of the table: the first half of a vector lies in the low four bits, the second in
    the high four, each with 8 added; times the row's scale they are the vector. Eight bits a number measured
    no better, and half the size left room for more words.
    """

    def __init__(
        self, table: NDArray[np.uint8], scales: NDArray[np.float32], vocabulary: Sequence[str]
    ) -> None:
        if not len(table) == len(scales) == len(vocabulary):
            sizes = f"{len(table)} vectors, {len(scales)} scales, {len(vocabulary)} pieces"
            raise ValueError(f"the files of the vector table do not match: {sizes}")
        self._table = np.asarray(table)  # still mapped; an ndarray is indexed faster than a memmap
        self._scales = scales
        self._pieces = {piece: row for row, piece in enumerate(vocabulary)}
        self._words = _CutWords(self._cut)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> StaticVectors:
        """Open a table written by distil.py; the vectors stay on disk and are mapped into memory."""
        table: NDArray[np.uint8] = np.load(folder / "table.npy", mmap_mode="r")
        scales: NDArray[np.float32] = np.load(folder / "scales.npy")
        vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
        return cls(table, scales, vocabulary)

    @property
    def dimensions(self) -> int:
        """Length of one row of `embed`."""
        return 2 * int(self._table.shape[1])

    @property
    def fingerprint(self) -> str:
        """Names the table. Rows kept from a table with another name must not be compared with new ones."""
        return hashlib.blake2b(self._scales.tobytes(), digest_size=8).hexdigest()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one for each text; a text without a known word gives a row of zeros."""
        return self._summed([self.pieces(text) for text in texts])

    def _summed(self, texts: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """The sum of each text's pieces at length one. Summing many texts in one go is slower: their vectors fit no
        cache."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, pieces in zip(rows, texts, strict=True):
            places = np.array(pieces, dtype=np.intp)
            np.einsum("i,ij->j", self._scales[places], self._unpacked(places), out=row)
        return _of_length_one(rows)

    def match(self, words: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        """How near the nearest word of each text is to each given word: one row a text, one column a word.

        The vector of a whole passage says what it is about; this says whether it speaks of each single thing
        that was asked, in these words or others. 1 is the same word, 0 that nothing comes near.
        """
        nearest = np.zeros((len(texts), len(words)), dtype=np.float32)
        held = [set(_WORD.findall(fold(text))) for text in texts]
        places = {word: place for place, word in enumerate(sorted(set().union(*held)))}
        if not places or not words:
            return nearest
        near = np.einsum("ij,kj->ik", self._embed_words(list(places)), self.embed(words))
        filled = [row for row, found in enumerate(held) if found]
        flat = np.fromiter((places[word] for row in filled for word in held[row]), dtype=np.intp)
        sizes = np.array([len(held[row]) for row in filled])
        nearest[filled] = np.maximum.reduceat(near[flat], np.cumsum(sizes) - sizes, axis=0)
        return np.maximum(nearest, 0, out=nearest)

    def pieces(self, text: str) -> list[int]:
        """Row numbers of the word pieces of a text, in reading order."""
        known = self._words
        return [piece for word in _WORD.findall(fold(text)) for piece in known[word]]

    def _embed_words(self, words: Sequence[str]) -> NDArray[np.float32]:
        """As `embed` for texts of one word each: most are one piece, and their row of the table is their sum."""
        rows = np.zeros((len(words), self.dimensions), dtype=np.float32)
        cut = [self._words[word] for word in words]
        whole = [place for place, pieces in enumerate(cut) if len(pieces) == 1]
        parts = [place for place, pieces in enumerate(cut) if len(pieces) > 1]
        rows[whole] = self._unpacked(np.array([cut[place][0] for place in whole], dtype=np.intp))
        rows[parts] = self._summed([cut[place] for place in parts])
        return _of_length_one(rows)

    def _unpacked(self, places: NDArray[np.intp]) -> NDArray[np.float32]:
        """The vectors in these rows of the table, before scaling."""
        packed = self._table[places]
        half = packed.shape[1]
        vectors = np.empty((len(places), 2 * half), dtype=np.float32)
        np.subtract(packed & 15, _ZERO, out=vectors[:, :half])
        np.subtract(packed >> 4, _ZERO, out=vectors[:, half:])
        return vectors

    def _cut(self, word: str) -> list[int]:
        """WordPiece: the longest known piece first, then the longest that continues it.

        BERT gives up on a word with one unknown character; here only that character is left out.
        """
        if len(word) > _LONGEST_WORD:
            return []
        found: list[int] = []
        start = 0
        while start < len(word):
            mark = "##" if start else ""
            for end in range(len(word), start, -1):
                row = self._pieces.get(mark + word[start:end])
                if row is not None:
                    found.append(row)
                    start = end
                    break
            else:
                start += 1
        return found


def nearness(rows: NDArray[np.float32], direction: NDArray[np.float32]) -> NDArray[np.float32]:
    """How near each row is to a direction.

    By einsum rather than a matrix product, here as above: BLAS starts threads for a product, and on a busy
    machine their waiting for each other cost ten times the work (4,000 sentences: 0.42 s of CPU, not 0.03 s).
    """
    near: NDArray[np.float32] = np.einsum("ij,j->i", rows, direction)
    return near


def _of_length_one(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    np.divide(rows, lengths, out=rows, where=lengths > 0)
    return rows


def fold(text: str) -> str:
    """Lower case without accents, as the uncased BERT vocabulary expects."""
    text = text.lower()
    if text.isascii():
        return text
    return _ACCENT.sub("", unicodedata.normalize("NFD", text))


class PlainWords:
    """Stands in where the table is not installed: no meanings, and a word is met only by itself."""

    dimensions = 1
    fingerprint = "none"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.zeros((len(texts), self.dimensions), dtype=np.float32)

    def match(self, words: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        wanted = [fold(word) for word in words]
        held = [frozenset(_WORD.findall(fold(text))) for text in texts]
        met = [[float(word in found) for word in wanted] for found in held]
        return np.array(met, dtype=np.float32).reshape(len(texts), len(words))


@lru_cache(maxsize=1)
def shared_vectors(folder: Path = FOLDER) -> StaticVectors | PlainWords:
    """The packaged table, opened once a process; plain words where a distribution left it out."""
    return StaticVectors.load(folder) if (folder / "table.npy").is_file() else PlainWords()
