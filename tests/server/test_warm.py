"""Before the first question every assistant is made ready, at nobody's cost and without a trace."""

from __future__ import annotations

import sys
from pathlib import Path

from answerable.build import House
from answerable.language.embed import shared_vectors
from answerable.sandbox import warehouse
from answerable.server.app import create_app
from answerable.server.warm import warm
from answerable.settings import DatabaseSettings, Settings
from answerable.store import Store
from answerable.testing.scripted_model import ScriptedModel


async def test_assistants_are_ready_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "warehouse.db"
    warehouse.build(path)
    settings = Settings(home=tmp_path, database=DatabaseSettings(url=f"sqlite:///{path}"))
    store, model = Store.open(tmp_path), ScriptedModel([])  # a model that breaks whoever asks it
    house = House(settings, store, shared_vectors(), model)
    await warm(house, ())
    assert {f"answerable.build.{one.walks}" for one in house.assistants.values()} <= set(sys.modules)
    assert model.prompts == []
    assert store.conversations("local").latest() == []
    await house.close()


async def test_the_server_opens_and_closes_meanwhile(house: House) -> None:
    app = create_app(house, warm_up=True)
    async with app.router.lifespan_context(app):
        assert app.state.desk.walks.closing is False
    assert app.state.desk.walks.closing is True
