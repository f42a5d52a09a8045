"""Follow a chain through the evidence: facts to values, values to the next hop, disagreement to contradictions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from answerable.domain.evidence import Evidence
from answerable.facts.agreement import agreeing, compatible, value_key
from answerable.facts.conclude import age_on
from answerable.facts.fact import Attribute, Chain, Contradiction, Fact, Held, Hop, Resolved, Step
from answerable.facts.headed import Headed
from answerable.facts.names import FORMER, PATTERNS, folded, is_org, mentions, same_name
from answerable.facts.phrases import type_of
from answerable.facts.read import read_nearby, speaks_of
from answerable.facts.relations import RELATIONS
from answerable.facts.rivals import NO_FIGURE, rivals
from answerable.facts.trust import together, voices
from answerable.facts.wanted import VALUES
from answerable.facts.wishes import Wish
from answerable.facts.witnesses import HARDLY, Witnesses, cached
from answerable.language.words import words

# A value below this chance of being right is told as a doubt, never as an answer. Chosen: one blog alone stays below,
# one page of an ordinary site stays above.
BELIEVED = 0.5
# What stands near such words is answered from here on, and told as uncertain. Chosen, not measured.
BELIEVED_NEARBY = 0.25
# What says it so much less plainly than another page is no contradiction to it. Chosen, not measured.
PLAINER = 0.65
# From here on other words on a page speak beside listed ones on others: one word of the same meaning does. Chosen.
PLAIN_NEARBY = 0.7
# And from here on they stand against them: the asked word itself does. Chosen.
_AGAINST = 0.8
# One value settles a contradiction when it is this much better founded. Chosen, not measured.
CLEARLY = 2.0
# Values of one hop that are followed further; more cost pages and are rarely asked for.
FOLLOWED = 6
# An older figure of something that changes counts this much beside a newer one.
OLDER = 0.4
# A figure of more years ago than this is older than one without a year. Chosen, not measured.
LATELY = 4
# What changes and was last said long ago counts less, even where nothing newer was found. Chosen, not measured.
STALE = 0.75
# Each further hop may go wrong on its own besides what its sources say.
HOP = 0.98

_DIRECTED = ("parents", "children")  # who is whose child cannot be told by meaning alone
_DATE = PATTERNS["date"]
_cached_nearby = lru_cache(maxsize=20_000)(read_nearby)


class Knowledge:
    """What the evidence of one run says, asked hop by hop."""

    def __init__(
        self, evidence: Iterable[Evidence], now: date, rejected: Iterable[str] = (), wish: Wish | None = None
    ) -> None:
        self._now, self._wish = now, wish or Wish("")
        self._year_now = int(self._wish.before or now.year)
        self._pieces = _whole(evidence)
        self._texts = {piece.id: piece.text for piece in self._pieces}
        self._dates = _page_dates(self._pieces)
        self._by_id = {piece.id: piece for piece in self._pieces}
        self._rejected = tuple(value.casefold() for value in (*rejected, *self._wish.without))
        self._witnesses = Witnesses(self._pieces)
        self._headed = Headed(self._pieces, self._wish.question)

    def resolve(self, chain: Chain, *, plainly: bool = False) -> Resolved:
        """The chain as far as it goes, or as listed words carry it; each value of a hop is a subject of the next."""
        subjects: list[tuple[str, tuple[str, ...]]] = [(self._met(chain), ())]
        steps: list[Step] = []
        missing: list[Step] = []
        confidence, values = 1.0, tuple[Held, ...]()
        for place, hop in enumerate(chain.hops):
            now = [self.step(one, hop, context, plainly=plainly) for one, context in subjects[:FOLLOWED]]
            steps += now
            missing += [step for step in now if not step.values]
            known = [step for step in now if step.values]
            values = tuple(held for step in known for held in step.values)
            if not values:
                return Resolved(chain, tuple(steps), (), 0.0, tuple(missing))
            # Nobody is sure of a whole when a part is missing.
            confidence *= min(step.confidence for step in known) * len(known) / len(now)
            confidence *= HOP if place else 1.0
            subjects = [(held.value, (*step.context, step.subject)) for step in known for held in step.values]
        return Resolved(chain, tuple(steps), values, confidence, tuple(missing))

    def _met(self, chain: Chain) -> str:
        """The name the question gives, as pages know it: without a word beside it that no page has."""
        # "der Höhle Silent Cellar": what it is may stand before the name, or after it
        said = chain.anchor.split()
        shorter = (" ".join(said[1:]), " ".join(said[:-1])) if len(said) > 2 and self._pieces else ()
        kindless = said[1] if len(said) == 2 and type_of(said[0]) else ""  # "vom Bauwerk Hohenblickturm"
        names = (chain.anchor, chain.short, *shorter, kindless)
        return next((name for name in names if name and self.knows(name)), chain.anchor)

    def knows(self, name: str) -> bool:
        """Whether any page has this name."""
        return any(mentions(name, f"{piece.title} {piece.text}") for piece in self._pieces)

    def step(self, subject: str, hop: Hop, context: tuple[str, ...] = (), *, plainly: bool = False) -> Step:
        """One hop from one subject."""
        if hop.relation.name == "age":
            return self._age(subject, hop, context)
        listed = hop.relation.name in RELATIONS
        told = self.facts(subject, hop, context) if listed else []
        step = self._judged(Step(subject, hop, context=context), told)
        if len(namesakes := self._headed.namesakes(subject, context)) > 1 and step.contradiction:
            apart = [
                (name, found.values[0].value)
                for name, pages in namesakes.items()
                if (found := self._judged(step, self.facts(subject, hop, context, only=pages))).values
            ]
            if len({value for _, value in apart}) > 1:
                return Step(subject, hop, context=context, namesakes=tuple(sorted(apart)))
        if plainly or hop.inverse or hop.relation.name in _DIRECTED:
            return step
        return self._contested(self._nearby(step, told), told)

    def _nearby(self, step: Step, told: list[Fact]) -> Step:
        """The step with what pages say in other words; beside listed words only what is said plainly."""
        read = {fact.url for fact in told}
        near = self.facts(step.subject, step.hop, step.context, nearby=True)
        near = [fact for fact in near if fact.url not in read]
        if step.hop.wants in ("number", "amount", "date") and not step.hop.many:
            self._witnesses.notice((*told, *(fact for fact in near if fact.direct >= PLAIN_NEARBY)), step)
        # Who is rector may be asked as head, where nobody is called head.
        if step.hop.relation.listed and (step.values or step.hop.wants not in ("person", "agent")):
            near = [fact for fact in near if not self._of_another(fact, step.hop)]
        if step.values:
            also = [fact for fact in near if self._stands_beside(fact, step)]
            return self._judged(replace(step, values=(), contradiction=None), told + also) if also else step
        if step.hop.wants == "thing":  # "the patron saint is kept in mind" where another page has a name
            near = [fact for fact in near if not fact.value[:1].islower()] or near
        plainest = max((fact.direct for fact in near if fact.trust > HARDLY), default=0.0)
        near = [fact for fact in near if fact.direct >= PLAINER * plainest]
        found = self._judged(step, near, BELIEVED_NEARBY)
        # Several pages may be misread in one way: together they are no surer than the plainest.
        return replace(found, confidence=min(found.confidence, plainest))

    def _stands_beside(self, fact: Fact, step: Step) -> bool:
        """Whether what was read by meaning confirms what listed words say, or says plainly something else of it."""
        if not speaks_of(step.subject, self._by_id[fact.evidence]):
            return False
        if any(compatible(fact.canonical, held.canonical) for held in step.values):
            return fact.direct >= PLAIN_NEARBY
        counted = step.hop.wants in ("number", "amount") and NO_FIGURE.fullmatch(fact.value)
        return fact.direct >= _AGAINST and not counted and self._headed.tells_of(fact, step.context)

    def _contested(self, step: Step, told: list[Fact]) -> Step:
        """The step with what other pages have in the place of what was found, in whatever words."""
        if not step.values:
            return step
        others = step.contradiction.held[1:] if step.contradiction else ()
        read = {fact.url for fact in told}
        read |= {fact.url for held in (*step.values, *others) for fact in held.facts}
        found = [
            replace(fact, trust=self._witnesses.trust(fact, step.subject))
            for fact in rivals(self._headed.of(step.subject), step.subject, step.hop, step.values)
            if fact.url not in read
            and not self._headed.only_within(step.subject, fact.quote)
            and not fact.canonical.startswith(self._dates.get(fact.url) or " ")
            and self._headed.tells_of(fact)
            and not self._of_another(fact, step.hop, step.values)
        ]
        self._witnesses.notice((*told, *found), step)
        groups = agreeing(self._trusted(found, step), many=False) if found else []
        held = (self._held(group, step.hop, False)[0] for group in groups)
        return _against(step, step.values, [*others, *(one for one in held if one.weight > HARDLY)])

    def _of_another(self, fact: Fact, hop: Hop, held: Sequence[Held] = ()) -> bool:
        """Whether another relation's listed words give this value there: "makes her home in Lund" is no birthplace.

        Not one whose words the question has ("patron saint"), nor one that gives what is held: it says the same here.
        """
        asked = set() if hop.relation.listed else set(words(hop.relation.name))
        others = (
            one
            for one in RELATIONS.values()
            if one.name != hop.relation.name and one.of == hop.relation.of and not asked & set(one.nouns)
        )
        known = [(one.value, said) for one in held for said in one.facts]
        return any(
            self._given_by(other, fact, fact.value)
            and not any(self._given_by(other, said, value) for value, said in known)
            for other in others
        )

    def _given_by(self, relation: Attribute, fact: Fact, value: str) -> bool:
        told = cached(self._by_id[fact.evidence], fact.subject, Hop(relation), ())
        return any(one.quote == fact.quote and (one.value in value or value in one.value) for one in told)

    def facts(
        self,
        subject: str,
        hop: Hop,
        context: tuple[str, ...] = (),
        *,
        nearby: bool = False,
        only: Collection[str] = (),
    ) -> list[Fact]:
        """What every piece of evidence says, with how far it is believed; or what stands near such words."""
        read = _cached_nearby if nearby else cached
        namesakes = self._headed.namesakes(subject, context)
        only = only or (next(iter(namesakes.values())) if len(namesakes) == 1 else ())
        every = self._pieces if hop.inverse else self._headed.of(subject)
        pieces = [piece for piece in every if not only or piece.locator.url in only]
        found = [fact for piece in pieces for fact in read(piece, subject, hop, context)]
        found = [fact for fact in found if fact.value.casefold() not in self._rejected]
        found = [fact for fact in found if hop.inverse or not self._headed.only_within(subject, fact.quote)]
        if hop.inverse:  # whom the question came from is nothing it leads to
            found = [fact for fact in found if not any(same_name(fact.value, name) for name in context)]
        if not hop.relation.listed and FORMER & set(words(hop.relation.name)):
            found = [fact for fact in found if _is_over(fact)]  # who is in office now is not asked
        if nearby and hop.wants == "date":  # when a page was written is nothing it tells
            found = [fact for fact in found if not _DATE.search(fact.quote)]
        dated = [replace(fact, when=fact.when or self._dates.get(fact.url, "")) for fact in found]
        dated = [fact for fact in dated if self._wish.dated(fact.when)]
        return [
            replace(f, trust=self._witnesses.trust(f, f.value if hop.inverse else subject)) for f in dated
        ]

    def _judged(self, step: Step, facts: list[Fact], believed: float = BELIEVED) -> Step:
        current = [fact for fact in facts if not fact.former]
        gone = {fact.canonical for fact in facts if fact.former}
        if step.hop.relation.varies:
            # Who is said to have left is not in office, whatever an older page says.
            current = [f for f in current if f.canonical not in gone or _newer(f, facts)] or current
        bare = len(folded(step.subject)) == 1 and step.hop.relation.of == "person"  # many are called Maja
        if not bare and not self._headed.namesakes(step.subject, step.context):
            self._witnesses.notice(current, step)
        groups = agreeing(current, many=step.hop.many)
        # Sites are compared where they disagree, or where one ordinary page stands alone.
        alone = len({fact.site for fact in current}) == 1 and max(fact.trust for fact in current) < 0.85
        if (len(groups) > 1 or alone) and not bare and not self._headed.namesakes(step.subject, step.context):
            current = self._trusted(current, step)
            groups = agreeing(current, many=step.hop.many)
        readings = sorted(
            (
                self._held(group, step.hop, step.hop.relation.varies and self._older(group, groups))
                for group in groups
            ),
            key=lambda r: (-r[0].weight, r[0].canonical),
        )
        if not readings:
            return step
        best = readings[0]
        if step.hop.lists and best[0].weight >= believed:
            every = [r[0] for r in readings if r[0].weight >= believed]
            every = [one for one in every if is_org(one.value)] or every if step.hop.wants == "org" else every
            return replace(step, confidence=every[-1].weight, values=tuple(every))
        plain = [r[0] for r in readings[1:] if max(fact.direct for fact in r[0].facts) >= PLAIN_NEARBY]
        rest = [one for one in plain if one.weight > HARDLY and _instead(one, best[0], step.hop)]
        if best[0].weight < believed:
            return replace(step, doubtful=step.doubtful or best)
        return _against(replace(step, confidence=best[0].weight), best, rest)

    def _trusted(self, facts: Iterable[Fact], step: Step) -> list[Fact]:
        """Facts as far as their sites are believed after all were compared."""
        self._witnesses.examine(step.subject, step.hop)
        return [
            replace(fact, trust=min(fact.trust, self._witnesses.doubt(fact, step.subject))) for fact in facts
        ]

    def _older(self, group: Sequence[Fact], groups: Sequence[Sequence[Fact]]) -> bool:
        """Whether another value is given for a later year; a page that gives no year speaks of about now."""
        others = [fact for other in groups if other is not group for fact in other if fact.trust > HARDLY]
        newest = max((self._year(fact) for fact in others), default="")
        return max(self._year(fact) for fact in group) < newest

    def _year(self, fact: Fact) -> str:
        """The year a fact was true for sure: what is so "since" a year, or gives none, is so until about now."""
        lately = str(self._year_now - LATELY)
        return fact.when if fact.when.isdigit() else max(fact.when.removesuffix("+"), lately)

    def _held(self, group: Sequence[Fact], hop: Hop, older: bool) -> tuple[Held, ...]:
        """A group of agreeing facts as values, the fullest writing of each, with the weight of their voices."""
        heard = voices(group, self._texts)
        weight = together([fact.trust for fact in heard]) * (OLDER if older else 1.0)
        if hop.relation.varies and max(map(self._year, group)) < str(self._year_now - 2 * LATELY):
            weight *= STALE
        by_value: dict[str, list[Fact]] = defaultdict(list)
        for fact in group:
            by_value[value_key(fact, by_value)].append(fact)
        found = []
        for facts in by_value.values():
            said = Counter(fact.value for fact in facts)
            figure = facts[0].canonical[:1].isdigit() and hop.wants != "date"
            fullest = max(
                facts, key=lambda f: (0 if figure else len(f.canonical), said[f.value], f.trust, f.evidence)
            )
            found.append(Held(fullest.value, fullest.canonical, tuple(facts), weight))
        return tuple(found)

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


def _instead(one: Held, other: Held, hop: Hop) -> bool:
    """Whether one value may stand in the place of the other: of one form, and no page gives both."""
    both = {fact.url for fact in one.facts} & {fact.url for fact in other.facts}
    return not both and (hop.wants in VALUES or _form(one) == _form(other))


def _form(held: Held) -> str:
    word = "name" if held.value[:1].isupper() else "word"
    return "figure" if held.canonical[:1].isdigit() else word


def _against(step: Step, best: tuple[Held, ...], rest: Sequence[Held]) -> Step:
    """The step with a value and what speaks against it."""
    if not rest:
        return replace(step, values=best)
    rest = sorted(rest, key=lambda held: -held.weight)
    odds = [held.weight / (1 - min(held.weight, 0.995)) for held in (best[0], *rest)]
    contradiction = Contradiction((best[0], *rest), settled=odds[0] >= CLEARLY * odds[1])
    chance = step.confidence * odds[0] / sum(odds)
    return replace(step, values=best, confidence=chance, contradiction=contradiction)


def _is_over(fact: Fact) -> bool:
    """Whether words before the value say that it is over: "her predecessor Anna Keller"."""
    before = set(words(fact.quote[: fact.quote.find(fact.value)][-45:]))
    return bool(before & FORMER) and before.isdisjoint(("by", "von", "durch"))


def _newer(fact: Fact, facts: Sequence[Fact]) -> bool:
    left = [other.when for other in facts if other.former and other.canonical == fact.canonical]
    return bool(fact.when) and all(fact.when > when for when in left)


def _page_dates(pieces: Sequence[Evidence]) -> dict[str, str]:
    """The year each page gives for itself."""
    found: dict[str, str] = {}
    for piece in pieces:
        if said := _DATE.search(piece.text) or _DATE.search(piece.title):
            found.setdefault(
                piece.locator.url, next(year for year in said.groups() if year and year.isdigit())
            )
    return found
