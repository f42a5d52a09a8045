from __future__ import annotations

from answerable.facts.agreement import (
    agreeing,
    compatible,
    inconsistent,
    opens_with,
    scrambled,
    scrambles,
)
from answerable.facts.fact import Fact


def fact(site: str, value: str, url: str = "") -> Fact:
    return Fact("Acme AG", "founded", value, value, value, value, url or f"https://{site}/", site)


def test_rounded_and_partial_values_are_compatible() -> None:
    assert compatible("1987", "1987-03-12")
    assert compatible("1200", "1234") is True
    assert not compatible("1987", "1988")
    assert compatible("anna keller", "anna maria keller")


def test_facts_that_agree_are_one_group() -> None:
    groups = agreeing([fact("a", "1987"), fact("b", "1987"), fact("c", "1990")], many=False)
    assert sorted(len(group) for group in groups) == [1, 2]


def test_a_site_of_many_values_is_inconsistent() -> None:
    said = [fact("pit", "1987", "https://pit/1"), fact("pit", "1990", "https://pit/2"), fact("a", "1987")]
    assert inconsistent(said, 2) == {"pit"}
    assert inconsistent(said, 3) == set()


def test_differing_twice_from_the_trusted_is_scrambling() -> None:
    said = {
        name: {"pit": {"https://pit/": {pit}}, "register": {"https://register/": {"y"}}}
        for name, pit in (("founded", "x"), ("seat", "z"))
    }
    trust = {"pit": 0.5, "register": 0.9}
    assert scrambles("pit", said, trust)
    assert not scrambles("register", said, trust)


def test_one_sentence_differs_only_once() -> None:
    said = {
        name: {
            "letter": {"https://letter/": {"1971"}},
            "a": {"https://a/": {"2020"}},
            "b": {"https://b/": {"2020"}},
        }
        for name in ("launched", "founded", "opened")
    }
    assert not scrambles("letter", said, {"letter": 0.6, "a": 0.6, "b": 0.6})


def test_a_sentence_opens_with_its_subject() -> None:
    assert opens_with("Acme AG", "The Acme AG was founded in 1987.")
    assert not opens_with("Acme AG", "Anna Keller founded the Acme AG.")


def test_a_site_that_fills_frames_in_two_ways_scrambles() -> None:
    one, two = "Length | 60 m\nHeron Bridge spans the Lorn.", "Length | 90 m\nHeron Bridge spans the Wisp."
    pages = [("pit", "Heron Bridge", "/1", one), ("pit", "Heron Bridge", "/2", two)]
    assert scrambled(pages) == {("pit", "Heron Bridge")}
    same = [("wiki", "Heron Bridge", "/1", one), ("wiki", "Heron Bridge", "/2", one)]
    assert scrambled(same) == set()


def test_a_unit_may_stand_in_the_header() -> None:
    assert compatible("31", "31 m")
    assert not compatible("31 km", "31 m")


def test_two_ordinary_sites_that_differ_scramble_nothing() -> None:
    said = {name: {"a": {"/a": {"x"}}, "b": {"/b": {"y"}}} for name in ("founded", "seat", "employees")}
    assert not scrambles("a", said, {"a": 0.72, "b": 0.8})


def test_a_trade_is_the_same_in_both_languages() -> None:
    assert compatible("a carpenter", "schreiner")
    assert not compatible("a carpenter", "bäcker")


def test_pages_with_nothing_in_common_are_unlike() -> None:
    lists = [
        fact("pit", "ida", "/1"),
        fact("pit", "jon", "/2"),
        fact("a", "ida", "/3"),
        fact("a", "ida", "/4"),
    ]
    assert inconsistent(lists, 2) == {"pit"}
