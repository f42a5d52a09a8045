"""A walk and what is kept of it while it happens.

In come the events of a walk; out go the same events, stored and numbered, to whoever follows the run. Never
decides anything about the answer, and never tells an event that is not in the store yet.
"""

from answerable.runs.event_log import EventLog, Kept, nobody

__all__ = ["EventLog", "Kept", "nobody"]
