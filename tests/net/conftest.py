"""The small internet, started and stopped for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.net.loopback import Loopback


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    servers = Loopback()
    yield servers
    await servers.close()
