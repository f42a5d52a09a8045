"""Turn a verdict into one of four endings, in the language of the question. Wording lives in wording.toml."""

from answerable.stages.settle.endings import Settler

__all__ = ["Settler"]
