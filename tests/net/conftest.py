"""The small internet, started and stopped for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from loopback import Loopback


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    servers = Loopback()
    yield servers
    await servers.close()
