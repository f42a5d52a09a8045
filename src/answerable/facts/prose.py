"""Facts in running text: a sentence that speaks of the subject, words that name the relation, a value that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from answerable.facts.beside import AFTER, BESIDE, after_name, apposed, listed_with, right_after
from answerable.facts.fact import Attribute, Hop
from answerable.facts.names import (
    AGENTS,
    FORMER,
    LEAVING,
    PATTERNS,
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
from answerable.facts.owned import BREAK, owned
from answerable.facts.phrases import type_of
from answerable.facts.relations import RELATIONS
from answerable.facts.triggers import Trigger, find_triggers
from answerable.facts.wanted import THINGS, Candidate, candidates, given_names, object_after
from answerable.language.words import detect_language

# How far (in characters) a value may stand from the words that name its relation. Chosen by reading sentences of
# encyclopaedias and company pages, not measured.
_REACH = {"date": 80, "place": 80, "person": 70, "org": 70, "agent": 70}
# Words between an attribute nobody knows and its value: "a maximum depth of about 84 metres".
_CLOSE = 4
_DENIED = PATTERNS["denied_before"]
_HEDGED = PATTERNS["hedged"]
_ENDED = PATTERNS["ended"]
_AGENT = re.compile(r"\b(?:by|von|durch|of|to|with|mit|from|der|vom|the)\s+(?:[\w.-]+\s+){0,3}$", re.I)
_DOER = re.compile(r"\b(?:by|von|durch|vom)\s+(?:[\w.-]+\s+){0,3}$", re.I)
# Words that bind the value that follows them, without a further preposition.
_BOUND = PATTERNS["bound"]
_BETWEEN = PATTERNS["between"]
_OF = re.compile(r"\s+(?:of|von|vom|der|des)\s+(?:the\s+|der\s+|dem\s+)?(?P<whose>[\w-]+)")
_A_PART = re.compile(r"\s+(?:the|die|das|den)\s+[\w-]+\s+(?:of|von|vom|der|des)\s+(?:the\s+)?", re.I)
_IS = re.compile(r"\s*(?::|(?:is|was|are|were|ist|war|sind|waren|of)\b)")
_GERMAN = re.compile(r"[äöüß]|\b(?:der|die|das|steht|stehen|wird)\b")
_AND = re.compile(r"\s+(?:and|und|&)\s+")


@dataclass(frozen=True)
class Said:
    """A candidate a sentence gives for the relation."""

    value: Candidate
    direct: float
    former: bool


def said_of(text: str, subject: str, hop: Hop, *, about: bool) -> list[Said]:
    """What one sentence says of the subject; `about` tells that the page (or the sentence before) speaks of it."""
    relation, wants = hop.relation, hop.wants
    spans = mentions(subject, text) or (_short_mentions(subject, text) if about else [])
    if not spans and not about:
        return []
    close = BESIDE.get(relation.name) if not hop.inverse else None
    if close and (beside := right_after(text, spans, close)):
        return [Said(beside, 0.9, former=False)]
    names = [name for name in names_in(masked(text, spans)) if not same_name(name.text, subject)]
    if relation.name in AFTER and not hop.inverse and (at := after_name(text, spans, names, relation)):
        return [Said(at, 0.85, former=False)]
    if relation.name == "occupation" and not hop.inverse and (what := apposed(text, spans)):
        return [Said(what, 0.85, former=False)]
    found: list[tuple[float, Said]] = []
    for trigger in find_triggers(text, relation):
        if not owned(text, trigger, hop, spans, names):
            continue
        for distance, value in _fitting(text, trigger, hop, spans, subject):
            if distance <= _REACH.get(wants, 60) and not _of_nearer(text, trigger, value, relation):
                over = relation.varies and _over(text, value, trigger)
                found.append((distance, Said(value, _directness(text, trigger, bool(spans)), over)))
    if not found:
        return []
    found.sort(key=lambda pair: (pair[1].former, pair[0]))
    best = found[0][1]
    if not hop.many:
        return [best]
    listed = [best] + [
        Said(value, best.direct, best.former) for value in listed_with(text, best.value, hop, subject)
    ]
    others = [said for _, said in found if all(said.value.canonical != one.value.canonical for one in listed)]
    return listed + [said for said in others if said.former]


def _of_nearer(text: str, trigger: Trigger, value: Candidate, relation: Attribute) -> bool:
    """ "born in 1970, lives in Lund": what stands between says another thing of the same kind."""
    between = text[trigger.end : value.start]
    kind = (relation.wants, relation.of)
    rivals = [one for one in RELATIONS.values() if (one.wants, one.of) == kind and one is not relation]
    said = (found for one in rivals for found in find_triggers(between, one))
    return kind == ("place", "person") and any(found.role == "done" for found in said)


def sole_value(text: str, relation: Attribute) -> Candidate | None:
    """The only weight, price, speed or material of a page about the subject needs no words that name it."""
    if relation.wants not in ("amount", "material") and not {"g", "m2", "km/h"} & set(relation.units[:1]):
        return None
    found = {one.canonical: one for one in candidates(text, relation, relation.wants)}
    return next(iter(found.values())) if len(found) == 1 else None


def _short_mentions(subject: str, text: str) -> list[tuple[int, int]]:
    """On a page about somebody, the first or last name alone means them."""
    words = folded(subject)
    if len(words) < 2:
        return []
    found = [span for word in (words[-1], words[0]) if len(word) > 3 for span in mentions(word, text)]
    # Not where it is a part of somebody else's name.
    others = [name for name in names_in(text) if not set(folded(name.text)) <= set(words)]
    named = [span for span in found if text[span[0]].isupper()]  # "stoves" are no Acme Stoves
    return [span for span in named if not any(n.start < span[1] and span[0] < n.end for n in others)]


def _fitting(
    text: str, trigger: Trigger, hop: Hop, spans: Sequence[tuple[int, int]], subject: str
) -> Iterator[tuple[float, Candidate]]:
    """Values that may belong to the trigger, with how far away they are."""
    relation, wants = hop.relation, hop.wants
    if relation.name == "children" and not hop.inverse:
        # "Maja and Elias, the children of Anna": whom they belong to stands after, they stand before.
        before = re.match(r"\s*(?:of|von|der|des|from)\b", text[trigger.end :]) is not None
        named = given_names(text)
        # "The children of Anna are Maja and Elias"
        before = before and any(c.end <= trigger.start for c in named)
        found = [c for c in named if (c.end <= trigger.start) == before]
        # "the children of Anna and Per": who is named with one parent is the other
        found = [c for c in found if not any(_AND.fullmatch(text[end : c.start]) for _, end in spans)]
    else:
        found = candidates(masked(text, spans), relation, wants)
        end = _past_owner(text, trigger, spans)
        thing = object_after(text, end) if wants == "thing" else None
        if (
            thing
            and all(thing.start != one.start for one in found)
            and (
                trigger.role != "nouns" or _IS.match(text, end)  # a verb's object, or "the style is …"
            )
        ):
            found = [thing, *(one for one in found if not thing.start <= one.start < thing.end)]
    for value in found:
        if any(start < value.end and value.start < end for start, end in spans) or same_name(
            value.text, subject
        ):
            continue
        # "Schnelle Leitungen wurden verlegt" names no "Leitung"
        within = value.start < trigger.end and trigger.start < value.end
        if wants in AGENTS and (within or set(folded(value.text)) <= set(folded(subject))):
            continue
        after = value.start >= trigger.end
        start, end = (trigger.end, value.start) if after else (value.end, trigger.start)
        distance = float(max(0, end - start)) + 40 * len(BREAK.findall(text[start:end]))
        if _placed_right(text, trigger, value, hop, spans):
            yield distance, value


def _past_owner(text: str, trigger: Trigger, spans: Sequence[tuple[int, int]]) -> int:
    """Where a noun ends with whose it is: "the main products of the company | are …"."""
    of = _OF.match(text, trigger.end) if trigger.role == "nouns" else None
    if of is None:
        return trigger.end
    ends = [end for start, end in spans if start == of.start("whose")]
    return ends[0] if ends else of.end() if type_of(of["whose"]) else trigger.end


def _placed_right(
    text: str, trigger: Trigger, value: Candidate, hop: Hop, spans: Sequence[tuple[int, int]]
) -> bool:
    """Whether the value stands where the trigger's grammar puts it."""
    wants, after = hop.wants, value.start >= trigger.end
    lead = text[max(0, value.start - 40) : value.start]
    if wants == "place":
        # "b. 10 May 1958, Lund" has no preposition.
        gap, words = text[trigger.end : value.start], text[trigger.start : trigger.end].lower()
        bound = any(c.isdigit() for c in gap) or words.endswith(
            (" in", " of", " aus", " from", " at", "home")
        )
        bare = after and bound and _BETWEEN.fullmatch(gap) is not None
        bare = bare or (trigger.role == "nouns" and re.search(r"\b(?:is|was|ist|war)\s+$", lead) is not None)
        return bare or placed(Name(value.text, value.start), text)
    if wants in THINGS:
        if wants != "thing" or text[value.start - 1 : value.start] in tuple('«»“„"‚‘'):
            return True
        return after and len(text[trigger.end : value.start].split()) <= _CLOSE
    if wants not in AGENTS:
        return True
    if hop.inverse:
        # The subject does it to the wanted one, or is named as its doer.
        return True
    if (
        (not after or text[trigger.end : value.start].strip())
        and placed(Name(value.text, value.start), text)
        and re.search(r"\b(?:in|at|near|from|aus|nach|bei)\s+$", lead, re.I)
    ):
        return False
    gap = text[trigger.end : value.start] if after else text[value.end : trigger.start]
    one_word = len(value.text.split()) == 1 and (
        detect_language(text) == "de" or value.text.endswith(("ly", "s"))
    )
    if (
        wants in ("org", "agent")
        and not is_org(value.text)
        and not (wants == "agent" and looks_like(Name(value.text, 0), "person"))
        and (len(gap.split()) > 2 or (one_word and not after))
    ):
        return False  # a name that does not call itself a company must stand right beside the words
    if trigger.role == "does":
        # There a verb may stand before its doer; short sentences show their language by a single word.
        german = detect_language(text) == "de" or _GERMAN.search(text) is not None
        across = not spans or any((span[0] < trigger.start) == after for span in spans)
        # "the saw that Acme makes"; "1987 gründete Anna Keller die Acme AG".
        within = re.search(r"\b(?:that|which|when|den|die|das|als)\s+(?:the\s+|die\s+)?$", lead) is not None
        inverted = german and after and any(span[0] > value.end for span in spans)
        if not hop.relation.varies and any(_A_PART.fullmatch(text, trigger.end, span[0]) for span in spans):
            return False  # who "opens the gates of Acme" did nothing to Acme
        return (across or within or inverted) and (not after or german)
    if trigger.role == "done":
        bound = _BOUND.search(text[trigger.start : trigger.end]) is not None
        # "entworfen hat ihn Vera Meerwald"
        active = after and re.match(r"\s+(?:hat|haben|hatten?)\s+(?:\w+\s+){0,2}$", gap) is not None
        return (after and bound) or active or bool((_AGENT if after else _DOER).search(lead))
    return True


def _directness(text: str, trigger: Trigger, explicit: bool) -> float:
    around = text[max(0, trigger.start - 25) : trigger.end + 8]
    if _DENIED.search(BREAK.split(around)[-1]):
        return 0.0
    plain = 0.95 if explicit else 0.9
    return plain * (0.4 if _HEDGED.search(text) else 1.0)


def _over(text: str, value: Candidate, trigger: Trigger) -> bool:
    """Whether the sentence says that it is no longer so."""
    before = text[max(0, value.start - 45) : value.start].lower()
    near = set(re.findall(r"[\w-]+", text[max(0, trigger.start - 20) : trigger.start].lower()))
    if any(re.search(rf"\b{re.escape(phrase)}\s+(?:[\w,]+\s+){{0,4}}$", before) for phrase in LEAVING):
        return True
    close = set(re.findall(r"[\w-]+", before[-14:]))
    ended = re.search(_ENDED, text[min(value.end, trigger.end) : max(value.end, trigger.end) + 60])
    return bool((near | close) & FORMER) or ended is not None
