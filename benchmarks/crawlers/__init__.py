"""The crawlers that benchmarks/crawl.py compares: each a program of its own, URL in, one line of JSON out."""
