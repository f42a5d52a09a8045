"""The sentences that matter, word for word, with who said them."""

from __future__ import annotations

from answerable.stages.draft.of_conversations import summarise

TRANSCRIPT = """Ann: Good morning Bill, thanks for joining.
[00:01:05] Bill Mercer: Hello. We moved offices last week. It was fine. We need 40 more seats before 1 March 2027.
Ann: How are you otherwise?
Bill Mercer: The export is a problem. Our budget is 31,000 USD.
Ann: I will send an offer by 2026-12-04. The weather is lovely here.
Bill Mercer: Sounds good. Bye."""


def test_wants_numbers_and_next_steps_stay() -> None:
    groups = summarise(TRANSCRIPT, "en")
    assert [(group[0].who, " ".join(one.text for one in group)) for group in groups] == [
        ("Bill Mercer", "We need 40 more seats before 1 March 2027."),
        ("Bill Mercer", "The export is a problem. Our budget is 31,000 USD."),
        ("Ann", "I will send an offer by 2026-12-04."),
    ]


def test_every_sentence_is_verbatim() -> None:
    for content in (
        TRANSCRIPT,
        "<p>Hi Ann,</p><p>We want a discount of 5 %.<br>Regards</p>",
        "Left a voicemail",
    ):
        for group in summarise(content, "en"):
            assert " ".join(one.text for one in group) in content


def test_german_sentences_are_weighed_too() -> None:
    content = "Guten Tag.\nWir benötigen die Verlängerung bis Ende Mai.\nSchönen Tag noch."
    assert [group[0].text for group in summarise(content, "de")] == [
        "Wir benötigen die Verlängerung bis Ende Mai."
    ]


def test_long_talks_stay_short_and_say_nothing_twice() -> None:
    content = "\n".join(f"Bill: We need {n} seats. We need {n} seats." for n in range(2, 60))
    said = [one.text for group in summarise(content, "en") for one in group]
    assert len(said) <= 6
    assert len(set(said)) == len(said)


def test_nothing_recorded_gives_nothing() -> None:
    assert summarise("", "en") == []
