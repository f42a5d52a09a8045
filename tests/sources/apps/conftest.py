"""The sandbox company, fresh for every test."""

from __future__ import annotations

import pytest

from tests.sources.apps.company import Office


@pytest.fixture
def office() -> Office:
    return Office()
