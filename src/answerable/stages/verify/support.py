"""Does the evidence carry what a sentence says: its words, its yes or no, and which way it points?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.language.values import COUNTED, Forms, find_values
from answerable.language.words import STOPWORDS, stem
from answerable.stages.verify.ground import Ground, Sentence, tokens
from answerable.stages.verify.opposites import LIMITING, LIMITS, OPPOSITES, REPORTING, negation
from answerable.stages.verify.window import Window

# Share of a sentence's content words that the cited passages must carry. On tests/stages/verify/corpus.toml
# paraphrases stopped: 1 of 115 up to 0.5, 5 at 0.6, 12 at 0.7; of 78 sentences put to a foreign passage none
# passed at any of these.
ENOUGH_CARRIED = 0.5
# Below this share of the claim's words in the best sentence, the two do not say the same thing and comparing
# their yes and no would be guessing. At 0.3 two more of 115 paraphrases were stopped; at 0.7 one more of 78
# false sentences passed.
_ALIGNED = 0.5


_REPORTING = frozenset(stem(word, language) for language, row in REPORTING.items() for word in row.split())


def carried_share(claim: Sentence, passages: Sequence[Ground], asked: frozenset[str]) -> float:
    """How many of the sentence's content words the evidence carries; the question's own words count half."""
    wanted = [word for word in claim.content if word not in _REPORTING]
    if not wanted:
        return 1.0
    return sum(_carried(word, passages, asked) for word in wanted) / len(wanted)


def _carried(word: str, passages: Sequence[Ground], asked: frozenset[str]) -> float:
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
        if any(part.denies == clause.denies for part in near):
            continue
        if not any(map(negation, (word for part in (clause, *near) for word in part.words))):
            continue  # "closed" against another word for it; opposites are compared below
        if clause.denies and window.best.denies:
            continue  # the sentence denies in another of its clauses: "neither A nor B", "not …, but …"
        return next(
            (word for word in (clause if clause.denies else near[0]).words if negation(word)),
            "not",
        )
    return ""


def _limited(claim: Sentence, window: Window) -> str:
    """ "Only" where the evidence has no limit, or a limit that opened the evidence's sentence and is gone."""
    mine = {word for word in claim.words if word in LIMITS}
    theirs = {word for sentence in window.sentences for word in sentence.words if word in LIMITING}
    if (
        mine
        and not theirs
        and not any(part.denies for sentence in window.sentences for part in sentence.clauses)
    ):
        return next(iter(mine))
    opening = window.best.words[:1]
    if opening and opening[0] in ("only", "nur", "ausschliesslich", "ausschließlich") and not mine:
        return "" if claim.denies else opening[0]
    return ""


def _opposed(claim: Sentence, window: Window) -> str:
    """A word of the claim whose opposite the evidence has in its place."""
    there = {word for sentence in window.sentences for word in sentence.words}
    if found := _turned(claim, there, window.best):
        return found
    parts = [part for sentence in window.sentences for part in sentence.clauses]
    for clause in claim.clauses:
        wanted = frozenset(clause.content)
        best = max(parts, key=lambda part: len(wanted & part.stems))
        if len(wanted & best.stems) >= max(2, _ALIGNED * len(wanted)) and (
            found := _turned(clause, set(best.words), best)
        ):
            return found
    return ""


def _turned(claim: Sentence, there: set[str], best: Sentence) -> str:
    here = set(claim.words)
    for word in sorted(here - there):
        opposites = OPPOSITES.get(word, frozenset())
        agreeing = any(opposites & OPPOSITES.get(other, frozenset()) for other in there - {word})
        # "not allowed" and "forbidden" are opposites that agree: one of the two sentences denies.
        one_denies = any(map(negation, here)) != any(map(negation, best.words))
        if not opposites & (there - here) or agreeing or one_denies:
            continue
        if not _same_stem(word, there, claim.language):
            return word
    return ""


def _same_stem(word: str, known: set[str], language: str) -> bool:
    root = stem(word, language)
    return any(stem(other, language) == root for other in known)


def substituted(claim: Sentence, window: Window, asked: str) -> str:
    """What is new in a claim that repeats its evidence but for one place; empty when that is harmless."""
    mine, theirs = claim.tokens, window.best.tokens
    first = _shared_start(mine, theirs)
    last = _shared_start(mine[first:][::-1], theirs[first:][::-1])
    new, old = mine[first : len(mine) - last], theirs[first : len(theirs) - last]
    # Half the words in place and one run of at most four exchanged: with these bounds all but one of 20,000
    # mutations of tests/stages/verify/corpus.toml were stopped, and none of its 115 paraphrases here.
    if not new or not old or len(new) > 4 or len(old) > 4 or first + last < max(2, 0.5 * len(mine)):
        return ""
    around = slice(max(0, first - 1), len(mine) - last + 1), slice(max(0, first - 1), len(theirs) - last + 1)
    said = find_values(" ".join(mine[around[0]]), claim.language)
    known = Forms(find_values(" ".join(theirs[around[1]]), claim.language))
    if wrong := [
        value for value in said if value.kind in COUNTED and not value.weak and not known.carry(value)
    ]:
        return wrong[0].text
    settled = {token.casefold() for value in said if value.kind in COUNTED for token in tokens(value.text)}
    settled |= {token.casefold() for token in (*old, *tokens(asked))}
    fresh = [(place, token) for place, token in enumerate(new) if token.casefold() not in settled]
    before = mine[first - 1] if first else ""
    return " ".join(new) if any(_telling(token, place, old, before) for place, token in fresh) else ""


def _telling(token: str, place: int, old: Sequence[str], before: str) -> bool:
    """Whether an exchanged word is a name, an identifier or what is counted, rather than a synonym."""
    low = token.casefold()
    if low in STOPWORDS["en"] or low in STOPWORDS["de"]:
        return False
    if low.isalpha() and any(
        stem(low, lang) == stem(word.casefold(), lang) for word in old for lang in ("en", "de")
    ):
        return False  # another form of the word it replaces
    if re.search(r"[\d_/@.$€%]|\w-\w", token):
        return True
    opening = place == 0 and not before
    if token[0].isupper():
        return _subject(token, old) if opening else True
    return place == 0 and bool(before) and before[-1].isdigit()


def _subject(token: str, old: Sequence[str]) -> bool:
    """Whether two sentences' first words look like names: one bare word each, no plural, no small word."""
    was = old[0]
    low = was.casefold()
    small = low in STOPWORDS["en"] or low in STOPWORDS["de"]
    return (
        len(old) == 1 and was[0].isupper() and not small and not (token.endswith("s") and was.endswith("s"))
    )


def _shared_start(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for one, two in zip(left, right, strict=False):
        if one.casefold() != two.casefold():
            break
        count += 1
    return count
