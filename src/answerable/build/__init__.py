"""Settings and an assistant's folder in, an engine out: the only room that knows concrete classes. It has no loop."""

from answerable.build.house import House
from answerable.build.thinking import by_model, full_name
from answerable.build.website import check_starts, open_browser

__all__ = ["House", "by_model", "check_starts", "full_name", "open_browser"]
