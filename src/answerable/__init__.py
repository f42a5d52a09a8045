"""Answerable: questions answered from an organisation's own sources, with the evidence for every claim.

from answerable import ask

outcome = ask("How long do I have to return a jacket?", site="https://example.com")
print(outcome.text)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.asking import answer, ask
    from answerable.build import House
    from answerable.domain.outcome import Answer, Clarification, Failure, Outcome, Refusal

__version__ = "0.1.0"

__all__ = ["Answer", "Clarification", "Failure", "House", "Outcome", "Refusal", "answer", "ask"]

_ROOMS = {
    "Answer": "domain.outcome",
    "Clarification": "domain.outcome",
    "Failure": "domain.outcome",
    "House": "build",
    "Outcome": "domain.outcome",
    "Refusal": "domain.outcome",
    "answer": "asking",
    "ask": "asking",
}


def __getattr__(name: str) -> Any:
    # The door opens rooms only when somebody walks in, so that `answerable --help` stays fast.
    if name in _ROOMS:
        return getattr(import_module(f"answerable.{_ROOMS[name]}"), name)
    raise AttributeError(f"module 'answerable' has no attribute {name!r}")
