"""Web search as a source: engines behind one protocol, and the pages that their results lead to.

A query or addresses come in as a task; evidence (what results and pages say), leads and gaps go out. An engine that
fails or finds nothing is followed by the next. Never trusts a result's shape, never reads a page except through the
reader it was handed, never tells a key.
"""

from answerable.sources.search.engine import EngineChain, SearchEngine, SearchResult
from answerable.sources.search.source import PageReading, ReadPage, SearchSource

__all__ = ["EngineChain", "PageReading", "ReadPage", "SearchEngine", "SearchResult", "SearchSource"]
