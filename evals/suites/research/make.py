"""Write the research suite from the truth of the invented web: python evals/suites/research/make.py [seed] > web.jsonl

`questions.toml` says what is asked of what. The answers come from the world that the pages were written from, never
from reading the pages.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from answerable.sandbox.web import traps
from answerable.sandbox.web.page import dice, number, slug
from answerable.sandbox.web.site import SEED, make_web
from answerable.sandbox.web.telling import FAMILIES, family
from answerable.sandbox.web.world import Company, Person, Town

QUESTIONS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("questions.toml").read_text("utf-8"))
HOSTS = tuple(family(name)["reference"] for name in FAMILIES)
Groups = list[list[str]]  # one alternative of every group must be said


def has_page(person: Person) -> bool:
    return all(dice(host, person.name).random() < 0.75 for host in HOSTS)


def figures(value: int) -> list[str]:
    grouped = f"{value:,}"
    written = {number(value, way) for way in range(4)}
    return sorted(written | {grouped.replace(",", "."), grouped.replace(",", "'")})


def led_to(thing: Any, path: str) -> Iterator[Any]:
    """What a path of attributes leads to; a list is gone through, unless the path names a place in it."""
    if not path:
        yield from thing if isinstance(thing, list) else [thing]
        return
    step, _, rest = path.partition(".")
    if step.isdigit():
        yield from led_to(thing[int(step)], rest)
    elif isinstance(thing, list):
        yield from (found for one in thing for found in led_to(one, path))
    else:
        first = isinstance(thing, Person) and step == "first"
        yield from led_to(thing.name.split()[0] if first else getattr(thing, step), rest)


def said(thing: Any, path: str) -> Groups:
    """How what a path leads to may be said."""
    return [_ways(value, path.rpartition(".")[2]) for value in led_to(thing, path)]


def _ways(value: Any, name: str) -> list[str]:
    match value:
        case Company():
            return [value.name.rsplit(" ", 1)[0]]
        case Person() | Town():
            return [value.name]
        case date():
            return [str(value.year)]
    if name in ("population", "employees"):
        return figures(value)
    if name == "grams":
        kilos = f"{value / 1000:.2f}"
        return [f"{kilos} kg", f"{value} g", kilos.replace(".", ",")]
    return [str(value), f"{value}.00", f"{value},00"] if name == "price" else [str(value)]


class Maker:
    def __init__(self, seed: int) -> None:
        self.web = make_web(seed)
        self.random = Random(seed + 5)
        self.rows: list[dict[str, object]] = []
        disputed = {d.subject for d in self.web.disputes}
        self.companies = [c for c in self.web.world.companies if c.name not in disputed]
        self.towns = [t for t in self.web.world.towns if t.name not in disputed]
        self.random.shuffle(self.companies)
        self.random.shuffle(self.towns)

    def write(self) -> None:
        """Every question, kind by kind; what is drawn is drawn in this order, so that a seed gives one suite."""
        chains, unanswerable = dict(QUESTIONS["chains"]), QUESTIONS["chains"]["unanswerable"]
        del chains["unanswerable"]
        pools = self.pools()
        for kind, asked in chains.items():
            self.ask(kind, asked, pools)
        self.compare()
        self.contradict()
        c, t, p = self.companies[45:48], self.towns[12:15], self.random.sample(self.web.world.products, 2)
        owner = self.companies[48].founder
        self.ask("unanswerable", unanswerable, {"firms": c, "dog owner": [owner], "places": t, "wares": p})

    def pools(self) -> dict[str, list[Any]]:
        """What may be asked about, by what can be asked of it."""
        companies, towns, world, draw = self.companies, self.towns, self.web.world, self.random
        found = [c for c in companies if has_page(c.founder)]
        pools: dict[str, list[Any]] = {
            "companies": companies,
            "daughter": [c for c in companies[5:] if c.parent],
            "products": draw.sample(world.products, 4),
            "towns": towns,
            "bridge": [draw.choice(world.bridges)],
            "founded": found,
            "placed": [c for c in companies[20:] if c.seat in towns and c.founded_in in towns],
            "made": draw.sample([p for p in world.products if p.maker in companies], 6),
            "married": [c for c in companies[5:] if self.alone(c)],
            "owned": [c for c in companies[8:] if c.parent and c.parent in companies],
            "families": [c for c in companies if c.heads[0].children],
            "born": [c for c in companies[10:] if c in found and c.founder.birthplace in towns],
        }
        pools["designed"] = [p for p in world.products if has_page(p.designer) and p not in pools["made"]]
        makers = [p for p in world.products if p.maker in found and p.maker.seat in towns]
        pools["makers"] = [makers[place] for place in (3, 8, 12)]
        return pools

    @staticmethod
    def alone(company: Company) -> bool:
        """Led by one person, who is married and has a page."""
        head = company.heads[0]
        return bool(len(company.heads) == 1 and head.spouse and has_page(head))

    def ask(self, kind: str, asked: Sequence[Mapping[str, Any]], pools: Mapping[str, list[Any]]) -> None:
        taken = {name: iter(pool) for name, pool in pools.items()}
        for one in asked:
            thing = next(taken[one["of"]]) if "of" in one else None
            self.add(
                kind,
                one["question"].format(thing.name if thing else ""),
                said(thing, one["must"]) if "must" in one else [],
                [group for path in one.get("hops", ()) for group in said(thing, path)],
                subjects=[found for path in one.get("subjects", ()) for found in led_to(thing, path)],
                language=one.get("language", "en"),
            )

    def compare(self) -> None:
        people = [c.founder for c in self.companies if has_page(c.founder)]
        pools = {
            "companies": iter(self.companies[30:40]),
            "towns": iter(self.towns[5:9]),
            "products": iter(self.random.sample(self.web.world.products, 4)),
            "people": iter(people[6:8]),
        }
        for one in QUESTIONS["compare"]:
            pair, by = [next(pools[one["of"]]) for _ in range(2)], one["by"]
            best = (min if one.get("less") else max)(pair, key=lambda thing, by=by: getattr(thing, by))
            values = [group for thing in pair for group in said(thing, by)] if one.get("shown") else []
            self.add(
                "compare",
                one["question"].format(*(thing.name for thing in pair)),
                [[one["says"].format(best.name)], *values],
                subjects=pair if one.get("shown") else (),
                language=one.get("language", "en"),
            )

    def contradict(self) -> None:
        for place, dispute in enumerate(self.random.sample(self.web.disputes, 12)):
            german = place % 3 == 2
            self.add(
                "contradiction",
                QUESTIONS["contradictions"][dispute.attribute][german].format(dispute.subject),
                [] if dispute.even else [[dispute.truth]],
                [[dispute.truth]],
                conflict=[dispute.truth, dispute.other],
                language="de" if german else "en",
            )

    def add(
        self,
        kind: str,
        question: str,
        must: Groups,
        hops: Groups | None = None,
        *,
        subjects: Sequence[Company | Town] = (),
        conflict: Sequence[str] = (),
        language: str = "en",
    ) -> None:
        true = {alternative for group in (*must, *(hops or ())) for alternative in group}
        lies = {lie for subject in subjects for lie in self.scrambled(subject, question.lower())}
        row = {"id": f"{kind}-{len(self.rows) + 1:02}", "kind": kind, "language": language}
        row |= {"question": question, "must": must, "hops": hops or [], "conflict": list(conflict)}
        self.rows.append({**row, "scrambled": sorted(lie for lie in lies - true if len(lie) > 3)})

    def scrambled(self, subject: Company | Town, question: str) -> Iterator[str]:
        """What the tar pit says about a subject where the question asks for that."""
        pages = [a.split("/") for a in self.web.pages if a.startswith(f"/{traps.PIT}/{slug(subject.name)}/")]
        for *_, page in pages:
            told = traps.scrambled(self.web.world, subject, int(page.removesuffix(".html")))
            yield from (
                lie for name, lie in told.items() if any(w in question for w in QUESTIONS["asks"][name])
            )


if __name__ == "__main__":
    maker = Maker(int(sys.argv[1]) if len(sys.argv) > 1 else SEED)
    maker.write()
    sys.stdout.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in maker.rows)
