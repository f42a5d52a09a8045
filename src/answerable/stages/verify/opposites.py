"""Words that turn a sentence around, in English and German."""

from __future__ import annotations

from answerable.lists import listed

NEGATIONS = listed(
    """no not never none nothing nobody nowhere neither nor cannot cant wont dont doesnt isnt arent without
    hardly nicht nie niemals nichts niemand weder ohne keinesfalls keineswegs nirgends kaum"""
)
# Words that deny without a negation: "returns are excluded" and "returns are not possible" agree.
DENIALS = listed(
    """forbidden prohibited banned excluded exclude excludes impossible unable refused denied disallowed
    ineligible unavailable invalid unsupported barred lacks lack lacking fails fail void closed verboten
    untersagt ausgeschlossen unmöglich unzulässig ungültig geschlossen verweigert entfällt entfallen"""
)
LIMITS = listed("only solely exclusively merely nur lediglich ausschliesslich ausschließlich")
# Words by which evidence limits without saying "only".
LIMITING = LIMITS | listed("just must limited restricted unless alone until erst bloss bloß müssen muss")

_PAIRS = """
before after | prior after | earlier later | more less fewer | most least fewest | above below under |
over under | minimum maximum | min max | allowed forbidden prohibited banned |
permitted forbidden prohibited | legal illegal | free paid chargeable | with without |
increase decrease reduce | increased decreased reduced | increases decreases reduces | increasing decreasing
| rises falls | rose fell | raise lower | raised lowered | grew shrank | first last | start end |
starts ends | begins ends | open closed | opens closes | inside outside | include exclude |
includes excludes | included excluded | including excluding | required optional |
mandatory optional voluntary | possible impossible | enable disable | enabled disabled | enables disables |
accept reject refuse | accepted rejected refused | buy sell | bought sold | import export | upload download
| up down | left right | north south | east west | top bottom | higher lower | highest lowest |
longer shorter less | longest shortest | larger smaller | largest smallest | faster slower |
older newer younger | oldest newest youngest | cheaper dearer | always never sometimes | all none some |
every no | everyone nobody | public private | internal external | active inactive | valid invalid |
safe unsafe dangerous | safe harmful | hot cold | early late | morning evening afternoon | day night |
win lose | won lost | add remove | added removed | adds removes | present absent | same different |
true false | success failure | daily weekly monthly yearly annually | exempt liable |
refundable nonrefundable | online offline | indoor outdoor | summer winter | spring autumn | male female |
adults children | employer employee | seller buyer | sender recipient | tenant landlord | lender borrower |
vor nach | vorher nachher | früher später | mehr weniger | über unter | oberhalb unterhalb |
mindestens höchstens maximal | minimal maximal | minimum höchstens | erlaubt verboten untersagt |
gestattet verboten untersagt | zulässig unzulässig | kostenlos kostenpflichtig | gratis kostenpflichtig |
mit ohne | erhöht senkt gesenkt reduziert | steigt sinkt fällt | stieg sank fiel | erhöhen senken reduzieren
| erste letzte | ersten letzten | erster letzter | beginnt endet | beginn ende | offen geschlossen |
geöffnet geschlossen | öffnet schliesst schließt | innerhalb ausserhalb außerhalb | inklusive exklusive |
inbegriffen ausgeschlossen | eingeschlossen ausgeschlossen | obligatorisch freiwillig optional |
pflicht freiwillig | möglich unmöglich | aktivieren deaktivieren | aktiviert deaktiviert | annehmen ablehnen
| angenommen abgelehnt | akzeptiert abgelehnt | kaufen verkaufen | höher tiefer niedriger |
höchste tiefste niedrigste | länger kürzer weniger | grösser größer kleiner | schneller langsamer |
älter jünger neuer | immer nie | alle keine | jeder niemand | öffentlich privat | intern extern |
gültig ungültig | sicher gefährlich | früh spät | sommer winter | morgens abends | hinzufügen entfernen |
links rechts | oben unten | nord süd | norden süden | osten westen | online offline |
arbeitgeber arbeitnehmer | käufer verkäufer | mieter vermieter | absender empfänger | erwachsene kinder |
günstiger teurer | täglich wöchentlich monatlich jährlich | haupteingang nebeneingang | vormittag nachmittag
| brutto netto | gross net
"""


def _opposites() -> dict[str, frozenset[str]]:
    known: dict[str, set[str]] = {}
    for row in _PAIRS.split("|"):
        members = row.split()
        for word in members:
            # The first word of a row opposes the rest; the rest agree with each other or are checked as
            # values.
            known.setdefault(word, set()).update(members[1:] if word == members[0] else members[:1])
    return {word: frozenset(others - {word}) for word, others in known.items()}


OPPOSITES = _opposites()
# Words in "-less" that deny nothing: conjunctions, and names of kinds.
_NO_NEGATIONS = listed(
    """unless less nevertheless nonetheless regardless wireless stainless contactless cashless paperless
    seamless serverless cordless brushless tubeless headless stateless lossless endless timeless countless"""
)


def negation(word: str) -> bool:
    """Whether one lower-case word negates."""
    if word in NEGATIONS or word.startswith("kein"):
        return True
    return word.endswith(("n't", "less")) and word not in _NO_NEGATIONS
