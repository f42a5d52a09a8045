"""The corpus as a ledger, and small things the verifier's tests share."""

from __future__ import annotations

import tomllib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from answerable.domain.evidence import Evidence, Ledger, Locator
from answerable.domain.outcome import Verdict
from answerable.domain.question import Question
from answerable.stages.verify.ground import read_evidence

NOW = datetime(2026, 4, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Corpus:
    """Passages with their true, faithful and false sentences."""

    passages: list[dict[str, Any]]
    ledger: Ledger

    def sentences(self, kind: str) -> list[tuple[str, str, str]]:
        """(sentence, evidence id, language) of every true, faithful or false sentence."""
        found = []
        for number, passage in enumerate(self.passages):
            page = read_evidence(self.ledger[f"e{number}"], passage["language"])
            texts = [s.text for s in page.sentences] if kind == "true" else passage[kind]
            found += [(text, f"e{number}", passage["language"]) for text in texts]
        return found


def read_corpus(name: str) -> Corpus:
    passages = tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))["passage"]
    ledger = Ledger()
    for number, p in enumerate(passages):
        locator = Locator("website", p["url"], "", tuple(p["path"]))
        ledger.recall([Evidence(f"e{number}", p["text"].strip(), p["title"], locator, NOW)])
    return Corpus(passages, ledger)


def evidence(
    text: str, id: str = "a", title: str = "Page", url: str = "https://site.example/page"
) -> Evidence:
    return Evidence(id, text, title, Locator("website", url), NOW)


def ledger_of(*pieces: Evidence) -> Ledger:
    ledger = Ledger()
    ledger.recall(pieces)
    return ledger


def question(text: str = "What applies?", language: str = "en") -> Question:
    return Question(text, "c", "r", NOW, language=language)


Ask = Callable[..., Awaitable[Verdict]]
