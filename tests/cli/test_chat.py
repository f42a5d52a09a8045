from __future__ import annotations

from answerable.build import House
from answerable.sandbox.shop_site import ShopSite
from tests.cli.terminal import run, run_beside

QUESTION = "How many days do I have to return something?"


async def test_questions_share_one_conversation(shop: ShopSite) -> None:
    typed = f"{QUESTION}\n\n{QUESTION}\n"
    told = await run_beside("chat", "--site", shop.url, "--conversation", "mine", typed=typed)
    assert told.code == 0, told
    assert told.out.count("30 days") >= 2
    house = House.open()
    turns = house.store.conversations("local").turns("mine", last=9)
    house.store.close()
    assert [turn.question for turn in turns] == [QUESTION, QUESTION]


async def test_quit_ends_before_the_next_question(shop: ShopSite) -> None:
    told = await run_beside("chat", "--site", shop.url, typed=f"/quit\n{QUESTION}\n")
    assert told.code == 0
    assert not shop.hits


async def test_a_question_too_long_does_not_end_it(shop: ShopSite) -> None:
    told = await run_beside("chat", "--site", shop.url, typed=f"{'x' * 5_000}\n{QUESTION}\n")
    assert told.code == 0
    assert "5000 characters; at most 4000" in told.err
    assert "30 days" in told.out


async def test_without_a_terminal_there_is_no_prompt(shop: ShopSite) -> None:
    told = await run_beside("chat", "--site", shop.url, typed="")
    assert (told.code, told.out, told.err) == (0, "", "")


def test_a_chat_needs_a_site() -> None:
    told = run("chat", typed=QUESTION)
    assert told.code == 2
    assert "Name a site with --site" in told.err


def test_a_wrong_site_is_told_before_any_question() -> None:
    told = run("chat", "--site", "shop.example", typed=QUESTION)
    assert told.code == 2
    assert "Write it with its scheme: https://shop.example" in told.err


def test_the_number_of_a_choice_picks_it() -> None:
    order = "I want to return the book of order BK-1001, nora.lind@example.org"
    told = run("chat", "--assistant", "bookstore", typed=f"{order}\n1\nquit\nnobody reads this\n")
    assert "1. Yes, start the return" in told.out
    assert "RT-" in told.out
    assert told.out.count(" s\n") == 2
