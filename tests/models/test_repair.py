"""Whatever a model writes, what comes out is a validated value or `ModelGarbled`."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from answerable.errors import ModelGarbled
from answerable.models.repair import MAX_CHARACTERS, read


class Step(BaseModel):
    model_config = ConfigDict(extra="forbid")
    source: str
    needs: list[int] = []


class Decision(BaseModel):
    """A shape with everything ours have: text, number, choice, list, nesting."""

    model_config = ConfigDict(extra="forbid")
    verdict: str
    confidence: float
    steps: list[Step] = []
    note: str | None = None


class Loose(BaseModel):
    """Fits any object: the shape a careless reader would fill with a fragment."""

    a: int | None = None


class Open(BaseModel):
    """Keeps every key it is given."""

    model_config = ConfigDict(extra="allow")


GOOD = Decision(
    verdict="enough", confidence=0.5, steps=[Step(source="faq", needs=[1, 2])], note="it's {fine}"
)
TEXT = GOOD.model_dump_json()


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}",
        f"Here is the decision:\n\n{TEXT}\n\nI hope that helps!",
        f"<think>maybe {{'verdict': 'no'}}?</think>\n{TEXT}",
        f"Fill in {{verdict}} like so: {TEXT}",
        f"[{TEXT}]",
        f"{TEXT}\n{TEXT}",
        f'{{"thought": "let me see"}}\n{TEXT}',
        TEXT[:-1] + ",}",
        TEXT[:-1],
        str(GOOD.model_dump()),
        f"\ufeff{TEXT}\r\n",
    ],
)
def test_an_unambiguous_reply_is_repaired(text: str) -> None:
    assert read(text, Decision) == GOOD


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I cannot help with that.", "no object"),
        (TEXT + TEXT.replace("enough", "refuse"), "2 different objects"),
        ('{"verdict": "enough"}', "confidence: Field required"),
        ('{"verdict": "enough", "confidence": "very"}', "confidence"),
        ('{"verdict": "enough", "confidence": 1, "tool": "drop"}', "tool: Extra inputs"),
        (f"[{TEXT}, {TEXT}]", "list of 2"),
        ("x" * (MAX_CHARACTERS + 1), "longer than"),
        ("{}" * 20, "more than 16 objects"),
    ],
)
def test_a_complaint_says_what_was_wrong(text: str, why: str) -> None:
    with pytest.raises(ModelGarbled, match=why):
        read(text, Decision)


def test_a_complaint_never_repeats_the_values() -> None:
    with pytest.raises(ModelGarbled) as caught:
        read('{"verdict": ["secret-value"], "confidence": "secret-value"}', Decision)
    assert "secret-value" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ['{"x": {"a": 1}, "y": oops}', '{"x": oops, "y": {"a": 1}}', '{"x": {"a": 1}, "y": "cut', '{x: {"a": 1}}',
     '[{"a": 1}, {"a": 2', '```json\n[{"a": 1},\n'],
)  # fmt: skip
def test_a_fragment_never_passes_for_the_whole(text: str) -> None:
    with pytest.raises(ModelGarbled):
        read(text, Loose)


def good_replies() -> list[str]:
    """Twenty good replies of growing size, some with awkward characters."""
    chance = random.Random(20)
    words = [
        "plain",
        "ünïcödé",
        'quo"te',
        "back\\slash",
        "br{ace}",
        "new\nline",
        "😀",
        "it's",
        "</rules>",
        "[1]",
    ]
    return [
        Decision(
            verdict=chance.choice(words),
            confidence=round(chance.random(), 3),
            steps=[Step(source=chance.choice(words), needs=list(range(n % 3))) for n in range(size % 4)],
            note=" ".join(chance.choices(words, k=size % 5)) or None,
        ).model_dump_json(indent=2 if size % 2 else None)
        for size in range(20)
    ]


@pytest.mark.parametrize("text", good_replies())
def test_no_prefix_of_a_cut_reply_loses_anything(text: str) -> None:
    for end in range(len(text)):
        with pytest.raises(ModelGarbled):
            read(text[:end], Decision, whole=False)
    assert read(text, Decision, whole=False).model_dump_json() == json.dumps(
        json.loads(text), separators=(",", ":"), ensure_ascii=False
    )


@pytest.mark.parametrize("text", good_replies())
def test_every_prefix_ends_in_value_or_garbled(text: str) -> None:
    for end in range(len(text)):
        for shape in (Decision, Loose):
            try:
                assert isinstance(read(text[:end], shape), shape)
            except ModelGarbled:
                continue


# What replies have been seen or could be made to look like. None of it may raise anything but ModelGarbled.
NAUGHTY = [
    "", " ", "\n", "\x00", "\ufeff", "null", "true", "0", "-", '"', "'", '"text"', "[]", "[[]]", "{",
    "}", "{}", "}{", "{{", "}}", "{{}}", "{[}]", "[{]}", "{:}", "{,}", "{;}", '{""}', '{"":}',
    '{"":""}', '{"a"}', '{"a":}', '{:"a"}', '{"a":1', '{"a":1,', '{"a":1,}', '{"a":,}', '{"a" "b"}',
    "{'a':1}", "{'a:1}", "{a:1}", "{1:1}", '{"a":01}', '{"a":1.}', '{"a":.1}', '{"a":1e}',
    '{"a":1e999}', '{"a":-1e999}', '{"a":NaN}', '{"a":nan}', '{"a":Infinity}', '{"a":-Infinity}',
    '{"a":undefined}', '{"a":None}', '{"a":True}', '{"a":tRue}', '{"a":0x10}', '{"a":1_0}',
    '{"a":' + "9" * 18 + "}", '{"a":' + "9" * 5000 + "}", '{"a":-' + "9" * 400 + "}",
    '{"a":1}{"a":2}', '{"a":1}{"a":1}', '{"a":1,"a":2}', '{"a":1,"\\u0061":1}',
    '{"a":{"a":{"a":1}}}', '{"a":"' + "x" * 100_000 + '"}', "{" * 10_000, "[" * 10_000,
    '{"a":' * 10_000, '[{"a":' * 5_000, "[" * 500 + "]" * 500, "}" * 10_000, "{}" * 10_000,
    '{"a":"\\ud800"}', '{"a":"\\udc00\\ud800"}', '{"a":"\ud800"}', '{"\\ud800":1}',
    '{"a":"\\u0000"}', '{"a":"\x00"}', '{"a":"\\u12"}', '{"a":"\\x41"}', '{"a":"\\"}',
    '{"a":"\\\\"}', '{"a":"\t\r\n"}', '{"a":"\u2028"}', '{"a":"\u202e"}', '{"a":"\u200b"}',
    "{\u200b}", '{"a"\u00a0:\u00a01}', '\u201c{"a":1}\u201d', "{\u201ca\u201d:1}", "｛\"a\"：1｝",
    '<think>{"a":1}', '<think></think>{"a":1}', "<think><think></think>{}</think>", "```json",
    "```json\n```", '```json\n{"a":1}', '```\n{"a":1}\n```\n```\n{"a":2}\n```', "// c\n{}",
    '{"a":1 // c\n}', '/* {} */ {"a":1}', '{"a":1}\n\n{"a":', '{"a":1} trailing {prose}',
    '{prose} {"a":1}', "Use {a} and {b}.", "f(x) = {x | x > 0}", '{"$ref":"#"}',
    '{"__proto__":{"a":1}}', '{"__class__":"x"}', '{"a":{"$gt":""}}', '{"a":"1"}', '{"a":"one"}',
    '{"a":[1]}', '{"a":{}}', '{"a":false}', '{"a":1.0}', '{"a":1.5}', '{"a":1e2}', '{"a":-0}',
    '{"a":-0.0}', "<html><body>502 Bad Gateway</body></html>", "Error: rate limited",
    "data: {\"a\":1}\n\n", "event: x\ndata: {", '{"error":{"message":"overloaded"}}', "{% raw %}",
    "${a}", "{{a}}", "{0}", "%s", "\\", "\\{", "{\\}", '{"a\\":1}', "\x1b[31m{}\x1b[0m",
    "\r\n\r\n{}", "𝟙", "{" + "\u0661" + "}", '{"a":\u0661}', '{"a":１}', '{"a":+1}', '{"a":1,"b"}',
    '{"a":"' + '\\"' * 5_000, "{'" + "\\'" * 5_000, '{"' + "a" * 50_000, "{" + " " * 100_000,
    "[" + " " * 100_000 + "{",
]  # fmt: skip


def test_naughty_replies_end_in_value_or_garbled() -> None:
    assert len(NAUGHTY) >= 100
    began = time.process_time()
    for text in NAUGHTY:
        for whole in (True, False):
            for shape in (Loose, Decision):
                try:
                    assert isinstance(read(text, shape, whole=whole), shape)
                except ModelGarbled:
                    continue
    # 4 x 160 replies, several of them made to be slow; a quadratic reader would need minutes.
    assert time.process_time() - began < 5


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet=st.sampled_from("{}[]\",':\\ \n01e-truefalsnaNI\u200b`ab"), max_size=60))
def test_random_replies_end_in_value_or_garbled(text: str) -> None:
    try:
        assert isinstance(read(text, Loose), Loose)
    except ModelGarbled:
        return


words = st.text(alphabet="ab\"'\\/\n\t{}[]:, é😀\u2028", max_size=8)


values = st.recursive(
    st.none() | st.booleans() | words, lambda inner: st.lists(inner, max_size=3), max_leaves=5
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(words, values, max_size=4))
def test_good_json_reads_as_the_standard_does(value: dict[str, object]) -> None:
    assert read(json.dumps(value), Open).__pydantic_extra__ == value
