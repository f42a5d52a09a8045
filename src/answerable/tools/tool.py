"""A tool: a typed function, what it does to the world, and the rules under which it may be called."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from answerable.domain.calls import Effect
from answerable.errors import AssistantError, ToolRefused
from answerable.sources.base import Card

# Parameters that are handed in and never come from a call.
GIVEN = ("world", "permit", "now")
_JSON = {str: "string", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True)
class Requires:
    """An earlier call of the same user in the same conversation that must have passed."""

    tool: str
    same: tuple[str, ...] = ()  # arguments that must be equal in both calls: the subject
    each: str = ""  # an argument whose every value must have passed there
    within: float | None = None  # seconds since then
    code: str = "step_missing"


@dataclass(frozen=True)
class AtMost:
    """A ceiling: of one call's argument, or of the sum of it (or the count of calls) over some seconds."""

    most: float
    argument: str = ""  # empty: the calls are counted
    within: float | None = None  # seconds; None looks at this call alone


@dataclass(frozen=True)
class Tries:
    """After so many refused calls of one user within some seconds, every further one is refused unseen."""

    most: int
    within: float


@dataclass(frozen=True)
class Gave:
    """What a tool gave: facts about its subject, rows where there are several things, and what passed."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    rows: tuple[Mapping[str, Any], ...] = ()
    passed: tuple[str, ...] = ()  # values that passed a check, for `Requires.each`
    failed: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)  # words of others: may be shown, decide nothing
    kind: str = "record"  # of the evidence it becomes: record · clause


@dataclass(frozen=True)
class Parameter:
    """One argument of a tool, as its type hint says."""

    name: str
    kind: str  # string · integer · number · boolean · array · any
    needed: bool
    choices: tuple[str, ...] = ()

    def fits(self, value: Any) -> bool:
        """Whether a value is of this kind; nothing is converted, so that nothing is guessed."""
        if self.choices or self.kind == "any":
            return not self.choices or value in self.choices
        if self.kind == "array":
            return isinstance(value, list) and all(isinstance(piece, str) for piece in value)
        if isinstance(value, bool):
            return self.kind == "boolean"
        wanted = {"string": str, "integer": int, "number": int | float, "boolean": bool}[self.kind]
        return isinstance(value, wanted)

    @property
    def schema(self) -> dict[str, Any]:
        """The parameter in JSON Schema."""
        if self.kind == "any":
            return {}
        items = {"items": {"type": "string"}} if self.kind == "array" else {}
        return {"type": self.kind, **items, **({"enum": list(self.choices)} if self.choices else {})}


@dataclass(frozen=True, kw_only=True)
class Tool:
    """Something that can be called, and the rules the desk holds every call against."""

    name: str
    says: str
    run: Callable[..., Any]
    effect: Effect
    parameters: tuple[Parameter, ...]
    given: tuple[str, ...]
    requires: tuple[Requires, ...] = ()
    once_per: tuple[str, ...] = ()
    limits: tuple[AtMost | Tries, ...] = ()
    confirm: str = ""  # "user": nothing happens without the user's own yes to exactly this call
    trusted: tuple[str, ...] = ()  # arguments whose values must come from the user or a trusted read
    idempotent: bool = True  # the same permit id twice makes one effect; if not, a lost reply is in doubt

    @property
    def card(self) -> Card:
        """The tool as a planner sees it."""
        return Card(self.name, self.says)

    @property
    def broken(self) -> str:
        """The code of a call that broke off: a read failed, a change may have happened."""
        return "failed" if self.effect is Effect.READ else "unsure" if self.idempotent else "in_doubt"

    @property
    def schema(self) -> dict[str, Any]:
        """Its arguments in JSON Schema."""
        return {
            "type": "object",
            "properties": {parameter.name: parameter.schema for parameter in self.parameters},
            "required": [parameter.name for parameter in self.parameters if parameter.needed],
            "additionalProperties": False,
        }

    def check(self, arguments: Mapping[str, Any]) -> None:
        """Refuse arguments that are missing, unknown or of another type."""
        known = {parameter.name: parameter for parameter in self.parameters}
        wrong = [f"{name} is unknown" for name in arguments if name not in known]
        wrong += [f"{p.name} is missing" for p in self.parameters if p.needed and p.name not in arguments]
        wrong += [
            f"{name} must be {' or '.join(known[name].choices) or known[name].kind}"
            for name, value in arguments.items()
            if name in known and not known[name].fits(value)
        ]
        if wrong:
            takes = ", ".join(f"{p.name} ({p.kind})" for p in self.parameters)
            raise ToolRefused("bad_arguments", f"{self.name}: {'; '.join(wrong)}. It takes {takes}.")


def tool(
    *,
    effect: Effect = Effect.READ,
    requires: Sequence[Requires] = (),
    once_per: Sequence[str] = (),
    limits: Sequence[AtMost | Tries] = (),
    confirm: Literal["", "user"] = "",
    trusted: Sequence[str] | None = None,
    idempotent: bool = True,
) -> Callable[[Callable[..., Any]], Tool]:
    """Declare a function as a tool; its docstring tells a planner what it does.

    Unless `trusted` says otherwise, every argument of a tool that changes something must come from the user's
    own words, from a trusted read on the same subject, or be confirmed.
    """

    def declare(function: Callable[..., Any]) -> Tool:
        parameters = _parameters(function)
        taken = set(inspect.signature(function).parameters)
        if effect is not Effect.READ and "permit" not in taken:
            raise AssistantError(
                function.__name__,
                f"has the effect {effect} and takes no permit.",
                hint="Add `permit: Permit`.",
            )
        named = tuple(parameter.name for parameter in parameters)
        mine = trusted if trusted is not None else named if effect is not Effect.READ else ()
        for name in {*once_per, *mine, *(n for rule in requires for n in (*rule.same, rule.each) if n)}:
            if name not in named:
                raise AssistantError(
                    function.__name__, f"has a rule about {name!r}.", hint=f"It takes {named}."
                )
        return Tool(
            name=function.__name__,
            says=inspect.cleandoc(function.__doc__ or function.__name__),
            run=function,
            effect=effect,
            parameters=parameters,
            given=tuple(name for name in GIVEN if name in taken),
            requires=tuple(requires),
            once_per=tuple(once_per),
            limits=tuple(limits),
            confirm=confirm,
            trusted=tuple(mine),
            idempotent=idempotent,
        )

    return declare


def _parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    hints = get_type_hints(function)
    found = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in GIVEN:
            kind, choices = _kind(hints.get(name), f"{function.__name__}({name})")
            found.append(Parameter(name, kind, parameter.default is inspect.Parameter.empty, choices))
    return tuple(found)


def _kind(hint: Any, where: str) -> tuple[str, tuple[str, ...]]:
    if get_origin(hint) in (Union, UnionType):
        inner = [kind for kind in get_args(hint) if kind is not type(None)]
        hint = inner[0] if len(inner) == 1 else hint
    if get_origin(hint) is Literal:
        return "string", tuple(map(str, get_args(hint)))
    if hint is Any or hint in _JSON:
        return _JSON.get(hint, "any"), ()
    if get_origin(hint) is list and get_args(hint) == (str,):
        return "array", ()
    raise AssistantError(
        where, f"has the type {hint}.", hint="Use str, int, float, bool, list[str], Literal['a', 'b'] or Any."
    )
