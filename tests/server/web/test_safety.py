"""Nothing a site, a model or another page says can act on the page or through it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.conftest import Client, Site
from tests.server.web.conftest import Reader

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAYLOADS = [
    "<script>pwned=1</script>",
    "<img src=x onerror=pwned=1>",
    "<svg/onload=pwned=1>",
    "<svg><script>pwned=1</script></svg>",
    "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "<a href='javascript:pwned=1'>x</a>",
    "</textarea><img src=//evil.example/x onerror=pwned=1>",
    "</title></pre><body onpageshow=pwned=1>",
    "<details open ontoggle=pwned=1>",
    "<math><mtext><table><mglyph><style><img src=x onerror=pwned=1>",
    "<form><button formaction=javascript:pwned=1 autofocus>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<base href=//evil.example/>",
    "<object data=javascript:pwned=1>",
    "{{constructor.constructor('pwned=1')()}}",
    "${pwned=1}",
    "`-pwned=1-`",
    '"-pwned=1-"',
    "javascript:pwned=1",
    "JaVaScRiPt:pwned=1",
    "data:text/html,<script>pwned=1</script>",
    "\u202e<img src=x onerror=pwned=1>",
    "- <img src=x onerror=pwned=1>\n1. <svg onload=pwned=1>\n    <script>pwned=1</script>",
    "a | <img src=x onerror=pwned=1>\n<svg onload=pwned=1> | 2",
    "[1] <img src=x onerror=pwned=1> [1]",
]


def hostile(payload: str, conversation: str) -> list[dict[str, Any]]:
    """A whole run in which every field that can carry words carries the payload."""
    citation = dict.fromkeys(("source", "title", "url", "locator", "quote", "query"), payload)
    outcome = {
        "outcome": "answer",
        "reason": None,
        "text": payload,
        "elements": [
            {"type": "text", "text": f"{payload} [1]"},
            {"type": "table", "columns": [payload], "rows": [[payload], [{"a": payload}]]},
            {"type": "image", "url": payload, "alt": payload},
            {"type": "chart", "spec": {"title": payload}},
            {"type": "chart", "spec": chart(payload)},
            {"type": payload},
        ],
        "citations": [{"id": 1, "fetched_at": "2026-01-01T00:00:00+00:00", **citation}],
        "confidence": 0.5,
        "gaps": [{"asked": payload, "why": payload}],
        "conflicts": [{"about": payload, "values": [payload], "citations": [1]}],
        "journey": [{"did": payload, "found": payload}],
        "suggestions": [payload],
        "choices": [{"label": payload, "value": payload}],
        "conversation": conversation,
        "run": "r",
        "usage": {"seconds": 0.1, "pages": 1},
    }
    text = {"type": "text", "text": f"{payload} [1]"}
    return [
        {"event": "RunStarted", "run": "r", "conversation": conversation, "question": payload},
        {"event": "PlanMade", "decision": "act", "why": payload, "tasks": [payload], "by": payload},
        {"event": "TaskStarted", "task": payload, "source": payload, "targets": [payload]},
        {
            "event": "PageFetched",
            "url": payload,
            "status": 200,
            "seconds": 0.1,
            "passages": 1,
            "note": payload,
        },
        {"event": "PageSkipped", "url": payload, "why": payload},
        {"event": "TurnsRecalled", "turns": 1, "pages": 0, "meant": payload},
        {"event": "QueryRan", "name": payload, "rows": 1, "seconds": 0.1},
        {"event": "QueryFailed", "name": payload, "why": payload},
        {"event": "TaskEnded", "task": payload, "evidence": 0, "gaps": 1},
        {"event": "ModelFailed", "model": payload, "purpose": payload, "why": payload},
        {"event": "AnswerReleased", "element": text},
        {"event": "DraftVerified", "passed": 1, "objections": [payload]},
        {"event": payload, "field": payload},
        {"event": "OutcomeSettled", "outcome": outcome},
        {"event": "AnswerReviewed", "verdict": "append", "words": payload, "user": payload},
    ]


def chart(payload: str) -> dict[str, Any]:
    """A chart that can be drawn, hostile in every word."""
    axes = {"x": {"field": "a", "type": "nominal", "title": payload}, "color": {"field": "a"}}
    axes["y"] = {"field": "b", "type": "quantitative", "title": payload}
    values = [{"a": payload, "b": 1}, {"a": f"{payload} 2", "b": 2}]
    return {"description": payload, "mark": {"type": "bar"}, "data": {"values": values}, "encoding": axes}


@pytest.fixture(scope="module")
def poisoned(server: Client) -> str:
    """A conversation of hostile runs, and one conversation with each hostile name."""
    conversations = server.desk.conversations
    for number, payload in enumerate(PAYLOADS):
        owner = {"user": "me", "assistant": "research"}
        conversations.open(f"hostile{number}", **owner, starts=[server.site.url], name=payload)
        conversations.add_events("hostile0", f"r{number}", hostile(payload, "hostile0"))
    return "hostile0"


@pytest.mark.parametrize("bypass", [False, True], ids=["with policy", "without policy"])
async def test_hostile_words_stay_words(
    browser: Browser, server: Client, poisoned: str, bypass: bool
) -> None:
    context = await browser.new_context(locale="en-GB", bypass_csp=bypass)
    reader = Reader(await context.new_page(), server)
    page = reader.page
    await reader.open(f"/#{poisoned}")
    await reader.outcome(len(PAYLOADS))
    await page.evaluate("document.querySelectorAll('.cite').forEach((cite) => cite.click())")
    await page.get_by_role("button", name="Details", exact=True).click()
    await page.evaluate("document.querySelectorAll('details').forEach((more) => (more.open = true))")
    for tab in ("Timeline", "Reading", "Evidence", "Costs"):
        await page.get_by_role("tab", name=tab).click()
        await page.evaluate("document.querySelectorAll('details').forEach((more) => (more.open = true))")
    await page.evaluate("document.querySelectorAll('.sorter').forEach((sorter) => sorter.click())")
    assert await page.locator(".question").all_text_contents() == PAYLOADS
    assert await page.locator("figure.chart").count() >= len(PAYLOADS)
    assert await page.locator(".reviewed").count() == len(PAYLOADS)
    assert await page.locator(".quote").count() >= len(PAYLOADS)
    assert set(await page.locator(".entry a").all_text_contents()) >= set(PAYLOADS)
    await page.screenshot()  # everything had its chance to be drawn
    assert await page.evaluate("typeof pwned") == "undefined"
    links = await page.evaluate("[...document.links].map((link) => link.protocol)")
    assert set(links) <= {"http:", "https:"}
    assert (reader.broken, reader.foreign) == ([], [])
    await context.close()


ATTACK = """
<script>
const target = "{url}", said = {{}};
const body = JSON.stringify({{question: "q", site: ["{site}"]}});
const json = {{"Content-Type": "application/json"}};
const attempt = (name, act) =>
  Promise.resolve().then(act).then(() => said[name] = "done", () => said[name] = "refused");
const listen = () => new Promise((well, ill) => {{
  const source = new EventSource(target + "/api/conversations/{conversation}/events");
  source.onmessage = well;
  source.onerror = () => {{ source.close(); ill(); }};
}});
const frame = () => new Promise((well) => {{
  const inner = document.createElement("iframe");
  inner.onload = () => well(said.framed = inner.contentDocument !== null);
  inner.src = target;
  document.body.append(inner);
}});
document.title = "trying";
Promise.all([
  attempt("post", () => fetch(target + "/api/chat", {{method: "POST", headers: json, body}})),
  attempt("simple", () => fetch(target + "/api/chat", {{method: "POST", mode: "no-cors", body}})),
  attempt("read", () => fetch(target + "/api/conversations").then((reply) => reply.text())),
  attempt("delete", () => fetch(target + "/api/conversations/{conversation}", {{method: "DELETE"}})),
  attempt("listen", listen),
  attempt("frame", frame),
]).then(() => {{ document.body.dataset.said = JSON.stringify(said); document.title = "tried"; }});
</script>
"""


async def test_another_sites_page_gets_nothing(browser: Browser, server: Client, tea: Site) -> None:
    kept = await server.ask()
    before = [one.id for one in server.desk.conversations.latest()]
    for name in ("127.0.0.1", "localhost"):  # another port of this very machine is another site, too
        url = server.url.replace("127.0.0.1", name)
        tea.pages["/attack"] = ATTACK.format(url=url, site=tea.url, conversation=kept["conversation"])
        page = await browser.new_page()
        await page.goto(f"{tea.url}/attack")
        await page.wait_for_selector("body[data-said]", state="attached")
        said = json.loads(await page.locator("body").get_attribute("data-said") or "")
        await page.close()
        simple = said.pop("simple")  # a browser sends it and hides the reply; what counts is what it did
        assert simple in ("done", "refused")
        said.pop("frame")
        assert said.pop("framed", False) is False
        assert set(said.values()) == {"refused"}, said
    assert [one.id for one in server.desk.conversations.latest()] == before
