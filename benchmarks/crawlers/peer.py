"""The peer: Scrapy with its own link extractor, and trafilatura on every page. Keeps and indexes nothing.

Runs with the Python that has both installed; neither is a dependency of the project.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import scrapy
import trafilatura
from measure import Meter
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor


class WholeSite(scrapy.Spider):
    name = "whole-site"

    def __init__(self, start: str) -> None:
        super().__init__()
        self.start_urls = [start]
        self.links = LinkExtractor(allow=start.rpartition("/")[0])
        self.pages = 0

    def parse(self, response: Any) -> Iterator[Any]:
        self.pages += 1
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        trafilatura.extract(response.text, include_comments=False)
        for link in self.links.extract_links(response):
            yield scrapy.Request(link.url.partition("#")[0])


def crawl(start: str) -> None:
    process = CrawlerProcess(
        {
            "CONCURRENT_REQUESTS": 16,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
            "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": True,
            "LOG_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    crawler = process.create_crawler(WholeSite)
    meter = Meter()
    process.crawl(crawler, start=start)
    process.start()
    meter.report(crawler.spider.pages)


if __name__ == "__main__":
    crawl(sys.argv[1])
