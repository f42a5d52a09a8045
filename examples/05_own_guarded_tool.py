"""An assistant of your own with a guarded tool: three small files in a folder. Run it: python examples/05_…"""

import tempfile
from dataclasses import replace
from pathlib import Path

from answerable import House, ask
from answerable.settings import read_settings

ASSISTANT = 'walks = "dialog"\n[en]\ntitle = "Ferry"\nrefusal = "I only book the ferry."\n'
TOOLS = """
from answerable.domain.calls import Effect, Permit
from answerable.tools import Gave, tool

@tool(effect=Effect.WRITE, once_per=("day",), confirm="user")
def book_ferry(permit: Permit, day: str) -> Gave:
    "Book the ferry for a day; the permit's id keeps a second booking from happening."
    return Gave({"booked for": day, "ticket": permit.id[:6]})
"""
DIALOG = r"""
slots.day.patterns = ['(\d{4}-\d\d-\d\d)']
replies.ask_day.en = "Which day? Write it like 2026-07-01."
[[intent]]
name = "book"
steps = ["book_ferry"]
phrases = ["book|reserve ferry|ticket"]
says = { book_ferry = ["facts"] }
"""

with tempfile.TemporaryDirectory() as home:
    folder = Path(home, "assistants", "ferry")
    folder.mkdir(parents=True)
    for name, text in {"assistant.toml": ASSISTANT, "tools.py": TOOLS, "dialog.toml": DIALOG}.items():
        (folder / name).write_text(text, encoding="utf-8")
    house = House.open(replace(read_settings(), home=Path(home)))
    for said in ("Book the ferry, please", "2026-07-01", "yes", "Book it again on 2026-07-01", "yes"):
        print(f"> {said}\n{ask(said, assistant='ferry', conversation='talk', house=house).text}")
    house.store.close()
