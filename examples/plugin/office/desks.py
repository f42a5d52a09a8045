"""A tool of your own: it changes something, so it asks for a permit, and the user's own yes comes first."""

from answerable.domain.calls import Effect, Permit
from answerable.tools import Gave, tool


@tool(effect=Effect.WRITE, once_per=("day",), confirm="user")
def reserve_desk(permit: Permit, day: str) -> Gave:
    """Reserve a desk for a day. A real one would send `permit.id` along, so that a second try changes nothing."""
    return Gave({"desk reserved for": day, "slip": permit.id[:6]})
