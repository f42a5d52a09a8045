"""Take a question apart into hops: from a name it gives, layer by layer, to what it asks for.

Whatever the language and the order of its words, a question wraps layers around a name: "how old are [the children of
[the people who run [Acme AG]]]". Each layer takes words before and after what it wraps; all ways to cut them are
compared by what they cost (`layers.py`). A second question may point back to what the first one found.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import inf

from answerable.facts.anchors import TOKEN, anchors, doubt_of
from answerable.facts.compared import compared
from answerable.facts.fact import Chain, Hop, Inquiry
from answerable.facts.layers import (
    ASKING,
    EMPTY,
    MEASURED,
    PRONOUNS,
    WH,
    WHERE,
    WHICH,
    described,
    fits,
    readings,
)
from answerable.facts.names import HEADS, PATTERNS, is_org, names_in
from answerable.facts.phrases import asked_by, type_of
from answerable.facts.relations import RELATIONS, of_part
from answerable.language.sentences import split_sentences
from answerable.language.words import detect_language, words

_FALSE_FRIENDS = {
    language: dict(pair.split(":") for pair in row.split())
    for language, row in ASKING["false_friends"].items()
}
_BINDS, _RELATIVE, _ARTICLES, _CLEARLY_RELATIVE, _AUXILIARY = (
    frozenset(ASKING[row].split()) for row in ("binds", "relative", "articles", "clauses", "auxiliary")
)
# What a layer costs that begins where nothing does, that is two, that tears apart what stands together; chosen like the
# costs of `layers.py`.
_OFF_EDGE, _MERGED, _TORN = 2.5, 1.6, 3.0
# The words of one layer on one side of what it wraps. Longer ones are two layers.
_BEFORE, _AFTER = 9, 6
_WH = PATTERNS["wh"].pattern
_RESTATED = re.compile(rf",?\s+(?:i\.?e\.?|d\.\s?h\.),?\s+(?={_WH})", re.I)
_AND = re.compile(
    rf",?\s+(?:and|und|sowie|as well as)\s+(?=(?:also\s+|auch\s+)?{_WH})|(?:[?;:]|\s[-–—])\s+(?=(?:and |und )?{_WH})|"
    rf"{_RESTATED.pattern}",
    re.I,
)
_NEXT = re.compile(rf"(?<=\?)\s+|(?<=[.!])\s+(?={_WH})", re.I)
_LISTED = re.compile(r",\s+(?=(?:when|who|how|what|wann|wer|wie)\s)")
_LATE, _ASKS, _ASKER = PATTERNS["late"], PATTERNS["asks"], PATTERNS["asker"]
# Readings that the evidence may decide between: how many, how much dearer than the cheapest, how many ways to read a
# part. Chosen, not measured.
_MOST, _MARGIN, _WAYS = 10, 5.5, 3
# The words of a question that is taken apart: 40 took 2 s of CPU and 80 took minutes; the longest of 404 in the suites
# has 22. A longer one is no chain of relations, and is searched for as it stands.
LONGEST_ASKED = 40
_ASKS_NOTHING = 8.0  # a name alone is no question; chosen like the costs above
_MOVED, _PART = 0.2, 1.5  # as the costs above
# "… when she sank" tells nothing more; in "how many died when the Ardent sank" only the name counts.
_HELPED = re.compile(r"\b(?:do|does|did)\b", re.I)
_WHEN = re.compile(r"(?P<main>.+?)(?:\s+(?:when|while)|,\s+(?:als|während))\s+(?P<clause>.+)", re.I)
_NOW = re.compile(r"(?:when|wann|how old|wie alt|since|seit)\b", re.I)
_WIFE = re.compile(r"\b(?:Frau|Mann)(?=\s+(?:des|der|von|vom)\b)")
_OWNER = re.compile(r"\b([A-ZÄÖÜ]\w{2,}(?:\s[A-ZÄÖÜ]\w+)?)s\s(?=[A-ZÄÖÜ])(\w+)")
_LATE_CLAUSE = PATTERNS["late_clause"]
# "that group", "diese Stadt": a type word that points back is a pronoun.
_FIRST = re.compile(r"for the (?:very )?first time|zum ersten Mal|erstmals", re.I)
_THAT = re.compile(r"\b(?:that|this|these|those|diese[rsnm]?|jene[rsnm]?)\s+(\w+)", re.I)
_OR = PATTERNS["either"]
_DOERS = ("er", "or", "ist", "ian", "erin", "orin", "istin", "arin", "ress", "mann", "frau", "man", "woman")
_POINTS = {"org": "it", "person": "they", "place": "there", "product": "it"}


@lru_cache(maxsize=512)
def decompose(text: str) -> Inquiry:
    """The question as chains of hops."""
    question = " ".join(_asking(text).split()).strip(" ?!.")
    # "A Cartographer's Winter" is one title, "Acme's CEO" is not.
    question = re.sub(
        r"(?<=\w)['’]s\b(?=\s(\w+))",
        lambda s: " 's" if s[1][0].islower() or asked_by((s[1].lower(),)) else s.group(),
        question,
    )
    question = re.sub(r"^When did (.+) open$", r"When was \1 opened", question)  # not its hours
    if detect_language(question) == "de":
        question = _OWNER.sub(_owned, _WIFE.sub(lambda s: "Ehe" + s.group().lower(), question))
    question = _LATE_CLAUSE.sub(_in_order, question)
    question = _FIRST.sub("begin", question).replace("zu Hause", "zuhause")
    question = _OR.sub(r"\1", question)
    question = _THAT.sub(lambda s: _POINTS.get(type_of(s[1]), s.group()), question)
    if found := compared(question, lambda side: _readings(side)[0]):
        return found
    question = _plainly(question)
    first, *others = [part for part in _AND.split(question) if part]
    if others:  # "when …, who … and where …"
        first, *others = [part for part in (*_LISTED.split(first), *others) if part]
    read = _readings(first)
    chains = read[:1]
    for part in others:
        _join(chains, part, first)
    # "…, i.e. when was it founded" asks the same once more, and better.
    chains = chains[-1:] if _RESTATED.search(question) else chains
    return Inquiry(tuple(chains), others=tuple(read[1:]) if not others else ())


def _asking(text: str) -> str:
    """The sentences that ask, where they name something themselves: "Hello. Who founded Acme? Thanks" has one."""
    every = (part for one in split_sentences(text) for part in _NEXT.split(one))
    asking = " ".join(one for one in every if _ASKS.search(one))
    return asking if names_in(asking) else _ASKER.sub("", text)


def _owned(found: re.Match[str]) -> str:
    """ "Anna Kellers Mann" is Anna Keller's."""
    noun = {"Mann": "Ehemann", "Frau": "Ehefrau"}.get(found[2], found[2])
    role = any(role == "nouns" for _, role, _ in asked_by((noun.lower(),)))
    return f"{found[1]} 's {noun}" if role and f"{found[1]}s".lower() not in EMPTY else found.group()


def _in_order(found: re.Match[str]) -> str:
    """ "The company founded that she runs": the clause stands behind the noun it describes."""
    helped = _HELPED.search(found["main"]) is not None  # "does the river flow that …"
    moves = helped or any(role == "done" for _, role, _ in asked_by((found["verb"],)))
    return f"{found['main']} {found['clause']} {found['verb']}" if moves else found.group()


def _plainly(question: str) -> str:
    """The question without a clause that only tells when."""
    found = _WHEN.fullmatch(question)
    if not found or _NOW.match(question) or not _tells(words(found["main"])):
        return question
    outside, inside = names_in(found["main"]), names_in(found["clause"])
    if outside and set(words(found["clause"])[:1]) & set(PRONOUNS):
        return found["main"]
    return f"{found['main']} in {inside[0].text}" if inside and not outside else question


def _join(chains: list[Chain], part: str, first: str) -> None:
    """A further question: with a name of its own, pointing back, or only another question word for the same."""
    tokens = [token.lower() for token in TOKEN.findall(part)]
    back = next((place for place, token in enumerate(tokens) if token in PRONOUNS and place > 0), None)
    if back is None:
        short = all(not asked_by((token,)) for token in tokens) and len(tokens) <= 3
        whole = f"{part} {first.split(' ', 1)[-1]}" if short else part
        chains.append(_readings(whole)[0])
        return
    _, hops = next(_peel(tuple(tokens), back, back + 1, ""), (0.0, ()))
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


def _readings(question: str) -> list[Chain]:
    """The likely readings over all names that could be where the question starts and all orders it may have."""
    if question.count(" ") >= LONGEST_ASKED:
        return [Chain(question, ())]
    found: dict[Chain, float] = {}
    for text, moved in _orders(question):
        matches = list(TOKEN.finditer(text))
        tokens = tuple(match.group().lower() for match in matches)
        friends = _FALSE_FRIENDS.get(detect_language(text), {})
        tokens = tuple(friends.get(word, word) for word in tokens)
        for start, end, inner, doubt in sorted(set(anchors(text, matches))):
            name = text[matches[start].start() : matches[end - 1].end()]
            short = text[matches[inner[0]].start() : matches[inner[1] - 1].end()]
            extra = doubt + moved + doubt_of(name, [match.group() for match in matches], start, end)
            if detect_language(text) == "en":  # a capital within an English question is a part of a name
                extra += _TORN * sum(
                    m.group()[0].isupper() for m in (*matches[1:start], *matches[max(end, 1) :])
                )
            for cost, hops in _peel(tokens, start, end, kind_of_name(name)):
                name = _plain(name, owns=tokens[start - 1 : start] == ("des",))
                chain = Chain(name, _typed(hops), short if short != name else "")
                for one, dearer in ((chain, 0.0), *_of_part(chain)):
                    found[one] = min(cost + extra + dearer, found.get(one, inf))
    # Readings that differ only in the kind they want are one; the cheaper knows better.
    alike: dict[tuple[object, ...], Chain] = {}
    for chain in sorted(found, key=lambda chain: found[chain]):
        alike.setdefault((chain.anchor, *((hop.relation.name, hop.inverse) for hop in chain.hops)), chain)
    ordered = list(alike.values())
    kind = _first_kind(words(question))
    ordered = [chain for chain in ordered if chain.hops and _answers(chain.hops[-1], kind)] or ordered[:1]
    # What is known so well is asked otherwise only of another name, or in the question's own words.
    if _listed(ordered[:1]):
        ordered[1:] = [
            one
            for one in ordered[1:]
            if one.anchor != ordered[0].anchor or not _listed((one,)) or found[one] <= found[ordered[0]]
        ]  # "how big" is asked of a town and of a farm
    return [
        replace(chain, doubt=found[chain] - found[ordered[0]])
        for chain in ordered[:_MOST]
        if found[chain] <= found[ordered[0]] + _MARGIN
    ] or [Chain(question, ())]


def _of_part(chain: Chain) -> Iterator[tuple[Chain, float]]:
    """ "How long is the pool of …": what has no name of its own may be a part that pages speak of in one breath."""
    for place, (of, hop) in enumerate(pairwise(chain.hops)):
        nameless = of.wants in ("thing", "name", "place", "agent") and of.relation.name not in RELATIONS
        if not nameless or of.inverse or hop.inverse:
            continue
        whole = of_part(hop.relation, of.relation.name)
        yield replace(chain, hops=(*chain.hops[:place], Hop(whole), *chain.hops[place + 2 :])), _PART


def _listed(chains: Sequence[Chain]) -> bool:
    return all(hop.relation.name in RELATIONS for chain in chains for hop in chain.hops)


def _first_kind(said: Sequence[str]) -> str:
    """The kind that the first question word asks for, alone or with the noun after it."""
    for place, word in enumerate(said[:3]):
        if word in WHICH or word == "was":
            return type_of(said[place + 1]) if said[place + 1 :] else ""
        if word in ("how", "wie") and set(said[place + 1 : place + 2]) & MEASURED:
            return "measure"
        if kind := next((kind for kind, row in WH.items() if word in row), ""):
            return "many" if word in ("many", "viele", "wieviele") else kind
    return ""


def _answers(hop: Hop, kind: str) -> bool:
    """Whether what a reading ends with is of the kind that is asked for; many may be counted."""
    if kind in ("", "thing") or (kind == "many" and hop.many and hop.wants != "org"):
        return True
    if kind == "measure":  # "how high is the highest mountain"
        return hop.wants in ("number", "amount", "span", "time", "date")
    kind = "number" if kind == "many" else kind
    return hop.wants not in ("any", "") and (fits(kind, hop.wants) or (kind, hop.wants) == ("place", "org"))


def _plain(name: str, *, owns: bool) -> str:
    """ "des Instituts für Keramik": the name is "Institut für Keramik"."""
    head, _, rest = name.partition(" ")
    genitive = owns or (rest and head[:-1].lower().endswith(tuple(HEADS)))
    return re.sub(r"^(\w{4,})s\b", r"\1", name) if genitive else name


def _orders(question: str) -> Iterator[tuple[str, float]]:
    """The question, and with the German clause at its end beside a noun that it may describe."""
    yield question, 0.0
    late = _LATE.match(question)
    for noun in re.finditer(r"\b(?:der|die|das|den|dem|des)\s+(\w+)(?=\s)", late["before"]) if late else ():
        if late and (type_of(noun[1]) or asked_by((noun[1].lower(),))):
            # "die Gemeinde, in der": it is described where it stands
            beside = bool(type_of(late["before"].split()[-1]))
            moved = f"{question[: noun.end()]}{late['clause']},{late['before'][noun.end() :]}"
            yield moved, _MOVED + _PART * beside


def _typed(hops: Sequence[Hop]) -> tuple[Hop, ...]:
    """Unlisted relations want what the next hop is asked of: "how old is the captain of …" asks for a person."""
    typed = list(hops)
    for place, (hop, later) in enumerate(pairwise(hops)):
        if hop.wants in ("thing", "agent") and later.wants_of in ("person", "org", "place"):
            typed[place] = Hop(replace(hop.relation, wants=later.wants_of), inverse=hop.inverse)
        elif hop.wants == "thing" and hop.relation.name not in RELATIONS:
            # Only what has a name can be asked further; "the organiser", "die Wirtin" is somebody.
            agent = any(word.endswith(_DOERS) and len(word) > 4 for word in words(hop.relation.name))
            typed[place] = Hop(replace(hop.relation, wants="agent" if agent else "name"))
    return tuple(typed)


def _peel(
    tokens: tuple[str, ...], first: int, last: int, kind: str
) -> Iterator[tuple[float, tuple[Hop, ...]]]:
    """The cheapest ways to take all other words off the name, layer by layer, cheap ones first."""
    queue: list[tuple[float, int, int, int, str, tuple[Hop, ...]]] = [(0.0, 0, first, last, kind, ())]
    done: Counter[tuple[int, int, str, bool]] = Counter()
    order, least = 0, inf
    while queue:
        cost, _, start, end, kind, hops = heapq.heappop(queue)
        if cost > least + 2 * _MARGIN:
            return
        if start == 0 and end == len(tokens):
            least = min(cost, least)
            yield cost, hops
            continue
        done[start, end, kind, bool(hops)] += 1
        if done[start, end, kind, bool(hops)] > _WAYS:
            continue
        for before in range(max(0, start - _BEFORE), start - 1) if (start, end) == (first, last) else ():
            if layer := described(tokens[before:start], kind):
                order += 1
                heapq.heappush(queue, (cost + layer.cost, order, before, end, kind, hops))
        for before, after in _cuts(tokens, start, end):
            strain, merged = _strain(tokens, (before, after), (start, end)), _merged(tokens, before, start)
            for layer in readings(tokens[before:start], tokens[end:after], kind):
                order += 1
                longer = (*hops, layer.hop) if layer.hop else hops
                listed = layer.hop is not None and layer.hop.relation.name in RELATIONS
                idle = _ASKS_NOTHING * (not longer and before == 0 and after == len(tokens))
                total = cost + layer.cost + strain + idle + merged * (not listed)
                heapq.heappush(queue, (total, order, before, after, layer.kind, longer))


@lru_cache(maxsize=1_024)
def _edges(tokens: tuple[str, ...]) -> frozenset[int]:
    """Where a layer may begin on the left: at an article, after "of", after an auxiliary."""
    articles = {i for i, word in enumerate(tokens) if word in _ARTICLES and tokens[i - 1 : i] != (",",)}
    after = {
        i + 1
        for i, word in enumerate(tokens)
        if word in _BINDS | _AUXILIARY and i + 1 < len(tokens) and tokens[i + 1] not in _ARTICLES
    }
    return frozenset(articles | after | {0})


def _strain(tokens: tuple[str, ...], outer: tuple[int, int], inner: tuple[int, int]) -> float:
    """What it costs that a layer does not begin and end where the sentence does."""
    (before, after), (start, end) = outer, inner
    left, right = tokens[before:start], tokens[end:after]
    cost = _OFF_EDGE * (before not in _edges(tokens) and before < start)
    if tokens[end : end + 1] == ("'s",):
        return cost + _TORN * (before < start or not right)
    clause = next((i for i in range(len(left) - 1, 0, -1) if _opens_clause(left, i)), None)
    waits = clause is not None and (left[clause - 1] == "," or not _tells(left[clause + 1 :]))
    if before > 0:
        return cost + (2 * _TORN * (not _tells(right)) if waits else _TORN * _tells(right))
    return cost + _TORN * (start > 0 and _tells(tokens[after:]) and tokens[after : after + 1] != ("'s",))


def _merged(tokens: tuple[str, ...], before: int, start: int) -> float:
    """What it costs that words of two layers are taken as one relation."""
    inside = [edge for edge in _edges(tokens) if before < edge < start - 1 and _tells(tokens[before:edge])]
    # "welches Tier hält | der Braumeister der": somebody is a layer of their own
    return _MERGED * sum(
        2 if tokens[edge - 1] in _AUXILIARY or tokens[edge + 1].endswith(_DOERS) else 1 for edge in inside
    )


def _opens_clause(left: tuple[str, ...], place: int) -> bool:
    before = left[:place]
    if left[place] in WHERE:  # "the town where …"
        return bool(before) and before[-1] not in EMPTY | {","}
    if before[-1] not in _RELATIVE and before[-2:-1] == (",",) and before[-1] in EMPTY:
        before = before[:-1]  # ", aus dem …"
    return left[place] in _CLEARLY_RELATIVE or (before[-1:] == (",",) and left[place] in _RELATIVE)


def _tells(said: Sequence[str]) -> bool:
    return any(word not in EMPTY for word in said)


def _cuts(tokens: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    for before in range(start, max(-1, start - _BEFORE - 1), -1):
        for after in range(end, min(len(tokens), end + _AFTER) + 1):
            # "which town" is one word in two.
            split = before > 0 and tokens[before - 1] in WHICH and type_of(tokens[before]) != ""
            if (before, after) != (start, end) and not (split and before < start):
                yield before, after
