"""Where a question may start from: names, quotes, titles with small words in them, plain words without capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from answerable.facts.layers import ASKING, EMPTY, WH
from answerable.facts.names import HEADS, is_org, names_in, ordinary
from answerable.facts.phrases import asked_by, phrase_words, type_of
from answerable.language.words import detect_language

TOKEN = re.compile(r",|(?<=\s)'s\b|[^\W_](?:[\w.'’&/-]*\w)?|&")
_QUOTED = re.compile(r"[\"“„«‘](?P<name>[^\"”“»’]{2,80})[\"”“»’]")
_OF, _OPENERS = frozenset(ASKING["of"].split()), frozenset(ASKING["openers"].split())
_RELATIVE, _THE = frozenset(ASKING["relative"].split()), frozenset(ASKING["articles"].split())
_HEADS = tuple(HEADS | {f"{head}{end}" for head in HEADS for end in ("s", "es")})
_PREPOSITIONS = frozenset(("in", "im", "ins", "beim", "bei", "am", "auf", "at"))
_JOINTS = frozenset(("von", "of", "in", "der", "des", "zu"))
_HELPED = frozenset(("do", "does", "did", "hat", "haben"))
_INSIDE = frozenset(("für", "for", "der", "des", "of", "the", "zum", "zur", "am", "im"))
_DESCRIBING = frozenset(ASKING["describing"].split())
_LIGHT = frozenset(ASKING["light"].split())
# What it costs, beside `layers.py` and chosen like there: a wider name than the capitals say, a common noun, a noun
# that other words describe.
_EXTENDED, _COMMON, _DESCRIBED = 0.4, 1.0, 2.0


def anchors(
    question: str, matches: Sequence[re.Match[str]]
) -> Iterator[tuple[int, int, tuple[int, int], float]]:
    """Where a name may begin and end, and how doubtful that is: names, quotes, titles with small words, plain words."""
    spans = [(found.start("name"), found.end("name")) for found in _QUOTED.finditer(question)]
    quoted = bool(spans)
    if not quoted:
        spans = [(n.start, n.end) for n in names_in(question) if n.text.lower() not in EMPTY]
    places = [
        (inside[0], inside[-1] + 1)
        for start, end in spans
        if (inside := [i for i, m in enumerate(matches) if m.start() < end and m.end() > start])
    ]
    said = [match.group() for match in matches]
    yield from ((start, end, (start, end), 0.0) for start, end in _headed(said))
    for number, (start, end) in enumerate(places):
        # "des Frauenchors Lerchen | von Beruf", "die Käserei Sonnenrain | am Tag"
        cuts = (
            i
            for i in range(start + 1, end - 1)
            if (said[i] == "von" and asked_by((said[i + 1].lower(),)))
            or (said[i] in _PREPOSITIONS and said[i + 1].lower() in WH["date"])
        )
        end = end if quoted else next(cuts, end)
        # "des Konstrukteurs von Gotthelf" is no name.
        role = end - start > 2 and said[start + 1] == "von" and said[start - 1] in _THE
        yield start, end, (start, end), 2 * _DESCRIBED * role
        if quoted:
            continue
        if joint := next((i for i in range(end - 2, start, -1) if said[i] in _JOINTS), None):
            yield joint + 1, end, (joint + 1, end), _EXTENDED  # "die Feuerwehr von | Wiesenthurn"
        long = end - start > 2 and said[end - 2][0].isupper() and detect_language(question) == "de"
        if long and not is_org(" ".join(said[start:end])):
            yield start, end - 1, (start, end - 1), _EXTENDED  # "Wann hat Anna Keller Sprechstunde"
        if start > 2 and said[start - 1] in ("and", "und", "&") and said[start - 2][0].isupper():
            yield start - 2, end, (start, end), 0.0  # "Mother and Kite": a role may open a title
        for _, later in places[number + 1 : number + 3]:
            between = said[end:later]
            small = all(word.lower() in EMPTY for word in between if word[0].islower())
            if (
                small
                and not (
                    _PREPOSITIONS & set(between)  # "Wasser im Hallenbad", "Rotsteinhütte im Winter"
                    and ((end - start == 1 and ordinary(said[start])) or (ordinary(said[later - 1])))
                )
                and not (said[later - 1].lower() in phrase_words() and later - end < 4)  # "Acme AG zu Hause"
                and later - end <= 4
                and "," not in between
                and not (end - start == 1 and set(between) & _OF)
            ):
                # "Lanterns for Ophelia"; "das Becken im Strandbad Seewen", "Valley Sound die Nachrichten" are two.
                two = bool(_THE & {*said[start - 1 : start]} and _PREPOSITIONS & {*between})
                apart = two or between in (["die"], ["das"], ["den"])
                yield start, later, (start, later), _EXTENDED + _DESCRIBED * apart
        for wider, added in _wider(said, start, end):
            yield *wider, (start, end), _EXTENDED * added  # "comet Halloran", "Kestering effect"
    if not places:
        yield from _runs(matches)


def _wider(said: Sequence[str], start: int, end: int) -> Iterator[tuple[tuple[int, int], int]]:
    """A name with plain words beside it that may belong to it; after "did" a word that follows is the verb."""
    helped = _HELPED & {word.lower() for word in said[:start]}
    ways = [(start, end + 1), (start, end + 2)] if not helped else []
    if start > 1 and said[start - 2].lower() not in _OPENERS:
        ways.append((start - 1, end))
    for first, last in ways:
        added = [*said[first:start], *said[end:last]]
        verbs = any(word.endswith(("ed", "ing")) for word in said[end:last])
        if last <= len(said) and not verbs and all(map(_unasked, added)) and _verbal(said, first, last):
            yield (first, last), len(added)


def _headed(said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Names that open with what they are: "Institut für Keramik", "Haus der Fische", "Museum of Old Clocks"."""
    for start, word in enumerate(said):
        if not word[0].isupper() or not word.lower().endswith(_HEADS):
            continue
        end = start + 1
        while end < len(said) and end - start < 4 and said[end] in _INSIDE:
            end += 1
        if end > start + 1 and end < len(said) and said[end][0].isupper():
            while end < len(said) and (
                said[end][0].isupper()
                or (said[end] in ("und", "and") and said[end + 1 : end + 2] and said[end + 1][0].isupper())
            ):
                end += 1
            yield start, end


def _verbal(said: Sequence[str], start: int, end: int) -> bool:
    """Whether a clause keeps a word that says something when these words are taken for a name."""
    first = next((i for i in range(start - 1, -1, -1) if said[i].lower() in _OPENERS), 0)
    last = next((i for i in range(end, len(said)) if said[i] == ","), len(said))
    return any(word.lower() not in EMPTY for word in (*said[first:start], *said[end:last]))


def _runs(matches: Sequence[re.Match[str]]) -> Iterator[tuple[int, int, tuple[int, int], float]]:
    """Words that ask nothing, where a question writes no capitals."""
    start = None
    for place in range(len(matches) + 1):
        plain = place < len(matches) and _unasked(matches[place].group())
        if plain and start is None:
            start = place
        elif not plain and start is not None:
            yield start, place, (start, place), 0.0
            start = None


def _unasked(text: str) -> bool:
    word = text.lower()
    known = word in phrase_words() or type_of(word) or asked_by((word,))
    return word not in EMPTY | _LIGHT | {","} and not known


def doubt_of(name: str, said: Sequence[str], start: int, end: int) -> float:
    """How unlikely it is that the question starts from this: a common noun, or one that other words describe."""
    doubt, tokens = -0.1 * len(name.split()), tuple(word.lower() for word in said)
    after = tokens[end : end + 2]
    doubt += _DESCRIBED * (start > 0 and tokens[start - 1] in WH["number"])  # "how many" counts what follows
    doubt += _DESCRIBED * bool(_DESCRIBING & set(after[:1]))
    if end - start == 1 and name.isalpha():
        others = [word for word in (*said[:start], *said[end:]) if word[0].isupper() and _unasked(word)]
        if ordinary(name) and not all(map(ordinary, others)):
            doubt += _DESCRIBED  # "Was kostet eine Nacht in der Murmelihütte"
        doubt += _COMMON * ordinary(name) + _COMMON * (start > 0 and tokens[start - 1] in _THE)
        doubt += _DESCRIBED * bool(asked_by((name.lower(),)) or type_of(name))
    return doubt
