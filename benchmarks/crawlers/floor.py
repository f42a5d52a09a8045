"""The floor: one fetch and one lexbor parse per page, distinct hrefs resolved, nothing else."""

from __future__ import annotations

import asyncio
import sys
from urllib.parse import urldefrag, urljoin

import aiohttp
from measure import Meter
from selectolax.lexbor import LexborHTMLParser

AT_ONCE = 16


async def crawl(start: str) -> None:
    origin = start.rpartition("/")[0]
    seen, pages = {start}, 0
    waiting: asyncio.Queue[str] = asyncio.Queue()
    waiting.put_nowait(start)

    async def work(session: aiohttp.ClientSession) -> None:
        nonlocal pages
        while True:
            url = await waiting.get()
            async with session.get(url) as reply:
                body = await reply.read()
            if reply.status == 200:
                pages += 1
                for link in links(body, url):
                    if link.startswith(origin) and link not in seen:
                        seen.add(link)
                        waiting.put_nowait(link)
            waiting.task_done()

    async with aiohttp.ClientSession() as session:
        meter = Meter()
        workers = [asyncio.create_task(work(session)) for _ in range(AT_ONCE)]
        await waiting.join()
        meter.report(pages)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


def links(body: bytes, url: str) -> set[str]:
    if not body.lstrip()[:15].lower().startswith((b"<!doctype", b"<html", b"<?xml")):
        return set()
    nodes = LexborHTMLParser(body).css("a[href]")
    hrefs = {(node.attributes.get("href") or "").partition("#")[0] for node in nodes}
    return {urldefrag(urljoin(url, href)).url for href in hrefs if href}


if __name__ == "__main__":
    asyncio.run(crawl(sys.argv[1]))
