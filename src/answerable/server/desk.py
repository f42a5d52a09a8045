"""What every route works with, and the way to turn a request into a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from answerable.asking import take
from answerable.build import House, check_starts
from answerable.domain.question import Question, Tenant, User
from answerable.server.board import Board, Place
from answerable.server.metrics import Metrics
from answerable.server.problems import Refused
from answerable.server.walks import Walks
from answerable.store.conversations import StoredConversation, TenantConversations

# Seconds a stream may be silent; proxies commonly hang up after 30 or 60.
KEEPALIVE = 15.0


@dataclass(frozen=True)
class Desk:
    """The house, and what this process has going on."""

    house: House
    board: Board
    walks: Walks
    metrics: Metrics
    starts: tuple[str, ...] = ()  # start pages the operator offers, used where a request names none
    starters: tuple[str, ...] = ()  # questions the operator suggests
    keepalive: float = KEEPALIVE
    tenant: str = Tenant().id  # one until keys name others

    @property
    def conversations(self) -> TenantConversations:
        return self.house.store.conversations(self.tenant)

    def place(self, conversation: str) -> Place:
        return self.tenant, conversation

    def find(self, conversation: str) -> StoredConversation:
        """A conversation that exists, or 404."""
        found = self.conversations.get(conversation)
        if found is None:
            raise Refused(404, f"There is no conversation {conversation!r}. Leave it out to start a new one.")
        return found

    def take(
        self, text: str, site: Sequence[str] | None, conversation: str | None, user: str | None
    ) -> Question:
        """The question of a request; every fault is found here, before anything is started."""
        known = self.find(conversation) if conversation else None
        offered = () if known and known.starts else self.starts
        if not (site or offered or (known and known.starts)):
            raise Refused(422, 'Name at least one start page, such as ["https://example.com"].', field="site")
        starts = check_starts(site or offered)
        asker = User(user or User().id, Tenant(self.tenant))
        return take(self.house, text, starts=starts, conversation=conversation or "", user=asker)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


AtDesk = Annotated[Desk, Depends(desk_of)]
