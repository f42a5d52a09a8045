"""The general reader: what a page says of a relation in whatever words, by the meaning of the words around a value.

Of everything that has the wanted kind, the value is taken whose sentence or label says most of the words asked
(`language/meanings.py`). What it finds is believed less than listed words, and the answer says so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from answerable.domain.evidence import Evidence
from answerable.facts.agreement import DATELINE
from answerable.facts.fact import Attribute, Hop
from answerable.facts.labelled import LABEL, cell_values, fields
from answerable.facts.names import (
    AGENTS,
    KINDS,
    NOWHERE,
    ORG_WORDS,
    PATTERNS,
    PRONOUNS,
    Name,
    folded,
    is_org,
    looks_like,
    masked,
    mentions,
    names_in,
    placed,
    same_name,
)
from answerable.facts.phrases import type_of
from answerable.facts.relations import RELATIONS
from answerable.facts.wanted import VALUES, Candidate, candidates, canonical_name
from answerable.language.meanings import SAME_MEANING, meanings_of, roots, said_by
from answerable.language.sentences import Unit, units
from answerable.language.words import STOPWORDS, detect_language, words

# From how much on a sentence speaks of the relation, and how plainly it is then taken to say it (a labelled field 1).
# One of two asked words is not enough.
_SAYS, _PLAINLY = 0.55, 0.85
# What a word of the question counts that says little: a type word, "first", "kind"; and a sentence that names somebody
# else first, one that only follows on the subject's page, and one with several values that fit. Chosen, not measured.
_VAGUE, _OTHERS, _FOLLOWS, _SEVERAL = 0.35, 0.6, 0.95, 0.9
# What a listed relation is read by, of each of its lists.
_WAYS = 8
_BY_KIND = 0.6  # where only the kind is asked and a word of it stands there; chosen, not measured
_COUNTED = 0.5  # what the other words count beside the noun that is counted; chosen, not measured
_HUMAN = 0.75  # two names where an organisation is wanted; chosen, not measured
_BESIDE = 30  # characters between a word and one that denies it; chosen, not measured
DENIES = PATTERNS["denies"]
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL = (
    STOPWORDS["en"]
    | STOPWORDS["de"]
    | frozenset((KINDS["asking"]["leads"] + " " + KINDS["asking"]["empty"]).split())
)
_LIGHT = frozenset(KINDS["asking"]["light"].split())  # verbs that say no more than that there is one
_MEASURED = frozenset(KINDS["asking"]["measured"].split())  # "how long does it ripen" asks when it is ripe
_GENERAL = frozenset(KINDS["asking"]["general"].split())
_STANDS = PATTERNS["stands"]
# "9000 Liter Milch": what follows a figure that is no year is counted, and no name.
FIGURE = re.compile(r"(?:^|\s)(?!(?:1[5-9]|20)\d\d\s)\d[\d.,’']*\s$")
ARTICLE = re.compile(r"\b(?:der|die|den|dem|des|the|an?|eine?[nmrs]?)\s+$", re.I)

# "has made films since 1950": when something began, whatever it is.
_SINCE, _BEGINS = PATTERNS["since"], frozenset(("begin", "found"))
_OF_IT = re.compile(r"\b(?:the|der|die|das|dem|den)\s(\w+)\s(?:of|von)\s(?:the\s)?$", re.I)
_BY = re.compile(r"\b(?:by|von)\s$", re.I)
_IN_YEAR = re.compile(r"\b(?:in|since|seit|jahre?|von|until|bis)\s(?:1[5-9]|20)\d\d$", re.I)

Found = tuple[Unit, Candidate, float]


def nearest(evidence: Evidence, subject: str, hop: Hop, *, about: bool) -> list[Found]:
    """Values of the wanted kind beside the words nearest to the relation, of the best sentence of one passage."""
    scored = [
        found
        for unit in units(evidence.text)
        if about or mentions(subject, unit.text)
        for found in _of_unit(unit, subject, hop)
    ]
    own = re.split(r"\s[|–—·]\s", evidence.title)[-1]  # a site names itself on every page
    scored = [(score, found) for score, found in scored if not same_name(found[1].text, own)]
    best = max((score for score, _ in scored), default=0.0)
    return [found for score, found in scored if score == best] if best >= _SAYS * _OTHERS else []


def _of_unit(unit: Unit, subject: str, hop: Hop) -> Iterator[tuple[float, Found]]:
    pair = fields(unit)
    if pair and len(pair[0].split()) <= LABEL:
        if (near := _label_says(hop.relation, pair[0])) >= _SAYS:
            at = unit.text.rindex(pair[1])
            for value in cell_values(pair[1], hop.relation, hop.wants, pair[0])[: None if hop.many else 1]:
                yield near, (unit, Candidate(value.text, value.canonical, at + value.start), near * _PLAINLY)
        return
    spans = mentions(subject, unit.text)
    opens = DATELINE.match(unit.text)
    plain = _without(unit.text, [*spans, opens.span()] if opens else spans)
    kind = _BY_KIND * _only_kind(hop.relation)
    scored = [
        (near, value)
        for value, telling in _values(unit.text, plain, subject, hop)
        if not (opens and value.start < opens.end())
        and (near := max(kind, says(hop.relation, plain, value)) * telling) >= _SAYS * _OTHERS
    ]
    if not scored or max(near for near, _ in scored) < _SAYS or _denied(hop.relation, plain):
        return
    near, value = max(
        scored, key=lambda pair: (pair[0] - _distance(hop.relation, plain, pair[1]), -pair[1].start)
    )
    rivals = {one.canonical for score, one in scored if score >= near * _SEVERAL}
    first = next(iter(names_in(unit.text)), None)
    leads = first if first and first.start < 4 and first.start != value.start else None
    other = leads and not spans and looks_like(leads, "person")
    of = _OF_IT.search(unit.text[: spans[0][0]]) if spans and not hop.relation.part else None
    part = of and of.span(1) not in triggers(hop.relation, plain)  # "built the organ of …"
    near *= (1.0 if spans else _FOLLOWS) * (_OTHERS if other else _SEVERAL if part else 1.0)
    yield near, (unit, value, near * _PLAINLY * (_SEVERAL if len(rivals) > 1 else 1.0))


def _only_kind(relation: Attribute) -> bool:
    """ "What pet does she have": nothing but the kind is asked, so a word of the kind is enough."""
    if relation.listed or relation.part or relation.wants not in VALUES:
        return False
    kind = KINDS["asking"]["kinds"].get(relation.wants, "").split()
    return all(
        word in _LIGHT or word in kind or _weight(word, relation.head) < 1 for word in words(relation.name)
    )


def _denied(relation: Attribute, text: str) -> bool:
    """Whether a word right beside those that name the relation denies it."""
    said = triggers(relation, text)
    return any(
        abs(m.start() - start) < _BESIDE
        and not re.search("[:;,]", text[min(m.start(), start) : max(m.end(), end)])
        for m in DENIES.finditer(text)
        for start, end in said
    )


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with the subject and other names blanked: names mean nothing."""
    names = [
        (name.start, name.end)
        for name in names_in(masked(text, spans))
        if (len(name.text.split()) > 1 or is_org(name.text)) and not FIGURE.search(text[: name.start])
    ]
    return masked(text, (*spans, *names), " ")


def _values(text: str, plain: str, subject: str, hop: Hop) -> Iterator[tuple[Candidate, float]]:
    """What may be the value, and how telling its kind is where nobody said which is wanted."""
    own = set(folded(subject))
    every = candidates(masked(text, mentions(subject, text)), hop.relation, hop.wants)
    if hop.wants == "date" and hop.relation.name not in RELATIONS:
        every += candidates(text, hop.relation, "time")  # "on what day is it closed"
    for value in every:
        value = _untitled(value, text) if hop.wants in (*AGENTS, "name") else value
        if same_name(value.text, subject) or set(folded(value.text)) <= own:
            continue
        if hop.wants == "number" and _IN_YEAR.search(text[: value.end]):
            continue
        odd = " " not in value.text or any(c.isdigit() for c in value.text)
        if hop.wants in AGENTS and odd and not is_org(value.text):
            continue
        if hop.wants == "place" and not _stands(value, text):
            continue
        thing, counts = hop.wants == "thing", hop.wants == "number" and bool(hop.relation.head)
        person = thing and len(value.text.split()) == 2 and value.text.istitle() and not is_org(value.text)
        figure = thing and re.fullmatch(r"[\d.,’']+", value.text)
        if not is_org(value.text) and ORG_WORDS & set(hop.relation.head):
            continue  # "which bank": a bank says that it is one
        if thing and not value.canonical[:1].isdigit():
            value = Candidate(value.text, canonical_name(value.text), value.start)
        measured = thing and hop.relation.head and value.text[-1:].isdigit()
        # "How many stops": 25 minutes are none, and a unit that was asked for stands in the question.
        other_unit = counts and " " in value.canonical and not said_unit(value, hop.relation)
        # "which illness" is answered by no person, unless the page says that this one is such a thing.
        human = hop.wants == "org" and value.text.count(" ") == 1 and not is_org(value.text)
        other = person and not max(said_by(hop.relation.head, plain), default=(1.0, 0))[0]
        odds = ((0.0, other_unit), (_HUMAN, human), (0.6, figure or measured or other), (0.9, person))
        yield value, next((share for share, holds in odds if holds), 1.0)
    if hop.wants == "thing" and not ORG_WORDS & set(hop.relation.head):
        said = triggers(hop.relation, plain)
        for start, end in _noun_phrases(plain, said):
            if _is_noun(text, start, end):
                yield Candidate(text[start:end], canonical_name(text[start:end]), start), 1.0


def said_unit(value: Candidate, relation: Attribute) -> bool:
    """Whether a figure's unit is what is counted ("how many litres")."""
    units = words(re.sub(r"[\d.,’']", " ", value.text)) or words(value.canonical)
    return any(roots(unit) & roots(head) or head.startswith(unit) for unit in units for head in relation.head)


def _untitled(value: Candidate, text: str) -> Candidate:
    """ "den Sammler Otto Quarles": a role between an article and two names is no name."""
    head, _, rest = value.text.partition(" ")
    if rest.count(" ") >= 1 and ARTICLE.search(text[: value.start]):
        return Candidate(rest, canonical_name(rest), value.start + len(head) + 1)
    return value


def _stands(value: Candidate, text: str) -> bool:
    if value.text.lower() in NOWHERE:
        return False
    opens = value.start < 4 and re.match(r"\s+(?:is|was|ist|war)\b", text[value.end :])
    return placed(Name(value.text, value.start), text) or bool(opens or _STANDS.search(text[: value.start]))


def _noun_phrases(text: str, said: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Runs of telling words after a small one, or one that says the relation: "is mad about [falconry]"."""
    run: list[re.Match[str]] = []
    lead: re.Match[str] | None = None
    for token in [*_TOKEN.finditer(text), None]:
        broken = token is None or (run and text[run[-1].end() : token.start()] not in (" ", "-"))
        small = token is not None and (token.group().lower() in _SMALL or token.span() in said)
        if (broken or small) and run:
            # "it comes from": after a pronoun stands a verb
            if lead and run[0].start() == lead.end() + 1 and lead.group().lower() not in PRONOUNS:
                yield run[0].start(), run[-1].end()
            run, lead = [], None
        if token is not None and small:
            lead = token
        elif token is not None:
            run.append(token)


def _is_noun(text: str, start: int, end: int) -> bool:
    """Not a lone participle ("was reached"); in German a noun has a capital."""
    if detect_language(text) == "de":
        return any(word[0].isupper() for word in text[start:end].split())
    return " " in text[start:end] or not text[start:end].endswith(("ed", "ing", "ly"))


Way = tuple[tuple[str, float], ...]  # words, and what each counts


@lru_cache(maxsize=2_048)
def _ways(relation: Attribute) -> tuple[Way, ...]:
    """The ways to say a relation; one nobody listed has its own words alone."""
    listed = (*relation.nouns[:_WAYS], *relation.does[:_WAYS], *relation.done[:_WAYS])
    # "how many copies does it sell": copies are counted
    counts = relation.wants == "number" and relation.head
    head = relation.head if not counts else ()
    every = (
        tuple(
            (word, _weight(word, head) * (_COUNTED if counts and word not in counts else 1))
            for word in words(phrase)
            if relation.listed
            or relation.wants != "date"
            or phrase == word
            or "begin" not in meanings_of((word,))[0]  # "start operating": when it operates is asked
        )
        for phrase in listed
    )
    telling = tuple(dict.fromkeys(way for way in every if any(weight == 1 for _, weight in way)))
    telling = telling if relation.listed or relation.part else tuple(map(_once, telling))
    part = _part(relation)
    # Where all its words say little, each says as much as it can.
    return tuple((*way, *part) for way in telling) or (
        tuple((word, _weight(word, (), 1.0)) for word in words(relation.name)),
    )


def _part(relation: Attribute) -> Way:
    return tuple((word, 1.0) for word in relation.part)


def _once(way: Way) -> Way:
    """ "The jockey who rides": of two words of one meaning one is enough, the more telling; phrases stay whole."""
    meant = meanings_of(tuple(word for word, _ in way))
    ranked = sorted(range(len(way)), key=lambda at: (-way[at][1], at))
    twice = {
        b
        for n, a in enumerate(ranked)
        for b in ranked[n + 1 :]
        if meant[a] & meant[b] and "_" not in meant[b]
    }
    return tuple(pair for at, pair in enumerate(way) if at not in twice)


def _weight(word: str, head: Sequence[str], vague: float = _VAGUE) -> float:
    if word in STOPWORDS["en"] | STOPWORDS["de"]:
        return 0.0
    return vague if word in _GENERAL | _MEASURED or word in head or type_of(word) else 1.0


def says(relation: Attribute, text: str, value: Candidate) -> float:
    """How much of one way to say the relation stands in a text; the value's own words may only be of its kind."""
    tokens = [token.span() for token in _TOKEN.finditer(text)]
    inside = {place for place, (start, end) in enumerate(tokens) if value.start < end and start < value.end}
    if relation.wants == "number":
        inside = set()  # "how many litres": the unit beside the figure is what was asked
    if relation.wants == "date" and _SINCE.search(text[: value.start]) and _begins(relation):
        return SAME_MEANING
    told = max(_said(way, text, inside) for way in _ways(relation))
    if relation.part and relation.wants in AGENTS and _BY.search(text[: value.start]):
        told = max(told, SAME_MEANING * _said(_part(relation), text))  # "the libretto is by …"
    return told


@lru_cache(maxsize=2_048)
def _begins(relation: Attribute) -> bool:
    every = words(" ".join((relation.name, *relation.nouns[:_WAYS])))
    return not relation.part and any(_BEGINS & meaning for meaning in meanings_of(tuple(every)))


def _said(way: Way, text: str, inside: Collection[int] = ()) -> float:
    scores = said_by(tuple(word for word, _ in way), text)
    told = sum(
        score * weight
        for (_, weight), (score, at) in zip(way, scores, strict=True)
        if at not in inside or score not in (1.0, SAME_MEANING)
    )
    return told / (sum(weight for _, weight in way) or 1.0)


def _label_says(relation: Attribute, label: str) -> float:
    """A label is short: what it says counts as much as what it says of all that was asked."""
    told = tuple((word, _weight(word, (), 1.0)) for word in words(re.sub(r"\([^)]*\)", "", label)))
    ways = [*_ways(relation), *[((noun, 1.0),) for noun in relation.head]]
    ways += [_part(relation)] if relation.part and relation.wants in AGENTS else []
    says = [(_said(way, label), _said(told, " ".join(word for word, _ in way))) for way in ways]
    return max((there + back) / 2 * (there >= _SAYS) for there, back in says)


@lru_cache(maxsize=16_384)
def triggers(relation: Attribute, text: str) -> tuple[tuple[int, int], ...]:
    """Where a text's words have the meaning of the relation's."""
    every = [word for way in _ways(relation) for word, _ in way]
    meant, stems = (
        frozenset().union(*meanings_of(tuple(every))) - {"_"},
        frozenset().union(*map(roots, every)),
    )
    tokens = list(_TOKEN.finditer(text))
    told = meanings_of(tuple(token.group().lower() for token in tokens))
    return tuple(
        token.span()
        for token, meaning in zip(tokens, told, strict=True)
        if meaning & meant or roots(token.group().lower()) & stems
    )


def _distance(relation: Attribute, text: str, value: Candidate) -> float:
    """How far a value stands from the words that name the relation; what follows them is nearer."""
    said = triggers(relation, text)
    after = [value.start - end for _, end in said if end <= value.start]
    before = [start - value.end for start, _ in said if start >= value.end]
    if re.fullmatch(r"[\d.,’' ]+", value.text):
        before = [gap - 20 for gap in before]  # "148 species": a number stands before what it counts
    return 0.002 * min([*after, *(gap + 20 for gap in before), 100])
