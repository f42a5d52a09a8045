from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from answerable.cli.doctor import BROWSERS, State, changes, examine
from answerable.settings import Settings, WebsiteSettings
from answerable.sources.website.browser import NAMES
from tests.cli.terminal import run


def found(**environ: str) -> dict[str, tuple[State, str]]:
    return {finding.what: (finding.state, finding.says) for finding in examine({**os.environ, **environ})}


@pytest.fixture
async def server() -> AsyncIterator[str]:
    """Something that accepts connections, as a model server does."""
    listening = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    listening.close()
    await listening.wait_closed()


def test_a_fresh_home_is_ready() -> None:
    told = run("doctor")
    assert told.code == 0, told
    assert told.out.endswith("Ready to answer.\n")
    assert "all as shipped" in told.out


def test_a_changed_setting_is_shown() -> None:
    assert found(ANSWERABLE_WEBSITE_MAX_PAGES="7")["settings"] == (State.GOOD, "website.max_pages = 7")


def test_a_misspelt_variable_is_named() -> None:
    state, says = found(ANSWERABLE_WEBSITE_MAX_PAGE="7")["variable"]
    assert state is State.IDLE
    assert says.endswith("Do you mean ANSWERABLE_WEBSITE_MAX_PAGES?")


def test_a_wrong_setting_is_broken(empty_home: Path) -> None:
    (empty_home / "settings.toml").write_text("[web]\n", encoding="utf-8")
    told = run("doctor")
    assert told.code == 1
    assert "is not a section" in told.out
    assert "1 to repair." in told.out


def test_a_home_that_is_a_file_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "home"
    file.touch()
    state, says = found(ANSWERABLE_HOME=str(file))["home"]
    assert state is State.BROKEN
    assert "Set ANSWERABLE_HOME to a folder you may write to" in says


def test_no_model_is_no_problem() -> None:
    state, says = found()["model"]
    assert state is State.GOOD
    assert "answers by rule" in says


def test_a_model_nobody_knows_is_broken() -> None:
    assert found(ANSWERABLE_MODEL="magic")["model"][0] is State.BROKEN


def test_a_model_without_its_key_is_broken() -> None:
    state, says = found(ANSWERABLE_MODEL="anthropic:some-model")["model"]
    assert state is State.BROKEN
    assert "ANTHROPIC_API_KEY" in says


async def test_a_key_is_never_shown(server: str) -> None:
    model = {"ANSWERABLE_MODEL": f"anthropic:some-model@{server}", "ANTHROPIC_API_KEY": "very-secret"}
    state, says = (await asyncio.to_thread(found, **model))["model"]
    assert state is State.GOOD
    assert "very-secret" not in says


async def test_the_small_model_is_looked_at_too(server: str) -> None:
    good = {"ANSWERABLE_MODEL": f"ollama:some-model@{server}", "ANSWERABLE_MODEL_SMALL": "magic"}
    assert (await asyncio.to_thread(found, **good))["model"][0] is State.BROKEN


async def test_a_model_server_that_listens_is_good(server: str) -> None:
    findings = await asyncio.to_thread(found, ANSWERABLE_MODEL=f"openai-compatible:small@{server}")
    assert findings["model"] == (
        State.GOOD,
        f"openai-compatible:small@{server}; {server} answers",
    )


async def test_a_model_server_that_is_gone_is_broken() -> None:
    closed = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = closed.sockets[0].getsockname()[1]
    closed.close()
    await closed.wait_closed()
    findings = await asyncio.to_thread(found, ANSWERABLE_MODEL=f"ollama:small@http://127.0.0.1:{port}/v1")
    assert findings["model"][0] is State.BROKEN
    assert "start the server" in findings["model"][1]


async def test_a_server_may_be_named_apart(server: str) -> None:
    apart = {"ANSWERABLE_MODEL": "openai-compatible:small", "ANSWERABLE_MODEL_BASE_URL": server}
    findings = await asyncio.to_thread(found, **apart)
    assert findings["model"][1].endswith(f"{server} answers")


def test_a_model_out_of_use_is_no_problem() -> None:
    state, says = found(ANSWERABLE_MODEL="anthropic:some-model", ANSWERABLE_MODEL_WAY="rule")["model"]
    assert state is State.GOOD
    assert "not used" in says


def test_browsers_are_looked_for_under_the_same_names() -> None:
    assert BROWSERS == NAMES


def test_only_what_differs_is_a_change() -> None:
    changed = Settings(home=Path("elsewhere"), website=WebsiteSettings(max_pages=1))
    assert list(changes(changed, Settings())) == ["website.max_pages = 1"]
