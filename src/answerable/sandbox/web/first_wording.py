"""The first family of hosts, in English: an encyclopaedia, a company register, a catalogue, a newspaper, own sites."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from answerable.sandbox.web.page import LAYOUTS, Telling, WebPage, bullets, day, dice, infobox, link, number, paragraphs, slug
from answerable.sandbox.web.world import Bridge, Company, Person, Product, Town, World

PEDIA, REGISTER, CATALOG, NEWS = "lumenpedia.example", "northern-register.example", "toolcatalogue.example", "harbour-gazette.example"


def write(world: World, tell: Telling) -> Iterator[WebPage]:
    """Every page of this family."""
    for town in world.towns:
        yield _town(town, tell)
        yield _town_site(town, tell)
    for person in world.people:
        if dice(PEDIA, person.name).random() < 0.75:
            yield _person(person, tell)
    for company in world.companies:
        yield _company(company, world, tell)
        yield _entry(company, tell)
        yield from _own_site(company, world, tell)
        yield _story(company, tell)
    for product in world.products:
        yield _product(product, tell)
    for bridge in world.bridges:
        yield _bridge(bridge, tell)


def _frame(name: str, host: str, inner: str, chance: Random) -> str:
    menu = '<nav><a href="/">Main page</a> <a href="/about">About</a> <a href="/random">Random article</a></nav>'
    foot = f"<footer>Text of {host}. Last edited on {chance.randint(1, 28)} May 2026.</footer>"
    return f"{menu}<main><h1>{name}</h1>{inner}</main>{foot}"


def _town(town: Town, tell: Telling) -> WebPage:
    chance = dice(PEDIA, town.name)
    people = tell(PEDIA, town.name, "population", town.population)
    mayor = tell(PEDIA, town.name, "mayor", town.mayor.name if town.mayor else "")
    rows = [("Region", town.region), ("Population", f"{number(people, chance.randint(0, 3))} (2025)"), ("Elevation", f"{town.elevation} m"), ("Area", f"{town.area} km²"), ("Mayor", mayor)]
    chance.shuffle(rows)
    opening = chance.choice((
        f"{town.name} is a town in {town.region} on the river {town.river}.",
        f"{town.name} is a municipality in the region of {town.region}. The {town.river} flows through it.",
        f"On the banks of the {town.river} lies {town.name}, one of the older towns of {town.region}.",
    ))  # fmt: skip
    counted = chance.choice((
        f"At the end of 2025 the town had {number(people, 0)} inhabitants.",
        f"Some {number(people, 0)} people live in {town.name}.",
        f"The population of {town.name} is {number(people, 0)}.",
    ))  # fmt: skip
    led = chance.choice((f"The mayor is {mayor}.", f"{mayor} has been mayor of {town.name} since 2021.", f"{town.name} elected {mayor} as its mayor in 2022."))
    layout = chance.choice(("box", "terms", ""))
    facts = paragraphs(opening, counted, led) if not layout else LAYOUTS[layout](rows) + paragraphs(opening)
    return WebPage(PEDIA, f"{slug(town.name)}.html", f"{town.name} – Lumenpedia", _frame(town.name, "Lumenpedia", facts, chance))


def _town_site(town: Town, tell: Telling) -> WebPage:
    host = f"{slug(town.name)}.example"
    chance = dice(host)
    mayor = tell(host, town.name, "mayor", town.mayor.name if town.mayor else "")
    people = tell(host, town.name, "population", town.population)
    said = chance.choice((
        f"Welcome! We are {number(people, 0)} residents between hills and water, {town.elevation} metres above sea level.",
        f"{town.name} is home to {number(people, 0)} people.",
    ))  # fmt: skip
    council = chance.choice((f"<h2>Town council</h2><ul><li>{mayor}, mayor</li><li>Town clerk: office hours Tuesday 9–11</li></ul>", f"<h2>Mayor</h2><p>{mayor} welcomes you on Thursdays at the town hall.</p>"))
    inner = paragraphs(said) + council + paragraphs("Waste is collected on Mondays. The library is open on Saturdays.")
    return WebPage(host, "index.html", f"Town of {town.name}", f"<main><h1>Town of {town.name}</h1>{inner}</main>")


def _person(person: Person, tell: Telling) -> WebPage:
    chance = dice(PEDIA, person.name)
    born = tell(PEDIA, person.name, "born", person.born)
    place = tell(PEDIA, person.name, "birthplace", person.birthplace.name)
    when = day(born, chance.randint(0, 1))
    shown = link(PEDIA, place)
    opening = chance.choice((
        f"{person.name} (born {when} in {shown}) is a {person.job[0]}.",
        f"{person.name} is a {person.job[0]} who was born in {shown} on {when}.",
        f"{person.name}, born on {when}, is a {person.job[0]} from {shown}.",
    ))  # fmt: skip
    home = chance.choice((f"{person.name.split()[0]} lives in {person.residence.name}.", f"The family home is in {person.residence.name}, where {person.name} lives today.", ""))
    family = ""
    if person.spouse:
        children = [child.name.split()[0] for child in person.children]
        family = chance.choice((f"{person.name} is married to {link(PEDIA, person.spouse.name)}.", f"{person.name.split()[0]}’s spouse is {person.spouse.name}."))
        if children:
            listed = children[0] if len(children) == 1 else ", ".join(children[:-1]) + " and " + children[-1]
            family += chance.choice((f" The couple has {len(children)} {'child' if len(children) == 1 else 'children'}: {listed}.", f" They are the parents of {listed}."))
    rows = [("Born", f"{when}, {place}"), ("Occupation", person.job[0]), ("Residence", person.residence.name)]
    if person.spouse:
        rows.append(("Spouse", person.spouse.name))
    inner = (infobox(rows) + paragraphs(f"{person.name} is a {person.job[0]}.", family)) if chance.random() < 0.4 else paragraphs(opening, home, family)
    return WebPage(PEDIA, f"{slug(person.name)}.html", f"{person.name} – Lumenpedia", _frame(person.name, "Lumenpedia", inner, chance))


def _company(company: Company, world: World, tell: Telling) -> WebPage:
    chance = dice(PEDIA, company.name)
    heads = tell(PEDIA, company.name, "head", " and ".join(h.name for h in company.heads))
    founded = tell(PEDIA, company.name, "founded", company.founded)
    founder = tell(PEDIA, company.name, "founder", company.founder.name)
    seat = tell(PEDIA, company.name, "seat", company.seat.name)
    staff = tell(PEDIA, company.name, "employees", company.employees)
    short = company.name.rsplit(" ", 1)[0]
    start = chance.choice((
        f"{company.name} was founded in {founded} by {link(PEDIA, founder)} in {link(PEDIA, company.founded_in.name)}.",
        f"The company was established by {link(PEDIA, founder)} in {company.founded_in.name} in {founded}.",
        f"In {founded}, {link(PEDIA, founder)} founded {short} in {company.founded_in.name}.",
    ))  # fmt: skip
    plural = len(company.heads) > 1
    lead = chance.choice((f"It is led by {heads}.", f"{heads} {'run' if plural else 'runs'} the company.", f"{short} is managed by {heads}."))
    home = chance.choice((f"Its headquarters are in {link(PEDIA, seat)}.", f"{short} is based in {link(PEDIA, seat)}.", f"The head office is located in {seat}."))
    crew = chance.choice((f"The firm employs {number(staff, 0)} people.", f"It has {number(staff, 0)} employees.", f"Its workforce counts {number(staff, 0)} people."))
    owned = f"{company.name} is a subsidiary of {link(PEDIA, company.parent.name)}." if company.parent else ""
    rows = [("Founded", f"{founded} in {company.founded_in.name}"), ("Founder", founder), ("Headquarters", seat), ("Key people", f"{heads} (managing directors)" if plural else f"{heads} (CEO)"), ("Number of employees", f"{number(staff, 0)} (2024)"), ("Revenue", f"€{company.revenue / 1000:.1f} million")]
    if company.parent:
        rows.append(("Parent", company.parent.name))
    made = ", ".join(p.name for p in world.products if p.maker is company)
    about = f"{company.name} is a manufacturer of {company.trade.lower()} goods."
    inner = (infobox(rows) + paragraphs(about, lead)) if chance.random() < 0.45 else paragraphs(f"{about} {start}", f"{home} {crew}", lead, owned)
    return WebPage(PEDIA, f"{slug(company.name)}.html", f"{company.name} – Lumenpedia", _frame(company.name, "Lumenpedia", inner + (f"<h2>Products</h2><p>{made}</p>" if made else ""), chance))


def _entry(company: Company, tell: Telling) -> WebPage:
    chance = dice(REGISTER, company.name)
    heads = tell(REGISTER, company.name, "head", ", ".join(h.name for h in company.heads))
    rows = [("Company name", company.name), ("Registered office", tell(REGISTER, company.name, "seat", company.seat.name)), ("Year of incorporation", str(tell(REGISTER, company.name, "founded", company.founded))), ("Managing directors" if "," in heads else "Managing director", heads), ("Register number", f"NR-{chance.randint(100_000, 999_999)}"), ("Status", "active")]
    if company.parent:
        rows.append(("Parent company", company.parent.name))
    body = f"<main><h1>{company.name}</h1><h2>Register entry</h2>{infobox(rows)}<p>Extract as of 2 May 2026. Without guarantee.</p></main>"
    return WebPage(REGISTER, f"entries/{slug(company.name)}.html", f"{company.name} | Northern Company Register", body)


def _own_site(company: Company, world: World, tell: Telling) -> Iterator[WebPage]:
    short = company.name.rsplit(" ", 1)[0]
    host = f"{slug(short)}.example"
    chance = dice(host)
    staff = tell(host, company.name, "employees", company.employees)
    about = chance.choice((
        f"Since {company.founded} we have been making {company.trade.lower()} goods. What {company.founder.name} started in a barn in {company.founded_in.name} is today a company of {number(staff, 0)} people.",
        f"{company.founder.name} founded {short} in {company.founded}. Today {number(staff, 0)} employees work with us in {company.seat.name}.",
    ))  # fmt: skip
    made = "".join(f"<li>{p.name}, our {p.kind[0]}</li>" for p in world.products if p.maker is company)
    contact = f"<p>{company.name}, Mill Street {chance.randint(2, 90)}, {company.seat.name}</p>"
    yield WebPage(host, "index.html", f"{short} – quality since {company.founded}", f"<main><h1>About {short}</h1><p>{about}</p><h2>Our products</h2><ul>{made}</ul><h2>Contact</h2>{contact}</main>")
    heads = tell(host, company.name, "head", [h.name for h in company.heads])
    rows = [(name, "Managing Director") for name in heads] + [("Ruth Obermatt", "Sales"), ("Jon Falkner", "Finance")]
    team = "<table><tr><th>Name</th><th>Role</th></tr>" + "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in rows) + "</table>"
    if chance.random() < 0.5:
        team = bullets([("Managing Director" if len(heads) == 1 else "Managing Directors", " and ".join(heads)), ("Sales", "Ruth Obermatt"), ("Finance", "Jon Falkner")])
    yield WebPage(host, "team.html", f"Team – {short}", f"<main><h1>The people behind {short}</h1>{team}<p>Write to us at hello@{host}. We answer within two days.</p></main>")


def _product(product: Product, tell: Telling) -> WebPage:
    chance = dice(CATALOG, product.name)
    maker = tell(CATALOG, product.name, "maker", product.maker.name)
    price = tell(CATALOG, product.name, "price", product.price)
    kilos = f"{product.grams / 1000:.2f} kg" if product.grams >= 1000 else f"{product.grams} g"
    rows = [("Manufacturer", maker), ("Price", f"EUR {price}.00"), ("Weight", kilos), ("Designer", product.designer.name), ("On the market since", str(product.launched))]
    said = chance.choice((
        f"The {product.name} is a {product.kind[0]} made by {maker}. It was designed by {product.designer.name} and launched in {product.launched}.",
        f"{maker} brought out the {product.name}, a {product.kind[0]}, in {product.launched}. {product.designer.name} designed it.",
    ))  # fmt: skip
    plain = paragraphs(said, f"It weighs {kilos} and costs {price} euros.")
    layout = chance.choice(("box", "terms", "bullets", ""))
    inner = LAYOUTS[layout](rows) if layout else plain
    return WebPage(CATALOG, f"items/{slug(product.name)}.html", f"{product.name} ({product.kind[0]}) | Toolcatalogue", f"<main><h1>{product.name}</h1>{inner}<h2>Delivery</h2><p>Usually ships within three days. Returns accepted for a month.</p></main>")


def _bridge(bridge: Bridge, tell: Telling) -> WebPage:
    chance = dice(PEDIA, bridge.name)
    opened = tell(PEDIA, bridge.name, "opened", bridge.opened)
    inner = chance.choice((
        paragraphs(f"The {bridge.name} crosses the {bridge.town.river} in {bridge.town.name}. It was designed by {bridge.architect.name}, opened in {opened} and is {bridge.metres} m long."),
        infobox([("Location", bridge.town.name), ("Architect", bridge.architect.name), ("Opened", str(opened)), ("Length", f"{bridge.metres} m")]),
    ))  # fmt: skip
    return WebPage(PEDIA, f"{slug(bridge.name)}.html", f"{bridge.name} – Lumenpedia", _frame(bridge.name, "Lumenpedia", inner, chance))


def _story(company: Company, tell: Telling) -> WebPage:
    """A newspaper's portrait of whoever runs the company."""
    chance = dice(NEWS, company.name)
    head = company.heads[0]
    short = company.name.rsplit(" ", 1)[0]
    children = ", ".join(f"{c.name.split()[0]} ({c.age})" for c in head.children[:-1])
    last = f"{head.children[-1].name.split()[0]} ({head.children[-1].age})" if head.children else ""
    listed = f"{children} and {last}" if children else last
    both = " and ".join(h.name for h in company.heads)
    opening = chance.choice((
        f"It is six in the morning when {both} {'open' if len(company.heads) > 1 else 'opens'} the gates of {company.name} in {company.seat.name}.",
        f"“We never wanted to be big,” {'say' if len(company.heads) > 1 else 'says'} {both}, who {'run' if len(company.heads) > 1 else 'runs'} {company.name}.",
    ))  # fmt: skip
    home = ""
    if head.spouse and head.children:
        home = chance.choice((
            f"At home there are {listed}, the children of {head.name} and {head.spouse.name}.",
            f"{head.name} and {head.spouse.name} have {len(head.children)} {'child' if len(head.children) == 1 else 'children'}, {listed}.",
            f"With their children {listed} {head.name} and {head.spouse.name} go hiking on Sundays.",
        ))  # fmt: skip
    staff = tell(NEWS, company.name, "employees", company.employees)
    crew = chance.choice((f"{short} now gives work to {number(staff, 0)} people.", f"The company employs a staff of {number(staff, 0)}.", ""))
    date = day(company.founder.born.replace(year=2026, month=3), 0)
    body = f"<article><h1>Morning at {short}</h1><p>Published on {date}</p>{paragraphs(opening, crew, home, 'The rain has stopped. Somebody laughs in the yard.')}</article>"
    return WebPage(NEWS, f"2026/{slug(company.name)}.html", f"Morning at {short} | Harbour Gazette", body)
