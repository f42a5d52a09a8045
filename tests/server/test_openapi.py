"""What /openapi.json promises is what the server does, whatever it is sent."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from aiohttp import web
from schemathesis import GenerationMode
from schemathesis.checks import positive_data_acceptance
from schemathesis.core.result import Ok

from answerable.build import House
from answerable.server import create_app
from answerable.server.serving import Server, listen
from answerable.settings import NetSettings, ServerSettings, Settings
from answerable.store.keys import SCOPES
from tests.server.conftest import Site

# Requests per operation and mode; chosen so that this file takes a few seconds. ANSWERABLE_EXAMPLES=100 looks harder.
EXAMPLES = int(os.environ.get("ANSWERABLE_EXAMPLES", "5"))
ENDLESS = "/api/conversations/{conversation}/events"


class World:
    """A server and a small site in a thread of their own, with one answered question."""

    def __init__(self, home: Path) -> None:
        self.url = self.site = self.key = ""
        self._home, self._ready, self._loop = home, threading.Event(), asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._live(),))

    def __enter__(self) -> World:
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._loop.close()

    async def _live(self) -> None:
        site, app = Site(), web.Application()
        app.router.add_get("/{path:.*}", site.answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.site = f"http://127.0.0.1:{runner.addresses[0][1]}"
        net, lifted = (
            NetSettings(open_sites=(self.site,)),
            ServerSettings(requests_per_minute=0, questions_per_minute=0),
        )
        house, listening = (
            House.open(Settings(home=self._home, net=net, server=lifted)),
            listen("127.0.0.1", 0),
        )
        self.key, _ = house.store.keys().new("acme", scopes=SCOPES)
        self._server = Server(create_app(house, starts=[self.site], keyless=False))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        serving = asyncio.create_task(self._server.serve([listening]))
        house.store.conversations("acme").open(
            "known", user="me", assistant="website", starts=[self.site], name="Known"
        )
        self._ready.set()
        await serving
        await runner.cleanup()
        house.store.close()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with World(tmp_path_factory.mktemp("openapi")) as world:
        yield world


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_server_keeps_its_promises(world: World, mode: GenerationMode) -> None:
    api = schemathesis.openapi.from_url(f"{world.url}/openapi.json")
    tried = 0
    for found in api.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path == "/api/inbox/events":
            continue  # tells for ever, whoever asks; tests/server/routes/test_inbox.py listens to it

        @hypothesis.settings(
            max_examples=EXAMPLES,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
        def keep(case: Any) -> None:
            keep_near(case, world)
            shown = {}
            if mode is GenerationMode.POSITIVE or "Authorization" in case.headers:
                shown = {"Authorization": f"Bearer {world.key}"}
            # Which assistant, site or length is valid is the operator's decision and not in the schema.
            said = case.call_and_validate(
                timeout=20, headers=shown, excluded_checks=[positive_data_acceptance]
            )
            if said.status_code == 422:
                assert all(fault["field"] and fault["detail"] for fault in said.json()["errors"])
                assert said.json()["errors"]

        try:
            keep()
        except hypothesis.errors.Unsatisfiable:
            continue  # nothing of this operation can be wrong
        tried += 1
    assert tried > 12


def keep_near(case: Any, world: World) -> None:
    """Point what was made up at things that exist: our own site, and one known conversation."""
    body = case.body if isinstance(case.body, dict) else {}
    if isinstance(body.get("site"), list) and all(isinstance(one, str) for one in body["site"]):
        body["site"] = [world.site]
    if case.operation.path != ENDLESS and case.method != "DELETE" and len(str(case.path_parameters)) % 2:
        for name in set(case.path_parameters or {}) & {"conversation"}:
            case.path_parameters[name] = "known"
