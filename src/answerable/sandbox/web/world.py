"""The truth of the invented web: towns, people, companies, products and bridges, made from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from answerable.sandbox.web.page import WORDS

NOW = date(2026, 6, 1)


@dataclass
class Town:
    """A town and what can be asked of it."""

    name: str
    region: str
    river: str
    population: int
    elevation: int
    area: float
    mayor: Person | None = None


@dataclass
class Person:
    """Somebody, with a family where there is one."""

    name: str
    born: date
    birthplace: Town
    residence: Town
    job: tuple[str, str]  # English, German
    spouse: Person | None = None
    children: list[Person] = field(default_factory=list)

    @property
    def age(self) -> int:
        return NOW.year - self.born.year - ((NOW.month, NOW.day) < (self.born.month, self.born.day))


@dataclass
class Company:
    """A company; a couple may run it together."""

    name: str
    founded: int
    founded_in: Town
    seat: Town
    founder: Person
    heads: list[Person]
    employees: int
    revenue: int  # in thousands of euros
    trade: str
    parent: Company | None = None


@dataclass
class Product:
    name: str
    kind: tuple[str, str]
    maker: Company
    designer: Person
    launched: int
    price: int
    grams: int


@dataclass
class Bridge:
    name: str
    town: Town
    architect: Person
    opened: int
    metres: int


@dataclass
class World:
    """Everything that is true."""

    towns: list[Town]
    people: list[Person]
    companies: list[Company]
    products: list[Product]
    bridges: list[Bridge]


def make_world(seed: int, *, companies: int = 150) -> World:
    """The same world for the same seed."""
    random = Random(seed)
    maker = _Maker(random)
    towns = [maker.town() for _ in range(companies // 2)]
    world = World(towns, maker.people, [], [], [])
    for town in towns:
        town.mayor = maker.person(towns)
    for _ in range(companies):
        world.companies.append(maker.company(towns))
    for company in world.companies:
        if random.random() < 0.25:
            company.parent = random.choice(
                [c for c in world.companies if c is not company and c.parent is not company]
            )
        for _ in range(random.choice((1, 2, 2, 3))):
            world.products.append(maker.product(company, towns))
    for town in random.sample(towns, len(towns) // 2):
        architect = maker.person(towns)
        name = f"{random.choice(('Long', 'Old', 'New', 'Queen’s', 'Stone', 'Harbour'))} {town.name} Bridge"
        world.bridges.append(
            Bridge(name, town, architect, random.randint(1860, 2015), random.randint(40, 900))
        )
    return world


class _Maker:
    """Draws things; no two share a name."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.people: list[Person] = []
        self._taken: set[str] = set()

    def _fresh(self, draw: Callable[[], str]) -> str:
        """The first name drawn that nothing has yet."""
        while (name := draw()) in self._taken:
            pass
        self._taken.add(name)
        return name

    def town(self) -> Town:
        random = self.random
        name = self._fresh(lambda: random.choice(WORDS["town_start"]) + random.choice(WORDS["town_end"]))
        population = int(random.choice((random.uniform(700, 9_000), random.uniform(9_000, 160_000))))
        region, river = random.choice(WORDS["regions"]), random.choice(WORDS["rivers"])
        people = population + (population % 10 == 0)  # no round number: it would look rounded
        return Town(name, region, river, people, random.randint(3, 1_400), round(random.uniform(4, 190), 1))

    def person(self, towns: list[Town], *, last: str = "", young: bool = False) -> Person:
        random = self.random
        first, lasts = WORDS["first"], WORDS["last"]
        name = self._fresh(lambda: f"{random.choice(first)} {last or random.choice(lasts)}")
        start = date(2006, 1, 1) if young else date(1942, 1, 1)
        born = start + timedelta(days=random.randint(0, 18 * 365 if young else 50 * 365))
        english, german = random.choice(WORDS["jobs"]).split(":")
        person = Person(name, born, random.choice(towns), random.choice(towns), (english, german))
        self.people.append(person)
        return person

    def family(self, person: Person, towns: list[Town]) -> None:
        """A spouse of the same name and up to three children."""
        last = person.name.split(" ", 1)[1]
        spouse = self.person(towns, last=last)
        spouse.born = person.born + timedelta(days=self.random.randint(-2_000, 2_000))
        spouse.residence = person.residence
        person.spouse, spouse.spouse = spouse, person
        children = [
            self.person(towns, last=last, young=True) for _ in range(self.random.choice((0, 1, 2, 2, 3)))
        ]
        person.children, spouse.children = children, children

    def company(self, towns: list[Town]) -> Company:
        random = self.random
        start, middle = WORDS["company_start"], WORDS["company_mid"]
        name = self._fresh(lambda: f"{random.choice(start)} {random.choice(middle)}")
        name = f"{name} {random.choice(WORDS['legal'])}"
        founder, head = self.person(towns), self.person(towns)
        if random.random() < 0.6:
            self.family(head, towns)
        if random.random() < 0.3:
            self.family(founder, towns)
        heads = [head] + ([head.spouse] if head.spouse and random.random() < 0.5 else [])
        place = random.choice(towns)
        seat = place if random.random() < 0.5 else random.choice(towns)
        founded, staff, revenue = (
            random.randint(1890, 2019),
            random.randint(8, 4_800),
            random.randint(900, 480_000),
        )
        return Company(name, founded, place, seat, founder, heads, staff, revenue, name.split()[1])

    def product(self, company: Company, towns: list[Town]) -> Product:
        random = self.random
        english, german = random.choice(WORDS["product_kind"]).split(":")
        start, numbers = WORDS["product_start"], range(20, 990, 10)
        name = self._fresh(lambda: f"{random.choice(start)} {random.choice(numbers)}")
        designer = random.choice([self.person(towns), company.founder])
        launched = random.randint(max(company.founded, 1950), 2025)
        price, grams = random.randint(19, 4_900), random.randint(120, 38_000)
        return Product(name, (english, german), company, designer, launched, price, grams)
