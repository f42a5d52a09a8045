"""Read the shop's content files and put them into their templates.

A content file is an HTML fragment below a few `name: value` lines between two `---` lines. Its place in the
folder is its address: `main/de/versand.html` is `/de/versand`, `main/index.html` is `/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

SHOP = Path(__file__).parent / "shop"


@dataclass(frozen=True, kw_only=True)
class ShopPage:
    """One fragment with the words from its head."""

    path: str
    title: str
    section: str
    lang: str
    template: str
    charset: str
    updated: datetime
    body: str

    def render(self, roots: Mapping[str, str], *, template: str = "") -> bytes:
        """The whole document; `roots` says where `{{shop}}` and `{{docs}}` are."""
        own = {name: getattr(self, name) for name in ("title", "section", "lang", "charset", "path")}
        frame = read_text(f"templates/{template or self.template}.{self.lang}.html")
        return fill(frame.replace("{{body}}", self.body), {**own, **roots}).encode(self.charset)


def read_text(name: str) -> str:
    return (SHOP / name).read_text(encoding="utf-8")


def fill(text: str, words: Mapping[str, str]) -> str:
    """Replace every `{{name}}`."""
    for name, value in words.items():
        text = text.replace("{{" + name + "}}", value)
    return text


def read_pages(root: str) -> dict[str, ShopPage]:
    """All pages of one root (`main` or `docs`) by their path."""
    folder = SHOP / root
    pages = (_read_page(file, folder, root) for file in sorted(folder.rglob("*.html")))
    return {page.path: page for page in pages}


def _read_page(file: Path, folder: Path, root: str) -> ShopPage:
    path = f"/{file.relative_to(folder).with_suffix('').as_posix()}".removesuffix("/index") or "/"
    _, head, body = file.read_text(encoding="utf-8").split("---\n", 2)
    words = dict(line.split(": ", 1) for line in head.splitlines())
    updated = datetime.fromisoformat(words.pop("updated")).replace(tzinfo=UTC)
    said = {"template": root, "charset": "utf-8", **words}
    return ShopPage(path=path, updated=updated, body=body.strip(), **said)


def sitemap(pages: Mapping[str, ShopPage], root_url: str) -> str:
    """Every page that visitors may read, also those that no other page links to."""
    entries = "\n".join(
        f"<url><loc>{root_url}{page.path}</loc><lastmod>{page.updated:%Y-%m-%d}</lastmod></url>"
        for page in pages.values()
        if not page.path.startswith("/internal/")
    )
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{space}">\n{entries}\n</urlset>\n'
