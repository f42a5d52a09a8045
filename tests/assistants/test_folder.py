"""An assistant's folder is read whole, or its fault is said in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.assistants import Assistant, load_assistants, read_assistant
from answerable.domain.budget import Limits
from answerable.errors import AssistantError

GOOD = """
walks = "website"
instructions = "Be brief."
[budget]
seconds = 5
[en]
title = "Garden"
starters = ["When do tulips bloom?"]
"""


def folder(root: Path, text: str, name: str = "garden") -> Path:
    (root / name).mkdir(parents=True)
    (root / name / "assistant.toml").write_text(text, encoding="utf-8")
    return root / name


def test_a_folder_makes_an_assistant(tmp_path: Path) -> None:
    garden = read_assistant(folder(tmp_path, GOOD))
    assert (garden.name, garden.walks, garden.instructions) == ("garden", "passages", "Be brief.")
    assert garden.sources == ("website",)  # `walks = "website"` is short for these two
    assert garden.says("de").starters == ("When do tulips bloom?",)
    limits = garden.within(Limits(pages=7))
    assert (limits.seconds, limits.pages) == (5, 7)


def test_the_shipped_assistants_can_be_read() -> None:
    shipped = load_assistants()
    assert next(iter(shipped)) == "website"
    assert [name for name, one in shipped.items() if isinstance(one, AssistantError)] == []


def test_one_broken_folder_does_not_close_the_others(tmp_path: Path) -> None:
    folder(tmp_path, "walks = [", "broken")
    found = load_assistants(tmp_path)
    assert isinstance(found["broken"], AssistantError)
    assert isinstance(found["website"], Assistant)


def test_an_own_folder_wins_over_a_shipped_one(tmp_path: Path) -> None:
    folder(tmp_path, GOOD, "website")
    folder(tmp_path, GOOD, "garden")
    found = load_assistants(tmp_path)
    website = found["website"]
    assert isinstance(website, Assistant)
    assert website.says("en").title == "Garden"
    assert list(found)[-1] == "garden"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("walks = [", "is not valid TOML"),
        ('[en]\ntitle = "x"', r"walks: is missing\. Valid are passages"),
        ('walks = "sideways"\n[en]\ntitle = "x"', r"is 'sideways'\. Valid are passages"),
        ('walks = "website"', r"has no section \[en\]"),
        ('walks = "passages"\n[en]\ntitle = "x"', r"sources: is empty\. Name one"),
        ('walks = "website"\nguards = [1]\n[en]\ntitle = "x"', r"guards: is no list of names"),
        ('walks = "website"\n[en]\ngreeting = "x"', r"\[en\]: has no title"),
        ('walks = "website"\nwalk = 1\n[en]\ntitle = "x"', r"walk: is not known\. Valid are walks"),
        ('walks = "website"\n[en]\ntitel = "x"\ntitle = "x"', r"titel: is not known"),
        ('walks = "website"\n[budget]\nhours = 1\n[en]\ntitle = "x"', r"\[budget\].*Valid are rounds"),
        ('walks = "website"\n[budget]\nseconds = -1\n[en]\ntitle = "x"', "must be 0 or more"),
    ],
)
def test_a_wrong_folder_is_explained(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(AssistantError, match=says):
        read_assistant(folder(tmp_path, text))


def test_an_empty_folder_is_explained(tmp_path: Path) -> None:
    with pytest.raises(AssistantError, match="does not exist"):
        read_assistant(tmp_path)
