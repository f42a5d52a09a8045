"""What sites let robots read, and that "could not tell" means no."""

from __future__ import annotations

import asyncio

import pytest

from answerable.net import FetchLimits, Robots
from answerable.net.robots import LARGEST
from tests.net.loopback import Loopback, Request, door_to, page, redirect, says


async def verdict(loopback: Loopback, answer: bytes, path: str = "/page") -> str | None:
    site = await loopback.serve(says({"/robots.txt": answer}))
    async with door_to(site, limits=FetchLimits(seconds=0.5)) as door:
        return await Robots(door).allowed(f"{site.base}{path}")


OPEN = ["400 Bad Request", "401 Unauthorized", "403 Forbidden", "404 Not Found", "410 Gone", "451 No"]
SHUT = ["500 Oops", "502 Bad Gateway", "503 Busy", "504 Late", "429 Slow Down", "204 Empty", "206 Part"]


@pytest.mark.parametrize("status", OPEN)
async def test_a_site_without_robots_is_open(loopback: Loopback, status: str) -> None:
    answer = page("User-agent: *\nDisallow: /", status, retry_after="99")
    assert await verdict(loopback, answer) is None


@pytest.mark.parametrize("status", SHUT)
async def test_a_site_that_fails_is_shut(loopback: Loopback, status: str) -> None:
    assert "could not be read" in str(await verdict(loopback, page("", status, retry_after="99")))


RULES = """
# the rules of a small site
User-agent: *
Disallow: /private/
Allow: /private/open
Disallow: /*.cgi$
Disallow: /shop*basket
Disallow: /caf%C3%A9
Disallow: /exact$
Crawl-delay: 2

User-agent: Answerable
Disallow: /ours
Allow: /ours/but-this
Disallow: /same
Allow: /same
Disallow: /query?secret=
Crawl-delay: 0.5

User-agent: answerablebot
Disallow: /

Sitemap: https://site.test/map.xml
Sitemap: /second.xml
"""
FOR_ALL = RULES.replace("User-agent: Answerable\n", "User-agent: Somebody\n")


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("/private/x", False),
        ("/private", True),
        ("/private/open", True),
        ("/private/open/more", True),
        ("/run.cgi", False),
        ("/run.cgi?x=1", True),
        ("/run.cgi/x", True),
        ("/shop/my/basket", False),
        ("/shop", True),
        ("/café/menu", False),
        ("/exact", False),
        ("/exactly", True),
        ("/Private/x", True),
    ],
)
async def test_rules_for_all_are_obeyed(loopback: Loopback, path: str, allowed: bool) -> None:
    assert (await verdict(loopback, page(FOR_ALL), path) is None) == allowed


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/private/x", True),
        ("/ours", False),
        ("/ours/but-this", True),
        ("/same", True),
        ("/query?secret=1", False),
        ("/query?public=1", True),
    ],
)
async def test_rules_for_us_come_first(loopback: Loopback, path: str, allowed: bool) -> None:
    assert (await verdict(loopback, page(RULES), path) is None) == allowed


async def test_the_sitemaps_are_told(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/robots.txt": page(RULES)}))
    async with door_to(site) as door:
        robots = Robots(door)
        assert await robots.sitemaps(f"{site.base}/") == (
            "https://site.test/map.xml",
            f"{site.base}/second.xml",
        )


async def test_the_delay_is_kept_by_the_pace(loopback: Loopback) -> None:
    rules = page("User-agent: *\nCrawl-delay: 0.05")
    site = await loopback.serve(says({"/robots.txt": rules}, other=page()))
    async with door_to(site) as door:
        robots = Robots(door)
        before = asyncio.get_running_loop().time()
        pages = (door.fetch(f"{site.base}/{n}", permitted=robots.allowed) for n in range(3))
        await asyncio.gather(*pages)
    assert asyncio.get_running_loop().time() - before >= 0.09


async def test_many_questions_share_one_fetch(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/robots.txt": page("User-agent: *\nDisallow: /no")}))
    async with door_to(site) as door:
        robots = Robots(door)
        verdicts = await asyncio.gather(*(robots.allowed(f"{site.base}/no/{n}") for n in range(50)))
    assert set(verdicts) == {"its robots.txt asks robots not to read it."}
    assert site.paths == ["/robots.txt"]


async def test_one_who_leaves_stops_nobody(loopback: Loopback) -> None:
    arrived, go_on = asyncio.Event(), asyncio.Event()

    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        arrived.set()
        await go_on.wait()
        writer.write(page("User-agent: *\nDisallow: /no"))

    site = await loopback.serve(answer)
    async with door_to(site) as door:
        robots = Robots(door)
        first = asyncio.create_task(robots.allowed(f"{site.base}/yes"))
        second = asyncio.create_task(robots.allowed(f"{site.base}/yes"))
        await arrived.wait()
        first.cancel()
        go_on.set()
        assert await second is None
        await asyncio.gather(first, return_exceptions=True)


async def test_each_origin_has_its_own_rules(loopback: Loopback) -> None:
    shut = await loopback.serve(says({"/robots.txt": page("User-agent: *\nDisallow: /")}))
    free = await loopback.serve(says({}))
    async with door_to(shut, free) as door:
        robots = Robots(door)
        assert await robots.allowed(f"{shut.base}/") is not None
        assert await robots.allowed(f"{free.base}/") is None


async def test_a_hop_obeys_the_robots_there(loopback: Loopback) -> None:
    other = await loopback.serve(says({"/robots.txt": page("User-agent: *\nDisallow: /")}), "127.0.0.2")
    site = await loopback.serve(says({"/a": redirect(f"{other.base}/b")}))
    async with door_to(site, other) as door:
        with pytest.raises(Exception, match="asks robots not to read"):
            await door.fetch(f"{site.base}/a", permitted=Robots(door).allowed)
    assert other.paths == ["/robots.txt"]


async def test_redirected_rules_are_followed_at_home(loopback: Loopback) -> None:
    moved = {"/robots.txt": redirect("/rules"), "/rules": page("User-agent: *\nDisallow: /no")}
    site = await loopback.serve(says(moved))
    async with door_to(site) as door:
        robots = Robots(door)
        assert await robots.allowed(f"{site.base}/no") == "its robots.txt asks robots not to read it."
        assert await robots.allowed(f"{site.base}/yes") is None


async def test_rules_that_lead_away_are_unknown(loopback: Loopback) -> None:
    other = await loopback.serve(says({"/robots.txt": page("")}), "127.0.0.2")
    site = await loopback.serve(says({"/robots.txt": redirect(f"{other.base}/robots.txt")}))
    async with door_to(site, other) as door:
        assert "leads to another host" in str(await Robots(door).allowed(f"{site.base}/"))
        assert other.connections == 0


async def test_an_unreachable_site_is_shut() -> None:
    async with door_to() as door:
        assert await Robots(door).allowed("http://nowhere.test/") == "its host name is not known."


async def test_a_dead_host_is_not_blamed_on_robots(loopback: Loopback) -> None:
    site = await loopback.serve(says({}))
    await loopback.close()
    async with door_to(site) as door:
        assert await Robots(door).allowed(f"{site.base}/") == "refused the connection."


async def test_a_robots_that_never_comes_means_no(loopback: Loopback) -> None:
    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    site = await loopback.serve(answer)
    async with door_to(site, limits=FetchLimits(seconds=0.05)) as door:
        assert "longer than" in str(await Robots(door).allowed(f"{site.base}/"))


async def test_large_rules_are_cut_at_a_line(loopback: Loopback) -> None:
    """The cut falls behind "Disallow: /", which alone would shut the whole site."""
    head, last = "User-agent: *\nDisallow: /first\n", "\nDisallow: /last"
    padding = "#" * (LARGEST - len(head) - len("\nDisallow: /"))
    site = await loopback.serve(says({"/robots.txt": page(head + padding + last * 1_000)}))
    async with door_to(site) as door:
        robots = Robots(door)
        assert await robots.allowed(f"{site.base}/first") is not None
        assert await robots.allowed(f"{site.base}/other") is None
        assert await robots.allowed(f"{site.base}/last") is None


async def test_rules_beyond_all_size_mean_no(loopback: Loopback) -> None:
    assert "could not be read" in str(await verdict(loopback, page("", content_length="50000000")))


@pytest.mark.parametrize("body", [b"\x00\x01\x02binary", b"\xff\xfeU\x00s\x00e\x00r\x00"])
async def test_rules_that_are_no_text_mean_no(loopback: Loopback, body: bytes) -> None:
    assert "is not text" in str(await verdict(loopback, page(body)))


@pytest.mark.parametrize(
    ("body", "allowed"),
    [
        ("<!doctype html><html><body>Welcome", True),
        ("\ufeffUser-agent: *\nDisallow: /page", False),
        ("user-agent:*\r\ndisallow:/page\r\n", False),
        ("User-agent: *\nDisallow:", True),
        ("Disallow: /page", True),
        ("", True),
        ("User-agent: *\nCrawl-delay: never\nDisallow: /page", False),
        ("User-agent: a\nUser-agent: *\nDisallow: /page", False),
        ("User-agent: *\nDisallow: /" + "*a" * 20 + "b$\nDisallow: /page", False),
    ],
)
async def test_untidy_rules_are_read_as_meant(loopback: Loopback, body: str, allowed: bool) -> None:
    assert (await verdict(loopback, page(body)) is None) == allowed
