from __future__ import annotations

import inspect
import re

import pytest

from answerable import errors
from answerable.errors import (
    AnswerableError,
    BudgetSpent,
    OperatorError,
    SettingsError,
    SourceUnreachable,
    ToolRefused,
)


def tree() -> list[type[Exception]]:
    classes = (thing for _, thing in inspect.getmembers(errors, inspect.isclass))
    return [thing for thing in classes if issubclass(thing, Exception)]


def test_every_error_stands_in_the_drawing() -> None:
    drawn = set(re.findall(r"^\W*([A-Z]\w+)(?= {2,}|$)", errors.__doc__ or "", re.MULTILINE))
    assert {error.__name__ for error in tree()} == drawn


def test_every_error_is_one_of_ours() -> None:
    assert all(issubclass(error, AnswerableError) for error in tree())


def test_every_error_says_what_it_means() -> None:
    assert all(len((error.__doc__ or "").split()) > 2 for error in tree())


def test_an_operator_reads_where_what_and_how() -> None:
    error = SettingsError("net.per_host", "is -1; it must be 0 or more.", hint="Remove the line.")
    assert str(error) == "net.per_host: is -1; it must be 0 or more. Remove the line."
    assert (error.where, error.hint) == ("net.per_host", "Remove the line.")


def test_a_hint_may_be_missing() -> None:
    assert str(OperatorError("home", "is a file.")) == "home: is a file."


def test_a_source_error_keeps_what_was_asked() -> None:
    error = SourceUnreachable("https://shop.example/", "answered 503")
    assert (error.asked, error.why) == ("https://shop.example/", "answered 503")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (BudgetSpent("pages", 40), "The budget of 40 pages is spent."),
        (BudgetSpent("cost_usd", 0.5), "The budget of 0.5 cost_usd is spent."),
        (ToolRefused("not_yet", "Look the order up first."), "not_yet: Look the order up first."),
    ],
)
def test_an_error_reads_as_a_sentence(error: AnswerableError, words: str) -> None:
    assert str(error) == words
