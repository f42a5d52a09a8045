"""Does the evidence carry what a sentence says: its words, its yes or no, and which way it points?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.language.words import STOPWORDS, stem, words
from answerable.stages.verify.opposites import DENIALS, LIMITS, NEGATIONS, OPPOSITES
from answerable.stages.verify.passage import Passage, Sentence
from answerable.stages.verify.window import Window

# Share of a sentence's content words that the cited passages must carry. Measured in
# tests/stages/verify/test_support.py: see the table there before moving it.
ENOUGH_CARRIED = 0.5
# Below this share of the claim's words in the best sentence, the two do not say the same thing and comparing
# their yes and no would be guessing.
_ALIGNED = 0.5


def carried_share(claim: Sentence, passages: Sequence[Passage], asked: frozenset[str]) -> float:
    """How many of the sentence's content words the evidence carries; the question's own words count half."""
    wanted = claim.content
    if not wanted:
        return 1.0
    return sum(_carried(word, passages, asked) for word in wanted) / len(wanted)


def _carried(word: str, passages: Sequence[Passage], asked: frozenset[str]) -> float:
    if any(word in passage.stems for passage in passages):
        return 1.0
    if len(word) >= 4 and any(word[: max(4, len(word) - 3)] in passage.folded for passage in passages):
        return 1.0  # another form of the word, or the word inside a German compound
    if len(word) >= 9 and any(len(known) >= 5 and known in word for p in passages for known in p.stems):
        return 1.0  # a compound of a word the evidence has
    return 0.5 if word in asked else 0.0


def contradiction(claim: Sentence, window: Window) -> str:
    """The word by which a sentence turns its evidence around, or nothing."""
    wanted = frozenset(claim.content)
    if not wanted or window.shared < _ALIGNED * len(wanted):
        return ""
    return _negated(claim, window) or _limited(claim, window) or _opposed(claim, window)


def _negated(claim: Sentence, window: Window) -> str:
    for clause in claim.clauses:
        wanted = frozenset(clause.content)
        if not wanted:
            continue
        parts = [part for sentence in window.sentences for part in sentence.clauses]
        most = max(len(wanted & part.stems) for part in parts)
        if most < max(1, _ALIGNED * len(wanted)):
            continue
        near = [part for part in parts if len(wanted & part.stems) == most]
        if any(_denies(part) == _denies(clause) for part in near):
            continue
        if _denies(clause) and _denies(window.best):
            continue  # the sentence denies in another of its clauses: "neither A nor B", "not …, but …"
        return next((word for word in words(clause.text if _denies(clause) else near[0].text) if _negation(word)), "not")
    return ""


def _denies(sentence: Sentence) -> bool:
    """Whether a clause says no: by a negation or by a word that denies, not by both."""
    found = words(sentence.text)
    return any(_negation(word) for word in found) != any(word in DENIALS for word in found)


def _negation(word: str) -> bool:
    return word in NEGATIONS or word.endswith(("n't", "less")) and word not in ("unless", "less", "nevertheless", "regardless") or word.startswith("kein")


def _limited(claim: Sentence, window: Window) -> str:
    """"Only" where the evidence has no limit, or a limit that opened the evidence's sentence and is gone."""
    mine = {word for word in words(claim.text) if word in LIMITS}
    theirs = {word for sentence in window.sentences for word in words(sentence.text) if word in LIMITS}
    if mine and not theirs and not any(_denies(part) for sentence in window.sentences for part in sentence.clauses):
        return next(iter(mine))
    opening = words(window.best.text)[:1]
    if opening and opening[0] in ("only", "nur", "ausschliesslich", "ausschließlich") and not mine:
        return "" if _denies(claim) else opening[0]
    return ""


def _opposed(claim: Sentence, window: Window) -> str:
    """A word of the claim whose opposite the evidence has in its place."""
    here = set(words(claim.text))
    there = {word for sentence in window.sentences for word in words(sentence.text)}
    for word in here - there:
        opposites = OPPOSITES.get(word, frozenset())
        if opposites and opposites & there - here and not _same_stem(word, there, claim.language):
            explicit = [any(_negation(w) for w in words(s.text)) for s in (claim, window.best)]
            if explicit[0] == explicit[1]:
                return word
    return ""


def _same_stem(word: str, known: set[str], language: str) -> bool:
    root = stem(word, language)
    return any(stem(other, language) == root for other in known)


def substituted(claim: Sentence, window: Window) -> str:
    """What stands in a claim that repeats its evidence word for word but for one place; empty when that is harmless."""
    mine, theirs = claim.tokens, window.best.tokens
    first = _common(mine, theirs)
    last = _common(mine[first:][::-1], theirs[first:][::-1])
    new, old = mine[first : len(mine) - last], theirs[first : len(theirs) - last]
    # Found on tests/stages/verify/corpus: one exchanged value leaves at least half the words in place, while no
    # faithful paraphrase there keeps half and changes a single run of at most four.
    if not new or not old or len(new) > 4 or len(old) > 4 or first + last < max(3, 0.5 * len(mine)):
        return ""
    return " ".join(new) if _telling(new, old, opening=first == 0, before=mine[first - 1] if first else "") else ""


def _telling(new: Sequence[str], old: Sequence[str], *, opening: bool, before: str) -> bool:
    known = {token.casefold() for token in old}
    for place, token in enumerate(new):
        low = token.casefold()
        if low in known or low in STOPWORDS["en"] or low in STOPWORDS["de"]:
            continue
        if re.search(r"[\d_/@.$€%]|\w-\w", token):
            return True
        if token[0].isupper() and not (opening and place == 0):
            return True
        if opening and place == 0 and token[0].isupper() and _subject(token, old):
            return True
        if place == 0 and before and before[-1].isdigit():
            return True  # another thing is counted
    return False


def _subject(token: str, old: Sequence[str]) -> bool:
    """Whether two sentences' first words look like names: one bare word each, not a plural, not a small word."""
    was = old[0]
    low = was.casefold()
    small = low in STOPWORDS["en"] or low in STOPWORDS["de"]
    return len(old) == 1 and was[0].isupper() and not small and not (token.endswith("s") and was.endswith("s"))


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for one, two in zip(left, right, strict=False):
        if one.casefold() != two.casefold():
            break
        count += 1
    return count
