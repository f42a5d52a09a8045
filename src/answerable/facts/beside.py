"""Values right beside a name: an age in brackets, a life between two dates, a place or a maker after it, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.facts.fact import Attribute, Hop
from answerable.facts.names import PATTERNS, Name, folded, is_org, looks_like
from answerable.facts.owned import LISTED
from answerable.facts.relations import RELATIONS
from answerable.facts.wanted import Candidate, candidates, canonical_name, given_names

_DAY = r"(?:\d{1,2}\.? [^\W\d]+ |[^\W\d]+ \d{1,2}, |\d{1,2}\.\d{1,2}\.)?\d{4}(?:-\d\d-\d\d)?"
# "Maja (12)", "Maja, 12," or "Maja (aged 12)"; "Maja (b. 2014)", "Maja (* 3. Mai 2014 in Lund)".
BESIDE = {
    name: re.compile(PATTERNS[f"beside_{name}"].pattern.replace("{day}", _DAY), re.I)
    for name in ("age", "born", "died")
}
# What a name right after the subject gives: "Acme in Lund has …", "the Tarno 300 from Acme AG".
AFTER = {
    "seat": ("place", r"\s+(?:in|aus|from|of|at)\s+"),
    "located": ("place", r"\s+(?:in|aus|from|of|at)\s+"),
    "maker": ("firm", r"\s+(?:from|by|von|der|aus dem Hause)\s+(?:the\s+|der\s+)?"),
}


# "Alois Brändle, Käser, kam …", "Ines Calder, a former lighthouse keeper, grew up …".
_APPOSED = PATTERNS["apposed"]


def apposed(text: str, spans: Sequence[tuple[int, int]]) -> Candidate | None:
    """What somebody is said to be between two commas."""
    found = next((m for _, end in spans if (m := _APPOSED.match(text, end))), None)
    return Candidate(found["what"], canonical_name(found["what"]), found.start("what")) if found else None


def after_name(
    text: str, spans: Sequence[tuple[int, int]], names: Sequence[Name], relation: Attribute
) -> Candidate | None:
    kind, between = AFTER[relation.name]
    for name in names:
        gaps = [text[end : name.start] for _, end in spans if end < name.start]
        right = is_org(name.text) if kind == "firm" else looks_like(name, kind)
        if right and any(re.fullmatch(between, gap, re.I) for gap in gaps):
            return Candidate(name.text, " ".join(folded(name.text)), name.start)
    return None


def listed_with(text: str, first: Candidate, hop: Hop, subject: str) -> list[Candidate]:
    """Names that share a list with the first: "Anna Keller and Per Berg", "Maja (12), Elias (9) and Noor"."""
    every = (
        given_names(text) if hop.relation.name == "children" else candidates(text, hop.relation, hop.wants)
    )
    every = [one for one in every if not set(folded(one.text)) <= set(folded(subject))]
    listed, last, ahead = [], first, [one for one in every if one.start > first.start]
    for one in ahead:
        if not LISTED.fullmatch(text[last.end : one.start]):
            break
        listed.append(one)
        last = one
    last = first
    for one in reversed([one for one in every if one.start < first.start]):
        if not LISTED.fullmatch(text[one.end : last.start]):
            break
        listed.append(one)
        last = one
    return listed


def right_after(text: str, spans: Sequence[tuple[int, int]], pattern: re.Pattern[str]) -> Candidate | None:
    """A value in brackets or between commas right after the name."""
    for _, end in spans:
        if found := pattern.match(text[end:]):
            group = next(name for name in ("in", "out", "life") if found.groupdict().get(name))
            if found[group].isdigit() and len(found[group]) < 4:
                return Candidate(found[group], found[group], end + found.start(group))
            for date in candidates(found[group], RELATIONS["born"], "date"):
                return Candidate(date.text, date.canonical, end + found.start(group) + date.start)
    return None
