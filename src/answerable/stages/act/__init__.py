"""Do the tasks of a plan: each wave in parallel, each failure a Gap, nothing that fails sinks the rest."""

from answerable.stages.act.waves import TaskActor

__all__ = ["TaskActor"]
