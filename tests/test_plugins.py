"""Plug-ins are found by entry point, used like built-in parts, and cost only themselves when they break.

The sample package is really built and unpacked into a folder of its own, without network, and used by the real
command line in a process of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from answerable import plugins
from answerable.errors import PluginError
from tests.house import ROOT

SAMPLE = ROOT / "examples" / "plugin"
ASSISTANT = """
walks = "passages"
sources = ["handbook", "attic"]
guards = ["discretion"]
[en]
title = "Office"
about = "our handbook"
"""
DESKS = """
walks = "dialog"
tools = ["reserve_desk"]
[en]
title = "Desks"
refusal = "I only reserve desks."
"""
DIALOG = r"""
slots.day.patterns = ['(\d{4}-\d\d-\d\d)']
replies.ask_day.en = "Which day? Write it like 2026-07-01."
[[intent]]
name = "reserve"
steps = ["reserve_desk"]
phrases = ["reserve|book desk"]
says = { reserve_desk = ["facts"] }
"""
HANDBOOK = """# Parking
The car park closes at 21:30. Visitors park on level 2 and pay nothing.

# Keys
Lost keys are reported to the reception desk on the same day.

# Lunch
The canteen serves lunch between 11:45 and 13:30.
"""
BROKEN = """Metadata-Version: 2.1
Name: answerable-attic
Version: 1.0
"""
BROKEN_POINTS = """[answerable.sources]
attic = attic_that_is_not_there:open_attic
website = attic_that_is_not_there:open_website
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample plug-in installed, and beside it a package whose plug-ins are broken."""
    built, target = tmp_path_factory.mktemp("plugin"), tmp_path_factory.mktemp("site")
    shutil.copytree(SAMPLE, built / "plugin", ignore=shutil.ignore_patterns("__pycache__"))
    build = [sys.executable, "-c", f"from hatchling.build import build_wheel; build_wheel({str(built)!r})"]
    done = subprocess.run(build, capture_output=True, text=True, check=False, cwd=built / "plugin")
    assert done.returncode == 0, done.stderr
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)  # all that installing a wheel of plain Python takes
    broken = target / "answerable_attic-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text(BROKEN, encoding="utf-8")
    (broken / "entry_points.txt").write_text(BROKEN_POINTS, encoding="utf-8")
    return target


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    office, desks = home / "assistants" / "office", home / "assistants" / "desks"
    (office / "handbook").mkdir(parents=True)
    desks.mkdir()
    (office / "assistant.toml").write_text(ASSISTANT, encoding="utf-8")
    (office / "handbook" / "house.md").write_text(HANDBOOK, encoding="utf-8")
    (desks / "assistant.toml").write_text(DESKS, encoding="utf-8")
    (desks / "dialog.toml").write_text(DIALOG, encoding="utf-8")
    return home


@pytest.fixture
def answerable(site: Path, home: Path) -> Answerable:
    return Answerable(site, home)


class Answerable:
    """The command line with the plug-in on its path."""

    def __init__(self, site: Path, home: Path) -> None:
        self._environ = os.environ | {"PYTHONPATH": str(site), "ANSWERABLE_HOME": str(home)}
        self.home = home

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "answerable", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=self._environ)


def test_a_plugged_source_answers_with_citation(answerable: Answerable) -> None:
    done = answerable("ask", "When does the car park close?", "--assistant", "office", "--json")
    outcome = json.loads(done.stdout)
    assert (done.returncode, outcome["outcome"]) == (0, "answer"), done.stderr
    assert "21:30" in outcome["text"]
    assert outcome["citations"][0]["source"] == "handbook"
    assert "house › Parking" in str(outcome["citations"][0])
    # The broken source beside it is a gap, and nothing more.
    assert outcome["gaps"] == [{"asked": "attic", "why": "its plug-in cannot be loaded"}]


def test_a_plugged_guard_refuses_in_its_words(answerable: Answerable) -> None:
    done = answerable("ask", "What is the salary of the receptionist?", "--assistant", "office", "--json")
    outcome = json.loads(done.stdout)
    assert (outcome["reason"], outcome["text"]) == ("not_permitted", "We do not talk about pay here.")
    assert done.returncode == 3


def test_a_plugged_tool_waits_for_a_yes(answerable: Answerable) -> None:
    asked = ("--assistant", "desks", "--conversation", "d", "--json")
    first = json.loads(answerable("ask", "Reserve a desk on 2026-07-01", *asked).stdout)
    assert first["outcome"] == "clarification"
    done = json.loads(answerable("ask", "yes", *asked).stdout)
    assert done["outcome"] == "answer"
    assert "desk reserved for: 1 July 2026" in done["text"]


def test_a_plugged_command_runs_and_is_listed(answerable: Answerable) -> None:
    done = answerable("handbook", str(answerable.home / "assistants" / "office" / "handbook"))
    assert done.stdout.splitlines()[0] == "house › Parking: 71 characters"
    assert "handbook    From the package answerable-office." in answerable("--help").stdout


JUDGE = """
import asyncio
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.evals.judge import JudgedReply
from answerable.evals.judge.cascade import by_rule
from answerable.stages.base import Seat

judge, seat = by_rule(), Seat(Budget(Limits(), lambda: 0.0), silence)
for text in ("word " * 400, "I cannot help with that."):
    reply = JudgedReply(question="Why?", text=text, outcome="refusal", expect="refusal")
    found = asyncio.run(judge("refusal", reply, seat))
    print(found.by, found.good)
"""


def test_a_plugged_judge_has_its_say(site: Path) -> None:
    environ = os.environ | {"PYTHONPATH": str(site)}
    command = [sys.executable, "-c", JUDGE]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert done.stdout.splitlines() == ["office False", "rule True"], done.stderr


def test_broken_plugins_are_named_with_what_to_do(answerable: Answerable) -> None:
    told = answerable("plugins", "list")
    assert told.returncode == 1
    assert "sources   handbook       answerable-office  office.handbook:open_handbook" in told.stdout
    assert "plug-in sources.attic of answerable-attic: cannot be loaded from" in told.stdout
    assert "pip uninstall answerable-attic" in told.stdout
    assert "the name 'website' belongs to answerable." in told.stdout
    assert "plug-in sources.attic of answerable-attic: cannot" in answerable("doctor").stdout


def test_a_missing_name_says_which_there_are() -> None:
    with pytest.raises(PluginError, match=r"sources\.attic: is not there\. There are website"):
        plugins.load("sources", "attic")


def test_every_built_in_part_can_be_loaded() -> None:
    for plugin in plugins.listed():
        assert plugin.package == plugins.OURS
        assert callable(plugin.load())
