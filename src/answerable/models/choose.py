"""Open the model an operator named in one setting, such as `anthropic:claude-haiku-4-5`.

The vendors' libraries take one to two seconds to import, so they are imported here, when a model is really
opened, and nowhere else: `answerable --help` and the rule way never pay for them.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from typing import Any

from answerable.errors import SettingsError
from answerable.models.base import Model
from answerable.models.retry import Patience

SETTING = "ANSWERABLE_MODEL"


@dataclass(frozen=True)
class Endpoint:
    """One kind of server: what opens it, where it usually is, which variable holds its key."""

    opener: str  # "module:function"
    key_variable: str
    needs_key: bool = False
    address: str | None = None  # None: the vendor's own


_COMPATIBLE = "answerable.models.openai:open_compatible"
KINDS = {
    "anthropic": Endpoint("answerable.models.anthropic:open_anthropic", "ANTHROPIC_API_KEY", needs_key=True),
    "openai": Endpoint("answerable.models.openai:open_openai", "OPENAI_API_KEY", needs_key=True),
    "openai-compatible": Endpoint(_COMPATIBLE, "ANSWERABLE_MODEL_KEY"),
    "ollama": Endpoint(_COMPATIBLE, "ANSWERABLE_MODEL_KEY", address="http://localhost:11434/v1"),
    "vllm": Endpoint(_COMPATIBLE, "ANSWERABLE_MODEL_KEY", address="http://localhost:8000/v1"),
    "llamacpp": Endpoint(_COMPATIBLE, "ANSWERABLE_MODEL_KEY", address="http://localhost:8080/v1"),
}
_PATTERN = re.compile(r"(?P<kind>[a-z-]+):(?P<name>\S+?)(?:@(?P<address>https?://[^\s/@]\S*))?")


@dataclass(frozen=True)
class Choice:
    """A model setting, understood."""

    kind: str
    name: str
    address: str | None


def parse_setting(setting: str) -> Choice:
    """Understand `kind:name` or `kind:name@address`; the `SettingsError` lists what would be valid."""
    match = _PATTERN.fullmatch(setting.strip())
    if match is None or match["kind"] not in KINDS:
        raise SettingsError(
            SETTING,
            f"is {setting[:100]!r}, which names no model.",
            hint="Valid are anthropic:NAME, openai:NAME, ollama:NAME, vllm:NAME, llamacpp:NAME (each also "
            "with @http://HOST:PORT/v1 behind it) and openai-compatible:NAME@http://HOST:PORT/v1.",
        )
    choice = Choice(match["kind"], match["name"], _address(match["kind"], match["address"]))
    if choice.kind == "openai-compatible" and choice.address is None:
        hint = f"Write openai-compatible:{choice.name}@http://HOST:PORT/v1."
        raise SettingsError(SETTING, f"is {setting!r}, without an address.", hint=hint)
    return choice


def _address(kind: str, written: str | None) -> str | None:
    """Where the vendor's client looks: it appends /v1 itself for Anthropic, and wants it written for the others."""
    if written is None:
        return KINDS[kind].address
    plain = written.rstrip("/")
    if kind == "anthropic":
        return plain.removesuffix("/v1")
    return plain if "/" in plain.partition("://")[2] else f"{plain}/v1"


def key_variable(setting: str) -> str:
    """The environment variable that holds the key of this model."""
    return KINDS[parse_setting(setting).kind].key_variable


def open_model(setting: str, *, api_key: str | None = None, patience: Patience | None = None) -> Model:
    """The model of this setting, ready to be asked; close it when done. Opening makes no call."""
    choice = parse_setting(setting)
    kind = KINDS[choice.kind]
    if kind.needs_key and choice.address is None and not api_key:  # a server of one's own may do without
        hint = f"Put the key into {kind.key_variable}, or choose a model without one, such as ollama:NAME."
        raise SettingsError(kind.key_variable, f"is empty, but {SETTING} is {setting!r}.", hint=hint)
    model: Model = _opener(kind)(
        choice.name,
        # A server without keys still gets a word: the library would otherwise send it another vendor's key.
        api_key=api_key or "none",
        base_url=choice.address,
        patience=patience or Patience(f"{choice.kind}:{choice.name}"),
    )
    return model


def _opener(kind: Endpoint) -> Any:
    module, function = kind.opener.split(":")
    try:
        return getattr(importlib.import_module(module), function)
    except ModuleNotFoundError as error:
        what = f"needs the package {error.name!r}, which is not installed."
        raise SettingsError(
            SETTING, what, hint="Install it with: pip install 'answerable[models]'."
        ) from None
