"""A company's business apps on loopback, speaking Merge's unified API so that the official SDK cannot tell.

In comes a port and either a folder of records or nothing (then a company is made up on the spot, the same one
every time for one "today"); out comes a running server with its address, a count of what was asked of it, and
switches for the ways a real service fails. Two tenants share the same names and differ in every fact. Never a
place for facts about anybody real.
"""
