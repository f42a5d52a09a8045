"""Questions that somebody mistyped: with a word left out or said twice, they are read or declined, never an error."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from answerable.sources.apps.catalog import BusinessWords, make_catalog, spoken_in
from answerable.tables import Parser

ROOT = Path(__file__).parents[2]
WORDS = BusinessWords.read(ROOT / "src/answerable/assistants/workplace/catalog.toml")
# Of every so many shipped questions, one is asked; all of them take minutes.
EVERY = 60


def _mistyped(language: str) -> list[str]:
    suites = sorted((ROOT / "evals/suites/workplace").glob("*.jsonl"))
    rows = [json.loads(line) for suite in suites for line in suite.read_text("utf-8").splitlines()]
    dice, asked = Random(7), [row["question"].split() for row in rows if "question" in row]
    made = []
    for words in asked[language == "de" :: EVERY]:
        place = dice.randrange(len(words))
        again = dice.choice([[], [words[place]] * 2])
        made.append(" ".join([*words[:place], *again, *words[place + 1 :]]))
    return made


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_mistyped_question_is_no_error(language: str) -> None:
    parser = Parser(spoken_in(make_catalog(WORDS, {}, None, {}), language))
    now = datetime(2026, 6, 1, 12, tzinfo=UTC)
    for text in _mistyped(language):
        parser.parse(WORDS.plain(text), language, now)
