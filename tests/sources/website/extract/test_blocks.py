from __future__ import annotations

from answerable.sources.website.extract.blocks import Block, Kind, code_block, has_heading, indented


def test_code_is_indented_line_by_line() -> None:
    assert code_block("\na\n\tb  \n\n") == Block(Kind.CODE, "    a\n            b")
    assert code_block(" \n ") is None


def test_continued_lines_move_in() -> None:
    assert indented("a\n\nb") == "  a\n\n  b"


def test_headings_are_seen_among_blocks() -> None:
    assert has_heading([Block(Kind.TEXT, "x"), Block(Kind.HEADING, "y", 2)])
    assert not has_heading([Block(Kind.TEXT, "x")])
