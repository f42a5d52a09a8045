from __future__ import annotations

from answerable.sources.website.extract.blocks import Block, BlockKind
from answerable.sources.website.extract.sections import TARGET, WHOLE, to_passages

LONG = "A sentence of some length that fills the section well beyond the limit for tiny ones. " * 2


def heading(title: str, level: int = 2, anchor: str = "") -> Block:
    return Block(BlockKind.HEADING, title, level, anchor)


def paragraph(text: str) -> Block:
    return Block(BlockKind.TEXT, text)


def test_each_passage_carries_its_whole_path() -> None:
    blocks = [
        heading("7. Packages", 1, "ch7"),
        heading("7.2 How?", 2, "s72"),
        paragraph(LONG),
        heading("8."),
        paragraph(LONG),
    ]
    assert [(p.path, p.anchor) for p in to_passages(blocks)] == [
        (("7. Packages", "7.2 How?"), "s72"),
        (("7. Packages", "8."), "ch7"),
    ]


def test_long_sections_split_between_blocks() -> None:
    passages = to_passages([heading("Long"), *(paragraph(LONG) for _ in range(20))])
    assert len(passages) > 2
    assert {p.path for p in passages} == {("Long",)}
    assert all(len(p.text) <= TARGET + 40 for p in passages)
    assert "\n\n".join(p.text for p in passages) == "\n\n".join([LONG] * 20)


def test_one_endless_paragraph_splits_at_sentences() -> None:
    passages = to_passages([paragraph(LONG * 20)])
    assert all(len(p.text) <= TARGET and p.text.endswith(".") for p in passages[:-1])


def test_code_stays_whole_up_to_its_limit() -> None:
    code = "\n".join(f"    line {number}" for number in range(120))
    assert TARGET < len(code) < WHOLE
    assert to_passages([paragraph(LONG), Block(BlockKind.CODE, code)])[-1].text == code
    assert len(to_passages([Block(BlockKind.CODE, code + "\n" + code)])) > 1


def test_cut_tables_repeat_their_header() -> None:
    rows = ["Name | Meaning", *(f"name{number} | {'meaning ' * 5}" for number in range(100))]
    passages = to_passages([Block(BlockKind.TABLE, "\n".join(rows))])
    assert len(passages) > 1
    assert all(p.text.startswith("Name | Meaning\n") for p in passages)


def test_no_line_is_longer_than_a_passage_may_be() -> None:
    passages = to_passages([Block(BlockKind.CODE, "    " + "x" * 20_000), paragraph("y" * 20_000)])
    assert all(len(p.text) <= WHOLE for p in passages)


def test_tiny_introductions_join_the_first_part() -> None:
    blocks = [heading("Top", 1), paragraph("In short:"), heading("Part"), paragraph(LONG)]
    passages = to_passages(blocks)
    assert [(p.path, p.text) for p in passages] == [(("Top", "Part"), f"In short:\n\n{LONG}")]


def test_tiny_siblings_become_lines_of_their_parent() -> None:
    blocks = [
        heading("Errors", 1),
        heading("EPERM"),
        paragraph("Not permitted."),
        heading("ENOENT"),
        paragraph("No file."),
    ]
    passages = to_passages(blocks)
    assert [(p.path, p.text) for p in passages] == [(("Errors",), "EPERM: Not permitted.\nENOENT: No file.")]


def test_a_tiny_section_alone_keeps_its_path() -> None:
    blocks = [
        heading("Big", 1),
        paragraph(LONG),
        heading("Other", 1),
        paragraph("Short."),
        heading("Next", 1),
        paragraph(LONG),
    ]
    assert (("Other",), "Short.") in [(p.path, p.text) for p in to_passages(blocks)]


def test_headings_without_text_are_not_lost() -> None:
    passages = to_passages([heading("News", 1), heading("First story"), heading("Second story")])
    assert [(p.path, p.text) for p in passages] == [(("News",), "First story\nSecond story")]
