"""One folder, read and checked: what makes an assistant what it is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from answerable.domain.budget import Limits
from answerable.errors import AssistantError
from answerable.tools.escalation import EscalationRules

FILE = "assistant.toml"
SHIPPED = Path(__file__).parent
LANGUAGES = ("en", "de")
# The shipped ones come first, in the order they are offered.
ORDER = ("website", "workplace", "bookstore", "warehouse", "research")
# The ways an engine can be put together; build/ has one file for each.
WALKS = ("passages", "tables", "apps", "dialog", "research")


@dataclass(frozen=True, kw_only=True)
class Wording:
    """What an assistant says of itself in one language."""

    title: str
    greeting: str = ""
    starters: tuple[str, ...] = ()  # questions to begin with
    about: str = ""  # what its sources are called: "our returns policy", "the warehouse"
    refusal: str = ""  # the one sentence for what is outside its scope


@dataclass(frozen=True, kw_only=True)
class Assistant:
    """Everything that makes an assistant, as its folder says it."""

    name: str
    folder: Path
    walks: str
    wording: Mapping[str, Wording]
    instructions: str = ""  # for a model, besides the prompt
    needs_site: bool = False  # a question must name a start page
    sources: tuple[str, ...] = ()  # built-in or of a plug-in, by name; for research, other assistants
    guards: tuple[str, ...] = ()  # besides the built-in one
    tools: tuple[str, ...] = ()  # files in the folder, and tools of plug-ins by name
    options: Mapping[str, Any] = field(default_factory=dict)  # what its own way of walking reads
    budget: Mapping[str, Any] = field(default_factory=dict)  # what it may spend, where that differs
    escalation: EscalationRules | None = None  # when people take over; None: never

    @property
    def reads_sites(self) -> bool:
        """Whether the site of a question is one of its sources."""
        return self.needs_site or "website" in self.sources

    def says(self, language: str) -> Wording:
        """Its wording in a language, English where it has no other."""
        return self.wording.get(language) or self.wording["en"]

    def within(self, limits: Limits) -> Limits:
        """The operator's limits with what the folder sets for itself."""
        return replace(limits, **self.budget)


def load_assistants(
    own: Path | None = None, *, shipped: bool = True
) -> dict[str, Assistant | AssistantError]:
    """The shipped assistants and those in the operator's folder, which win over a shipped one of their name.

    A folder that cannot be read stands there with its fault: one broken assistant does not close the others.
    """
    roots = [root for root in (SHIPPED if shipped else None, own) if root]
    folders = {path.parent.name: path.parent for root in roots for path in sorted(root.glob(f"*/{FILE}"))}
    names = sorted(folders, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    return {name: _read(folders[name]) for name in names}


def _read(folder: Path) -> Assistant | AssistantError:
    try:
        return read_assistant(folder)
    except AssistantError as fault:
        return fault


def read_assistant(folder: Path) -> Assistant:
    """Read one folder; raises `AssistantError` that names the file, the entry and what would be valid."""
    where = str(folder / FILE)
    try:
        tree = tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AssistantError(where, "does not exist.", hint="Every assistant's folder holds one.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AssistantError(where, f"is not valid TOML: {error}.") from None
    wording = {
        language: _wording(tree.pop(language), f"{where} [{language}]")
        for language in LANGUAGES
        if language in tree
    }
    if "en" not in wording:
        raise AssistantError(where, "has no section [en].", hint='Give it at least [en] with title = "…".')
    known = _named(_known(tree, Assistant, where), where)
    assistant = Assistant(name=folder.name, folder=folder, wording=wording, **known)
    if assistant.walks not in WALKS:
        raise AssistantError(
            f"{where} walks", f"is {assistant.walks!r}.", hint=f"Valid are {', '.join(WALKS)}."
        )
    if assistant.walks == "passages" and not assistant.sources:
        raise AssistantError(f"{where} sources", "is empty.", hint='Name one, such as sources = ["website"].')
    _check_budget(assistant, where)
    return assistant


def _named(section: dict[str, Any], where: str) -> dict[str, Any]:
    """The section with its lists of names as such: one name may stand without brackets."""
    if section["walks"] == "website":  # the short way to say it
        section = {"sources": ["website"], **section, "walks": "passages"}
    for entry in {"sources", "guards", "tools"} & set(section):
        names = [section[entry]] if isinstance(section[entry], str) else section[entry]
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise AssistantError(f"{where} {entry}", "is no list of names.", hint=f'Write {entry} = ["…"].')
        section[entry] = tuple(names)
    if "escalation" in section:
        section["escalation"] = EscalationRules.read(section["escalation"], f"{where} [escalation]")
    return section


def _wording(section: Any, where: str) -> Wording:
    if not isinstance(section, dict) or not section.get("title"):
        raise AssistantError(where, "has no title.", hint='Add title = "…".')
    known = _known(section, Wording, where)
    return Wording(**{**known, "starters": tuple(known.get("starters", ()))})


def _known(section: dict[str, Any], kind: type, where: str) -> dict[str, Any]:
    """The section's entries, refused where one is unknown (a typing mistake would else be silent)."""
    given = {"name", "folder", "wording"}
    valid = [part.name for part in fields(kind) if part.name not in given]
    if unknown := sorted(set(section) - set(valid)):
        raise AssistantError(f"{where} {unknown[0]}", "is not known.", hint=f"Valid are {', '.join(valid)}.")
    if kind is Assistant and "walks" not in section:
        raise AssistantError(f"{where} walks", "is missing.", hint=f"Valid are {', '.join(WALKS)}.")
    return section


def _check_budget(assistant: Assistant, where: str) -> None:
    try:
        assistant.within(Limits())
    except (TypeError, ValueError) as error:
        valid = ", ".join(part.name for part in fields(Limits))
        raise AssistantError(f"{where} [budget]", f"{error}.", hint=f"Valid are {valid}.") from None
