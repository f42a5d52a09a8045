"""Facts read from evidence: what a question chains together, what pages say about it, and whom to believe.

Questions and evidence come in; hops, facts, contradictions and a computed confidence go out. Everything is
computed from the ledger each time, so nothing here can be stale. Never fetches, never asks a model, never
changes evidence; what a page says about the reader is not a fact.
"""
