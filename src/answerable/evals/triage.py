"""Runs that went badly, as cases for the next suite: flagged, given a thumb down, or judged bad.

A case is written without secrets, and without criteria, which only a person can say: until somebody has, running the
file is an error that says so.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.evals.judge.replied import GOOD
from answerable.evals.tried import read_rows
from answerable.store import Store
from answerable.store.reviews import ESCALATION
from answerable.trace import redact


@dataclass(frozen=True)
class Complaint:
    """A run somebody or something was not content with."""

    run: str
    conversation: str
    why: str  # thumb_down, injection, leak, flagged … or the criteria it fails
    words: str


def complaints(store: Store, tenant: str) -> list[Complaint]:
    """Every run of a tenant that was flagged, disliked or judged bad, each once."""
    store.reviews(tenant).sweep()
    found: dict[str, Complaint] = {}
    flagged = [
        (r.run, r.conversation, r.why, r.words)
        for r in store.reviews(tenant).latest(limit=1_000)
        if r.why != ESCALATION
    ]
    bad = store.traces(tenant).judgements(below=GOOD)
    flagged += [(one.run, one.conversation, one.criterion, one.reason) for one in bad]
    for run, conversation, why, words in flagged:
        before = found.get(run)
        whys = f"{before.why}, {why}" if before else why
        said = "; ".join(filter(None, (before.words if before else "", redact(words))))
        found[run] = Complaint(run, conversation, whys, said)
    return list(found.values())


def as_case(store: Store, tenant: str, complaint: Complaint) -> dict[str, Any] | None:
    """A complaint as a line of a tier 2 suite, without secrets; None when its conversation is gone."""
    talks = store.conversations(tenant)
    known, turns = talks.get(complaint.conversation), talks.told(complaint.conversation)
    place = next((n for n, turn in enumerate(turns) if turn.run == complaint.run), None)
    if known is None or place is None:
        return None
    outcome = turns[place].outcome
    return {
        "id": f"triage-{complaint.run}",
        "assistant": known.assistant,
        "question": redact(turns[place].question),
        "turns": [redact(turn.question) for turn in turns[:place]],
        "site": list(known.starts),
        "expect": "",
        "criteria": [],
        "why": complaint.why,
        "words": complaint.words,
        "said": {"outcome": outcome["outcome"], "reason": outcome["reason"], "text": redact(outcome["text"])},
    }


def write_cases(store: Store, tenant: str, path: Path) -> int:
    """Add the cases a file does not have yet; says how many."""
    known = {row["id"] for row, _ in read_rows(path)} if path.is_file() else set()
    cases = (as_case(store, tenant, complaint) for complaint in complaints(store, tenant))
    fresh = [case for case in cases if case and case["id"] not in known]
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(case, ensure_ascii=False)}\n" for case in fresh)
    return len(fresh)
