"""The documentation is complete, its examples run, and its generated pages are what the code says now."""

from __future__ import annotations

import asyncio
import inspect
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from answerable import errors
from answerable.domain import events
from answerable.sandbox import warehouse
from answerable.sandbox.demo import COMPANY
from answerable.sandbox.merge.server import MergeServer
from answerable.sandbox.shop_site import ShopSite
from docs import generate
from tests.cli.terminal import run_beside
from tests.house import ROOT, files

DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = sorted(files(".md"))
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
# Written in examples for a site; the tests put the sandbox shop there.
SOME_SITE = re.compile(r"https://(example\.com|shop\.example)")
ASKED = "How many days do I have to return something?"


def sections(page: Path) -> dict[str, str]:
    """The text below each second-level heading."""
    parts = re.split(r"^## (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def told() -> list[type[events.Event]]:
    return events.Event.__subclasses__()


def test_every_event_is_documented() -> None:
    documented = sections(DOCS / "events.md")
    assert [event.__name__ for event in told()] == list(documented)
    for event in told():
        named = re.findall(r"^\| `(\w+)` \|", documented[event.__name__], re.MULTILINE)
        assert named == [field.name for field in fields(event)], event.__name__
        assert (event.__doc__ or "?") in documented[event.__name__]


def test_events_are_what_was_agreed() -> None:
    agreed = (ROOT / "tests" / "events.txt").read_text(encoding="utf-8").splitlines()
    now = [
        " ".join([event.__name__, *(f"{f.name}:{str(f.type).replace(' ', '')}" for f in fields(event))])
        for event in told()
    ]
    assert now == agreed


def test_event_names_are_spelled_right() -> None:
    known = set((ROOT / "tests" / "words.txt").read_text(encoding="utf-8").split())
    names = [name for event in told() for name in (event.__name__, *(f.name for f in fields(event)))]
    used = {word.lower() for name in names for word in re.findall(r"[A-Z]?[a-z]+", name)}
    assert used - known == set()


def test_every_error_is_documented() -> None:
    classes = [
        name for name, thing in inspect.getmembers(errors, inspect.isclass) if issubclass(thing, Exception)
    ]
    assert sorted(classes) == sorted(sections(DOCS / "errors.md"))


def test_the_settings_page_is_current() -> None:
    assert (DOCS / "settings.md").read_text(encoding="utf-8") == generate.settings_page(), "run: make docs"


def test_the_command_line_page_is_current() -> None:
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == generate.cli_page(), "run: make docs"


def test_the_answer_in_the_readme_is_current() -> None:
    shown = re.sub(r"[\d.]+ s$", "… s", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    now = re.sub(r"[\d.]+ s$", "… s", generate.answer(), flags=re.MULTILINE)
    assert now in shown, "run: make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    near = [link for link in links if link and "://" not in link]
    assert [link for link in near if not (page.parent / link).exists()] == []


def test_every_page_is_reachable_from_the_readme() -> None:
    seen: set[Path] = set()
    ahead = [README]
    while ahead:
        page = ahead.pop()
        if page in seen or page.suffix != ".md" or not page.exists():
            continue
        seen.add(page)
        links = re.findall(r"\]\(([^)\s:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        ahead += [(page.parent / link).resolve() for link in links]
    written = [page for page in PAGES if page.parent in (ROOT, DOCS)]
    assert [page.name for page in written if page not in seen] == []


@pytest.mark.parametrize("page", sorted((DOCS / "decisions").glob("*.md")), ids=lambda page: page.name)
def test_a_decision_names_the_script_behind_its_figures(page: Path) -> None:
    scripts = re.findall(r"\b((?:benchmarks|evals|tests|docs)/[\w/.-]+)", page.read_text(encoding="utf-8"))
    assert any((ROOT / script.rstrip(".")).exists() for script in scripts)


def shell_commands() -> list[str]:
    """Every `answerable …` line that a reader could copy from the pages for people."""
    pages = (README, DOCS / "website.md")
    lines = [line for page in pages for block in blocks(page, "sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("answerable ")]


@pytest.mark.parametrize("line", shell_commands())
async def test_shell_examples_run(
    line: str, shop: ShopSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse.build(tmp_path / "shop.db")
    line = SOME_SITE.sub(shop.url, line).replace("sqlite:///shop.db", f"sqlite:///{tmp_path / 'shop.db'}")
    words = shlex.split(line, comments=True)
    async with MergeServer() as apps:
        linked = {"URL": apps.url, "API_KEY": "docs", "ACCOUNT_TOKEN": COMPANY}
        for name, value in linked.items():
            monkeypatch.setenv(f"ANSWERABLE_MERGE_{name}", value)
        ran = await run_beside(*words[1:], typed=f"{ASKED}\n")
    assert ran.code in (0, 3), ran  # an honest no is a fine answer to a question the shop does not know
    assert ran.err == ""


def test_make_knows_every_target_in_the_readme() -> None:
    targets = set(
        re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    for page in (README, ROOT / "CONTRIBUTING.md"):
        named = re.findall(
            r"(?:^|`)make ([a-z ]+?)(?=`|$| Q=| {2,})", page.read_text(encoding="utf-8"), re.MULTILINE
        )
        assert set(" ".join(named).split()) <= targets


@pytest.mark.parametrize("page", [README, DOCS / "events.md"], ids=lambda page: page.name)
async def test_python_examples_run(page: Path, shop: ShopSite) -> None:
    for block in blocks(page, "python"):
        done = await _python("-c", SOME_SITE.sub(shop.url, block))
        assert done.returncode == 0, done.stderr
        assert done.stdout


async def _python(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
async def test_every_example_runs(example: Path, shop: ShopSite) -> None:
    done = await _python(str(example), shop.url, ASKED, ASKED)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert done.stderr == ""


def test_examples_are_numbered_without_gaps() -> None:
    assert [int(example.name[:2]) for example in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))


def test_the_pins_satisfy_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *extras["models"], *extras["browser"], *extras["server"]]
    assert unpinned(wanted + project["dependency-groups"]["build"], "run.txt") == []
    assert unpinned(project["dependency-groups"]["dev"], "dev.txt") == []
    assert unpinned(project["dependency-groups"]["bench"], "bench.txt") == []


def unpinned(wanted: list[str], name: str) -> list[str]:
    """Requirements that a file of pins does not meet."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    pins = {_plain(n): v for n, v in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}
    return [line for line in wanted if not _met(line, pins)]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _met(requirement: str, pins: dict[str, str]) -> bool:
    name, bounds = re.split(r"(?:\[[^\]]*\])?(?=[<>=!~])", requirement, maxsplit=1)
    version = pins.get(_plain(name))
    if version is None:
        return False
    for sign, bound in re.findall(r"(>=|<)([\d.]+)", bounds):
        if (_number(version) >= _number(bound)) is not (sign == ">="):
            return False
    return True


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.split("+", maxsplit=1)[0])[:4])


def test_every_pin_carries_its_hash() -> None:
    for name in ("run.txt", "dev.txt", "bench.txt"):
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        pins = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
        assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)


def test_the_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    door = (ROOT / "src" / "answerable" / "__init__.py").read_text(encoding="utf-8")
    assert f'__version__ = "{project["version"]}"' in door
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
