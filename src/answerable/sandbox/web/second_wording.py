"""The second family of hosts: a German encyclopaedia, a trade directory of long tables, a shop, a magazine, a who's who.

Written after the extractor existed and kept apart from it, so that figures on these hosts alone tell how it does on
wording it has not seen (docs/decisions/research.md has the first run).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from answerable.sandbox.web.page import Telling, WebPage, day, dice, number, paragraphs, slug
from answerable.sandbox.web.world import Bridge, Company, Person, Product, Town, World

PEDIA, DIRECTORY, SHOP, MAGAZINE, WHO = (
    "wissensspeicher-lexikon.example", "branchenfuehrer.example", "werkstattkontor.example", "northern-business-review.example", "whoswho-north.example",
)  # fmt: skip


def write(world: World, tell: Telling) -> Iterator[WebPage]:
    """Every page of this family."""
    for town in world.towns:
        yield _ort(town, tell)
    for person in world.people:
        if dice(PEDIA, person.name).random() < 0.75:
            yield _person(person, tell)
        if person.spouse and dice(WHO, person.name).random() < 0.6:
            yield _profile(person)
    for company in world.companies:
        yield _firma(company, tell)
        yield _feature(company, world, tell)
    yield from _lists(world, tell)
    for product in world.products:
        yield _artikel(product, tell)
    for bridge in world.bridges:
        yield _bruecke(bridge)


def _rahmen(name: str, inner: str, chance: Random) -> str:
    return (f"<div id=kopf><a href='/'>Startseite</a> · <a href='/zufall'>Zufall</a></div><div id=inhalt><h1>{name}</h1>{inner}"
            f"<h2>Einzelnachweise</h2><ol><li>Jahrbuch {chance.randint(1990, 2024)}, S. {chance.randint(4, 300)}.</li></ol></div>")  # fmt: skip


def _ort(town: Town, tell: Telling) -> WebPage:
    chance = dice(PEDIA, town.name)
    people = tell(PEDIA, town.name, "population", town.population)
    mayor = tell(PEDIA, town.name, "mayor", town.mayor.name if town.mayor else "")
    intro = chance.choice((
        f"{town.name} ist eine Gemeinde in {town.region} mit {number(people, 1)} Einwohnern.",
        f"{town.name} (lokal auch «{town.name[:4]}») liegt in {town.region} am Fluss {town.river}. Die Gemeinde zählt {number(people, 1)} Einwohnerinnen und Einwohner.",
        f"Mit {number(people, 1)} Menschen gehört {town.name} zu den Gemeinden der Region {town.region}.",
    ))  # fmt: skip
    hoehe = chance.choice((f"Der Ort liegt auf {town.elevation} m ü. M. und umfasst {town.area} km².", f"Auf {town.elevation} Metern über Meer gelegen, bietet er eine weite Sicht."))
    politik = chance.choice((
        f"<h2>Politik</h2><p>Gemeindepräsidentin oder Gemeindepräsident ist seit 2021 {mayor}.</p>", f"<h2>Politik</h2><p>An der Spitze der Gemeinde steht {mayor} als Bürgermeister.</p>",
        f"<h2>Behörden</h2><ul><li>Stadtpräsidium: {mayor}</li><li>Gemeindeschreiberei: vakant</li></ul>",
    ))  # fmt: skip
    return WebPage(PEDIA, f"wiki/{slug(town.name)}.html", f"{town.name} – Wissensspeicher", _rahmen(town.name, paragraphs(intro, hoehe) + politik, chance), "de")


def _person(person: Person, tell: Telling) -> WebPage:
    chance = dice(PEDIA, person.name)
    born = day(tell(PEDIA, person.name, "born", person.born), 3)
    place = tell(PEDIA, person.name, "birthplace", person.birthplace.name)
    intro = chance.choice((
        f"{person.name} (* {born} in {place}) arbeitet in {person.residence.name} als {person.job[1]}.", f"{person.name} kam am {born} in {place} zur Welt und ist von Beruf {person.job[1]}.",
        f"{person.name} wurde am {born} geboren. Die Kindheit verbrachte {person.name.split()[0]} im Geburtsort {place}.",
    ))  # fmt: skip
    privat = ""
    if person.spouse:
        kinder = [child.name.split()[0] for child in person.children]
        privat = chance.choice((f"{person.name} ist mit {person.spouse.name} verheiratet", f"Seit vielen Jahren ist {person.name} mit {person.spouse.name} verheiratet"))
        privat += f"; das Paar hat {len(kinder)} Kinder ({', '.join(kinder)})." if len(kinder) > 1 else f"; gemeinsam haben sie ein Kind namens {kinder[0]}." if kinder else "."
    inner = paragraphs(intro) + (f"<h2>Privates</h2><p>{privat}</p>" if privat else "")
    return WebPage(PEDIA, f"wiki/{slug(person.name)}.html", f"{person.name} – Wissensspeicher", _rahmen(person.name, inner, chance), "de")


def _profile(person: Person) -> WebPage:
    """A who's who entry: short lines, everything after dashes."""
    chance = dice(WHO, person.name)
    last = person.name.split()[-1].upper()
    children = ", ".join(f"{c.name.split()[0]} (b. {c.born.year})" for c in person.children) or "none"
    married = person.spouse.name if person.spouse else "–"
    lines = [f"b. {day(person.born, 0)}, {person.birthplace.name}", f"{person.job[0].title()}", f"m. {married}", f"Children: {children}", f"Home: {person.residence.name}"]
    body = f"<section><h1>{last}, {person.name.split()[0]}</h1><p>{person.name}</p><ul>" + "".join(f"<li>{line}</li>" for line in lines) + f"</ul><p>Entry {chance.randint(100, 9999)}. Reproduced with permission.</p></section>"
    return WebPage(WHO, f"{slug(person.name)}", f"{person.name} – Who’s Who North", body)


def _firma(company: Company, tell: Telling) -> WebPage:
    chance = dice(PEDIA, company.name)
    heads = tell(PEDIA, company.name, "head", " und ".join(h.name for h in company.heads))
    founded = tell(PEDIA, company.name, "founded", company.founded)
    founder = tell(PEDIA, company.name, "founder", company.founder.name)
    seat = tell(PEDIA, company.name, "seat", company.seat.name)
    staff = tell(PEDIA, company.name, "employees", company.employees)
    intro = chance.choice((
        f"Die {company.name} mit Sitz in {seat} ist ein Unternehmen der Branche {company.trade}.", f"{company.name} ist ein Familienunternehmen aus {seat}.",
        f"Die {company.name} ist ein in {seat} ansässiger Betrieb mit {number(staff, 1)} Mitarbeitenden.",
    ))  # fmt: skip
    geschichte = chance.choice((
        f"Das Unternehmen wurde {founded} von {founder} in {company.founded_in.name} gegründet.", f"Im Jahr {founded} gründete {founder} den Betrieb in {company.founded_in.name}.",
        f"Die Anfänge gehen auf das Jahr {founded} zurück, als {founder} in {company.founded_in.name} eine Werkstatt eröffnete und damit die Firma gründete.",
    ))  # fmt: skip
    heute = chance.choice((f"Geleitet wird die Firma heute von {heads}.", f"Die Geschäftsführung liegt bei {heads}.", f"An der Spitze stehen {heads}." if len(company.heads) > 1 else f"An der Spitze steht {heads}."))
    zahl = chance.choice((f"Beschäftigt werden {number(staff, 1)} Personen.", f"Das Unternehmen zählt {number(staff, 1)} Mitarbeiterinnen und Mitarbeiter.", f"Die Belegschaft umfasst {number(staff, 1)} Personen."))
    mutter = f"Seit der Übernahme gehört sie zur {company.parent.name}." if company.parent else ""
    kasten = f"<table><tr><td>Rechtsform</td><td>{company.name.rsplit(' ', 1)[1]}</td></tr><tr><td>Gründung</td><td>{founded}</td></tr><tr><td>Sitz</td><td>{seat}</td></tr><tr><td>Leitung</td><td>{heads}</td></tr><tr><td>Mitarbeiterzahl</td><td>{number(staff, 1)}</td></tr></table>"
    inner = (kasten if chance.random() < 0.4 else "") + paragraphs(intro) + f"<h2>Geschichte</h2>{paragraphs(geschichte)}<h2>Heute</h2>{paragraphs(heute + ' ' + zahl, mutter)}"
    return WebPage(PEDIA, f"wiki/{slug(company.name)}.html", f"{company.name} – Wissensspeicher", _rahmen(company.name, inner, chance), "de")


def _feature(company: Company, world: World, tell: Telling) -> WebPage:
    """A magazine's feature or interview, in English; some tell of a change at the top."""
    chance = dice(MAGAZINE, company.name)
    short = company.name.rsplit(" ", 1)[0]
    heads = company.heads
    both = " and ".join(h.name for h in heads)
    staff = number(tell(MAGAZINE, company.name, "employees", company.employees), 0)
    before = chance.choice(world.people).name
    change = chance.choice((
        f"When {before} stepped down as chief executive of {short} in 2019, {both} took over.", f"{both} succeeded {before} at the helm of {company.name} seven years ago.",
        f"Before {both}, it was {before} who ran {short}, until 2017.", "",
    ))  # fmt: skip
    talk = chance.choice((
        f"<p><b>Review:</b> How does one lead {staff} people?</p><p><b>{heads[0].name}, CEO of {short}:</b> By listening.</p>", f"<p>{company.name}, which has a payroll of {staff}, belongs to the quiet giants of {company.seat.name}.</p>",
        f"<p>From its base in {company.seat.name}, {short} ships to forty countries; {staff} people earn their living here.</p>",
    ))  # fmt: skip
    past = chance.choice((
        f"The story starts in {company.founded} in {company.founded_in.name}, where {company.founder.name} set up the company.", f"It was {company.founder.name} who, in {company.founded}, started {short} in {company.founded_in.name}.",
        f"{short} owes its existence to {company.founder.name}, its founder.",
    ))  # fmt: skip
    family = ""
    if heads[0].children and heads[0].spouse:
        ages = [f"{c.name.split()[0]}, {c.age}" for c in heads[0].children]
        listed = "; ".join(ages[:-1]) + ("; and " if len(ages) > 1 else "") + ages[-1]
        family = chance.choice((f"Asked about their children ({listed}), {heads[0].name} and {heads[0].spouse.name} smile.", f"{heads[0].name} and {heads[0].spouse.name} are raising {'a child' if len(ages) == 1 else str(len(ages)) + ' children'}: {listed}."))
    title = chance.choice((f"The quiet success of {short}", f"{short}: small steps, long breath", f"Inside {short}"))
    body = f"<article><header><h1>{title}</h1><p>Northern Business Review, {chance.randint(1, 28)} April 2026</p></header>{paragraphs(past, change)}{talk}{paragraphs(family)}</article>"
    return WebPage(MAGAZINE, f"features/{slug(company.name)}", f"{title} | Northern Business Review", body)


def _lists(world: World, tell: Telling) -> Iterator[WebPage]:
    """The directory: long tables, one line for each company."""
    for page, group in enumerate(_groups(world.companies, 12), 1):
        rows = "".join(_line(company, tell) for company in group)
        table = f"<table><thead><tr><th>Firma</th><th>Ort</th><th>Gegründet</th><th>Geschäftsführung</th><th>Mitarbeitende</th><th>Muttergesellschaft</th></tr></thead>{rows}</table>"
        yield WebPage(DIRECTORY, f"liste-{page}.html", f"Firmenverzeichnis, Seite {page} | Branchenführer", f"<main><h1>Firmenverzeichnis, Seite {page}</h1>{table}<p>Alle Angaben stammen von den Firmen selbst.</p></main>", "de")


def _line(company: Company, tell: Telling) -> str:
    heads = tell(DIRECTORY, company.name, "head", ", ".join(h.name for h in company.heads))
    cells: Sequence[str] = (company.name, company.seat.name, str(tell(DIRECTORY, company.name, "founded", company.founded)), heads, number(company.employees, 1), company.parent.name if company.parent else "–")
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _artikel(product: Product, tell: Telling) -> WebPage:
    chance = dice(SHOP, product.name)
    maker = tell(SHOP, product.name, "maker", product.maker.name)
    kilo = f"{product.grams / 1000:.2f}".replace(".", ",") + " kg" if product.grams >= 1000 else f"{product.grams} g"
    text = chance.choice((
        f"{product.kind[1]} {product.name} von {maker}. Das Gerät stammt aus der Feder von {product.designer.name} und ist seit {product.launched} erhältlich.",
        f"{maker} stellt den {product.name} seit {product.launched} her; entworfen hat ihn {product.designer.name}.",
        f"Der {product.name} wird von {maker} hergestellt. Gestaltet wurde er von {product.designer.name}, auf den Markt kam er {product.launched}.",
    ))  # fmt: skip
    daten = f"<h2>Technische Daten</h2><ul><li>Gewicht: {kilo}</li><li>Farbe: {chance.choice(('grau', 'rot', 'schwarz'))}</li><li>Marke: {maker}</li></ul>"
    preis = chance.choice((f"<p class=preis>Preis: {product.price},00 €</p>", f"<p>Jetzt für nur {product.price} Euro!</p>", f"<p>Er kostet {product.price} Euro.</p>"))
    return WebPage(SHOP, f"artikel/{slug(product.name)}", f"{product.name} kaufen | Werkstattkontor", f"<main><h1>{product.kind[1]} {product.name}</h1><p>{text}</p>{preis}{daten}<p>Versand in zwei Tagen.</p></main>", "de")


def _bruecke(bridge: Bridge) -> WebPage:
    chance = dice(PEDIA, bridge.name)
    text = chance.choice((
        f"Die {bridge.name} in {bridge.town.name} wurde {bridge.opened} nach Plänen von {bridge.architect.name} eröffnet. Sie misst {bridge.metres} Meter.",
        f"Die {bridge.name} ist ein {bridge.metres} m langes Bauwerk in {bridge.town.name}. Entworfen hat sie {bridge.architect.name}; die Eröffnung fand {bridge.opened} statt.",
    ))  # fmt: skip
    return WebPage(PEDIA, f"wiki/{slug(bridge.name)}.html", f"{bridge.name} – Wissensspeicher", _rahmen(bridge.name, paragraphs(text), chance), "de")


def _groups(companies: Sequence[Company], size: int) -> Iterator[list[Company]]:
    rest = iter(companies)
    while group := list(islice(rest, size)):
        yield group
