"""The third family of hosts: fact sheets, press releases, questions and answers, a timeline, a gazetteer.

Written last and read for the first time by an extractor that was finished on the other two; docs/decisions/research.md
has that first run.
"""

from __future__ import annotations

from collections.abc import Iterator

from answerable.sandbox.web.page import Telling, WebPage, day, dice, number, paragraphs, slug
from answerable.sandbox.web.world import Bridge, Company, Person, Product, Town, World

PEDIA, FACTS, PRESS, GEAR, LIVES = "openatlas.example", "firmlens.example", "nordwire.example", "gearhound.example", "livesandletters.example"


def write(world: World, tell: Telling) -> Iterator[WebPage]:
    """Every page of this family."""
    for town in world.towns:
        yield _place(town, tell)
    for person in world.people:
        if dice(PEDIA, person.name).random() < 0.75:
            yield _life(person, tell)
    for company in world.companies:
        yield _sheet(company, tell)
        yield _release(company, tell)
    for product in world.products:
        yield _test(product, tell)
    for bridge in world.bridges:
        yield _crossing(bridge)


def _place(town: Town, tell: Telling) -> WebPage:
    chance = dice(PEDIA, town.name)
    people = number(tell(PEDIA, town.name, "population", town.population), 0)
    mayor = tell(PEDIA, town.name, "mayor", town.mayor.name if town.mayor else "")
    count = chance.choice((f"{people} people call {town.name} home.", f"With a population of {people}, {town.name} is neither village nor city.", f"The last census counted {people} residents in {town.name}."))
    hall = chance.choice((f"Town hall is in the hands of {mayor}, who was sworn in as mayor in 2023.", f"In the mayor’s chair: {mayor}.", f"{mayor} was re-elected mayor last spring."))
    high = chance.choice((f"Standing {town.elevation} m above sea level, it gets early snow.", f"Altitude: {town.elevation} m. Surface: {town.area} km².", f"The market square sits at an elevation of {town.elevation} metres."))
    body = f"<h1>{town.name}, {town.region}</h1><p>{count} {high}</p><h3>Who is in charge?</h3><p>{hall}</p><h3>Getting there</h3><p>Trains leave every hour. Bring a raincoat.</p>"
    return WebPage(PEDIA, f"places/{slug(town.name)}", f"{town.name} | Open Atlas", body)


def _life(person: Person, tell: Telling) -> WebPage:
    chance = dice(PEDIA, person.name)
    born, place = tell(PEDIA, person.name, "born", person.born), tell(PEDIA, person.name, "birthplace", person.birthplace.name)
    first = person.name.split()[0]
    start = chance.choice((
        f"{first} first saw the world in {place}, on {day(born, 0)}.", f"A native of {place}, {person.name} was born on {day(born, 1)}.",
        f"{person.name}: born {day(born, 0)} at {place}; trained as a {person.job[0]}.",
    ))  # fmt: skip
    family = ""
    if person.spouse:
        kids = [f"{child.name.split()[0]} (born {child.born.year})" for child in person.children]
        family = chance.choice((f"{first} shares life with {person.spouse.name}, to whom {first} has been married since 1999.", f"Husband or wife: {person.spouse.name}.", f"{person.name} and {person.spouse.name} married in {place}."))
        family += f" Their {'only child is' if len(kids) == 1 else 'children are'} {' and '.join([', '.join(kids[:-1]), kids[-1]] if len(kids) > 1 else kids)}." if kids else ""
    body = f"<h1>{person.name}</h1>{paragraphs(start, f'Today {first} lives and works in {person.residence.name}.', family)}"
    return WebPage(LIVES, slug(person.name), f"{person.name}, a life | Lives and Letters", body)


def _sheet(company: Company, tell: Telling) -> WebPage:
    chance = dice(FACTS, company.name)
    heads = tell(PEDIA, company.name, "head", ", ".join(h.name for h in company.heads))
    founded, founder = tell(PEDIA, company.name, "founded", company.founded), tell(PEDIA, company.name, "founder", company.founder.name)
    seat = tell(PEDIA, company.name, "seat", company.seat.name)
    staff = number(tell(PEDIA, company.name, "employees", company.employees), 0)
    rows = [("Who runs it?", heads), ("Who started it?", f"{founder}, in {company.founded_in.name}"), ("When?", str(founded)), ("Where is it?", seat), ("How many work there?", staff)]
    if chance.random() < 0.5:
        rows = [("Leadership", heads), ("Founded by", founder), ("Founded in", str(founded)), ("Place founded", company.founded_in.name), ("Head office", seat), ("Headcount", staff)]
    if company.parent:
        rows.append(("Owned by", company.parent.name))
    table = "<table>" + "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in rows) + "</table>"
    return WebPage(FACTS, f"c/{slug(company.name)}", f"{company.name} at a glance – FirmLens", f"<h1>{company.name} at a glance</h1>{table}<p>FirmLens collects what is publicly known. Corrections welcome.</p>")


def _release(company: Company, tell: Telling) -> WebPage:
    chance = dice(PRESS, company.name)
    short = company.name.rsplit(" ", 1)[0]
    heads = company.heads
    both = " and ".join(h.name for h in heads)
    staff = number(tell(PRESS, company.name, "employees", company.employees), 0)
    lead = chance.choice((f"{short.upper()} OPENS NEW HALL", f"{short} celebrates anniversary", f"{short} reports steady year"))
    said = chance.choice((f"“We are proud of our team,” said {heads[0].name}, chief executive of {short}.", f"“Patience pays,” {both}, who head the business, told guests.", f"With {both} in the driving seat, {short} has doubled its exports."))
    roots = chance.choice((
        f"About {short}: The company is the brainchild of {company.founder.name}, who founded it in {company.founded_in.name} in {company.founded}. It employs {staff} people at its headquarters in {company.seat.name}.",
        f"About {short}: Set up in {company.founded} by {company.founder.name} in {company.founded_in.name}, {short} has its home in {company.seat.name} and a staff of {staff}.",
    ))  # fmt: skip
    family = ""
    if heads[0].children and heads[0].spouse:
        names = [f"{c.name.split()[0]} ({c.age})" for c in heads[0].children]
        family = f"{heads[0].name}’s family was there as well: {heads[0].spouse.name} and the children, {', '.join(names)}."
    body = f"<h1>{lead}</h1><p>{company.seat.name.upper()}, 14 April 2026 – {said}</p>{paragraphs(family, roots)}<p>Press contact: press@{slug(short)}.example</p>"
    return WebPage(PRESS, f"releases/{slug(company.name)}", f"{lead} | Nordwire", body)


def _test(product: Product, tell: Telling) -> WebPage:
    chance = dice(GEAR, product.name)
    maker = tell(GEAR, product.name, "maker", product.maker.name)
    weight = f"{product.grams / 1000:.2f} kg" if product.grams >= 1000 else f"{product.grams} grams"
    said = chance.choice((
        f"We spent a month with the {product.name}, the {product.kind[0]} that {maker} put on the market in {product.launched}.", f"{maker} has been selling the {product.name} since {product.launched}, and it shows its age gracefully.",
        f"The {product.name} comes from {maker}, which introduced this {product.kind[0]} in {product.launched}.",
    ))  # fmt: skip
    hand = chance.choice((f"Its lines were drawn by {product.designer.name}.", f"{product.designer.name} is credited with the design.", f"Credit for the shape goes to designer {product.designer.name}."))
    end = chance.choice((f"Verdict: sturdy. Price as tested: €{product.price}. Weight: {weight}.", f"At {weight} it is no featherweight, and at €{product.price} no bargain.", f"You will pay €{product.price} for {weight} of solid engineering."))
    return WebPage(GEAR, f"tests/{slug(product.name)}", f"{product.name} review – Gearhound", f"<h1>{product.name} review</h1>{paragraphs(said, hand, end)}")


def _crossing(bridge: Bridge) -> WebPage:
    chance = dice(PEDIA, bridge.name)
    text = chance.choice((f"Traffic has rolled over the {bridge.name} since it was inaugurated in {bridge.opened}. {bridge.architect.name} drew the plans for the {bridge.metres}-metre span.", f"Inaugurated {bridge.opened}. Architect: {bridge.architect.name}. Total length {bridge.metres} m. Stands in {bridge.town.name}."))
    return WebPage(PEDIA, f"bridges/{slug(bridge.name)}", f"{bridge.name} | Open Atlas", f"<h1>{bridge.name}</h1>{paragraphs(text)}")
