"""Tools change the world, through one desk.

In:   typed Python functions with declared rules (`@tool`), a call with its arguments, the user's own words.
Out:  evidence made of a `Receipt`; or a refusal with a code that says how to do it right.
Never: makes a change without a `Permit`, twice with one, or because a text that was read says so.

| to | go to |
|---|---|
| declare a tool and its rules | `tool.py` |
| see when a call is allowed | `desk.py`, `approval.py` (the user's yes), `origin.py` (who said this value) |
| see how a call becomes evidence | `source.py`, `wording.py` |
| keep business rules as data | `policy.py` |
| talk without a model | `dialog.py` (data), `hearing.py`, `wishes.py`, `choosing.py`, `script.py` |
"""

from answerable.tools.tool import AtMost, Gave, Requires, Tool, Tries, tool

__all__ = ["AtMost", "Gave", "Requires", "Tool", "Tries", "tool"]
