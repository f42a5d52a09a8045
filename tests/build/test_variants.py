"""Experiments are read and checked; conversations are shared out evenly and stay where they are."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from answerable.build import House
from answerable.build.variants import read_experiments
from answerable.domain.question import Question, Tenant, User
from answerable.errors import SettingsError
from answerable.settings import Settings

GOOD = """
[brief]
assistants = ["bookstore"]
[brief.usual]
share = 0.5
[brief.short]
share = 0.3
window = 2
assistant = "terse"
model = { way = "rule", seconds = 3 }
"""


def written(home: Path, text: str) -> Settings:
    (home / "experiments.toml").write_text(text, encoding="utf-8")
    return Settings(home=home)


def question(conversation: str, tenant: str = "local", assistant: str = "bookstore") -> Question:
    user = User("me", Tenant(tenant))
    return Question("q", conversation, "r", datetime(2026, 6, 1, tzinfo=UTC), user, assistant)


def test_shares_are_kept(tmp_path: Path) -> None:
    experiment = read_experiments(written(tmp_path, GOOD))["brief"]
    chosen = [experiment.choose(question(str(number))) for number in range(4_000)]
    counts = Counter(variant.name if variant else "" for variant in chosen)
    assert counts["brief/usual"] / 4_000 == pytest.approx(0.5, abs=0.03)
    assert counts["brief/short"] / 4_000 == pytest.approx(0.3, abs=0.03)
    again = [experiment.choose(question(str(number))) for number in range(4_000)]
    assert chosen == again
    others = [experiment.choose(question(str(number), "acme")) for number in range(4_000)]
    assert sum(one != other for one, other in zip(chosen, others, strict=True)) > 1_000


def test_only_the_named_assistants_take_part(tmp_path: Path) -> None:
    experiment = read_experiments(written(tmp_path, GOOD))["brief"]
    assert {experiment.choose(question(str(n), assistant="website")) for n in range(50)} == {None}


def test_a_variant_has_its_settings_and_words(tmp_path: Path) -> None:
    terse = tmp_path / "assistants" / "terse"
    terse.mkdir(parents=True)
    (terse / "assistant.toml").write_text('walks = "website"\n[en]\ntitle = "Terse"\n', encoding="utf-8")
    house = House.open(written(tmp_path, GOOD))
    short = house.of("brief/short")
    assert (short.settings.window, short.settings.model.seconds) == (2, 3.0)
    assert short.assistant("bookstore").says("en").title == "Terse"
    assert house.of("brief/short") is short
    assert house.of("brief/gone") is house.of("other/x") is house.of("") is house
    assert house.settings.window == 8
    house.store.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[x.a]\nshare = 0.5\n", "has 1 variants"),
        ("[x.a]\nshare = 0.7\n[x.b]\nshare = 0.7\n", "shares are 1 together"),
        ("[x.a]\n[x.b]\nshare = 0.5\n", "share None"),
        ("[x.a]\nshare = 0.5\nwindows = 3\n[x.b]\nshare = 0.5\n", "is not a setting"),
        ("[x.a]\nshare = 0.5\nhome = '/'\n[x.b]\nshare = 0.5\n", "cannot be tried out"),
        (
            "[x.a]\nshare = 0.5\nmodel = { way = 'odd' }\n[x.b]\nshare = 0.5\n",
            "it must be rule, model or cascade",
        ),
        ("x = [", "is not valid TOML"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        read_experiments(written(tmp_path, text))
