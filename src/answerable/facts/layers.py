"""One layer of a question around what is known: "the founder of …", "wo wurde … geboren", "the town where … is based".

A layer is read by the words it has, in any order: question and type words say what kind is wanted, the rest name a
relation. Words of no known relation become one of their own, which costs more; the cheapest reading of all layers wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from answerable.facts.fact import Attribute, Hop
from answerable.facts.names import AGENTS, KINDS
from answerable.facts.phrases import asked_by, phrase_words, type_of
from answerable.facts.relations import RELATIONS, by_noun, of_part, unknown
from answerable.language.meanings import roots
from answerable.language.words import STOPWORDS

ASKING = KINDS["asking"]
WH: dict[str, frozenset[str]] = {kind: frozenset(row.split()) for kind, row in ASKING["wh"].items()}
_AUXILIARY = frozenset(ASKING["auxiliary"].split())
EMPTY = frozenset(ASKING["empty"].split()).union(_AUXILIARY, *WH.values()) | STOPWORDS["en"] | STOPWORDS["de"]
_FILLERS = frozenset(ASKING["fillers"].split())
_RELATIVE = frozenset(ASKING["relative"].split())
_CLEARLY_RELATIVE = frozenset(ASKING["clauses"].split())
_ARTICLES = frozenset(ASKING["articles"].split())
_DEFINITE = _ARTICLES - {"a", "an"} | {"vom", "beim", "zum", "zur"}
_MOST = 4  # words of an unlisted relation
WHICH = frozenset(ASKING["which"].split())
MEASURED = frozenset(ASKING["measured"].split())
_EACH = frozenset(("every", "per", "a", "each", "pro", "jeden", "jedem", "jedes", "einen", "am", "im"))
WHERE = frozenset(("where", "wo"))
_KIND = frozenset(("type", "kind", "sort", "art", "of", "von"))
_INSIDE, _PARTS, _GENERAL = (frozenset(ASKING[row].split()) for row in ("inside", "binds", "general"))
_WHOSE, _BY = frozenset(ASKING["whose"].split()), frozenset(ASKING["by"].split())
_OF_KIND: dict[str, frozenset[str]] = {kind: frozenset(row.split()) for kind, row in ASKING["kinds"].items()}
PRONOUNS: dict[str, str] = {word: kind for kind, row in ASKING["pronouns"].items() for word in row.split()}
# What a reading costs. Adjusted by hand on the questions of tests/facts and of webs A to E (figures.md), not fitted:
# a further hop is dearer than nothing and cheaper than a word left over; words of no relation are dearer still.
_HOP, _LEFT_OVER, _UNLIKE, _UNKNOWN, _VAGUE = 1.0, 12.0, 3.0, 2.0, 0.3
_COMPATIBLE = {kind: row.split() for kind, row in ASKING["compatible"].items()}


Match = tuple[Attribute, str, frozenset[str]]  # what words name, in which role, and their roots


@dataclass(frozen=True)
class Layer:
    """A reading of a layer: what it costs, the hop it is (none where it only repeats what is known), what comes out."""

    cost: float
    hop: Hop | None
    kind: str


def fits(kind: str, other: str) -> bool:
    """Whether something of one kind may be of the other; nothing said fits everything."""
    return not kind or not other or other in ("any", kind) or other in _COMPATIBLE.get(kind, ())


@lru_cache(maxsize=65_536)
def readings(left: tuple[str, ...], right: tuple[str, ...], kind: str) -> tuple[Layer, ...]:
    """What the words before and after something of a kind may mean, the likely ones."""
    said = (*left, *right)
    content = tuple(word for word in said if word not in EMPTY and not type_of(word))
    matches = asked_by(said)
    found = [
        layer
        for match in matches
        for layer in _related((*match[:2], match[2].union(*_beside(match, matches, said))), left, right, kind)
    ]
    wants = asked_kinds(said) or frozenset(known for word in said if (known := type_of(word)))
    found += _unrelated(said, content, wants, kind) if len(content) <= _MOST else ()
    mixed = _UNLIKE * _mixes(left, right)
    cheapest: dict[tuple[Hop | None, str], Layer] = {}
    for layer in sorted(found, key=lambda layer: layer.cost):
        cheapest.setdefault((layer.hop, layer.kind), replace(layer, cost=layer.cost + mixed))
    return tuple(cheapest.values())[:8]


def _beside(match: Match, matches: Sequence[Match], said: Sequence[str]) -> Iterator[frozenset[str]]:
    """ "for a living" and "before": what other words name, of the same kind and of the same, is the same question.

    Not "led by the chair of": what an article opens is another layer.
    """
    relation = match[0]
    own = frozenset[str]().union(*(covered for other, _, covered in matches if other.name == relation.name))
    opened = frozenset[str]().union(*(roots(word) for the, word in pairwise(said) if the in _DEFINITE))
    for other, _, covered in matches:
        apart = bool(covered & opened) != bool(match[2] & opened)
        if apart or {other.name, relation.name} == {"children", "parents"}:
            continue
        if (other.wants, other.of) == (relation.wants, relation.of) and other.of != "any" and own - covered:
            yield covered


def described(left: tuple[str, ...], kind: str) -> Layer | None:
    """ "the chess master Kilian Escher": what stands right before a name may only describe it."""
    content = tuple(word for word in left[1:] if word not in EMPTY)
    if len(left) < 2 or left[0] not in _ARTICLES or len(content) != len(left) - 1 or len(content) > _MOST:
        return None
    return Layer(_VAGUE * len(content) + _HOP * bool(asked_by(content)), None, kind)


def _mixes(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether two clauses are mixed: "the man who coaches … | come from"; the second verb is another layer's."""
    at = next((i for i in range(len(left) - 1, -1, -1) if left[i] in _CLEARLY_RELATIVE and i > 0), None)
    if at is None:
        return False
    return any(word not in EMPTY for word in left[at + 1 :]) and any(word not in EMPTY for word in right)


def asked_kinds(said: Sequence[str]) -> frozenset[str]:
    """The kinds that are asked for: by a question word, or by a type word right after "which"."""
    words = frozenset(
        known
        for before, word in pairwise(("", *said))
        for known, words in WH.items()
        # "every day" asks for no day, and "the yard where …" for no place
        if word in words and before not in _EACH and not (word in WHERE and before and before not in EMPTY)
    )
    return words | frozenset(
        type_of(word) for which, word in pairwise(said) if which in WHICH and type_of(word)
    )


def _related(match: Match, left: tuple[str, ...], right: tuple[str, ...], kind: str) -> Iterator[Layer]:
    relation, role, covered = match
    head, clause = _head(left)
    listed = bool(head) and (head in phrase_words() or bool(asked_by((head,))))
    # "Den Verlag, dem … gehört": a listed noun may say whom the clause wants; else it is a layer of its own.
    wanted = fits("org", relation.wants) and any(one.wants == "org" for one, _, _ in asked_by((head,)))
    head = head if not listed or wanted else ""
    spare = tuple(
        word for word in (*left, *right) if not roots(word) & covered and (word != head or type_of(word))
    )
    listed = listed and head not in spare and not roots(head) & covered
    by, whose = bool(left) and left[-1] in _BY, any(word in _WHOSE for word in spare)
    unused = tuple(word for word in spare if word not in EMPTY | _FILLERS and not type_of(word))
    # "Why did … burn": the words beside say of what the cause is asked.
    cost = (
        _HOP
        + _VAGUE * listed
        + (_VAGUE * len(unused) if relation.name == "cause" and role == "asks" else _left_over(unused))
    )
    if (
        kind
        and len(unused) == 1
        and unused[0] in left
        and left[left.index(unused[0]) - 1] in _ARTICLES
        and not asked_by(unused)
    ):
        # "wer hat das Stadion entworfen, in dem …": the noun that the clause before described
        cost -= _UNKNOWN
    cost += _UNLIKE * (whose and role != "nouns") + _VAGUE * (
        role in ("does", "done") and left[-1:] == ("of",)
    )
    if role == "nouns" and left and not right and roots(left[-1]) & covered:
        cost += _HOP  # a role without "of" rather names who follows
    # "the company Acme AG was …" repeats what Acme is; in "the company Anna Keller founded" the company is wanted.
    repeats = (
        left[-1:]
        if not kind and (not right or right[0] in _AUXILIARY or any(word in _AUXILIARY for word in left))
        else ()
    )
    wh = asked_kinds(spare)
    types = frozenset(one for word in spare if word not in repeats and (one := type_of(word))) - wh
    if role == "nouns":
        yield from _made_of(relation, covered, left, unused)
    for inverse in (False, True) if role in ("does", "done") else (whose,):
        given, gets = (relation.wants, relation.of) if inverse else (relation.of, relation.wants)
        extra = 0.0 if fits(kind, given) else _UNLIKE
        extra += _VAGUE * (inverse != by) if role in ("does", "done") else 0.0
        counted = relation.many and "number" in wh
        if counted and not inverse:
            yield from _counting(relation, (*left, *right), cost)
        extra += _UNLIKE * sum(not fits(one, gets) for one in wh) * (not counted and role != "asks")
        extra += _UNLIKE * sum(not fits(one, gets) and one != kind for one in types)
        if role in ("does", "done") and not wh and not types:
            extra += _VAGUE
            if clause and not inverse and gets not in ("person", "org", "agent"):
                extra += _HOP  # "… that made it": somebody is wanted
        if gets == "any":  # whose value it is can only be told by a type word
            extra, gets = extra + _HOP * (not types), min(types, default="")
        yield Layer(cost + extra, Hop(relation, inverse=inverse), gets)


def _made_of(
    relation: Attribute, covered: frozenset[str], left: tuple[str, ...], unused: tuple[str, ...]
) -> Iterator[Layer]:
    """ "The organ builder of …": who made a part of it."""
    part = unused[0] if len(unused) == 1 and unused[0] in left[:-1] and not asked_by(unused) else ""
    if part and relation.wants in AGENTS and roots(left[left.index(part) + 1]) & covered:
        yield Layer(2 * _HOP, Hop(of_part(relation, part)), relation.wants)


def _counting(relation: Attribute, said: Sequence[str], cost: float) -> Iterator[Layer]:
    """ "Has three children": how many are told where nobody is named."""
    for noun in [word for word in said if word in relation.nouns][:1]:
        number = replace(unknown(noun, "number", noun), name=f"number of {noun}")
        yield Layer(cost + _HOP, Hop(number), "number")


def _head(left: tuple[str, ...]) -> tuple[str, bool]:
    """The noun that a relative clause describes ("the yard that …", "die Werft, welche …"), and if there is one."""
    for place in range(len(left) - 1, 0, -1):
        comma = left[place - 1] == ","
        if left[place] in _RELATIVE and (comma or left[place] in _CLEARLY_RELATIVE):
            return left[place - 2] if comma and place > 1 else left[place - 1] * (not comma), True
    opens = left[:1] == (",",) and len(left) > 1 and left[1] in _RELATIVE
    return "", opens or (bool(left) and left[0] in _CLEARLY_RELATIVE)


def _left_over(spare: tuple[str, ...]) -> float:
    """Words that a reading does not use; those that name a relation were surely meant."""
    return sum(
        _UNLIKE if word in _GENERAL else _LEFT_OVER + _VAGUE * bool(asked_by((word,))) for word in spare
    )


def _typed(said: tuple[str, ...], wants: frozenset[str], kind: str) -> Layer | None:
    """ "in which town can I find …", "which university did … go to": only the type word says what is asked."""
    if not any(word in WHICH for word in said) or wants <= {kind}:
        return None
    if "place" in wants:
        origin = kind in ("", "person") and not {"from", "aus"}.isdisjoint(said)
        name = "birthplace" if origin else "seat" if kind == "org" else "located"
        return Layer(_HOP + _VAGUE, Hop(RELATIONS[name]), "place")
    named = [relation for word in said if type_of(word) for relation in by_noun().get(word, ())]
    asked = next((relation for relation in named if fits(kind, relation.of)), None)
    if asked:
        return Layer(_HOP + _VAGUE, Hop(asked), asked.wants)
    noun = next((word for which, word in pairwise(said) if which in WHICH and type_of(word)), "")
    return Layer(_HOP + _UNKNOWN, Hop(unknown(noun, type_of(noun), noun)), type_of(noun)) if noun else None


def _known(said: Sequence[str], of: int = 0) -> float:
    """What it costs that listed words are read as something else; a noun is rarely, and all words hardly ever."""
    roles = {role for word in said for _, role, _ in asked_by((word,))}
    if "nouns" in roles:
        return 2 * _UNLIKE + _UNLIKE * (len(said) == of)
    return (_HOP * len(said) + _HOP * (len(said) == of)) * bool(roles)


def _unrelated(
    said: tuple[str, ...], content: tuple[str, ...], wants: frozenset[str], kind: str
) -> Iterator[Layer]:
    counted = [
        two for one, two in pairwise(said) if one in WH["number"] and type_of(two) not in ("", "person")
    ]
    if counted and not content:  # "how many books are in the library of …"
        yield Layer(_HOP + _UNKNOWN, Hop(unknown(counted[0], "number", counted[0])), "number")
    elif all(word in _FILLERS for word in content):
        if found := _typed(said, wants, kind):
            yield found
            return
        if all(fits(one, kind) for one in wants):
            of = any(role == "nouns" for _, role, _ in asked_by(said))
            relative = any(word in _CLEARLY_RELATIVE for word in said) and "," not in said[1:]
            yield Layer(
                _HOP + _VAGUE if of or (relative and not wants) else 0.1, None, kind or min(wants, default="")
            )
        elif "place" in wants:
            cost = _HOP + _VAGUE + _UNLIKE * (kind == "person")
            yield Layer(cost, Hop(RELATIONS["seat" if kind == "org" else "located"]), "place")
        else:
            yield Layer(_UNKNOWN + _UNLIKE, None, kind)
    if counted or all(word in _FILLERS for word in content):
        return
    telling = [at for at, word in enumerate(said) if word not in EMPTY | _FILLERS or type_of(word)]
    # "taught … to cook" says taught
    telling = [at for at in telling if at == telling[0] or said[at - 1] != "to"]
    # Small words between the telling ones belong to what they say: "taken out of service".
    named = [said[at] for at in range(telling[0], telling[-1] + 1) if at in telling or said[at] in _INSIDE]
    # "Where is it housed these days" asks for a place: a word of time beside another question word asks nothing.
    want = min(
        wants - {kind, "thing"},
        key=lambda one: (one in ("person", "agent"), one == "date", one),
        default="thing",
    )
    if any(one in ("how", "wie") and two in MEASURED for one, two in pairwise(said)):
        want = "number"  # "how far", "wie tief"
    want = "thing" if "uhr" in said else want  # "um wie viel Uhr" counts nothing
    if want == "thing":  # "what pet", "welche Blume": a noun that many words are of
        want = next((kind for word in said for kind, row in _OF_KIND.items() if word in row), want)
    # A listed word may describe an unlisted one ("home port"), but not be left in it; an article begins something else.
    places = [place for place, word in enumerate(said) if word in content]
    named_by = [at for at in places if asked_by((said[at],))]
    known = tuple(said[at] for at in named_by if at + 1 not in places or at + 1 in named_by)
    asks = [at + 1 for at, word in enumerate(said[:-1]) if word in WHICH | WH["number"]]
    # "which mountain", "what kind of rock": the noun says what is wanted, not how it is related.
    asks = [next((i for i in range(at, len(said)) if said[i] not in _KIND), at) for at in asks]
    runs = [next((end for end in range(at, len(said)) if said[end] in EMPTY), len(said)) for at in asks]
    head = [word for at, end in zip(asks, runs, strict=True) for word in said[at:end] if word in content]
    # "which bus goes": the last one is the verb
    head = head if len(head) < len(content) else head[:-1] or head
    which = [word for word in head if not asked_by((word,))]
    if which:  # "in which room does … sit": the noun says it, and the verb may be any
        known = tuple(word for word in known if word not in head and _known((word,)) > _HOP)
    # two words that "of" parts are hardly one relation
    parted = sum(any(word in _PARTS for word in said[one + 1 : two]) for one, two in pairwise(places))
    cost = _HOP + _UNKNOWN + _VAGUE * len(content) + _known(known, len(content)) + (_UNLIKE + _HOP) * parted
    yield Layer(cost, Hop(unknown(" ".join(named), want, *head)), "" if want == "thing" else want)
