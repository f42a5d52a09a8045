from __future__ import annotations

import time

import pytest

from answerable.sources.website.extract.clutter import NO_MEANING, meaning


@pytest.mark.parametrize("name", ["cookie-banner", "main-breadcrumbs", "socialShare", "navheader"])
def test_furniture_is_known_by_name(name: str) -> None:
    assert meaning(name).always


@pytest.mark.parametrize("name", ["article-body", "entry-content", "post", "story_text", "content"])
def test_text_bodies_are_known_by_name(name: str) -> None:
    assert meaning(name).body


def test_humps_are_read_as_hyphens() -> None:
    assert meaning("commentsContainer").in_articles


@pytest.mark.parametrize("name", ["with-sidebar", "has-nav", "shared-library", "admonition", "loads"])
def test_like_sounding_names_mean_nothing(name: str) -> None:
    assert meaning(name) == NO_MEANING


@pytest.mark.parametrize(
    "part", ["a_", "a-", "with-share", "article-", "x ", "_", "commentsList", "recommend_"]
)
def test_an_endless_name_takes_no_time(part: str) -> None:
    began = time.process_time()
    meaning(part * 50_000)
    assert time.process_time() - began < 1
