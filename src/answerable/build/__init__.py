"""The only room that knows concrete classes: settings and an assistant's folder in, an engine out.

`house.py` is the door and `rooms.py` what all engines share; one file for each way to walk (`passages`, `tables`,
`apps`, `dialog`, `research`) wires an engine; `around.py` says what stands around it. What belongs to one tenant is in
`linked.py`, experiments are in `variants.py`. It has no loop, and decides nothing about an answer.
"""

from answerable.build.house import House
from answerable.build.rooms import Given
from answerable.build.thinking import by_model, full_name
from answerable.build.website import check_starts, open_browser

__all__ = ["Given", "House", "by_model", "check_starts", "full_name", "open_browser"]
