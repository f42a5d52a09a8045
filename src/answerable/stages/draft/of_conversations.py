"""Telling one conversation from its record: who, when, of which kind, then the sentences that matter.

By rule they are told word for word; a model may tell them in its own words, of which only what is checked stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from answerable.domain.evidence import Cell, Evidence, Findings, Ledger, Table
from answerable.domain.outcome import Claim, Draft, Objections, Weighing
from answerable.domain.question import Question
from answerable.language.sentences import units
from answerable.language.values import find_values
from answerable.language.words import words
from answerable.lists import read_list
from answerable.stages.base import Drafter, Seat, Verify

_LISTS = read_list(__package__, "of_conversations.toml")
_CUES = {
    int(weight): re.compile(rf"\b(?:{'|'.join(map(re.escape, listed))})\b", re.I)
    for weight, listed in _LISTS["cues"].items()
}
# Sentences of a summary, and characters they may fill. Chosen, not measured.
MOST_SENTENCES, MOST_CHARACTERS = 6, 900
# What a checkable value in a sentence (an amount, a date) adds; a question takes away. Chosen, not measured.
VALUE, ASKS = 2, -2
# Two sentences that share this much of their words say the same. Chosen, not measured.
ALIKE = 0.8
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_SPEAKER = re.compile(
    r"^(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s*[-–]?\s*)?(?P<who>[^\W\d_][\w .'’-]{0,39}?(?:\s*\([^)]{1,40}\))?):\s+(?=\S)"
)


@dataclass(frozen=True)
class _Said:
    """One sentence of a transcript, and who said it."""

    place: int
    line: int
    who: str
    text: str


class ConversationDrafter:
    """Tells the conversation a planner has chosen; every other result goes to the drafter behind it."""

    def __init__(self, others: Drafter, retold: Drafter | None = None, verify: Verify | None = None) -> None:
        self._others, self._retold, self._verify = others, retold, verify

    async def __call__(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        plan = ledger.plans[-1]
        if "sql" not in plan.waits:
            return await self._others(question, ledger, weighing, seat, objections)
        # An earlier turn may have read the same record when it said something else.
        found = [piece for piece in ledger if piece.query == plan.waits["sql"]]
        piece = max(found, key=lambda one: one.fetched_at)
        stopped = {objection.claim for objection in objections}
        told, spoken = _claims(piece, plan.waits)
        own = await self._in_own_words(question, piece, weighing, seat) if spoken and not stopped else None
        if own:
            return replace(own, claims=(*told, *own.claims))
        claims = [*told, *spoken]
        return Draft(tuple(claim for place, claim in enumerate(claims) if place not in stopped))

    async def _in_own_words(
        self, question: Question, piece: Evidence, weighing: Weighing, seat: Seat
    ) -> Draft | None:
        """What a model makes of the record, as far as the record carries it; None where nothing is left."""
        if self._retold is None or self._verify is None:
            return None
        record = Ledger()
        record.add(Findings(evidence=(replace(piece, text=_with_speakers(piece)),)))
        draft = await self._retold(question, record, weighing, seat)
        passed = (await self._verify(question, draft, record)).passed
        return replace(draft, claims=passed, gaps=()) if passed else None


def _with_speakers(piece: Evidence) -> str:
    """The record with each sentence under the name of who said it, so that one alone tells whose it is."""
    table = piece.table or Table((), ())
    cells = dict(zip(table.columns, table.rows[0], strict=True))
    head = (
        f"{name}: {cells[name]}" for name in ("subject", "start_time", "contacts", "owner") if cells[name]
    )
    said = (f"{one.who}: {one.text}" if one.who else one.text for one in _spoken(str(cells["content"] or "")))
    return "\n".join((*head, *said))


def _claims(piece: Evidence, waits: Mapping[str, Any]) -> tuple[list[Claim], list[Claim]]:
    """What is told of a conversation in any case, and what was said in it."""
    table = piece.table or Table((), ())
    talk = waits["talk"]
    wording = _LISTS.get(talk["language"], _LISTS["en"])
    cells = dict(zip(table.columns, table.rows[0], strict=True))
    head = _head(wording, cells, str(waits["title"]), mine=bool(talk["mine"]))
    told = [Claim(head, (piece.id,), f"{cells['subject'] or ''} · {cells['start_time']}".strip(" ·"))]
    if waits.get("remembered"):
        told.append(Claim(wording["remembered"].format(name=talk["name"]), (piece.id,), head))
    content = str(cells["content"] or "")
    if talk["brief"]:
        return told, []
    spoken = [
        Claim(_line(group), (piece.id,), " ".join(one.text for one in group))
        for group in summarise(content, talk["language"])
    ]
    return (told, spoken) if spoken else ([*told, Claim(wording["empty"], (piece.id,), head)], [])


def _head(wording: dict[str, str], cells: dict[str, Cell], title: str, *, mine: bool) -> str:
    """Who, when and which kind, from the record's own cells."""
    told = _DAY.sub(lambda day: wording["day"].format(*map(int, day.groups())), str(cells["start_time"]))
    text = wording["head"].format(title=title, day=told)
    for name in ("type", "contacts", "owner", "subject"):
        if cells[name] and not (name == "owner" and mine):
            text += wording[name].format(cells[name])
    return text if text.endswith((".", "!", "?")) else text + "."


def _line(group: Sequence[_Said]) -> str:
    text = " ".join(one.text for one in group)
    return f"- {group[0].who}: “{text}”" if group[0].who else f"- “{text}”"


def summarise(content: str, language: str) -> list[list[_Said]]:
    """The sentences that matter most, in the order they were said; neighbours of one speaker stay together."""
    said = _spoken(content)
    weights = {one.place: _weight(one.text, language) for one in said}
    ranked = sorted(said, key=lambda one: (-weights[one.place], one.place))
    chosen: list[_Said] = []
    room = MOST_CHARACTERS
    for one in ranked:
        worth = weights[one.place] > 0 or len(said) <= 2
        if worth and len(one.text) <= room and not any(_alike(one.text, other.text) for other in chosen):
            chosen.append(one)
            room -= len(one.text)
        if len(chosen) == MOST_SENTENCES:
            break
    chosen = chosen or said[:2]
    groups: list[list[_Said]] = []
    for one in sorted(chosen, key=lambda each: each.place):
        before = groups[-1][-1] if groups else None
        if before and (before.line, before.place + 1) == (one.line, one.place):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _spoken(content: str) -> list[_Said]:
    found: list[_Said] = []
    for number, line in enumerate(re.split(r"\n|<[^<>]*>", content)):  # an e-mail may come with its tags
        speaker = _SPEAKER.match(line.strip())
        text = line.strip()[speaker.end() :] if speaker else line.strip()
        who = speaker["who"] if speaker else ""
        found += [_Said(len(found) + n, number, who, unit.text) for n, unit in enumerate(units(text))]
    return found


def _weight(text: str, language: str) -> int:
    weight = sum(worth for worth, cue in _CUES.items() if cue.search(text))
    if any(
        value.kind in ("amount", "date", "number") and not value.weak for value in find_values(text, language)
    ):
        weight += VALUE
    return weight + (ASKS if text.endswith("?") else 0)


def _alike(one: str, other: str) -> bool:
    first, second = set(words(one)), set(words(other))
    return len(first & second) >= ALIKE * max(1, min(len(first), len(second)))
