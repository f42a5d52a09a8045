"""The official MCP client finds one tool per assistant and gets cited answers from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx2
import mcp
import pytest
from mcp.client.streamable_http import streamable_http_client

from answerable.build import House
from answerable.settings import NetSettings, Settings
from tests.server.conftest import Client, Site, served


async def test_one_tool_per_assistant_is_offered(client: Client) -> None:
    async with mcp.Client(f"{client.url}/mcp") as agent:
        tools = (await agent.list_tools()).tools
    assert [tool.name for tool in tools] == [f"ask_{name}" for name in client.house.assistants]
    (website,) = [tool for tool in tools if tool.name == "ask_website"]
    assert set(website.input_schema["properties"]) == {"question", "site", "conversation"}
    assert website.input_schema["required"] == ["question"]


async def test_a_tool_answers_with_its_evidence(client: Client) -> None:
    async with mcp.Client(f"{client.url}/mcp") as agent:
        asked: dict[str, Any] = {"question": "When does the tea house open?", "site": [client.site.url]}
        said = await agent.call_tool("ask_website", asked)
        outcome: Any = said.structured_content
        assert outcome["outcome"] == "answer"
        text = getattr(said.content[0], "text", "")
        assert f"[1] Tea: {client.site.url}/" in text
        again = {"question": "And when does it close?", "conversation": outcome["conversation"]}
        more: Any = (await agent.call_tool("ask_website", again)).structured_content
        assert more["conversation"] == outcome["conversation"]


async def test_a_bad_call_says_what_is_valid(client: Client) -> None:
    async with mcp.Client(f"{client.url}/mcp") as agent:
        said = await agent.call_tool("ask_website", {"question": "When?", "site": ["tea"]})
        assert said.is_error
        assert "not a web address" in getattr(said.content[0], "text", "")


async def test_foreign_pages_cannot_call_tools(client: Client) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    reply, _ = await client.send("POST", "/mcp", json=call, headers={"Origin": "https://evil.example"})
    assert reply.status == 403


async def test_calls_belong_to_the_keys_tenant(tmp_path: Path, site: Site) -> None:
    house = House.open(Settings(home=tmp_path, net=NetSettings(open_sites=(site.url,))))
    for tenant in ("acme", "globex"):
        house.store.tenants().new(tenant)
    secrets = {name: house.store.keys().new(name, scopes=("ask",))[0] for name in ("acme", "globex")}
    async with served(house, site, keyless=False) as client:
        reply, _ = await client.send("POST", "/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        assert reply.status == 401
        conversations = {}
        for tenant, secret in secrets.items():
            async with (
                httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}) as http,
                mcp.Client(streamable_http_client(f"{client.url}/mcp", http_client=http)) as agent,
            ):
                said: Any = await agent.call_tool(
                    "ask_website", {"question": "When does the tea house open?"}
                )
                conversations[tenant] = said.structured_content["conversation"]
                if tenant == "globex":
                    stolen = {"question": "And then?", "conversation": conversations["acme"]}
                    refused = await agent.call_tool("ask_website", stolen)
                    assert refused.is_error
        for tenant, conversation in conversations.items():
            assert [kept.id for kept in house.store.conversations(tenant).latest()] == [conversation]
    house.store.close()


async def test_a_tenant_sees_only_its_assistants(tmp_path: Path, site: Site) -> None:
    house = House.open(Settings(home=tmp_path))
    house.store.tenants().new("acme")
    house.store.tenants().change("acme", assistants=["website"])
    secret = house.store.keys().new("acme", scopes=("ask",))[0]
    async with (
        served(house, site, keyless=False) as client,
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}) as http,
        mcp.Client(streamable_http_client(f"{client.url}/mcp", http_client=http)) as agent,
    ):
        assert [tool.name for tool in (await agent.list_tools()).tools] == ["ask_website"]
        refused = await agent.call_tool("ask_warehouse", {"question": "How much stock is there?"})
        assert refused.is_error
        assert "Use one of website." in getattr(refused.content[0], "text", "")
    house.store.close()


async def test_a_misspelt_argument_is_named(client: Client) -> None:
    async with mcp.Client(f"{client.url}/mcp") as agent:
        said = await agent.call_tool("ask_website", {"question": "When?", "sites": ["https://a.example"]})
        assert said.is_error
        assert "sites" in getattr(said.content[0], "text", "")


def test_the_package_is_loaded_late(tmp_path: Path) -> None:
    script = "import sys, answerable.server; sys.exit('mcp' in sys.modules)"
    done = pytest.importorskip("subprocess").run(
        [pytest.importorskip("sys").executable, "-c", script], check=False
    )
    assert done.returncode == 0
