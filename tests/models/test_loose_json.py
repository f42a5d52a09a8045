"""Forgiving about spelling, strict about meaning."""

from __future__ import annotations

from typing import Any

import pytest

from answerable.models.loose_json import MAX_DEPTH, NotJson, read_value


def value(text: str, *, whole: bool = True) -> Any:
    return read_value(text, 0, whole=whole)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1, "b": [true, null, -2.5e3]}', {"a": 1, "b": [True, None, -2500.0]}),
        ('{"a": 1,}', {"a": 1}),
        ("[1, 2, ]", [1, 2]),
        ("{'a': 'b'}", {"a": "b"}),
        ("{'a': 'say \"hi\"'}", {"a": 'say "hi"'}),
        (r"{'a': 'it\'s'}", {"a": "it's"}),
        ("{'ok': True, 'no': False, 'gone': None}", {"ok": True, "no": False, "gone": None}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        (r'{"a": "\u00e9\n\/"}', {"a": "é\n/"}),
        ('{"a": "😀"}', {"a": "😀"}),
        (r'{"a": "\ud83d\ude00"}', {"a": "😀"}),
        ("\ufeff {}", {}),
        ("[]", []),
    ],
)
def test_slips_of_spelling_are_forgiven(text: str, expected: object) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        '{"a": NaN}', '{"a": Infinity}', '{"a": -Infinity}', '{"a": 1e999}', '{"a": 1234567890123456789}',
        '{"a": 1, "a": 2}', r'{"a": 1, "\u0061": 2}', r'{"a": "\ud800"}', r'{"a": "\u0000"}', '{"a": "\x00"}',
        "{'a': 'it's'}", '{"a" 1}', '{"a": 1 "b": 2}', '{"a": 01}', '{"a": +1}', '{"a": .5}', '{"a": 1.}',
        '{"a": 0x1F}', '{"a": tru}', '{"a": undefined}', "{a: 1}", "{,}", "[,]", "[1,,2]", r'{"a": "\x41"}',
        '{"a": 1;}', '{"a": "b"c"}', "{1: 2}", '{"a": 1_000}', '{"a": --1}', '{"a": 1 2}', "", "   ",
    ],
)  # fmt: skip
def test_what_could_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        value(text)


def test_missing_brackets_are_forgiven_only_when_whole() -> None:
    assert value('{"a": {"b": ["x", "y"') == {"a": {"b": ["x", "y"]}}
    with pytest.raises(NotJson):
        value('{"a": {"b": ["x", "y"', whole=False)


@pytest.mark.parametrize("text", ['{"a": 12', '{"a": [1, 2', '{"a": "x', '{"a": "x",', '{"a":', '{"a"', "{"])
def test_an_end_that_may_have_lost_something_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        value(text)


def test_nesting_has_an_end() -> None:
    assert value("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    with pytest.raises(NotJson, match="deep"):
        value("[" * 100_000)
