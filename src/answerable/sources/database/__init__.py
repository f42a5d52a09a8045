"""The database source: any SQL database by its URL, read and never written.

A URL comes in; out come the catalog a question parser needs (tables, keys, relations, values) and, for each
query of a plan, its rows as evidence. Every query is proved read-only on its parsed tree before it runs, and
runs where the database itself refuses writes. Never shows credentials, never sends SQL as it was written:
what reaches the database is generated from the tree that was proved.
"""
