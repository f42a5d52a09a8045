"""The nouns of research: relations, hops, chains of them, facts and contradictions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

# From computed support to the share of right answers, as points of a line: through the shipped suite near 1, below
# through first runs on webs never seen (evals/suites/research/figures.md). With the line before this one 20 of 31 were
# right there where 0.5 to 0.7 was stated, 41 of 53 from 0.7 and 13 of 17 from 0.85; it was lowered.
CALIBRATION = ((0.0, 0.0), (0.3, 0.55), (0.5, 0.68), (0.7, 0.77), (0.85, 0.84), (0.95, 0.94), (1.0, 0.99))
# An open contradiction leaves at best an even chance.
OPEN = 0.5


@dataclass(frozen=True)
class Attribute:
    """Something that can be asked of a subject, with the words pages use for it."""

    name: str
    wants: str  # person · org · place · number · amount · date · thing
    of: str = "any"  # what it is asked of; the same words, "any" where it is not told apart
    nouns: tuple[str, ...] = ()  # lower case, English first
    labels: tuple[tuple[str, str], ...] = ()  # (language, the noun a query uses)
    does: tuple[str, ...] = ()  # the value does it to the subject
    done: tuple[str, ...] = ()  # the subject is it, or it is done to the subject
    vague: tuple[str, ...] = ()  # nouns that may count anything: they need a sentence with no other subject
    units: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # labels that mean it only beside a value ("Where: Lund")
    asks: tuple[str, ...] = ()  # question words that mean it by themselves ("how old")
    head: tuple[str, ...] = ()  # nouns of a question that say what kind is wanted ("which mountain …")
    part: tuple[str, ...] = ()  # what of the subject it is asked of ("the pool of …"): pages must say it too
    many: bool = False
    varies: bool = False
    listed: bool = True  # else its words are the asker's

    def __hash__(self) -> int:
        return hash(self.name)  # its word lists are long, and it is looked up often

    def label(self, language: str) -> str:
        """What to call it in a query or a sentence."""
        return dict(self.labels).get(language) or self.labels[0][1]


@dataclass(frozen=True)
class Hop:
    """One step: from what is known to what is wanted."""

    relation: Attribute
    inverse: bool = False  # the value is known and its owner is wanted ("the company that Anna founded")

    @property
    def wants(self) -> str:
        return self.relation.of if self.inverse else self.relation.wants

    @property
    def wants_of(self) -> str:
        """The kind of thing it is asked of."""
        return self.relation.wants if self.inverse else self.relation.of

    @property
    def many(self) -> bool:
        return self.relation.many and not self.inverse

    @property
    def lists(self) -> bool:
        """Whether each that is found is one of many: the companies of a town, the products of a maker."""
        return self.inverse and self.relation.wants in ("place", "org")


@dataclass(frozen=True)
class Chain:
    """A question as steps from a name it gives to what it asks for."""

    anchor: str
    hops: tuple[Hop, ...]
    short: str = ""  # the anchor without a word that may not belong to it ("the Camlann bicycle")
    doubt: float = field(default=0.0, compare=False)  # how much dearer it is than the likeliest reading

    def extended(self, *hops: Hop) -> Chain:
        """The same, and further."""
        return replace(self, hops=(*self.hops, *hops))


@dataclass(frozen=True)
class Inquiry:
    """What is asked: one chain, or several to be compared."""

    chains: tuple[Chain, ...]
    compare: str = ""  # most · least · same · sum · "" when nothing is compared
    others: tuple[Chain, ...] = ()  # other readings of the one chain, likely ones first
    about: bool = False  # nothing particular is asked: of the chains, what pages tell is enough


@dataclass(frozen=True)
class Fact:
    """One statement of one page about one subject."""

    subject: str
    relation: str
    value: str  # as the page writes it
    canonical: str  # the same for every way of writing it
    quote: str  # verbatim words of the evidence
    evidence: str  # its id
    url: str
    site: str
    direct: float = 1.0  # how plainly the page says it: a labelled field 1, running text less
    when: str = ""  # the year or date the page gives for it
    former: bool = False  # said to be over
    trust: float = 0.5
    inverse: bool = False


@dataclass(frozen=True)
class Held:
    """One value with everything that speaks for it; copies of one text are one voice."""

    value: str
    canonical: str
    facts: tuple[Fact, ...]
    weight: float  # chance that it is right, from its independent voices

    @property
    def best(self) -> Fact:
        return max(self.facts, key=lambda fact: (fact.trust, fact.direct, fact.evidence))


@dataclass(frozen=True)
class Contradiction:
    """Values of one thing that cannot all be true."""

    held: tuple[Held, ...]  # strongest first
    settled: bool  # one of them is clearly better founded or newer


@dataclass(frozen=True)
class Step:
    """What is known of one hop from one subject."""

    subject: str
    hop: Hop
    values: tuple[Held, ...] = ()
    contradiction: Contradiction | None = None
    confidence: float = 0.0
    doubtful: tuple[Held, ...] = ()  # said only where nothing may be believed unconfirmed
    context: tuple[str, ...] = ()  # names the subject was reached by
    namesakes: tuple[tuple[str, str], ...] = ()  # whom the name may mean, and what is then the value

    def asked(self, language: str) -> str:
        """This hop in words, "head of Hallberg AG"; words that no list holds make no noun and stand beside the name."""
        label, german = self.hop.relation.label(language), language == "de"
        if self.hop.inverse:
            return f"{self.subject} als {label}" if german else f"{self.subject} as {label}"
        if self.hop.relation.listed:
            return f"{label} {'von' if german else 'of'} {self.subject}"
        return f"Angaben zu {self.subject} – {label}" if german else f"details of {self.subject} ({label})"


@dataclass(frozen=True)
class Resolved:
    """A chain as far as the evidence carries it."""

    chain: Chain
    steps: tuple[Step, ...] = ()
    values: tuple[Held, ...] = ()  # of the last hop; empty while the chain is open
    confidence: float = 0.0
    missing: tuple[Step, ...] = field(default_factory=tuple)  # steps without a value to go on from

    @property
    def complete(self) -> bool:
        return bool(self.values) and not self.missing

    @property
    def disputed(self) -> bool:
        """Whether sources disagree on the way and none is clearly better."""
        return any(step.contradiction and not step.contradiction.settled for step in self.steps)

    def calibrated(self) -> Resolved:
        """The same with its confidence as the share of such answers that are right."""
        low, high = next(pair for pair in pairwise(CALIBRATION) if self.confidence <= pair[1][0])
        share = (self.confidence - low[0]) / (high[0] - low[0])
        chance = low[1] + share * (high[1] - low[1])
        return replace(self, confidence=min(chance, OPEN) if self.disputed else chance)
