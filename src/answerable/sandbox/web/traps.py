"""What makes research hard: planted contradictions, copies of copies, dead ends, a tar pit, orders to machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from answerable.lists import read_list
from answerable.sandbox.web.page import Telling, WebPage, dice, number, slug
from answerable.sandbox.web.world import Company, Person, Town, World

BLOG, MIRROR, PIT = "kettle-and-crumb-blog.example", "everything-mirror.example", "quellmeer.example"
_WORDS = read_list(__package__, "wording", "traps.toml")


@dataclass(frozen=True)
class Dispute:
    """A planted contradiction: who says what else about whom."""

    subject: str
    attribute: str
    truth: str
    other: str
    host: str
    even: bool  # as well founded as the truth, so that nobody can settle it


def plant(world: World, tell: Telling, references: Sequence[str], random: Random) -> list[Dispute]:
    """Plant contradictions; every fourth stands in a reference work itself, the others on a blog and its copies."""
    found: list[Dispute] = []

    def dispute(subject: str, attribute: str, truth: str, other: Any, *, even: bool) -> None:
        found.append(Dispute(subject, attribute, truth, str(other), references[0] if even else BLOG, even))
        if even:
            tell.lies[references[0], subject, attribute] = other

    companies, towns = random.sample(world.companies, 24), random.sample(world.towns, 12)
    for place, one in enumerate(companies):
        if place % 2:
            year = one.founded + random.choice((-7, 4, 11))
            dispute(one.name, "founded", str(one.founded), year, even=False)
        else:
            somebody = random.choice(world.people).name
            dispute(one.name, "founder", one.founder.name, somebody, even=place % 4 == 0)
    for place, town in enumerate(towns):
        mayor = town.mayor.name if town.mayor else ""
        other = random.choice([person.name for person in world.people if person.name != mayor])
        dispute(town.name, "mayor", mayor, other, even=place % 3 == 0)
    return found


def write(
    world: World, disputes: Sequence[Dispute], pages: Sequence[WebPage], random: Random
) -> Iterator[WebPage]:
    """All pages of the untrustworthy hosts."""
    for dispute in disputes:
        if not dispute.even:
            yield from _rumour(dispute)
    copied = [page for page in pages if page.language == "en" and "<p>" in page.body]
    for page in random.sample(copied, min(150, len(copied))):
        path = f"copy/{slug(page.host)}-{slug(page.path)}.html"
        yield WebPage(MIRROR, path, page.title, page.body + "<p>Mirrored content.</p>")
    yield from _dead_ends(world, random)
    yield from _orders(world, random)
    yield from _pit(world, random)


def _rumour(dispute: Dispute) -> Iterator[WebPage]:
    subject = dispute.subject
    said = dice(BLOG, subject).choice(_WORDS["rumour"][dispute.attribute])
    story = _WORDS["story"].format(subject=subject, said=said.format(subject=subject, other=dispute.other))
    body, title = f"<main><h1>Thoughts on {subject}</h1>{story}</main>", f"Thoughts on {subject}"
    yield WebPage(BLOG, f"{slug(subject)}.html", f"{title} | Kettle & Crumb", body)
    # Copies of the rumour: three sites, one voice.
    for copier in (MIRROR, "dailydigest-copy.example"):
        yield WebPage(copier, f"posts/{slug(subject)}.html", title, body)


def _short(host: str, name: str, title: str, text: str) -> WebPage:
    return WebPage(host, f"{slug(name)}.html", title, f"<main><h1>{title}</h1><p>{text}</p></main>")


def _dead_ends(world: World, random: Random) -> Iterator[WebPage]:
    for company in random.sample(world.companies, 40):
        text = _WORDS["job"].format(name=company.name)
        yield _short("jobs-board.example", company.name, f"Jobs at {company.name}", text)
    for town in random.sample(world.towns, 30):
        wind = random.randint(5, 60)
        text = _WORDS["weather"].format(name=town.name, degrees=random.randint(-3, 27), wind=wind)
        yield _short("weather-today.example", town.name, f"Weather in {town.name}", text)


def _orders(world: World, random: Random) -> Iterator[WebPage]:
    for company in random.sample(world.companies, 20):
        text = _WORDS["order"].format(fake=random.choice(world.people).name, name=company.name)
        yield _short("helpful-answers.example", company.name, f"{company.name}: who runs it?", text)


def _pit(world: World, random: Random) -> Iterator[WebPage]:
    """Pages that look like an encyclopaedia's and mix everybody's facts; each leads to more of them."""
    for company in world.companies[:90]:
        yield pit_page(world, company, random.randint(0, 9_999))
        if random.random() < 0.5:
            yield pit_page(world, company, random.randint(10_000, 99_999))
    for town in world.towns[:40]:
        yield pit_page(world, town, random.randint(0, 9_999))


def scrambled(world: World, subject: Company | Town, number_: int) -> dict[str, str]:
    """What a page of the tar pit says about a subject: everything, and nothing of it true."""
    chance = dice(PIT, subject.name, str(number_))

    def person() -> Person:
        return chance.choice(world.people)

    if isinstance(subject, Town):
        return {
            "mayor": person().name,
            "population": str(subject.population + chance.randint(300, 9_000)),
            "elevation": str(subject.elevation + chance.randint(20, 300)),
        }
    towns = [town for town in world.towns if town not in (subject.seat, subject.founded_in)]
    return {
        "founder": person().name,
        "founded": str(subject.founded + chance.choice((-31, -12, 9, 17))),
        "head": person().name,
        "seat": chance.choice(towns).name,
        "employees": str(subject.employees + chance.randint(15, 900)),
    }


def pit_page(world: World, subject: Company | Town, number_: int) -> WebPage:
    """One page of the tar pit; any number gives one."""
    said = scrambled(world, subject, number_)
    chance = dice(PIT, str(number_))
    kind = "pit_town" if isinstance(subject, Town) else "pit_company"
    shown = {
        name: number(int(value), 0) if name in ("population", "employees") else value
        for name, value in said.items()
    }
    text = _WORDS[kind].format(name=subject.name, **shown)
    others = [chance.choice(world.companies).name for _ in range(6)]
    ways = "".join(
        f'<li><a href="/{PIT}/{slug(name)}/{chance.randint(0, 99_999)}.html">{name}</a></li>'
        for name in others
    )
    body = f"<main><h1>{subject.name}</h1><p>{text}</p><h2>See also</h2><ul>{ways}</ul></main>"
    return WebPage(PIT, f"{slug(subject.name)}/{number_}.html", f"{subject.name} – Quellmeer", body)
