"""The question and the ledger of a run as resolved chains; the one place stages look them up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.question import Question
from answerable.facts.decompose import decompose
from answerable.facts.fact import Chain, Hop, Inquiry, Resolved
from answerable.facts.names import KINDS, PATTERNS, names_in, ordinary
from answerable.facts.relations import RELATIONS
from answerable.facts.resolve import BELIEVED, Knowledge
from answerable.facts.wishes import wished
from answerable.facts.witnesses import heading

# What a reading counts for each point of cost that it is dearer than the likeliest. Chosen, not measured.
_DEARER = 0.9
# Readings beside the likeliest that are searched for. On webs J to N (figures.md) one served as well as seven, and none
# gave four right answers fewer; an unanswerable question took 3.2 searches with none, 4.0 with one, 4.5 with all.
_SEARCHED = 1
# What a question waits with that names nobody: itself, with a gap where the name goes.
WHOM = "whom"
# Whom the hops of an answer found, by relation, and how such a one is called after it. Kept with the turn.
CALLED, _THE = "called", "the|der|die|das|den|dem|des"
# What an overview tells, in this order, and how much of it. Chosen, not measured.
_OVERVIEW, _TOLD = KINDS["asking"]["overview"].split(), 6
_ABOUT, _PLAINLY = PATTERNS["about"], 0.85  # as plainly as a page about it tells
_QUOTES = frozenset('“”„«»"')  # of a question that says itself what is one name


def inquire(question: Question, ledger: Ledger) -> tuple[Inquiry, tuple[Resolved, ...]]:
    """What is asked and how far the evidence answers it."""
    inquiry, read = inquiries(question, ledger)
    return inquiry, read[0]


def inquiries(question: Question, ledger: Ledger) -> tuple[Inquiry, list[tuple[Resolved, ...]]]:
    """What is asked, and how far the evidence answers its readings, the best answered first."""
    inquiry = understood(question, ledger)
    # What a person turned down in this conversation is not offered again (kept with the turn, under "rejected").
    rejected = [str(value) for turn in question.turns for value in turn.waits.get("rejected", ())]
    wish = wished(question)
    knowledge = Knowledge(filter(wish.keeps, ledger), question.now.date(), rejected, wish)
    if inquiry.about:
        return inquiry, [tuple(one.calibrated() for one in _overview(knowledge, inquiry))]
    first = tuple(knowledge.resolve(chain) for chain in inquiry.chains)
    if all(one.complete or any(step.namesakes for step in one.steps) for one in first):
        read = [first]  # other readings are asked only where the likeliest one leads nowhere
    else:
        others = [(knowledge.resolve(chain),) for chain in inquiry.others]
        met = {name for one in inquiry.others for name in (one.anchor,) if knowledge.knows(name)}
        best, *rest = sorted((first, *others), key=lambda one: _answered(one, met), reverse=True)
        read = [best, *([first] if first in rest else []), *(one for one in rest if one is not first)]
    return inquiry, [tuple(one.calibrated() for one in resolved) for resolved in read[: 1 + _SEARCHED]]


def _overview(knowledge: Knowledge, inquiry: Inquiry) -> list[Resolved]:
    """The first things that pages plainly tell of a name, of the kind of subject they tell most of, each value once."""
    every = [knowledge.resolve(chain, plainly=True) for chain in inquiry.chains]
    plain = [one for one in every if one.complete and one.values[0].best.direct >= _PLAINLY]
    sure = [one for one in plain if not one.disputed and one.confidence >= BELIEVED]
    kinds = Counter[str]()
    for one in sure:
        kinds[one.chain.hops[0].relation.of] += one.confidence  # type: ignore[assignment]  # a sum of chances
    (kind, _), *_ = kinds.most_common(1) or [("", 0)]
    said = dict[str, Resolved]()
    for one in sure:
        if one.chain.hops[0].relation.of == kind:
            said.setdefault(one.values[0].canonical, one)
    return list(said.values())[:_TOLD] or every[:1]


def _answered(resolved: Sequence[Resolved], met: Collection[str]) -> tuple[bool, bool, float]:
    """How well a reading is answered: all of it, how plainly and how surely; of those that are not, the likeliest of
    those whose name pages know."""
    likely = min(_DEARER**one.chain.doubt for one in resolved)
    known = all(one.chain.anchor in met for one in resolved)
    if not all(one.complete for one in resolved):
        return False, known, likely
    steps = [step for one in resolved for step in one.steps if step.values]
    plain = min((max(held.best.direct for held in step.values) for step in steps), default=0.0)
    return True, known, likely * plain * (1 + min(one.confidence for one in resolved))


def understood(question: Question, pages: Iterable[Evidence] = ()) -> Inquiry:
    """The question's hops; one without a name of its own is read with the words it leans on, and asks only its own."""
    asked = gone_on(question)
    if asked == question.text and (whom := question.turns[-1].waits.get(WHOM) if question.turns else ""):
        asked = str(whom).format(asked.strip(" ?.")) if _named(asked) else asked
    if name := _named(asked):
        every = tuple(Chain(name, (Hop(RELATIONS[one]),)) for one in _OVERVIEW)
        return Inquiry(every, about=True)
    if asked == question.text and question.setting and not names_in(asked):
        asked = question.meant
    pages = list(pages)
    inquiry = decompose(titled(asked, pages))
    before = question.setting.rstrip(" ?.")
    goes_on = before and asked.startswith(before) and asked.rstrip(" ?.") != before
    if goes_on and (told := decompose(titled(question.setting, pages)).chains):
        new = tuple(chain for chain in inquiry.chains if chain not in told)
        return Inquiry(new or (Chain(question.text, ()),))
    return inquiry


def gone_on(question: Question) -> str:
    """What is asked: after a wish the question before it; whom the answer before found may be called by their role."""
    asked = question.goes_on or wished(question).question
    called = question.turns[-1].waits.get(CALLED, {}) if question.turns and not names_in(asked) else {}
    known = [(RELATIONS[name], str(value)) for name, value in called.items() if name in RELATIONS]
    nouns = {noun: value for relation, value in known for noun in relation.nouns}
    role = re.compile(
        rf"\b(?:{_THE})\s+({'|'.join(map(re.escape, nouns))})\b(?!\s+(?:of|von|des|der)\b)", re.I
    )
    return role.sub(lambda said: nouns[said[1].lower()], asked, 1) if nouns else asked


def _named(asked: str) -> str:
    """The name that a question gives and asks nothing particular of: "tell me about …", "who is …"."""
    found = _ABOUT.fullmatch(asked.strip(" ?!."))
    names = names_in(found["name"]) if found else ()
    said = names[0].text if found and len(names) == 1 else ""
    return said if found and said == found["name"] and not ordinary(said) else ""


def titled(asked: str, pages: Iterable[Evidence]) -> str:
    """The question with a page's heading that stands in it in quotes: "The Ferry at Dusk" is one name."""
    heads = {re.split(r":\s|\s[|–—·]\s", heading(piece))[0] for piece in pages}
    known = [head for head in heads if " " in head and re.search(rf"(?<!\w){re.escape(head)}(?!\w)", asked)]
    whole = [head for head in known if not any(head in other and head != other for other in known)]
    if len(whole) != 1 or _QUOTES & set(asked):
        return asked
    return asked.replace(whole[0], f"“{whole[0]}”")
