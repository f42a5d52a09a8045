from __future__ import annotations

from answerable.facts.trust import TRUST, alike, kind_of, site_of, together

STORY = "Another slow Sunday and I promised to write about the town where nothing ever happens but the rain falls daily"


def test_a_site_is_its_host_or_folder() -> None:
    assert site_of("https://www.acme.example/team") == "acme.example"
    assert site_of("http://127.0.0.1:8000/acme.example/team.html") == "acme.example"
    assert site_of("file:///dumps/acme.example/team.html") == "acme.example"
    assert site_of("http://localhost:8000/news/a.html") != site_of("http://localhost:8000/blog/a.html")


def test_kinds_of_sites_are_ordered() -> None:
    kinds = [
        kind_of(f"https://{host}/x")
        for host in ("acme-register.example", "lumenpedia.example", "my-blog.example")
    ]
    assert kinds == ["official", "reference", "personal"]
    assert TRUST["official"] > TRUST["reference"] > TRUST["unknown"] > TRUST["personal"] > TRUST["copied"]


def test_near_copies_are_one_text() -> None:
    assert alike(STORY, STORY.replace("daily", "nightly"))
    assert not alike(STORY, "Something else entirely that shares no words with the other story at all today")


def test_independent_voices_add_up() -> None:
    assert together([0.6]) < together([0.6, 0.6]) < 1
