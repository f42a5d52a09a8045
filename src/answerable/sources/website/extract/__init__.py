"""Page extraction: bytes of a fetched page in, typed content out.

In: a body with its content type, the charset of its header and its address. Out: `PageContent` with passages
(section by section, each with its heading path and anchor) and links as written. It never fetches, never
resolves an address, never keeps text the page hides, and takes at most about two seconds on any input.
"""

from answerable.sources.website.extract.dispatch import extract, is_heavy
from answerable.sources.website.extract.page import Link, PageContent, Passage

__all__ = ["Link", "PageContent", "Passage", "extract", "is_heavy"]
