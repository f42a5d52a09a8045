from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from answerable.errors import SettingsError
from answerable.settings import Settings, read_settings, variables


def read(home: Path, toml: str = "", **environ: str) -> Settings:
    if toml:
        (home / "settings.toml").write_text(toml, encoding="utf-8")
    return read_settings({"ANSWERABLE_HOME": str(home), **environ})


def leaves(section: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    for part in fields(section):
        value = getattr(section, part.name)
        found += leaves(value) if is_dataclass(value) else [(part, value)]
    return found


def test_nothing_set_means_the_defaults(tmp_path: Path) -> None:
    assert read(tmp_path) == Settings(home=tmp_path)


def test_a_file_in_the_home_is_read(tmp_path: Path) -> None:
    settings = read(tmp_path, "window = 3\n[website]\nmax_pages = 40\nallowed_domains = ['a.example']\n")
    assert settings.window == 3
    assert settings.website.max_pages == 40
    assert settings.website.allowed_domains == ("a.example",)


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    settings = read(tmp_path, "[website]\nmax_pages = 40\n", ANSWERABLE_WEBSITE_MAX_PAGES="7")
    assert settings.website.max_pages == 7


def test_words_become_the_kind_of_the_setting(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        ANSWERABLE_NET_ALLOW_PRIVATE="yes",
        ANSWERABLE_NET_PAGE_SECONDS="2.5",
        ANSWERABLE_WEBSITE_ALLOWED_DOMAINS="a.example, .b.example ,",
        ANSWERABLE_WINDOW="2",
    )
    assert settings.net.allow_private is True
    assert settings.net.page_seconds == 2.5
    assert settings.website.allowed_domains == ("a.example", ".b.example")
    assert settings.window == 2


def test_one_variable_names_the_model(tmp_path: Path) -> None:
    assert read(tmp_path, ANSWERABLE_MODEL="ollama:small").model.name == "ollama:small"


def test_a_home_may_start_with_a_tilde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read_settings({"ANSWERABLE_HOME": "~/mine"}).home == tmp_path / "mine"


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("[web]\nmax_pages = 1\n", r"\[web\]: is not a section. Sections are website, net"),
        ("[website]\npages = 1\n", r"\[website\] pages: is not a setting. Settings here are instruction"),
        ("[website]\nmax_pages = 'many'\n", "is 'many'; it must be a whole number"),
        ("[net]\npage_seconds = 'long'\n", "is 'long'; it must be a number"),
        ("[net]\nallow_private = 'perhaps'\n", "is 'perhaps'; it must be true or false"),
        ("[website]\nmax_pages = -1\n", "is -1; it must be 0 or more"),
        ("[model]\nway = 'magic'\n", "is 'magic'; it must be rule, model or cascade"),
        ("website = 3\n", "website: is not a setting"),
        ("max_pages == 1\n", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_explained(tmp_path: Path, toml: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        read(tmp_path, toml)


def test_a_wrong_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="ANSWERABLE_WEBSITE_MAX_PAGES: is 'x'; it must be a whole"):
        read(tmp_path, ANSWERABLE_WEBSITE_MAX_PAGES="x")


def test_a_file_that_is_no_text_is_explained(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="is not valid TOML"):
        read(tmp_path)


def test_every_setting_says_what_it_does() -> None:
    assert [part.name for part, _ in leaves(Settings()) if not part.metadata.get("says")] == []


def test_every_limit_has_a_finite_default() -> None:
    numbers = [value for _, value in leaves(Settings()) if isinstance(value, int | float)]
    assert all(value < float("inf") for value in numbers)


def test_every_setting_has_its_variable() -> None:
    assert len(variables()) == len(leaves(Settings())) + 1  # ANSWERABLE_MODEL is short for the model's name
    assert {"ANSWERABLE_HOME", "ANSWERABLE_WINDOW", "ANSWERABLE_NET_AT_ONCE"} <= set(variables())
