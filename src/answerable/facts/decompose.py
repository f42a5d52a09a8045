"""Take a question apart into hops: from a name it gives, layer by layer, to what it asks for.

Whatever the language and the order of its words, a question wraps layers around a name: "how old are [the children of
[the people who run [Acme AG]]]". Each layer takes words before and after what it wraps; all ways to cut them are
compared by what they cost (`layers.py`). A second question may point back to what the first one found.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from answerable.facts.anchors import TOKEN, anchors, doubt_of
from answerable.facts.compared import compared
from answerable.facts.fact import Chain, Hop, Inquiry
from answerable.facts.layers import ASKING, PRONOUNS, WHICH, described, fits, readings
from answerable.facts.names import HEADS, is_org
from answerable.facts.phrases import asked_by, type_of
from answerable.language.words import detect_language

_FALSE_FRIENDS = {
    language: dict(pair.split(":") for pair in row.split())
    for language, row in ASKING["false_friends"].items()
}
_BINDS = frozenset(ASKING["binds"].split())
# What a layer costs that tears apart what stands together; chosen like the costs of `layers.py`.
_LOOSE = 0.6
# The words of one layer on one side of what it wraps. Longer ones are two layers.
_BEFORE, _AFTER = 9, 6
_WH = (
    r"(?:(?:in|since|seit|from|aus|bei|to|mit|at|by|von)\s+)?"
    r"(?:when|where|who|whom|whose|what|which|how|wann|wo|woher|wer|wen|wem|was|wie|welche[rsnm]?)\b"
)
_AND = re.compile(
    rf",?\s+(?:and|und|sowie|as well as)\s+(?=(?:also\s+|auch\s+)?{_WH})|(?:[?;:]|\s[-–—])\s+(?=(?:and |und )?{_WH})",
    re.I,
)
_LATE = re.compile(
    r"^(?P<before>[^,]+?)(?P<clause>,\s+(?:(?:in|bei|von|aus|an|für|mit)\s)?"
    r"(?:der|die|das|dem|den|welche[rsnm]?|deren|wo)\s[^,]+)$",
    re.I,
)
_ASKS_NOTHING = 8.0  # a name alone is no question; chosen like the costs above
_MOVED = 0.2  # as the costs above
# "that group", "diese Stadt": a type word that points back is a pronoun.
_THAT = re.compile(r"\b(?:that|this|these|those|diese[rsnm]?|jene[rsnm]?)\s+(\w+)", re.I)
_POINTS = {"org": "it", "person": "they", "place": "there", "product": "it"}


@lru_cache(maxsize=512)
def decompose(text: str) -> Inquiry:
    """The question as chains of hops."""
    question = " ".join(text.split()).strip(" ?!.")
    # "A Cartographer's Winter" is one title, "Acme's CEO" is not.
    question = re.sub(
        r"(?<=\w)['’]s\b(?=\s(\w+))",
        lambda s: " 's" if s[1][0].islower() or asked_by((s[1].lower(),)) else s.group(),
        question,
    )
    question = _THAT.sub(lambda s: _POINTS.get(type_of(s[1]), s.group()), question)
    if found := compared(question, _chain):
        return found
    first, *others = [part for part in _AND.split(question) if part]
    chains = [_chain(first)]
    for part in others:
        _join(chains, part, first)
    return Inquiry(tuple(chains))


def _join(chains: list[Chain], part: str, first: str) -> None:
    """A further question: with a name of its own, pointing back, or only another question word for the same."""
    tokens = [token.lower() for token in TOKEN.findall(part)]
    back = next((place for place, token in enumerate(tokens) if token in PRONOUNS and place > 0), None)
    if back is None:
        short = all(not asked_by((token,)) for token in tokens) and len(tokens) <= 3
        chains.append(_chain(f"{part} {first.split(' ', 1)[-1]}" if short else part))
        return
    _, hops = _peel(tuple(tokens), back, back + 1, "")
    chain = chains[0]
    for place in range(len(chain.hops), -1, -1):
        kind = chain.hops[place - 1].wants if place else kind_of_name(chain.anchor)
        points = PRONOUNS[tokens[back]]
        of = hops[0].wants_of if hops else ""
        if fits(kind, of) and (fits(kind, points) or (points == "person" and detect_language(part) == "de")):
            longer = replace(chain, hops=(*chain.hops[:place], *hops))
            if place == len(chain.hops):
                chains[0] = longer
            else:
                chains.append(longer)
            return


def kind_of_name(name: str) -> str:
    """What a name says itself of its kind."""
    return "org" if is_org(name) else ""


def _chain(question: str) -> Chain:
    """The cheapest reading over all names that could be where the question starts, and all orders it may have."""
    best: tuple[float, Chain] | None = None
    for text, moved in _orders(question):
        matches = list(TOKEN.finditer(text))
        tokens = tuple(match.group().lower() for match in matches)
        friends = _FALSE_FRIENDS.get(detect_language(text), {})
        tokens = tuple(friends.get(word, word) for word in tokens)
        for start, end, inner, doubt in sorted(set(anchors(text, matches))):
            name = text[matches[start].start() : matches[end - 1].end()]
            cost, hops = _peel(tokens, start, end, kind_of_name(name))
            cost += doubt + moved + doubt_of(name, [match.group() for match in matches], start, end)
            if best is None or cost < best[0]:
                short = text[matches[inner[0]].start() : matches[inner[1] - 1].end()]
                best = (cost, Chain(_plain(name), _typed(hops), short if short != name else ""))
    return best[1] if best else Chain(question, ())


def _plain(name: str) -> str:
    """ "des Instituts für Keramik": the name is "Institut für Keramik"."""
    head, _, rest = name.partition(" ")
    return (
        f"{head[:-1]} {rest}"
        if rest and head.endswith("s") and head[:-1].lower().endswith(tuple(HEADS))
        else name
    )


def _orders(question: str) -> Iterator[tuple[str, float]]:
    """The question, and with the German clause at its end beside a noun that it may describe."""
    yield question, 0.0
    late = _LATE.match(question)
    for noun in re.finditer(r"\b(?:der|die|das|den|dem|des)\s+(\w+)(?=\s)", late["before"]) if late else ():
        if late and (type_of(noun[1]) or asked_by((noun[1].lower(),))):
            yield f"{question[: noun.end()]}{late['clause']},{late['before'][noun.end() :]}", _MOVED


def _typed(hops: Sequence[Hop]) -> tuple[Hop, ...]:
    """Unlisted relations want what the next hop is asked of: "how old is the captain of …" asks for a person."""
    typed = list(hops)
    for place, (hop, later) in enumerate(pairwise(hops)):
        if hop.wants in ("thing", "agent") and later.wants_of in ("person", "org", "place"):
            typed[place] = Hop(replace(hop.relation, wants=later.wants_of), inverse=hop.inverse)
    return tuple(typed)


def _peel(tokens: tuple[str, ...], first: int, last: int, kind: str) -> tuple[float, tuple[Hop, ...]]:
    """The cheapest way to take all other words off the name, layer by layer; cheap ways are tried first."""
    queue: list[tuple[float, int, int, int, str, tuple[Hop, ...]]] = [(0.0, 0, first, last, kind, ())]
    done: set[tuple[int, int, str, bool]] = set()
    order = 0
    while queue:
        cost, _, start, end, kind, hops = heapq.heappop(queue)
        if start == 0 and end == len(tokens):
            return cost, hops
        if (start, end, kind, bool(hops)) in done:
            continue
        done.add((start, end, kind, bool(hops)))
        bound = start > 0 and tokens[start - 1] in _BINDS
        for before in range(max(0, start - _BEFORE), start - 1) if (start, end) == (first, last) else ():
            if layer := described(tokens[before:start], kind):
                order += 1
                heapq.heappush(queue, (cost + layer.cost, order, before, end, kind, hops))
        for before, after in _cuts(tokens, start, end):
            # "the writer of X study": "of X" belongs together before anything that follows.
            torn = before < start and tokens[before] in _BINDS and (tokens[before] == "of" or after == end)
            # A German clause is left only when its verb is read too.
            left = "," in tokens[before:start] and after < len(tokens) and tokens[after] != ","
            loose = _LOOSE * (
                (bound and before == start) + ("," in tokens[before + 1 : start - 1]) + 2 * torn + 4 * left
            )
            for layer in readings(tokens[before:start], tokens[end:after], kind):
                order += 1
                longer = (*hops, layer.hop) if layer.hop else hops
                idle = _ASKS_NOTHING * (not longer and before == 0 and after == len(tokens))
                heapq.heappush(
                    queue, (cost + layer.cost + loose + idle, order, before, after, layer.kind, longer)
                )
    return 0.0, ()


def _cuts(tokens: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    for before in range(start, max(-1, start - _BEFORE - 1), -1):
        for after in range(end, min(len(tokens), end + _AFTER) + 1):
            # "which town" is one word in two.
            split = before > 0 and tokens[before - 1] in WHICH and type_of(tokens[before]) != ""
            if (before, after) != (start, end) and not (split and before < start):
                yield before, after
