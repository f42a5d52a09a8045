"""The one place where a module is imported by its name, when somebody needs it.

An assistant nobody asks and a model nobody named cost no start-up time, and need not be installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from answerable.errors import SettingsError


def late(module: str, *, setting: str, extra: str, instead: str = "") -> Any:
    """The module, or a sentence that says which setting needs which extra."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        hint = f"Install it with: pip install 'answerable[{extra}]'{f', or {instead}' if instead else ''}."
        what = f"needs the package {error.name!r}, which is not installed."
        raise SettingsError(setting, what, hint=hint) from None
