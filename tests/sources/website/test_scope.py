from __future__ import annotations

import pytest

from answerable.errors import SettingsError
from answerable.sources.website.scope import Scope


@pytest.mark.parametrize(
    ("entry", "inside", "outside"),
    [
        ("localhost:8000", "http://localhost:8000/a", "http://localhost:8001/a"),
        (
            "https://github.com/The-Pocket",
            "https://github.com/The-Pocket/x",
            "https://github.com/The-Pocket-evil",
        ),
        ("https://github.com/The-Pocket", "https://github.com/The-Pocket", "https://github.com/the-pocket"),
        ("example.com/docs", "https://example.com/docs/a?b=1", "https://example.com/documents"),
        ("example.com/docs/", "http://example.com/docs", "http://example.com/"),
        ("example.com/für", "https://example.com/f%C3%BCr/a", "https://example.com/fur/a"),
        ("example.com", "https://www.example.com/", "https://example.com.evil/"),
        ("example.com", "https://docs.example.com/", "https://notexample.com/"),
        ("www.example.com", "https://example.com/", "https://docs.example.com/"),
        ("*.example.com", "https://a.b.example.com/", "https://example.org/"),
        (".example.com", "https://example.com/", "https://com/"),
        ("EXAMPLE.com.", "https://example.com/", "https://example.net/"),
        ("127.0.0.1", "http://127.0.0.1:8000/", "http://127.0.0.2/"),
        ("[::1]:8000", "http://[::1]:8000/", "http://[::1]/"),
        ("bücher.example", "https://xn--bcher-kva.example/", "https://bucher.example/"),
        ("https://example.com:8443/x", "https://example.com:8443/x", "https://example.com/x"),
    ],
)
def test_an_entry_covers_its_own_place(entry: str, inside: str, outside: str) -> None:
    scope = Scope(["https://elsewhere.example/"], [entry])
    assert scope.objection(inside) is None
    assert scope.objection(outside)


@pytest.mark.parametrize("path", ["/docs/..%2Fadmin", "/docs/%2e%2e%2fadmin", "/docs%2F..%2Fadmin"])
def test_a_prefix_cannot_be_climbed_out_of(path: str) -> None:
    assert Scope([], ["example.com/docs"]).objection(f"https://example.com{path}")


def test_an_empty_list_means_the_start_hosts() -> None:
    scope = Scope(["https://www.example.com/a", "http://localhost:8000/"])
    assert scope.hosts == {"example.com", "localhost"}
    for inside in ("http://example.com/b", "https://www.example.com/", "http://localhost:8000/x"):
        assert scope.objection(inside) is None
    for outside in ("https://docs.example.com/", "http://localhost/", "https://example.com:8080/"):
        assert scope.objection(outside)


@pytest.mark.parametrize("entry", ["", "ftp://example.com", "http://", "user@example.com", "a b"])
def test_an_entry_that_is_no_place_is_refused(entry: str) -> None:
    with pytest.raises(SettingsError, match="allowed_domains"):
        Scope([], [entry])


def test_the_objection_names_the_place() -> None:
    scope = Scope([], ["example.com/docs"])
    assert "https://evil.example" in (scope.objection("https://evil.example/x") or "")
    assert "/blog" in (scope.objection("https://example.com/blog") or "")


def test_any_number_of_foreign_hosts_is_bounded() -> None:
    scope = Scope(["https://example.com/"])
    assert all(scope.objection(f"https://h{number}.example/") for number in range(3_000))
    assert scope.objection("https://example.com/") is None
