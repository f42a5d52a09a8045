"""Write the research suite from the truth of the invented web: python evals/suites/research/make.py [seed] > web.jsonl

The answers come from the world that the pages were written from, never from reading the pages.
"""

# ruff: noqa: E501 - a question is easier to read on one line
from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from random import Random

from answerable.sandbox.web import traps
from answerable.sandbox.web.page import dice, number, slug
from answerable.sandbox.web.site import SEED, make_web
from answerable.sandbox.web.telling import FAMILIES, family
from answerable.sandbox.web.world import Company, Person, Town

# Words of a question that ask for what the tar pit scrambles.
ASKS = {
    "founder": ("founder", "founded", "gründe", "gründet"), "founded": ("when", "wann", "first"), "head": ("ceo", "run", "leite", "leitet", "führ"),
    "seat": ("based", "sitz", "headquarter"), "employees": ("employ", "mitarbeiter"), "mayor": ("mayor", "bürgermeister"),
    "population": ("population", "inhabitants", "people live", "einwohner"), "elevation": ("elevation", "höher", "higher"),
}  # fmt: skip
HOSTS = tuple(family(name)["reference"] for name in FAMILIES)


def has_page(person: Person) -> bool:
    return all(dice(host, person.name).random() < 0.75 for host in HOSTS)


def figures(value: int) -> list[str]:
    return sorted(
        {number(value, way) for way in range(4)}
        | {f"{value:,}".replace(",", "."), f"{value:,}".replace(",", "'")}
    )


def named(people: list[Person]) -> list[list[str]]:
    return [[person.name] for person in people]


class Maker:
    def __init__(self, seed: int) -> None:
        self.web = make_web(seed)
        self.world = self.web.world
        self.random = Random(seed + 5)
        self.rows: list[dict[str, object]] = []
        disputed = {d.subject for d in self.web.disputes}
        self.companies = [c for c in self.world.companies if c.name not in disputed]
        self.towns = [t for t in self.world.towns if t.name not in disputed]
        self.random.shuffle(self.companies)
        self.random.shuffle(self.towns)

    def add(
        self,
        kind: str,
        question: str,
        must: list[list[str]],
        hops: Sequence[list[str]] = (),
        *,
        subjects: Sequence[Company | Town] = (),
        conflict: list[str] | None = None,
        language: str = "en",
    ) -> None:
        scrambled = sorted(
            {
                value
                for subject in subjects
                for address in self.web.pages
                if address.startswith(f"/{traps.PIT}/") and address.split("/")[2] == slug(subject.name)
                for name, value in traps.scrambled(
                    self.world, subject, int(address.rsplit("/", 1)[1].removesuffix(".html"))
                ).items()
                if any(word in question.lower() for word in ASKS[name])
            }
        )
        true = {alternative for group in (*must, *hops) for alternative in group}
        row = {
            "id": f"{kind}-{len(self.rows) + 1:02}", "kind": kind, "language": language, "question": question, "must": must,
            "hops": hops, "conflict": conflict or [], "scrambled": [v for v in scrambled if v not in true and len(v) > 3],
        }  # fmt: skip
        self.rows.append(row)

    def one_hop(self) -> None:
        take = iter(self.companies)
        c = next(take)
        self.add("one_hop", f"Who founded {c.name}?", [[c.founder.name]], subjects=[c])
        c = next(take)
        self.add("one_hop", f"When was {c.name} founded?", [[str(c.founded)]], subjects=[c])
        c = next(take)
        self.add("one_hop", f"How many employees does {c.name} have?", [figures(c.employees)], subjects=[c])
        c = next(take)
        self.add("one_hop", f"Wo hat {c.name} ihren Sitz?", [[c.seat.name]], subjects=[c], language="de")
        c = next(take)
        self.add("one_hop", f"Wer leitet die Firma {c.name}?", named(c.heads), subjects=[c], language="de")
        c = next(x for x in take if x.parent)
        self.add(
            "one_hop",
            f"What is the parent company of {c.name}?",
            [[c.parent.name.rsplit(" ", 1)[0]]],
            subjects=[c],
        )
        p = self.random.sample(self.world.products, 4)
        self.add("one_hop", f"Who designed the {p[0].name}?", [[p[0].designer.name]])
        self.add(
            "one_hop",
            f"How much does the {p[1].name} weigh?",
            [
                [
                    f"{p[1].grams / 1000:.2f} kg",
                    f"{p[1].grams} g",
                    f"{p[1].grams / 1000:.2f}".replace(".", ","),
                ]
            ],
        )
        self.add(
            "one_hop",
            f"Was kostet der {p[2].name}?",
            [[str(p[2].price), f"{p[2].price}.00", f"{p[2].price},00"]],
            language="de",
        )
        self.add("one_hop", f"Which company makes the {p[3].name}?", [[p[3].maker.name.rsplit(" ", 1)[0]]])
        t = self.towns
        self.add("one_hop", f"Who is the mayor of {t[0].name}?", [[t[0].mayor.name]], subjects=[t[0]])
        self.add(
            "one_hop",
            f"Wie viele Einwohner hat {t[1].name}?",
            [figures(t[1].population)],
            subjects=[t[1]],
            language="de",
        )
        self.add(
            "one_hop", f"What is the elevation of {t[2].name}?", [[f"{t[2].elevation}"]], subjects=[t[2]]
        )
        b = self.random.choice(self.world.bridges)
        self.add("one_hop", f"When was the {b.name} opened?", [[str(b.opened)]])

    def two_hop(self) -> None:
        people = [c for c in self.companies if has_page(c.founder)]
        c = people[0]
        self.add(
            "two_hop",
            f"Where was the founder of {c.name} born?",
            [[c.founder.birthplace.name]],
            [[c.founder.name]],
            subjects=[c],
        )
        c = people[1]
        self.add(
            "two_hop",
            f"When was the founder of {c.name} born?",
            [[str(c.founder.born.year)]],
            [[c.founder.name]],
            subjects=[c],
        )
        c = people[2]
        self.add(
            "two_hop",
            f"Wo wurde die Person geboren, die {c.name} gegründet hat?",
            [[c.founder.birthplace.name]],
            [[c.founder.name]],
            subjects=[c],
            language="de",
        )
        c = people[3]
        self.add(
            "two_hop",
            f"How old is the founder of {c.name}?",
            [[str(c.founder.age)]],
            [[c.founder.name]],
            subjects=[c],
        )
        plain = [c for c in self.companies[20:] if c.seat in self.towns and c.founded_in in self.towns]
        for c, question, language in zip(plain[:4], (
            "What is the population of the town where {} was founded?", "Who is the mayor of the town where {} is based?",
            "Wie viele Einwohner hat die Stadt, in der {} gegründet wurde?", "Wer ist Bürgermeister der Stadt, in der {} ihren Sitz hat?",
        ), ("en", "en", "de", "de"), strict=True):  # fmt: skip
            founded = "found" in question or "gegründet" in question
            town = c.founded_in if founded else c.seat
            must = figures(town.population) if founded else [town.mayor.name]
            self.add(
                "two_hop",
                question.format(c.name),
                [must],
                [[town.name]],
                subjects=[c, town],
                language=language,
            )
        products = self.random.sample([p for p in self.world.products if p.maker in self.companies], 6)
        short = [p.maker.name.rsplit(" ", 1)[0] for p in products]
        self.add(
            "two_hop",
            f"Who is the CEO of the company that makes the {products[0].name}?",
            named(products[0].maker.heads),
            [[short[0]]],
            subjects=[products[0].maker],
        )
        self.add(
            "two_hop",
            f"Wer leitet die Firma, die den {products[1].name} herstellt?",
            named(products[1].maker.heads),
            [[short[1]]],
            subjects=[products[1].maker],
            language="de",
        )
        self.add(
            "two_hop",
            f"When was the manufacturer of the {products[2].name} founded?",
            [[str(products[2].maker.founded)]],
            [[short[2]]],
            subjects=[products[2].maker],
        )
        self.add(
            "two_hop",
            f"How many people does the maker of the {products[3].name} employ?",
            [figures(products[3].maker.employees)],
            [[short[3]]],
            subjects=[products[3].maker],
        )
        self.add(
            "two_hop",
            f"In welcher Stadt sitzt die Firma, die den {products[4].name} produziert?",
            [[products[4].maker.seat.name]],
            [[short[4]]],
            subjects=[products[4].maker],
            language="de",
        )
        d = next(p for p in self.world.products if has_page(p.designer) and p not in products)
        self.add(
            "two_hop",
            f"What is the birthplace of the designer of the {d.name}?",
            [[d.designer.birthplace.name]],
            [[d.designer.name]],
        )
        c = next(
            c for c in self.companies[5:] if c.heads[0].spouse and has_page(c.heads[0]) and len(c.heads) == 1
        )
        self.add(
            "two_hop",
            f"Who is the CEO of {c.name} married to?",
            [[c.heads[0].spouse.name]],
            [[c.heads[0].name]],
            subjects=[c],
        )
        c = next(c for c in self.companies[8:] if c.parent and c.parent in self.companies)
        self.add(
            "two_hop",
            f"Where is the parent company of {c.name} based?",
            [[c.parent.seat.name]],
            [[c.parent.name.rsplit(" ", 1)[0]]],
            subjects=[c, c.parent],
        )

    def three_hop(self) -> None:
        families = [c for c in self.companies if c.heads[0].children and all(c.heads[0].children)]
        for c, question, language in zip(families[:5], (
            "What is the age of the children of the parents who run the company {}?", "How old are the children of the people who run {}?",
            "Wie alt sind die Kinder der Eltern, die die Firma {} führen?", "What is the age of the children of the CEO of {}?", "Wie alt sind die Kinder der Leute, die {} leiten?",
        ), ("en", "en", "de", "en", "de"), strict=True):  # fmt: skip
            children = c.heads[0].children
            self.add(
                "three_hop",
                question.format(c.name),
                [[str(child.age)] for child in children],
                [[c.heads[0].name], *[[child.name.split()[0]] for child in children]],
                subjects=[c],
                language=language,
            )
        founders = [
            c for c in self.companies[10:] if has_page(c.founder) and c.founder.birthplace in self.towns
        ]
        for c, question, language in zip(founders[:4], (
            "How many people live in the town where the founder of {} was born?", "Who is the mayor of the birthplace of the founder of {}?",
            "Wie viele Einwohner hat der Geburtsort des Gründers von {}?", "What is the elevation of the town where the founder of {} was born?",
        ), ("en", "en", "de", "en"), strict=True):  # fmt: skip
            town = c.founder.birthplace
            must = (
                [town.mayor.name]
                if "mayor" in question
                else [str(town.elevation)]
                if "elevation" in question
                else figures(town.population)
            )
            self.add(
                "three_hop",
                question.format(c.name),
                [must],
                [[c.founder.name], [town.name]],
                subjects=[c, town],
                language=language,
            )
        products = [
            p
            for p in self.world.products
            if p.maker in self.companies and has_page(p.maker.founder) and p.maker.seat in self.towns
        ]
        p = products[3]
        self.add(
            "three_hop",
            f"In which town was the founder of the company that makes the {p.name} born?",
            [[p.maker.founder.birthplace.name]],
            [[p.maker.name.rsplit(" ", 1)[0]], [p.maker.founder.name]],
            subjects=[p.maker],
        )
        p = products[8]
        self.add(
            "three_hop",
            f"Who is the mayor of the town where the company that makes the {p.name} is based?",
            [[p.maker.seat.mayor.name]],
            [[p.maker.name.rsplit(" ", 1)[0]], [p.maker.seat.name]],
            subjects=[p.maker, p.maker.seat],
        )
        p = products[12]
        self.add(
            "three_hop",
            f"Wie viele Einwohner hat die Stadt, in der die Firma sitzt, die den {p.name} herstellt?",
            [figures(p.maker.seat.population)],
            [[p.maker.name.rsplit(" ", 1)[0]], [p.maker.seat.name]],
            subjects=[p.maker, p.maker.seat],
            language="de",
        )

    def compare(self) -> None:
        c, t = self.companies[30:40], self.towns[5:9]

        def first(a: object, b: object, key: str, low: bool = False) -> str:
            wins = a if (getattr(a, key) < getattr(b, key)) == low else b
            return str(wins.name)

        self.add(
            "compare",
            f"Which company has more employees, {c[0].name} or {c[1].name}?",
            [[f"{first(c[0], c[1], 'employees')} has"], figures(c[0].employees), figures(c[1].employees)],
            subjects=[c[0], c[1]],
        )
        self.add(
            "compare",
            f"Which company was founded first, {c[2].name} or {c[3].name}?",
            [[f"{first(c[2], c[3], 'founded', True)} comes first"], [str(c[2].founded)], [str(c[3].founded)]],
            subjects=[c[2], c[3]],
        )
        self.add(
            "compare",
            f"Which town has more inhabitants, {t[0].name} or {t[1].name}?",
            [[f"{first(t[0], t[1], 'population')} has"], figures(t[0].population), figures(t[1].population)],
            subjects=[t[0], t[1]],
        )
        self.add(
            "compare",
            f"Welche Firma hat mehr Mitarbeiter, {c[4].name} oder {c[5].name}?",
            [[f"hat {first(c[4], c[5], 'employees')}"], figures(c[4].employees), figures(c[5].employees)],
            subjects=[c[4], c[5]],
            language="de",
        )
        self.add(
            "compare",
            f"Welcher Ort liegt höher, {t[2].name} oder {t[3].name}?",
            [[f"hat {first(t[2], t[3], 'elevation')}"], [str(t[2].elevation)], [str(t[3].elevation)]],
            subjects=[t[2], t[3]],
            language="de",
        )
        p = self.random.sample(self.world.products, 4)
        self.add(
            "compare",
            f"Which is heavier, the {p[0].name} or the {p[1].name}?",
            [[f"{first(p[0], p[1], 'grams')} has"]],
        )
        self.add(
            "compare",
            f"Which is cheaper, the {p[2].name} or the {p[3].name}?",
            [[f"{first(p[2], p[3], 'price', True)} has"]],
        )
        people = [x.founder for x in self.companies if has_page(x.founder)][6:8]
        older = min(people, key=lambda person: person.born)
        self.add(
            "compare", f"Who is older, {people[0].name} or {people[1].name}?", [[f"{older.name} comes first"]]
        )

    def contradictions(self) -> None:
        ask = {
            "founded": ("When was {} founded?", "Wann wurde {} gegründet?"),
            "founder": ("Who founded {}?", "Wer gründete {}?"),
            "mayor": ("Who is the mayor of {}?", "Wer ist Bürgermeister von {}?"),
        }
        for place, dispute in enumerate(self.random.sample(self.web.disputes, 12)):
            language = ("en", "de")[place % 3 == 2]
            must = [] if dispute.even else [[dispute.truth]]
            self.add(
                "contradiction",
                ask[dispute.attribute][language == "de"].format(dispute.subject),
                must,
                [[dispute.truth]],
                conflict=[dispute.truth, dispute.other],
                language=language,
            )

    def unanswerable(self) -> None:
        c, t, p = self.companies[45:49], self.towns[12:15], self.random.sample(self.world.products, 2)
        for question, language in (
            (f"What is the favourite colour of the founder of {c[0].name}?", "en"), (f"Who is the chief lawyer of {c[1].name}?", "en"),
            (f"What is the phone number of {c[2].name}?", "en"), (f"Wie heisst der Hund von {c[3].founder.name}?", "de"),
            (f"How many schools does {t[0].name} have?", "en"), (f"Who won the football cup in {t[1].name} in 2019?", "en"),
            (f"Wie hoch ist der Kirchturm von {t[2].name}?", "de"), (f"What is the battery capacity of the {p[0].name}?", "en"),
            ("Who founded Grünspan Raketen AG?", "en"), ("What is the population of Zwirbelhausen?", "en"),
        ):  # fmt: skip
            self.add("unanswerable", question, [], language=language)


def main() -> None:
    maker = Maker(int(sys.argv[1]) if len(sys.argv) > 1 else SEED)
    for part in (
        maker.one_hop,
        maker.two_hop,
        maker.three_hop,
        maker.compare,
        maker.contradictions,
        maker.unanswerable,
    ):
        part()
    for row in maker.rows:
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
