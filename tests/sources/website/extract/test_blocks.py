from __future__ import annotations

from answerable.sources.website.extract.blocks import Block, BlockKind, code_block, indented


def test_code_is_indented_line_by_line() -> None:
    assert code_block("\na\n\tb  \n\n") == Block(BlockKind.CODE, "    a\n            b")
    assert code_block(" \n ") is None


def test_continued_lines_move_in() -> None:
    assert indented("a\n\nb") == "  a\n\n  b"
    assert indented("a") == "  a"
    assert indented("") == ""
