from __future__ import annotations

from answerable.net import page_key
from answerable.sources.website.frontier import REPEATS, TURN, Frontier, Target, shape_of

SITE = "https://shop.example"


def taken(frontier: Frontier) -> list[str]:
    """Everything that can be taken, each brought back at once."""
    urls = []
    while target := frontier.take():
        urls.append(target.url.removeprefix(SITE))
        frontier.come_back(target)
    return urls


def filled(*urls: str, per_host: int = 8) -> Frontier:
    frontier = Frontier(per_host=per_host)
    for url in urls:
        frontier.add(Target(url if "://" in url else SITE + url))
    return frontier


def test_one_page_under_many_addresses_is_taken_once() -> None:
    assert taken(filled("/a", "/a/", "/a#x", "/a?utm_source=mail", "/a/index.html", "/b")) == ["/a", "/b"]


def test_the_best_target_comes_first() -> None:
    frontier = filled("/plain", "/other")
    frontier.add(Target(f"{SITE}/good", score=0.9))
    assert taken(frontier) == ["/good", "/plain", "/other"]


def test_a_slow_host_holds_up_nobody() -> None:
    frontier = filled(*(f"/{name}" for name in "abcdef"), "https://other.example/x", per_host=2)
    out = [frontier.take() for _ in range(4)]
    assert [target.url for target in out if target] == [f"{SITE}/a", f"{SITE}/b", "https://other.example/x"]
    assert out[0]
    frontier.come_back(out[0])
    again = frontier.take()
    assert again
    assert again.url == f"{SITE}/c"


def test_endless_pages_let_others_go_first() -> None:
    frontier = filled(*(f"/events/2026/{day}?page={day}" for day in range(1, TURN + 11)), "/returns")
    order = taken(frontier)
    assert order[TURN] == "/returns"
    assert len(order) == TURN + 11


def test_pages_that_repeat_themselves_are_left_out() -> None:
    frontier = filled("/events?day=0", "/returns")
    for day in range(1, REPEATS + 5):
        frontier.add(Target(f"{SITE}/events?day={day}"), doubtful=True)
    read = []
    while target := frontier.take():
        read.append(target.url)
        if "events" in target.url:
            frontier.repeat(target.url)
        frontier.come_back(target)
    assert len(read) == REPEATS + 1
    assert [len(urls) for urls in frontier.left_out.values()] == [5]


def test_pages_that_a_good_page_lists_are_kept() -> None:
    frontier = filled(*(f"/sizes/{size}" for size in range(REPEATS + 5)))
    for size in range(REPEATS + 5):
        frontier.repeat(f"{SITE}/sizes/{size}")
    assert len(taken(frontier)) == REPEATS + 5


def test_a_page_read_under_another_name_is_not_taken() -> None:
    frontier = filled("/old", "/new", "/other")
    first = frontier.take()
    assert first
    frontier.come_back(first, read_as=page_key(f"{SITE}/new"))
    assert frontier.has_read(page_key(f"{SITE}/new"))
    assert not frontier.has_read(page_key(f"{SITE}/other"))
    assert taken(frontier) == ["/other"]


def test_giving_up_counts_what_was_waiting() -> None:
    frontier = filled("/a", "/b", "https://other.example/")
    assert len(frontier) == 3
    assert frontier.clear() == 3
    assert frontier.take() is None


def test_shapes_ignore_numbers_values_and_repeated_folders() -> None:
    assert shape_of("https://a/events/2026/11?page=2") == shape_of("https://a/events/1/2?page=99")
    assert shape_of("https://a/x?b=1&a=2") == shape_of("https://a/x?a=7&b=3")
    assert shape_of("https://a/docs/docs/docs/x") == shape_of("https://a/docs/x")
    assert shape_of("https://a/s/4f9a8b7c6d5e4f3a/x") == shape_of("https://a/s/00ff00ff00ff00ff/x")
    assert shape_of("https://a/x?a=1") != shape_of("https://a/x?b=1")
    assert shape_of("https://a/sizes") != shape_of("https://a/colours")
