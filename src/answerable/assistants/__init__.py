"""Assistants are folders: `assistant.toml`, policies and wording as data, prompts, small typed tools.

In: a folder. Out: an `Assistant`, or a sentence about what is wrong with it. Never: a question, a model, a source.
"""

from answerable.assistants.folder import Assistant, Wording, load_assistants, read_assistant

__all__ = ["Assistant", "Wording", "load_assistants", "read_assistant"]
