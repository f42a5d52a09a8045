"""Facts in running text: a sentence that speaks of the subject, words that name the relation, a value that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from answerable.facts.fact import Attribute, Hop
from answerable.facts.names import (
    FORMER,
    KIN,
    LEAVING,
    Name,
    folded,
    is_org,
    looks_like,
    mentions,
    names_in,
    placed,
    same_name,
)
from answerable.facts.relations import RELATIONS
from answerable.facts.triggers import Trigger, find_triggers
from answerable.facts.wanted import Candidate, candidates, given_names
from answerable.language.words import detect_language

# How far (in characters) a value may stand from the words that name its relation. Chosen by reading sentences of
# encyclopaedias and company pages, not measured.
_REACH = {"number": 60, "amount": 60, "date": 80, "place": 80, "person": 70, "org": 70, "thing": 60}
# Words between an attribute nobody knows and its value: "a maximum depth of about 84 metres".
_CLOSE = 4
_DENIED = re.compile(
    r"\b(?:not(?! (?:that|only|until))|never|no longer|nicht|nie|kein\w*|contrary to|fälschlich\w*|wrongly|"
    r"mistakenly|instead of)\b|n['’]t\b",
    re.I,
)
_HEDGED = re.compile(
    r"\b(?:rumou?r\w*|allegedly|reportedly|supposedly|might|perhaps|said to|will|planned|expected to|wants to|"
    r"angeblich|gerücht\w*|vielleicht|soll|dürfte|geplant|wird voraussichtlich|unconfirmed|unbestätigt\w*)\b",
    re.I,
)
_ENDED = re.compile(
    r"\b(?:until|bis \d|stepped down|resigned|retired|left the company|trat zurück|zurückgetreten|died|gave up)\b",
    re.I,
)
_AGENT = re.compile(r"\b(?:by|von|durch|of|to|with|mit|from|der|vom|the)\s+(?:[\w.-]+\s+){0,3}$", re.I)
# Words that bind the value that follows them, without a further preposition.
_BOUND = (
    " of",
    " to",
    " von",
    " der",
    " zu",
    " zur",
    "mit",
    " for",
    " at",
    " bei",
    "für",
    "married",
    "children",
    "kids",
    "kinder",
)
_BREAK = re.compile(r";|,\s+(?:while|whereas|but|and|während|und|aber)\s|\s(?:while|whereas|während)\s|\.\s")
_LIST = re.compile(
    r"\s*(?:\([^)]*\)|,?\s*(?:aged\s+)?\d{1,2}\b,?)?\s*(?:[,;]\s*(?:and|und|sowie)?|\band\b|\bund\b|\bsowie\b|&)\s*"
    r"(?:(?:her|his|their|the|seine|ihre|dem|der|den|Dr\.|dessen|seiner|ihrem)\s+(?:\w+\s+)?)?$",
    re.I,
)
_BETWEEN = re.compile(
    r"[\s,.(*]*(?:(?:on|am|in|the|den|um)\s+)*(?:\d[\w.]*\s+)?(?:[A-ZÄÖÜ]\w+\s+)?(?:\d{1,2},\s+)?(?:\d{4})?"
    r"[\s,)]*(?:in|at|zu|bei)?\s*"
)


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
    if (
        relation.name in _BESIDE
        and not hop.inverse
        and (beside := _right_after(text, spans, _BESIDE[relation.name]))
    ):
        return [Said(beside, 0.9, former=False)]
    names = [name for name in names_in(text) if not _is(name, subject, spans)]
    found: list[tuple[float, Said]] = []
    for trigger in find_triggers(text, relation):
        if not _owned(text, trigger, hop, spans, names):
            continue
        for distance, value in _fitting(text, trigger, hop, spans, subject):
            if distance <= _REACH.get(wants, 60):
                found.append(
                    (
                        distance,
                        Said(value, _directness(text, trigger, bool(spans)), _over(text, value, trigger)),
                    )
                )
    if not found:
        return []
    found.sort(key=lambda pair: (pair[1].former, pair[0]))
    best = found[0][1]
    if not hop.many:
        return [best]
    listed = [best] + [
        Said(value, best.direct, best.former) for value in _beside(text, best.value, hop, subject)
    ]
    others = [said for _, said in found if all(said.value.canonical != one.value.canonical for one in listed)]
    return listed + [said for said in others if said.former]


def _german(text: str) -> bool:
    """Whether a verb may stand before its doer; short sentences show their language by a single word."""
    return (
        detect_language(text) == "de"
        or re.search(r"[äöüß]|\b(?:der|die|das|steht|stehen|wird)\b", text) is not None
    )


def sole_value(text: str, relation: Attribute) -> Candidate | None:
    """The only weight or price of a page about the subject needs no words that name it."""
    if relation.wants != "amount" and relation.units not in (("g",), ("m2",)):
        return None
    found = {one.canonical: one for one in candidates(text, relation, relation.wants)}
    return next(iter(found.values())) if len(found) == 1 else None


def _is(name: Name, subject: str, spans: Sequence[tuple[int, int]]) -> bool:
    return same_name(name.text, subject) or any(start < name.end and name.start < end for start, end in spans)


def _short_mentions(subject: str, text: str) -> list[tuple[int, int]]:
    """On a page about somebody, the first or last name alone means them."""
    words = folded(subject)
    if len(words) < 2:
        return []
    found = [span for word in (words[-1], words[0]) if len(word) > 3 for span in mentions(word, text)]
    # Not where it is a part of somebody else's name.
    others = [name for name in names_in(text) if not set(folded(name.text)) <= set(words)]
    return [span for span in found if not any(n.start < span[1] and span[0] < n.end for n in others)]


def _owned(
    text: str, trigger: Trigger, hop: Hop, spans: Sequence[tuple[int, int]], names: Sequence[Name]
) -> bool:
    """Whether the words that name the relation belong to the subject and to nobody else in the sentence."""
    if hop.inverse:
        return True
    start = max((m.end() for m in _BREAK.finditer(text, 0, trigger.start)), default=0)
    before = text[start : trigger.start]
    relation = hop.relation
    if text[trigger.start : trigger.end].lower() in relation.vague and _others(
        text, relation, names, spans, trigger
    ):
        return False
    mine = [span for span in spans if start <= span[0] < trigger.start]
    kin = [
        word for word in re.findall(r"[\w-]+", before.lower()) if word in KIN and word not in relation.nouns
    ]
    rivals = [name for name in names if start <= name.start < trigger.start]
    if relation.of == "person":
        people = [n for n in rivals if looks_like(n, "person")]
        if kin and not (mine and mine[-1][0] > _last(before, kin[-1]) + start):
            return False
        if people and not mine:
            return relation.wants in ("person",) and trigger.role != "done" and bool(spans)
        if people and mine:
            first = people[0]
            return first.start > mine[0][0] or _LIST.fullmatch(text[first.end : mine[0][0]]) is not None
        return bool(mine) or bool(spans) or not people
    # The page is about the subject and the sentence names it not: nothing else of its kind may stand before.
    return bool(spans) or not [name for name in rivals if _rivals(name, relation, text)]


def _others(
    text: str, relation: Attribute, names: Sequence[Name], spans: Sequence[tuple[int, int]], trigger: Trigger
) -> bool:
    """Whether somebody else's people may be counted: a company is named, or the place only says where that is."""
    if relation.of == "place":
        after = bool(spans) and all(a > trigger.start and placed(Name(text[a:b], a), text) for a, b in spans)
        return after or any(len(name.text.split()) > 1 for name in names)
    return any(is_org(name.text) for name in names)


def _rivals(name: Name, relation: Attribute, text: str) -> bool:
    """Whether a name in the sentence could be what it speaks of, instead of the page's subject."""
    if relation.of == "org":
        return is_org(name.text)
    if relation.of == "product":
        return any(c.isdigit() for c in name.text)
    german = detect_language(text) == "de"
    if relation.of == "place":
        placing = placed(name, text) and not re.search(
            r"\b(?:of|von|am|an|to|zu)\s+$", text[: name.start], re.I
        )
        opens = (
            not german
            and name.start == 0
            and re.match(r"\s+(?:is|has|had|lies|counts|was)\b", text[name.end :])
        )
        return placing or bool(opens)
    return len(name.text.split()) > 1 and not looks_like(name, relation.wants)


def _last(text: str, word: str) -> int:
    return text.lower().rfind(word)


def _fitting(
    text: str, trigger: Trigger, hop: Hop, spans: Sequence[tuple[int, int]], subject: str
) -> Iterator[tuple[float, Candidate]]:
    """Values that may belong to the trigger, with how far away they are."""
    relation, wants = hop.relation, hop.wants
    if relation.name == "children" and not hop.inverse:
        # "Maja and Elias, the children of Anna": whom they belong to stands after, they stand before.
        before = re.match(r"\s*(?:of|von|der|des|from)\b", text[trigger.end :]) is not None
        found = [c for c in given_names(text) if (c.end <= trigger.start) == before]
    else:
        found = candidates(text, relation, wants)
    for value in found:
        if any(start < value.end and value.start < end for start, end in spans) or same_name(
            value.text, subject
        ):
            continue
        if set(folded(value.text)) <= set(folded(subject)) and wants in ("person", "org"):
            continue
        gap = (
            text[trigger.end : value.start] if value.start >= trigger.end else text[value.end : trigger.start]
        )
        distance = float(
            max(0, value.start - trigger.end if value.start >= trigger.end else trigger.start - value.end)
        )
        distance += 40 * len(_BREAK.findall(gap))
        if _placed_right(text, trigger, value, hop, spans):
            yield distance, value


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
        return bare or placed(Name(value.text, value.start), text)
    if wants == "thing":
        return after and len(text[trigger.end : value.start].split()) <= _CLOSE
    if wants not in ("person", "org"):
        return True
    if hop.inverse:
        # The subject does it to the wanted one, or is named as its doer.
        return True
    if placed(Name(value.text, value.start), text) and re.search(
        r"\b(?:in|at|near|aus|nach|bei)\s+$", lead, re.I
    ):
        return False
    gap = text[trigger.end : value.start] if after else text[value.end : trigger.start]
    one_word = len(value.text.split()) == 1 and (
        detect_language(text) == "de" or value.text.endswith(("ly", "s"))
    )
    if wants == "org" and not is_org(value.text) and (len(gap.split()) > 2 or (one_word and not after)):
        return False  # a name that does not call itself a company must stand right beside the words
    if trigger.role == "does":
        german = _german(text)
        across = not spans or any((span[0] < trigger.start) == after for span in spans)
        # "the saw that Acme makes"; "1987 gründete Anna Keller die Acme AG".
        within = re.search(r"\b(?:that|which|den|die|das)\s+(?:the\s+|die\s+)?$", lead) is not None
        inverted = german and after and any(span[0] > value.end for span in spans)
        return (across or within or inverted) and (not after or german)
    if trigger.role == "done":
        bound = text[trigger.start : trigger.end].lower().endswith(_BOUND)
        # "entworfen hat ihn Vera Meerwald"
        active = after and re.match(r"\s+(?:hat|haben|hatten?)\s+(?:\w+\s+){0,2}$", gap) is not None
        return (after and bound) or active or bool(_AGENT.search(lead))
    return True


def _directness(text: str, trigger: Trigger, explicit: bool) -> float:
    around = text[max(0, trigger.start - 25) : trigger.end + 8]
    if _DENIED.search(_BREAK.split(around)[-1]):
        return 0.0
    plain = 0.95 if explicit else 0.9
    return plain * (0.4 if _HEDGED.search(text) else 1.0)


def _over(text: str, value: Candidate, trigger: Trigger) -> bool:
    """Whether the sentence says that it is no longer so."""
    before = text[max(0, value.start - 45) : value.start].lower()
    near = set(re.findall(r"[\w-]+", text[max(0, trigger.start - 14) : trigger.start].lower()))
    if any(re.search(rf"\b{re.escape(phrase)}\s+(?:\w+\s+){{0,2}}$", before) for phrase in LEAVING):
        return True
    close = set(re.findall(r"[\w-]+", before[-14:]))
    ended = re.search(_ENDED, text[min(value.end, trigger.end) : max(value.end, trigger.end) + 60])
    return bool((near | close) & FORMER) or ended is not None


def _beside(text: str, first: Candidate, hop: Hop, subject: str) -> list[Candidate]:
    """Names that share a list with the first: "Anna Keller and Per Berg", "Maja (12), Elias (9) and Noor"."""
    every = (
        given_names(text) if hop.relation.name == "children" else candidates(text, hop.relation, hop.wants)
    )
    every = [one for one in every if not set(folded(one.text)) <= set(folded(subject))]
    listed, last, ahead = [], first, [one for one in every if one.start > first.start]
    for one in ahead:
        if not _LIST.fullmatch(text[last.end : one.start]):
            break
        listed.append(one)
        last = one
    last = first
    for one in reversed([one for one in every if one.start < first.start]):
        if not _LIST.fullmatch(text[one.end : last.start]):
            break
        listed.append(one)
        last = one
    return listed


# "Maja (12)", "Maja, 12," or "Maja (aged 12)"; "Maja (b. 2014)", "Maja (* 3. Mai 2014 in Lund)".
_BESIDE = {
    "age": re.compile(
        r"\s*(?:\((?:aged |age )?(?P<in>\d{1,3})(?: years| jahre)?\)"
        r"|,\s*(?:aged )?(?P<out>\d{1,3})(?=\s*[,.;)]|\s+and\b|\s+und\b|$))",
        re.I,
    ),
    "born": re.compile(
        r"\s*\((?:b\.|born|geb\.|geboren|\*|jg\.|jahrgang)\s*(?:on |am |in )?(?P<in>[^()]{4,24}?)"
        r"(?=\)|\s+in\s|,\s+[A-Z]|;)(?P<out>x)?",
        re.I,
    ),
}


def _right_after(text: str, spans: Sequence[tuple[int, int]], pattern: re.Pattern[str]) -> Candidate | None:
    """A value in brackets or between commas right after the name."""
    for _, end in spans:
        if found := pattern.match(text[end:]):
            group = "in" if found["in"] else "out"
            if found[group].isdigit() and len(found[group]) < 4:
                return Candidate(found[group], found[group], end + found.start(group))
            for date in candidates(found[group], RELATIONS["born"], "date"):
                return Candidate(date.text, date.canonical, end + found.start(group) + date.start)
    return None
