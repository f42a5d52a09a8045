"""Every error the house can raise, drawn as one tree. Each class says who must act.

AnswerableError
├── OperatorError            the operator must change something
│   ├── SettingsError          a setting is wrong
│   ├── AssistantError         an assistant's folder is wrong
│   ├── PluginError            a plug-in is missing or cannot be loaded
│   └── StoreError             the store cannot be opened or written
├── AskerError               the person asking must change something
│   ├── BadQuestion            the question itself cannot be taken (empty, far too long)
│   └── QuotaSpent             the tenant has used up what it may use for now
├── SourceError              nobody must act; `act` turns it into a Gap
│   ├── AddressRefused         an address we must not connect to
│   ├── FetchRefused           a rule (robots, scope, limits) says no
│   └── SourceUnreachable      asked, and nothing usable came back
├── ModelError               nobody must act; the rule way or a refusal takes over
│   ├── ModelUnreachable       time-out, connection, rate limit beyond the budget
│   └── ModelGarbled           a reply that does not fit its shape, even after one repair
├── BudgetSpent              nobody must act; the walk ends with what it has
└── ToolRefused              the model (or the page) must make another call
"""

from __future__ import annotations


class AnswerableError(Exception):
    """The root; doors catch this and nothing broader."""


class OperatorError(AnswerableError):
    """The operator must change something; says what, where and what to do."""

    def __init__(self, where: str, what: str, *, hint: str = "") -> None:
        self.where, self.what, self.hint = where, what, hint
        super().__init__(f"{where}: {what}" + (f" {hint}" if hint else ""))


class SettingsError(OperatorError):
    """A setting is wrong."""


class AssistantError(OperatorError):
    """An assistant's folder is wrong."""


class PluginError(OperatorError):
    """A plug-in is missing or cannot be loaded."""


class StoreError(OperatorError):
    """The store cannot be opened or written."""


class AskerError(AnswerableError):
    """The person asking must change something."""


class BadQuestion(AskerError):
    """The question cannot be taken as it is."""


class QuotaSpent(AskerError):
    """The tenant has used up what it may use for now; says when to come back."""

    def __init__(self, kind: str, most: float, wait: int) -> None:
        self.kind, self.most, self.wait = kind, most, wait
        super().__init__(f"The quota of {most:g} {kind} is used up. Come back in {wait} seconds.")


class SourceError(AnswerableError):
    """A source could not give what was asked of it; becomes a Gap, never text."""

    def __init__(self, asked: str, why: str) -> None:
        self.asked, self.why = asked, why
        super().__init__(f"{asked}: {why}")


class AddressRefused(SourceError):
    """The address leads to a place the operator has not opened."""


class FetchRefused(SourceError):
    """A rule (robots, scope, size, time) says no."""


class SourceUnreachable(SourceError):
    """Asked, and nothing usable came back."""


class ModelError(AnswerableError):
    """A language model could not be used; the rule way or a refusal takes over."""


class ModelUnreachable(ModelError):
    """Time-out, refused connection, or a rate limit that outlasts the budget."""


class ModelGarbled(ModelError):
    """A reply that does not fit its shape, even after one repair."""


class BudgetSpent(AnswerableError):
    """One of the run's limits is reached."""

    def __init__(self, kind: str, limit: float) -> None:
        self.kind, self.limit = kind, limit
        super().__init__(f"The budget of {limit:g} {kind} is spent.")


class ToolRefused(AnswerableError):
    """A call was not permitted; the words tell the caller how to do it right."""

    def __init__(self, code: str, why: str) -> None:
        self.code, self.why = code, why
        super().__init__(f"{code}: {why}")
