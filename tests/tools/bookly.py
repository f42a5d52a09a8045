"""The bookstore's own dialog, for tests of how it is heard."""

from __future__ import annotations

from answerable.assistants.folder import SHIPPED
from answerable.build.dialog import load_tools
from answerable.tools import Tool
from answerable.tools.dialog import Dialog
from answerable.tools.policy import Policy

FOLDER = SHIPPED / "bookstore"
POLICY = Policy.load(FOLDER / "policies")
DIALOG = Dialog.load(FOLDER / "dialog.toml", POLICY)
TOOLS = {tool.name: tool for tool in vars(load_tools(FOLDER / "tools.py")).values() if isinstance(tool, Tool)}
