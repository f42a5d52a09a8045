"""A walk made durable, and what is kept of it while it happens.

In come questions and a way to open an engine for each; out go outcomes, and the events of every walk, stored and
numbered, to whoever follows. Finished stages are not repeated after a crash. Never decides anything about the answer,
and never tells an event that is not in the store yet.
"""

from answerable.runs.event_log import EventLog

__all__ = ["EventLog"]
