"""Whatever an answer may hold is shown so that it can be read, checked and taken along."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Client
from tests.server.web.conftest import MISSING, USAGE, Reader, keep_run, settled, started

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect = pytest.importorskip("playwright.async_api", reason=MISSING).expect

CITATION = {
    "id": 1,
    "source": "database",
    "title": "Stock per place",
    "url": "",
    "locator": "Stock › Place",
    "quote": "Place | Stock\nBasel | 7\nBern | 12",
    "query": "SELECT place, stock FROM stock",
    "fetched_at": "2026-03-04T05:06:00+00:00",
}
ROWS = [["Bern", 12], ["Basel", 7.5], ['Zug, "west"', None], ["=1+1", 110]]
TEXT = """Two ways to pay.
- By card [1]
- By invoice
1. Choose
2. Pay
    pay --now
Country | Days | Price
Germany | 3–4 | €6.90 [1]
Austria | €8.90
Norway | €9.90 [1] Anything else is agreed by phone.

The end [7]."""


def bars(mark: str = "bar", **axes: Any) -> dict[str, Any]:
    names = {"field": "group", "type": "nominal", "title": "Place", "sort": "-x"}
    measure = {"field": "value", "type": "quantitative", "title": "Stock (pcs)"}
    values = [{"group": name, "value": value} for name, value in (("Basel", 7), ("Bern", 12), ("Chur", -2))]
    encoding = axes or {"y": names, "x": measure}
    spec = {"description": "Stock per place", "data": {"values": values}, "mark": {"type": mark}}
    return {"type": "chart", "spec": {**spec, "encoding": encoding}}


async def test_text_becomes_lists_tables_and_code(reader: Reader, server: Client) -> None:
    keep_run(server, "shapes", [started("How?"), settled(text=TEXT, citations=[CITATION])])
    await reader.open("/#shapes")
    text = (await reader.outcome()).locator(".text")
    await expect(text.locator("> p")).to_have_text(
        ["Two ways to pay.", "Anything else is agreed by phone.", "The end [7]."]
    )
    await expect(text.locator("ul li")).to_have_text(["By card 1", "By invoice"])
    await expect(text.locator("ul .kept")).to_have_text("card 1")  # no number stands alone on a line
    await expect(text.locator("ol li")).to_have_text(["Choose", "Pay"])
    await expect(text.locator("pre")).to_have_text("pay --now")
    await expect(text.locator("th")).to_have_text(["Country", "Days", "Price"])
    await expect(text.locator("table")).to_have_count(2)
    await expect(text.locator("td")).to_have_text(
        ["Germany", "3–4", "€6.90 1", "Austria", "€8.90", "Norway", "€9.90 1"]
    )


async def test_a_database_citation_shows_its_query(reader: Reader, server: Client) -> None:
    keep_run(server, "cited", [started("Stock?"), settled(text="Bern has 12. [1]", citations=[CITATION])])
    await reader.open("/#cited")
    outcome = await reader.outcome()
    await outcome.locator(".cite").click()
    quote = outcome.locator(".quote")
    await expect(quote.locator(".path")).to_contain_text("Stock per place › Records: Stock, Place")
    await expect(quote.locator("td")).to_have_text(["Basel", "7", "Bern", "12"])
    await expect(quote.locator("pre")).to_have_text("SELECT place, stock FROM stock")
    await expect(quote.locator(".foot")).to_contain_text("as of 4 Mar 2026")
    await quote.get_by_text("The query").click()
    await quote.get_by_role("button", name="Copy the query").click()
    assert await reader.page.evaluate("navigator.clipboard.readText()") == CITATION["query"]
    await quote.get_by_role("button", name="Close the quote").click()
    await expect(outcome.locator(".cite")).to_be_focused()
    await outcome.get_by_role("button", name="1 Records: Stock, Place").click()
    await expect(quote.locator("pre")).to_have_text("SELECT place, stock FROM stock")


async def test_a_table_sorts_and_downloads(reader: Reader, server: Client, tmp_path: Path) -> None:
    table = {"type": "table", "columns": ["Place", "Stock"], "rows": ROWS}
    elements = [{"type": "text", "text": "Here."}, table]
    keep_run(server, "sheet", [started("Stock?"), settled(elements=elements)])
    await reader.open("/#sheet")
    outcome = await reader.outcome()
    first = outcome.locator("tbody td:first-child")
    await expect(outcome.locator("tbody td.num")).to_have_text(["12.0", "7.5", "–", "110.0"])
    await outcome.get_by_role("button", name="Stock").click()
    await expect(first).to_have_text(["Basel", "Bern", "=1+1", 'Zug, "west"'])
    await outcome.get_by_role("button", name="Stock").click()
    await expect(outcome.locator("th[aria-sort=descending]")).to_have_text("Stock")
    await expect(first).to_have_text(['Zug, "west"', "=1+1", "Bern", "Basel"])
    async with reader.page.expect_download() as loading:
        await outcome.get_by_role("button", name="Download as CSV").click()
    saved = tmp_path / "table.csv"
    await (await loading.value).save_as(saved)
    expected = 'Place,Stock\r\nBern,12\r\nBasel,7.5\r\n"Zug, ""west""",\r\n\'=1+1,110\r\n'
    assert saved.read_bytes().decode("utf-8-sig") == expected


async def test_columns_have_names_that_people_read(reader: Reader, server: Client) -> None:
    table = {"type": "table", "columns": ["due_date", "avg price"], "rows": [["2026-03-04", 7], ["–", 8]]}
    keep_run(server, "named", [started("Due?"), settled(elements=[table])])
    await reader.open("/#named")
    await expect((await reader.outcome()).locator("th")).to_have_text(["Due date", "Average price"])


async def test_codes_and_dates_are_written_for_people(reader: Reader, server: Client) -> None:
    rows = [["IN_PROGRESS", "2026-03-04T12:00:00Z", "USA"], ["OPEN", "2026-03-05 08:30", "GO_ON"]]
    table = {
        "type": "table",
        "columns": ["status", "due", "word"],
        "rows": [*rows, [None, "2026-3", "go on"]],
    }
    keep_run(server, "coded", [started("Open?"), settled(elements=[table])])
    await reader.open("/#coded")
    outcome = await reader.outcome()
    await expect(outcome.locator("td:nth-child(1)")).to_have_text(["In progress", "Open", "–"])
    await expect(outcome.locator("td:nth-child(2)")).to_have_text(
        ["4 Mar 2026", "5 Mar 2026, 08:30", "2026-3"]
    )
    await expect(outcome.locator("td:nth-child(3)")).to_have_text(["USA", "GO_ON", "go on"])


async def test_sources_are_named_for_people(reader: Reader, server: Client) -> None:
    machine = {"url": "", "quote": "sum days: 8", "query": "…"}
    cites = [
        {**CITATION, **machine, "locator": "hris/employees › hris/time_off_balances › 09c7-303"},
        {
            **CITATION,
            **machine,
            "id": 2,
            "title": "lookup_order",
            "locator": "lookup_order › BK-1001 › a@b.example",
        },
        {
            **CITATION,
            "id": 3,
            "title": "computed",
            "locator": "computed",
            "query": "",
            "url": "https://a.example/",
        },
    ]
    page = {**CITATION, "title": "Help", "query": "", "url": "https://a.example/"}
    cites += [{**page, "id": n, "locator": f"Help › {part}"} for n, part in ((4, "Ordering"), (5, "Paying"))]
    said = settled(text="Eight. [1] Sent. [2] More. [3] So. [4] And. [5]", citations=cites)
    keep_run(server, "sources", [started("How many?"), said])
    await reader.open("/#sources")
    outcome = await reader.outcome()
    await expect(outcome.locator(".source span")).to_have_text(
        [
            "HR: Employees, Time off balances",
            "Records: BK-1001",
            "Worked out from other sources",
            "Ordering",
            "Paying",
        ]
    )
    await outcome.locator(".cite").first.click()
    await expect(outcome.locator(".quote blockquote")).to_have_text("Total days: 8")


async def test_the_journey_is_told_in_words(reader: Reader, server: Client) -> None:
    pages = [f"https://a.example/{name}" for name in ("a", "b", "long" * 40, "d", "e")]
    did: list[dict[str, Any]] = [
        {"event": "PlanMade", "decision": "act", "why": "", "tasks": ["search-1", "follow-2"], "by": "rule"},
        {"event": "TaskStarted", "task": "search-1", "source": "search", "targets": ["“tea”"]},
        {"event": "TaskEnded", "task": "search-1", "evidence": 3, "gaps": 0},
        {"event": "TaskStarted", "task": "follow-2", "source": "search", "targets": pages},
        {"event": "TaskEnded", "task": "follow-2", "evidence": 2, "gaps": 1},
    ]
    gaps = [{"asked": "query_1", "why": "not_found"}]
    no = settled(outcome="refusal", reason="not_found", text="No.", gaps=gaps)
    keep_run(server, "steps", [started("Which?"), *did, no])
    await reader.open("/#steps")
    outcome = await reader.outcome()
    await outcome.get_by_text("How it was found").click()
    await expect(outcome.locator(".aside li")).to_have_text(
        [
            "tea — 3 found",
            "Read 5 links — 2 found a.example/a a.example/b a.example/" + "long" * 40 + " and 2 more",
        ]
    )
    await expect(outcome.get_by_text("Left out")).to_have_count(0)
    await reader.page.get_by_role("button", name="Details").click()  # which leaves the talk little room
    await reader.page.set_viewport_size({"width": 1000, "height": 700})
    talk = reader.page.locator("#talk")
    assert await talk.evaluate("(talk) => talk.scrollWidth <= talk.clientWidth")


async def test_an_answer_downloads_as_a_report(reader: Reader, server: Client, tmp_path: Path) -> None:
    answer = settled(text="Bern has 12. [1]", citations=[CITATION])
    keep_run(server, "report", [started("Stock: Bern/Zug?"), answer], run="report1")
    await reader.open("/#report")
    outcome = await reader.outcome()
    await outcome.get_by_role("button", name="Download as a report").click()
    async with reader.page.expect_download() as loading:
        await outcome.get_by_role("button", name="Markdown").click()
    saved = tmp_path / (await loading.value).suggested_filename
    await (await loading.value).save_as(saved)
    assert saved.name == "Stock Bern Zug.md"
    assert "# Stock: Bern/Zug?\n\n## Answer\n\nBern has 12. [1]" in saved.read_text(encoding="utf-8")


async def test_a_long_table_unfolds_on_demand(reader: Reader, server: Client) -> None:
    table = {"type": "table", "columns": ["N"], "rows": [[number] for number in range(40)]}
    keep_run(server, "long", [started("All?"), settled(elements=[table])])
    await reader.open("/#long")
    outcome = await reader.outcome()
    await expect(outcome.locator("tbody tr:visible")).to_have_count(15)
    await outcome.get_by_role("button", name="Show all 40 rows").click()
    await expect(outcome.locator("tbody tr:visible")).to_have_count(40)


async def test_charts_are_drawn_from_their_values(reader: Reader, server: Client) -> None:
    over = {"field": "group", "type": "ordinal", "sort": None, "title": "Month"}
    line = bars("line", x=over, y={"field": "value", "type": "quantitative", "title": "Stock"})
    odd = bars("arc")
    elsewhere = {"type": "chart", "spec": {"mark": "bar", "data": {"url": "https://evil.example/x.json"}}}
    elements = [bars(), line, odd, elsewhere]
    keep_run(server, "charts", [started("Stock?"), settled(elements=elements)])
    await reader.open("/#charts")
    outcome = await reader.outcome()
    lying, standing = outcome.locator("figure.chart").nth(0), outcome.locator("figure.chart").nth(1)
    await expect(lying.locator(".name")).to_have_text(["Bern", "Basel", "Chur"])
    widths = [float(await bar.get_attribute("width") or 0) for bar in await lying.locator("rect").all()]
    assert [round(width / widths[0] * 12) for width in widths] == [12, 7, 2]
    await expect(lying.get_by_role("img")).to_have_attribute(
        "aria-label", "Stock per place: Place: Stock (pcs)"
    )
    await expect(standing.locator("circle")).to_have_count(3)
    heights = [float(await dot.get_attribute("cy") or 0) for dot in await standing.locator("circle").all()]
    assert heights[1] < heights[0] < heights[2]
    await expect(outcome.locator("figure.chart")).to_have_count(2)
    await expect(outcome.locator("td")).to_have_text(["Basel", "7", "Bern", "12", "Chur", "-2"])


async def test_pictures_of_other_sites_are_links(reader: Reader, server: Client) -> None:
    pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    images = [pixel, "https://pictures.example/cat.png", "/web/icon.svg", "//pictures.example/dog.png"]
    elements = [{"type": "image", "url": url, "alt": f"Picture {n}"} for n, url in enumerate(images)]
    keep_run(server, "images", [started("Show me"), settled(elements=elements)])
    await reader.open("/#images")
    outcome = await reader.outcome()
    await expect(outcome.locator("img")).to_have_count(2)
    await expect(outcome.get_by_role("link")).to_have_attribute("href", images[1])
    await expect(outcome).to_contain_text("Picture 3")


async def test_gaps_conflicts_journey_and_suggestions_show(reader: Reader, server: Client) -> None:
    more = {
        "conflicts": [{"about": "founded", "values": ["1990", "1991"], "citations": [1, 2]}],
        "gaps": [{"asked": "the price", "why": "no page says it"}],
        "journey": [{"did": "looked", "found": "2 pages"}, {"did": "followed", "found": "1 page"}],
        "suggestions": ["When does the tea house open?"],
    }
    keep_run(server, "all", [started("What?"), settled(**more)])
    await reader.open("/#all")
    outcome = await reader.outcome()
    await expect(outcome.locator(".conflicts")).to_contain_text("1991 [2]")
    await outcome.get_by_text("Left out (1)").click()
    await expect(outcome.get_by_text("no page says it")).to_be_visible()
    await outcome.get_by_text("How it was found").click()
    await expect(outcome.locator(".aside ol li")).to_have_text(["looked — 2 pages", "followed — 1 page"])
    await outcome.get_by_role("button", name="When does the tea house open?").click()
    await expect((await reader.outcome(2)).locator(".text")).to_contain_text("9 in the morning")


async def test_a_refusal_says_its_reason_calmly(reader: Reader, server: Client) -> None:
    no = settled(outcome="refusal", reason="off_topic", text="Not here.")
    keep_run(server, "refused", [started("Who won?"), no])
    await reader.open("/#refused")
    notice = (await reader.outcome()).locator(".notice")
    await expect(notice).to_have_text("Not what I can help withNot here.")
    await expect(reader.page.get_by_role("button", name="When do you open?")).to_be_visible()
    await expect(reader.page.get_by_role("alert")).to_be_hidden()


async def test_a_question_back_is_answered_by_button(reader: Reader, server: Client) -> None:
    choices = [{"label": "The tea house in town", "value": "When does the tea house open?"}]
    asks = settled(outcome="clarification", reason="ambiguous", text="Which one?", choices=choices)
    keep_run(server, "asks", [started("When does it open?"), asks], run="asks1")
    await reader.open("/#asks")
    await (await reader.outcome()).get_by_role("button", name="The tea house in town").click()
    await expect((await reader.outcome(2)).locator(".text")).to_contain_text("9 in the morning")
    await expect(reader.page.locator(".question").nth(1)).to_have_text("The tea house in town")


async def test_sentences_appear_before_the_end(reader: Reader, server: Client) -> None:
    release = [{"type": "text", "text": text} for text in ("It opens at 9. [1] ", "It closes at 18. [1]")]
    table = {"type": "table", "columns": ["Day"], "rows": [["Monday"]]}
    keep_run(server, "grows", [started("When?"), {"event": "AnswerReleased", "element": release[0]}])
    await reader.open("/#grows")
    growing = reader.page.locator(".growing")
    await expect(growing).to_have_text("It opens at 9. 1")
    keep_run(server, "grows", [{"event": "AnswerReleased", "element": part} for part in (release[1], table)])
    await expect(growing.locator("p")).to_have_text("It opens at 9. 1 It closes at 18. 1")
    await expect(growing.locator("td")).to_have_text("Monday")
    text = "".join(part["text"] for part in release)
    keep_run(server, "grows", [settled(text=text, citations=[CITATION])])
    outcome = await reader.outcome()
    await expect(outcome.locator(".text p")).to_have_text("It opens at 9. 1 It closes at 18. 1")
    await expect(outcome.locator("button.cite")).to_have_count(2)
    await expect(growing).to_have_count(0)


async def test_the_plan_shows_waves_and_states(reader: Reader, server: Client) -> None:
    plan = {"event": "PlanMade", "decision": "act", "why": "", "by": "rule"}
    begun = {"event": "TaskStarted", "source": "database", "targets": []}
    ended = {"event": "TaskEnded", "gaps": 0}
    keep_run(
        server,
        "plan",
        [
            started("Compare"),
            {**plan, "tasks": ["query_1", "query_2"]},
            {**begun, "task": "query_1"},
            {**begun, "task": "query_2"},
            {"event": "QueryRan", "name": "query_1", "rows": 8, "seconds": 0.1},
            {**ended, "task": "query_1", "evidence": 1},
            {**ended, "task": "query_2", "evidence": 0, "gaps": 1},
            {**plan, "tasks": ["search-3"]},
            {**begun, "task": "search-3", "targets": ["“tea”"]},
        ],
    )
    # Without a run in the server the page would rightly say that nobody works on it; what it shows is the same.
    await reader.open("/#plan")
    await reader.page.locator(".work").evaluate("(work) => (work.open = true)")
    nodes = reader.page.locator(".node")
    await expect(nodes.locator(".what")).to_have_text(["Query 1", "Query 2", "tea", "Answer"])
    states = [await node.get_attribute("data-state") for node in await nodes.all()]
    assert states == ["done", "failed", "running", "waiting"]
    await expect(nodes.first).to_contain_text("8 rows")
    lefts = [(await node.bounding_box() or {"x": 0})["x"] for node in await nodes.all()]
    assert lefts[0] == lefts[1] < lefts[2] < lefts[3]
    await expect(reader.page.locator(".ways path")).to_have_count(3)


async def test_a_task_is_tied_to_what_it_needs(reader: Reader, server: Client) -> None:
    plan = {"event": "PlanMade", "decision": "act", "why": "", "by": "rule"}
    tasks = ["query_1", "query_2", "joined"]
    needs = [["joined", "query_1"], ["joined", "query_2"]]
    keep_run(server, "needs", [started("Compare"), {**plan, "tasks": tasks, "needs": needs}])
    await reader.open("/#needs")
    await reader.page.locator(".work").evaluate("(work) => (work.open = true)")
    nodes = reader.page.locator(".node")
    await expect(nodes.locator(".what")).to_have_text(["Query 1", "Query 2", "Joined", "Answer"])
    lefts = [(await node.bounding_box() or {"x": 0})["x"] for node in await nodes.all()]
    assert lefts[0] == lefts[1] < lefts[2] < lefts[3]
    await expect(reader.page.locator(".ways path")).to_have_count(3)


async def test_a_thumb_and_its_comment_stay(reader: Reader, server: Client) -> None:
    page = reader.page
    await reader.open()
    await reader.ask("When does the tea house open?")
    outcome = await reader.outcome()
    await outcome.get_by_role("button", name="Not a good answer").click()
    await page.get_by_label("Your comment").fill("Too short")
    await page.keyboard.press("Enter")
    await expect(outcome.get_by_role("status")).to_have_text("Thank you. It is kept with this answer.")
    await page.reload()
    down = page.get_by_role("button", name="Not a good answer")
    await expect(down).to_have_attribute("aria-pressed", "true")
    kept = server.desk.feedback.latest(conversation=page.url.partition("#")[2])
    assert [(one.thumb, one.words) for one in kept] == [("down", "Too short")]


async def test_research_is_accepted_or_sent_back(reader: Reader, server: Client) -> None:
    page = reader.page
    keep_run(server, "research1", [started("Who?"), settled(text="Ada.")], run="re1", who="research")
    await reader.open("/#research1")
    outcome = await reader.outcome()
    await expect(outcome.get_by_role("button", name="Add to it")).to_be_visible()
    await outcome.get_by_role("button", name="Reject, look again").click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_label("What is wrong? (optional)")).to_have_count(0)
    await outcome.get_by_role("button", name="Accept").click()
    await expect(outcome.locator(".reviewed")).to_have_text("Accepted")
    await page.reload()
    await expect(page.locator(".reviewed")).to_have_text("Accepted")
    await expect(page.get_by_role("button", name="Accept")).to_have_count(0)


async def test_research_goes_on_with_what_is_added(reader: Reader, server: Client) -> None:
    keep_run(server, "research2", [started("Who?"), settled(text="Ada.")], run="re2", who="research")
    await reader.open("/#research2")
    outcome = await reader.outcome()
    await outcome.get_by_role("button", name="Add to it").click()
    await reader.page.keyboard.press("Enter")  # nothing was said, so nothing is sent
    await reader.page.keyboard.type("And since when?")
    await reader.page.keyboard.press("Enter")
    await expect(reader.page.locator(".question")).to_have_text(["Who?", "And since when?"])
    await expect(outcome.locator(".reviewed")).to_have_text("Added: And since when?")
    await reader.outcome(2)


async def test_details_show_timeline_evidence_and_costs(reader: Reader, server: Client) -> None:
    page = reader.page
    call = {"event": "ModelCalled", "model": "small", "purpose": "draft", "tokens_in": 900}
    call |= {"tokens_out": 40, "cost_usd": 0.0021, "seconds": 0.8, "prompt_hash": "abc123"}
    call |= {"prompt": "Answer from <passages> only.", "reply": '{"text": "Because."}'}
    fetched = {"event": "PageFetched", "url": f"{server.site.url}/x", "status": 200, "seconds": 0.2}
    records = [started("Why?"), {**fetched, "passages": 3, "note": ""}, call]
    end = settled(citations=[CITATION], usage={**USAGE, "model_calls": 1, "cost_usd": 0.0021})
    keep_run(server, "behind", [*records, end])
    await reader.open("/?debug=1#behind")
    await expect(page.get_by_role("tab", name="Timeline")).to_be_focused()
    await expect(page.locator(".event")).to_have_count(4)
    await page.locator(".event summary").first.click()
    await expect(page.locator(".event pre").first).to_contain_text('"question": "Why?"')
    spans = [await bar.evaluate("(bar) => bar.offsetWidth") for bar in await page.locator(".rail i").all()]
    assert spans[2] > spans[1] > spans[0]  # the model call took longest, a tick is nothing
    await page.keyboard.press("Shift+Tab")
    await page.get_by_role("tab", name="Timeline").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tabpanel")).to_contain_text("/x200 · 200 ms · 3 passages")
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tabpanel").locator("pre")).to_have_text(CITATION["query"])
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tabpanel")).to_contain_text("$0.0021")
    await expect(page.get_by_role("tabpanel")).to_contain_text("prompt abc123")
    await page.get_by_text("What the model was told").click()
    await expect(page.get_by_role("tabpanel")).to_contain_text("Answer from <passages> only.")
    await page.keyboard.press("Escape")
    await expect(page.locator("#drawer")).to_be_hidden()
