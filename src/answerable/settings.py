"""What the operator decides: one typed tree, one reader, read once.

Every setting has a finite default. It can be set in `settings.toml` in the home folder ([website] max_pages = 40)
or in the environment (ANSWERABLE_WEBSITE_MAX_PAGES=40); the environment wins. docs/settings.md lists them all.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from answerable.errors import SettingsError

PREFIX = "ANSWERABLE_"
Value = TypeVar("Value")


def _setting(default: Value, says: str, *, shown: bool = True) -> Value:
    """A setting with its default and its sentence in docs/settings.md; a secret one is never printed."""
    return field(default=default, repr=shown, metadata={"says": says})


@dataclass(frozen=True, kw_only=True)
class WebsiteSettings:
    """The limits of the website source, under the names and with the defaults of its requirement document."""

    instruction: str = _setting("", "What the crawl and the answers should favour.")
    allowed_domains: tuple[str, ...] = _setting(
        (), "Hosts, .subdomains or path prefixes that may be read; empty: the start hosts."
    )
    max_iterations: int = _setting(5, "Explorations per question after the start pages.")
    max_pages: int = _setting(100, "Pages one question may fetch.")
    content_max_chars: int = _setting(10_000, "Characters of one page a model may be shown.")
    links_max_chars: int = _setting(500, "Longest URL that is kept as it is.")
    url_truncation_buffer: int = _setting(10, "Room kept for the dots of a cut URL.")
    max_links_per_page: int = _setting(300, "Links kept of one page.")
    max_urls_per_iteration: int = _setting(5, "Pages followed in one exploration.")
    max_depth: int = _setting(8, "Clicks from a start page after which nothing is followed.")
    fresh_seconds: int = _setting(86_400, "How long a read page is used before it is asked for again.")
    use_browser: bool = _setting(True, "Render JavaScript-only pages when Chromium is there.")


@dataclass(frozen=True, kw_only=True)
class NetSettings:
    """The door to the internet."""

    allow_private: bool = _setting(False, "Reach private addresses that nobody named.")
    open_sites: tuple[str, ...] = _setting(
        (), "Sites on private addresses that clients with a key may have read."
    )
    max_bytes: int = _setting(5_000_000, "Bytes of one page after decompression.")
    page_seconds: float = _setting(10.0, "Time one page may take.")
    per_host: int = _setting(8, "Requests to one host at once.")
    at_once: int = _setting(16, "Requests to all hosts at once.")
    user_agent: str = _setting("Answerable/0.1 (website assistant)", "How we introduce ourselves.")


@dataclass(frozen=True, kw_only=True)
class ModelSettings:
    """The language model, if any."""

    name: str = _setting("", "provider:model, e.g. anthropic:…; empty: answers by rule.")
    small: str = _setting("", "Checks the plans of the model above; empty: that checks them itself.")
    way: str = _setting("cascade", "rule, model, or cascade (rules first where sure).")
    base_url: str = _setting("", "Address of an OpenAI-compatible server.")
    seconds: float = _setting(30.0, "Time one model call may take.")
    max_tokens: int = _setting(1_000, "Longest reply.")
    keep_seconds: float = _setting(0.0, "How long a reply serves the very same prompt again; 0: never.")
    keep_words: bool = _setting(False, "Keep prompts and replies with a run; whoever may read it reads them.")


@dataclass(frozen=True, kw_only=True)
class ModerationSettings:
    """A provider's opinion of questions and answers, if any."""

    name: str = _setting("", "openai:MODEL or openai-compatible:MODEL@http://…/v1; empty: nobody is asked.")
    seconds: float = _setting(5.0, "Time one opinion may take.")
    unsure: str = _setting("flag", "Without an opinion: flag (a person looks), refuse, or allow.")


@dataclass(frozen=True, kw_only=True)
class BudgetSettings:
    """What one question may spend besides pages and iterations."""

    seconds: float = _setting(60.0, "Wall time of one question.")
    model_calls: int = _setting(12, "Model calls of one question.")
    tokens_in: int = _setting(60_000, "Tokens one question may send to a model.")
    tokens_out: int = _setting(8_000, "Tokens one question may get from a model.")
    cost_usd: float = _setting(0.5, "Money one question may cost.")


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """The HTTP door."""

    hosts: tuple[str, ...] = _setting((), "Names the server is reached by; naming any makes keys necessary.")
    origins: tuple[str, ...] = _setting(
        (), "Other sites whose pages may use the API, such as https://example.com."
    )
    requests_per_minute: int = _setting(600, "Requests one API key may make.")
    questions_per_minute: int = _setting(60, "Questions one API key may ask.")


@dataclass(frozen=True, kw_only=True)
class JudgingSettings:
    """Runs of every day that are judged in the background, after they ended."""

    share: float = _setting(0.0, "Share of runs that are judged, 0 (none) to 1 (all).")
    per_hour: int = _setting(60, "Runs that are judged in an hour at most.")


@dataclass(frozen=True, kw_only=True)
class DatabaseSettings:
    """The database that table questions are answered from."""

    url: str = _setting("", "SQLAlchemy URL, e.g. sqlite:///shop.db or postgresql://…", shown=False)


@dataclass(frozen=True, kw_only=True)
class MergeSettings:
    """Merge's unified API, or the sandbox company that speaks it."""

    url: str = _setting("", "Address of the API; empty: Merge's own.")
    api_key: str = _setting("", "The organisation's key.", shown=False)
    account_token: str = _setting("", "Token of the linked account.", shown=False)
    user: str = _setting("", "Work e-mail on whose behalf is asked where a question names nobody.")
    max_age: float = _setting(
        0.0, "Seconds a record may be old; 0: changes are asked for with every question."
    )


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything the operator decides."""

    home: Path = field(default=Path("~/.answerable"), metadata={"says": "Where everything lives."})
    tenant: str = _setting("local", "The tenant whose database, apps and orders these settings name.")
    secret_key: str = _setting(
        "", "Seals the tenants' credentials, newest first; empty: secret.key in the home.", shown=False
    )
    window: int = _setting(8, "Earlier turns a question may refer to.")
    question_max_chars: int = _setting(4_000, "Longest question that is taken.")
    website: WebsiteSettings = field(default_factory=WebsiteSettings)
    net: NetSettings = field(default_factory=NetSettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    moderation: ModerationSettings = field(default_factory=ModerationSettings)
    budget: BudgetSettings = field(default_factory=BudgetSettings)
    server: ServerSettings = field(default_factory=ServerSettings)
    judging: JudgingSettings = field(default_factory=JudgingSettings)
    database: DatabaseSettings = field(default_factory=DatabaseSettings)
    merge: MergeSettings = field(default_factory=MergeSettings)


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings once: defaults, then settings.toml in the home, then the environment."""
    home = Path(environ.get(f"{PREFIX}HOME") or Settings().home).expanduser()
    settings = replace(Settings(), home=home)
    settings = overlaid(settings, read_tree(home / "settings.toml"), str(home / "settings.toml"))
    for variable, name in _named(settings).items():
        if variable in environ and name != ("", "home"):
            settings = _put(settings, name, environ[variable], where=variable)
    if model := environ.get(f"{PREFIX}MODEL", ""):
        settings = replace(settings, model=replace(settings.model, name=model))
    _check(settings)
    return replace(settings, home=home)


def read_tree(path: Path) -> dict[str, Any]:
    """What a file of the operator says; nothing where there is none."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(path), f"is not valid TOML: {error}.") from error


def overlaid(settings: Settings, tree: Mapping[str, Any], where: str) -> Settings:
    """The settings with those of a tree in their place; an unknown one is an error."""
    for name, value in tree.items():
        if isinstance(value, dict):
            sections = _sections(settings)
            if name not in sections:
                hint = f"Sections are {', '.join(sections)}."
                raise SettingsError(f"{where} [{name}]", "is not a section.", hint=hint)
            for key, inner in value.items():
                settings = _put(settings, (name, key), inner, where=f"{where} [{name}] {key}")
        else:
            settings = _put(settings, ("", name), value, where=f"{where} {name}")
    _check(settings)
    return settings


def variables() -> list[str]:
    """Every variable of the environment that is read."""
    return [*_named(Settings()), f"{PREFIX}MODEL"]


def _sections(settings: Settings) -> dict[str, Any]:
    held = {part.name: getattr(settings, part.name) for part in fields(settings)}
    return {name: section for name, section in held.items() if is_dataclass(section)}


def _named(settings: Settings) -> dict[str, tuple[str, str]]:
    """Every variable of the environment that is read, with the section ("" for none) and the setting it names."""
    sections = _sections(settings)
    names = [("", part.name) for part in fields(settings) if part.name not in sections]
    names += [(name, one.name) for name, section in sections.items() for one in fields(section)]
    return {PREFIX + "_".join(filter(None, pair)).upper(): pair for pair in names}


def _put(settings: Settings, name: tuple[str, str], value: Any, *, where: str) -> Settings:
    """The settings with one of them changed; it is named by its section ("" for none) and its own name."""
    section, own = name
    changed = _set(getattr(settings, section) if section else settings, own, value, where=where)
    return replace(settings, **{section: changed}) if section else changed


def _set(section: Any, name: str, value: Any, *, where: str) -> Any:
    hints = get_type_hints(type(section))
    if name not in hints or is_dataclass(getattr(section, name, None)):
        raise SettingsError(where, "is not a setting.", hint=f"Settings here are {', '.join(hints)}.")
    return replace(section, **{name: _as(hints[name], value, where)})


def _as(kind: Any, value: Any, where: str) -> Any:
    """Turn words from a file or the environment into the setting's kind."""
    if kind is bool:
        return _as_bool(value, where)
    if kind in (int, float):
        try:
            return kind(value)
        except (TypeError, ValueError):
            valid = "a whole number" if kind is int else "a number"
            raise SettingsError(where, f"is {value!r}; it must be {valid}.") from None
    if kind is str:
        return str(value)
    if kind is Path:
        return Path(str(value)).expanduser()
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(str(part).strip() for part in parts if str(part).strip())


def _as_bool(value: Any, where: str) -> bool:
    word = str(value).lower()
    if word in ("1", "true", "yes", "on"):
        return True
    if word in ("0", "false", "no", "off"):
        return False
    raise SettingsError(where, f"is {value!r}; it must be true or false.")


def _check(settings: Settings) -> None:
    for section in (settings, *_sections(settings).values()):
        for limit in fields(section):
            value = getattr(section, limit.name)
            if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
                raise SettingsError(limit.name, f"is {value}; it must be 0 or more.")
    if settings.model.way not in ("rule", "model", "cascade"):
        raise SettingsError("model.way", f"is {settings.model.way!r}; it must be rule, model or cascade.")
    if settings.judging.share > 1:
        raise SettingsError("judging.share", f"is {settings.judging.share}; it must be at most 1.")
    if settings.moderation.unsure not in ("flag", "refuse", "allow"):
        unsure = settings.moderation.unsure
        raise SettingsError("moderation.unsure", f"is {unsure!r}; it must be flag, refuse or allow.")
