"""Follow a chain through the evidence: facts to values, values to the next hop, disagreement to contradictions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from answerable.domain.evidence import Evidence
from answerable.facts.fact import Chain, Contradiction, Fact, Held, Hop, Resolved, Step
from answerable.facts.read import read_facts, speaks_of
from answerable.facts.relations import RELATIONS
from answerable.facts.trust import SCRAMBLED, TRUST, kind_of, together, trust_alone, voices

# A value below this chance of being right is told as a doubt, never as an answer. Chosen: one blog alone stays below,
# one page of an ordinary site stays above.
BELIEVED = 0.5
# One value settles a contradiction when it is this much better founded. Chosen, not measured.
CLEARLY = 2.0
# Values of one hop that are followed further; more cost pages and are rarely asked for.
FOLLOWED = 6
# An older figure of something that changes counts this much beside a newer one.
OLDER = 0.4
# Each further hop may go wrong on its own besides what its sources say.
HOP = 0.98

_cached = lru_cache(maxsize=60_000)(read_facts)


class Knowledge:
    """What the evidence of one run says, asked hop by hop."""

    def __init__(self, evidence: Iterable[Evidence], now: date, rejected: Iterable[str] = ()) -> None:
        self._now = now
        self._pieces = _whole(evidence)
        self._texts = {piece.id: piece.text for piece in self._pieces}
        self._dates = _page_dates(self._pieces)
        self._by_id = {piece.id: piece for piece in self._pieces}
        self._rejected = tuple(value.casefold() for value in rejected)
        self._doubted: dict[tuple[str, str], float] = {}

    def resolve(self, chain: Chain) -> Resolved:
        """The chain as far as it goes; each value of a hop is a subject of the next."""
        subjects: list[tuple[str, tuple[str, ...]]] = [(chain.anchor, ())]
        steps: list[Step] = []
        missing: list[Step] = []
        confidence, values = 1.0, tuple[Held, ...]()
        for place, hop in enumerate(chain.hops):
            now = [self.step(subject, hop, context) for subject, context in subjects[:FOLLOWED]]
            steps += now
            missing += [step for step in now if not step.values]
            known = [step for step in now if step.values]
            values = tuple(held for step in known for held in step.values)
            if not values:
                return Resolved(chain, tuple(steps), (), 0.0, tuple(missing))
            # Nobody is sure of a whole when a part is missing.
            confidence *= (
                min(step.confidence for step in known) * (len(known) / len(now)) * (HOP if place else 1.0)
            )
            subjects = [(held.value, (*step.context, step.subject)) for step in known for held in step.values]
        return Resolved(chain, tuple(steps), values, confidence, tuple(missing))

    def step(self, subject: str, hop: Hop, context: tuple[str, ...] = ()) -> Step:
        """One hop from one subject."""
        if hop.relation.name == "age":
            return self._age(subject, hop, context)
        facts = self.facts(subject, hop, context)
        return self._judged(Step(subject, hop, context=context), facts)

    def facts(self, subject: str, hop: Hop, context: tuple[str, ...] = ()) -> list[Fact]:
        """What every piece of evidence says, with how far it is believed."""
        found = [fact for piece in self._pieces for fact in _cached(piece, subject, hop, context)]
        found = [fact for fact in found if fact.value.casefold() not in self._rejected]
        dated = [replace(fact, when=fact.when or self._dates.get(fact.url, "")) for fact in found]
        return [replace(f, trust=self._trust(f, f.value if hop.inverse else subject)) for f in dated]

    def _trust(self, fact: Fact, owner: str) -> float:
        trust = trust_alone(fact, self._by_id[fact.evidence], owner)
        return min(trust, self._doubted.get((fact.site, fact.subject), 1.0))

    def _judged(self, step: Step, facts: list[Fact]) -> Step:
        current = [fact for fact in facts if not fact.former]
        gone = {fact.canonical for fact in facts if fact.former}
        if step.hop.relation.varies:
            # Who is said to have left is not in office, whatever an older page says.
            current = [f for f in current if f.canonical not in gone or _newer(f, facts)] or current
        groups = _groups(current, many=step.hop.many)
        if self._needs_checking(groups):
            self._cross_examine(step.subject, step.hop)
            current = [
                replace(fact, trust=min(fact.trust, self._doubted.get((fact.site, step.subject), 1.0)))
                for fact in current
            ]
            groups = _groups(current, many=step.hop.many)
        newest = max((fact.when for fact in current), default="")
        readings = sorted(
            (self._held(group, step.hop, newest) for group in groups),
            key=lambda r: (-r[0].weight, r[0].canonical),
        )
        if not readings:
            return step
        best = readings[0]
        rest = [reading[0] for reading in readings[1:] if reading[0].weight > SCRAMBLED * 2]
        if best[0].weight < BELIEVED:
            return replace(step, doubtful=best)
        if not rest:
            return replace(step, values=best, confidence=best[0].weight)
        settled = _odds(best[0].weight) >= CLEARLY * _odds(rest[0].weight)
        about = f"{step.hop.relation.label('en')} of {step.subject}"
        contradiction = Contradiction(about, (best[0], *rest), settled)
        share = _odds(best[0].weight) / (_odds(best[0].weight) + sum(_odds(held.weight) for held in rest))
        return replace(step, values=best, confidence=best[0].weight * share, contradiction=contradiction)

    def _held(self, group: Sequence[Fact], hop: Hop, newest: str) -> tuple[Held, ...]:
        """A group of agreeing facts as values, the fullest writing of each, with the weight of their voices."""
        heard = voices(group, self._texts)
        weight = together([fact.trust for fact in heard])
        if newest and hop.relation.varies and "" < max(fact.when for fact in group) < newest:
            weight *= OLDER
        by_value: dict[str, list[Fact]] = defaultdict(list)
        for fact in group:
            by_value[_key(fact, by_value)].append(fact)
        found = []
        for facts in by_value.values():
            fullest = max(facts, key=lambda fact: (len(fact.canonical), fact.trust))
            found.append(Held(fullest.value, fullest.canonical, tuple(facts), weight))
        return tuple(found)

    def _needs_checking(self, groups: Sequence[Sequence[Fact]]) -> bool:
        """Whether a site must be compared with others: sources disagree, or one ordinary page stands alone."""
        sites = {fact.site for group in groups for fact in group}
        return len(groups) > 1 or (
            len(sites) == 1 and max((f.trust for g in groups for f in g), default=1) < 0.85
        )

    def _cross_examine(self, subject: str, hop: Hop) -> None:
        """Compare what each site says about the subject with what all others say; a scrambler is found out."""
        kind = hop.wants if hop.inverse else hop.relation.of
        said: Telling = {}
        sites: dict[str, str] = {}
        pages = [piece for piece in self._pieces if speaks_of(subject, piece)]
        for relation in RELATIONS.values():
            if relation.many or relation.name == "age" or relation.of != kind:
                continue
            for piece in pages:
                for fact in _cached(piece, subject, Hop(relation), ()):
                    if not fact.former and fact.direct >= 0.7:
                        by_page = said.setdefault(relation.name, {}).setdefault(fact.site, {})
                        by_page.setdefault(fact.url, set()).add(fact.canonical)
                        sites.setdefault(fact.site, kind_of(fact.url, piece.title))
        kinds = {fact: TRUST[kind] for fact, kind in sites.items()}
        for site in kinds:
            if _scrambles(site, said, kinds):
                self._doubted[site, subject] = SCRAMBLED

    def _age(self, subject: str, hop: Hop, context: tuple[str, ...]) -> Step:
        """An age is computed from a birth date where there is one; else it is what a page says."""
        born = self.step(subject, Hop(RELATIONS["born"]), context)
        said = self._judged(Step(subject, hop, context=context), self.facts(subject, hop, context))
        if born.values and (len(born.values[0].canonical) == 10 or not said.values):
            held = born.values[0]
            years = age_on(held.canonical, self._now)
            return replace(born, hop=hop, values=(replace(held, value=years, canonical=years),))
        return said


def _whole(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Pages once they were read; what a search showed of them before is then no second voice."""
    pieces = [piece for piece in evidence if piece.kind == "passage"]  # what was computed is no source
    read = {piece.locator.url for piece in pieces if not piece.id.startswith("s")}
    return [piece for piece in pieces if not piece.id.startswith("s") or piece.locator.url not in read]


def age_on(born: str, now: date) -> str:
    """Whole years from a birth date; from a year alone the two that are possible."""
    year = int(born[:4])
    if len(born) < 10:
        return f"{now.year - year - 1} or {now.year - year}"
    month, day = int(born[5:7]), int(born[8:10])
    return str(now.year - year - ((now.month, now.day) < (month, day)))


def _odds(weight: float) -> float:
    return weight / (1 - min(weight, 0.995))


def _newer(fact: Fact, facts: Sequence[Fact]) -> bool:
    left = [other.when for other in facts if other.former and other.canonical == fact.canonical]
    return bool(fact.when) and all(fact.when > when for when in left)


_DATE = re.compile(
    r"(?:updated|published|posted|last change|edited|stand|aktualisiert|veröffentlicht|datum|date|as of|on)\b[:\s]*"
    r"(?:am |on |vom )?(?:\d{1,2}\.? ?\w+\.? |\w+ \d{1,2}, |\d{1,2}\.\d{1,2}\.|\w+ )?((?:19|20)\d\d)",
    re.I,
)


def _page_dates(pieces: Sequence[Evidence]) -> dict[str, str]:
    """The year each page gives for itself."""
    found: dict[str, str] = {}
    for piece in pieces:
        if said := _DATE.search(piece.text):
            found.setdefault(piece.locator.url, said[1])
    return found


def compatible(one: str, other: str) -> bool:
    """Whether two canonical values can both be true: equal, a part of the other, or the other rounded."""
    if one == other:
        return True
    if re.fullmatch(r"[\d-]{4,10}", one) and re.fullmatch(r"[\d-]{4,10}", other) and "-" in one + other:
        return one.startswith(other) or other.startswith(one)
    numbers = [re.fullmatch(r"(\d+(?:\.\d+)?)( \S+)?", text) for text in (one, other)]
    if numbers[0] and numbers[1]:
        return numbers[0][2] == numbers[1][2] and _rounded(numbers[0][1], numbers[1][1])
    left, right = one.split(), other.split()
    return bool(left and right) and (set(left) <= set(right) or set(right) <= set(left))


def _rounded(one: str, other: str) -> bool:
    short, exact = sorted((one, other), key=lambda n: len(n.rstrip("0").replace(".", "")))
    zeros = len(short) - len(short.rstrip("0"))
    if all(re.fullmatch(r"1[5-9]\d\d|20\d\d", number) for number in (one, other)):
        return False  # two years are two years
    return "." not in short and zeros >= 2 and round(float(exact), -zeros) == float(short)


def _key(fact: Fact, known: Iterable[str]) -> str:
    return next((key for key in known if compatible(key, fact.canonical)), fact.canonical)


def _groups(facts: Sequence[Fact], *, many: bool) -> list[list[Fact]]:
    """Facts that agree: of one value the compatible ones, of several those of pages that share a value."""
    groups: list[list[Fact]] = []
    for fact in sorted(facts, key=lambda fact: (-len(fact.canonical), -fact.trust, fact.evidence)):
        joins = [group for group in groups if any(_joins(fact, other, many=many) for other in group)]
        if not joins:
            groups.append([fact])
            continue
        joins[0].append(fact)
        for group in joins[1:] if many else ():
            joins[0].extend(group)
            groups.remove(group)
    return groups


Telling = dict[str, dict[str, dict[str, set[str]]]]  # relation, site, page, values


def _joins(fact: Fact, other: Fact, *, many: bool) -> bool:
    return compatible(fact.canonical, other.canonical) or (many and fact.url == other.url)


def _scrambles(site: str, said: Telling, trust: dict[str, float]) -> bool:
    """A site that contradicts itself, or better or more numerous others more often than it agrees with any."""
    agrees = differs = 0
    for by_site in said.values():
        pages = by_site.get(site)
        if not pages or any(len(values) > 1 for values in pages.values()):
            continue  # two values on one page are more often misread than meant
        mine = set().union(*pages.values())
        others = {other: set().union(*theirs.values()) for other, theirs in by_site.items() if other != site}
        if not all(compatible(a, b) for a in mine for b in mine):
            differs += 1
        elif any(_share(mine, values) for values in others.values()):
            agrees += 1
        elif any(trust[other] > trust[site] for other in others) or _agree(list(others.values())):
            differs += 1
    return differs >= 2 and differs > agrees


def _share(one: set[str], other: set[str]) -> bool:
    return any(compatible(a, b) for a in one for b in other)


def _agree(values: Sequence[set[str]]) -> bool:
    return any(_share(one, other) for place, one in enumerate(values) for other in values[place + 1 :])
