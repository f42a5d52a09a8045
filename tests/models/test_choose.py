"""One setting chooses the model; a wrong one says what would be right."""

from __future__ import annotations

import subprocess
import sys

import pytest

from answerable.errors import SettingsError
from answerable.models.choose import Choice, key_variable, open_model, parse_setting


@pytest.mark.parametrize(
    ("setting", "choice"),
    [
        ("anthropic:claude-haiku-4-5", Choice("anthropic", "claude-haiku-4-5", None)),
        ("anthropic:local@http://127.0.0.1:8091", Choice("anthropic", "local", "http://127.0.0.1:8091")),
        ("openai:gpt-5", Choice("openai", "gpt-5", None)),
        ("ollama:llama3:8b", Choice("ollama", "llama3:8b", "http://localhost:11434/v1")),
        ("ollama:llama3@http://gpu:1/v1", Choice("ollama", "llama3", "http://gpu:1/v1")),
        ("vllm:org/name", Choice("vllm", "org/name", "http://localhost:8000/v1")),
        ("llamacpp:any", Choice("llamacpp", "any", "http://localhost:8080/v1")),
        ("openai-compatible:a@b@https://h/v1", Choice("openai-compatible", "a@b", "https://h/v1")),
        ("  openai:gpt-5 ", Choice("openai", "gpt-5", None)),
        ("anthropic:x@http://h:1/v1/", Choice("anthropic", "x", "http://h:1")),
        ("vllm:x@http://h:1", Choice("vllm", "x", "http://h:1/v1")),
    ],
)
def test_a_setting_is_understood(setting: str, choice: Choice) -> None:
    assert parse_setting(setting) == choice


@pytest.mark.parametrize(
    "setting",
    ["", "gpt-5", "anthropic", "anthropic:", ":x", "claude:opus", "openai:a b", "OPENAI:x", "x" * 5000],
)
def test_a_wrong_setting_lists_what_is_valid(setting: str) -> None:
    with pytest.raises(SettingsError, match=r"anthropic:NAME.*openai-compatible:NAME@http") as caught:
        parse_setting(setting)
    assert caught.value.where == "ANSWERABLE_MODEL"
    assert len(str(caught.value)) < 500


def test_a_compatible_server_needs_an_address() -> None:
    with pytest.raises(SettingsError, match=r"openai-compatible:x@http://HOST:PORT/v1"):
        parse_setting("openai-compatible:x")


@pytest.mark.parametrize(
    ("setting", "variable"), [("anthropic:x", "ANTHROPIC_API_KEY"), ("openai:x", "OPENAI_API_KEY")]
)
def test_a_missing_key_names_its_variable(setting: str, variable: str) -> None:
    assert key_variable(setting) == variable
    with pytest.raises(SettingsError, match=variable):
        open_model(setting)


@pytest.mark.parametrize("setting", ["anthropic:claude-haiku-4-5", "openai:gpt-5", "ollama:llama3"])
async def test_opening_makes_no_call(setting: str) -> None:
    model = open_model(setting, api_key="k")
    assert model.name.endswith(setting.split(":")[1])
    await model.close()


def run(*lines: str) -> str:
    """What a fresh interpreter prints."""
    command = [sys.executable, "-c", "\n".join(lines)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_no_vendor_is_imported_before_opening() -> None:
    found = run(
        "import sys",
        "from answerable.models import base, choose, prompts, retry",
        "choose.parse_setting('anthropic:x')",
        "print({'pydantic_ai', 'openai', 'anthropic', 'httpx2', 'pydantic'} & set(sys.modules))",
    )
    assert found == "set()"


def test_a_missing_package_says_how_to_install() -> None:
    found = run(
        "import sys",
        "sys.modules['openai'] = None",
        "from answerable.errors import SettingsError",
        "from answerable.models.choose import open_model",
        "try: open_model('ollama:x')",
        "except SettingsError as error: print(error)",
    )
    assert "pip install 'answerable[models]'" in found
