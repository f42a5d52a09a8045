"""Units, currencies and number words of both languages, each with its base unit and factor."""

from __future__ import annotations

from decimal import Decimal

# base unit: {writing: factor}. Short writings keep their case (mW is not MW); long ones are matched in lower case.
_TABLE: dict[str, dict[str, str]] = {
    "g": {"mg": "0.001", "g": "1", "kg": "1000", "t": "1000000", "gram": "1", "gramm": "1", "gramme": "1",
          "milligram": "0.001", "milligramm": "0.001", "kilogram": "1000", "kilogramm": "1000", "kilo": "1000",
          "tonne": "1000000", "ton": "1000000", "µg": "0.000001", "mcg": "0.000001"},
    "lb": {"lb": "1", "lbs": "1"},
    "oz": {"oz": "1", "ounce": "1", "unze": "1"},
    "m": {"mm": "0.001", "cm": "0.01", "m": "1", "km": "1000", "µm": "0.000001", "nm": "0.000000001",
          "metre": "1", "meter": "1", "kilometre": "1000", "kilometer": "1000", "centimetre": "0.01",
          "centimeter": "0.01", "zentimeter": "0.01", "millimetre": "0.001", "millimeter": "0.001", "mtr": "1"},
    "mi": {"mi": "1", "mile": "1", "meile": "1"},
    "in": {"inch": "1", "inche": "1", "zoll": "1", "″": "1"},
    "ft": {"ft": "1", "feet": "1", "foot": "1"},
    "yd": {"yd": "1", "yard": "1"},
    "m2": {"m²": "1", "m2": "1", "qm": "1", "km²": "1000000", "cm²": "0.0001", "ha": "10000", "hectare": "10000",
           "hektar": "10000", "quadratmeter": "1"},
    "m3": {"m³": "1", "m3": "1", "kubikmeter": "1"},
    "l": {"ml": "0.001", "cl": "0.01", "dl": "0.1", "l": "1", "L": "1", "hl": "100", "litre": "1", "liter": "1",
          "millilitre": "0.001", "milliliter": "0.001", "deciliter": "0.1", "gallon": "3.785411784"},
    "s": {"ms": "0.001", "s": "1", "sec": "1", "sek": "1", "second": "1", "sekunde": "1", "millisecond": "0.001",
          "millisekunde": "0.001", "min": "60", "minute": "60", "minuten": "60", "h": "3600", "hr": "3600",
          "hour": "3600", "stunde": "3600", "std": "3600", "d": "86400", "day": "86400", "tag": "86400",
          "tägig": "86400", "week": "604800", "woche": "604800", "wöchig": "604800", "fortnight": "1209600",
          "stündig": "3600", "minütig": "60", "hrs": "3600"},
    "night": {"night": "1", "nacht": "1", "nächte": "1"},
    "bday": {"working day": "1", "business day": "1", "werktag": "1", "arbeitstag": "1", "weekday": "1"},
    "month": {"month": "1", "monat": "1", "monatig": "1", "mth": "1", "quarter": "3", "quartal": "3", "year": "12",
              "yr": "12", "jahr": "12", "jährig": "12", "decade": "120", "jahrzehnt": "120", "century": "1200",
              "jahrhundert": "1200", "centurie": "1200"},
    "B": {"B": "1", "byte": "1", "kB": "1000", "KB": "1000", "MB": "1000000", "GB": "1000000000",
          "TB": "1000000000000", "PB": "1000000000000000", "KiB": "1024", "MiB": "1048576", "GiB": "1073741824",
          "TiB": "1099511627776", "kilobyte": "1000", "megabyte": "1000000", "gigabyte": "1000000000",
          "terabyte": "1000000000000"},
    "bit": {"bit": "1", "kbit": "1000", "Mbit": "1000000", "Gbit": "1000000000"},
    "bit/s": {"bps": "1", "kbps": "1000", "Mbps": "1000000", "Gbps": "1000000000", "Mbit/s": "1000000",
              "Gbit/s": "1000000000", "kbit/s": "1000"},
    "B/s": {"MB/s": "1000000", "GB/s": "1000000000", "kB/s": "1000"},
    "Hz": {"Hz": "1", "kHz": "1000", "MHz": "1000000", "GHz": "1000000000"},
    "W": {"mW": "0.001", "W": "1", "kW": "1000", "MW": "1000000", "GW": "1000000000", "watt": "1",
          "kilowatt": "1000", "megawatt": "1000000"},
    "Wh": {"Wh": "1", "kWh": "1000", "MWh": "1000000", "GWh": "1000000000", "kilowattstunde": "1000"},
    "J": {"J": "1", "kJ": "1000", "MJ": "1000000"}, "cal": {"cal": "1", "kcal": "1000"},
    "V": {"mV": "0.001", "V": "1", "kV": "1000", "volt": "1"},
    "A": {"mA": "0.001", "A": "1", "amp": "1", "ampere": "1"}, "Ah": {"Ah": "1", "mAh": "0.001"},
    "°C": {"°C": "1", "celsius": "1", "℃": "1"}, "°F": {"°F": "1", "fahrenheit": "1"}, "°": {"°": "1", "degree": "1", "grad": "1"},
    "K": {"K": "1", "kelvin": "1"},
    "Pa": {"Pa": "1", "hPa": "100", "kPa": "1000", "bar": "100000", "mbar": "100"}, "psi": {"psi": "1"},
    "km/h": {"km/h": "1", "kmh": "1", "kph": "1"}, "m/s": {"m/s": "1"}, "mph": {"mph": "1"},
    "N": {"N": "1", "kN": "1000"}, "Nm": {"Nm": "1"}, "dB": {"dB": "1"}, "lm": {"lm": "1", "lumen": "1"},
    "lx": {"lux": "1"}, "px": {"px": "1", "pixel": "1"}, "MP": {"MP": "1", "megapixel": "1"}, "dpi": {"dpi": "1"},
    "rpm": {"rpm": "1"}, "PS": {"PS": "1"}, "hp": {"hp": "1"}, "fps": {"fps": "1"}, "ppm": {"ppm": "1"},
    "%": {"%": "1", "percent": "1", "prozent": "1", "per cent": "1", "pct": "1"}, "‰": {"‰": "1", "promille": "1"},
    "pp": {"percentage point": "1", "prozentpunkt": "1"}, "x": {"x": "1", "×": "1", "fold": "1", "fach": "1"},
}  # fmt: skip

_SHORT = {w: (base, Decimal(f)) for base, row in _TABLE.items() for w, f in row.items()}
_LONG = {w.lower(): entry for w, entry in _SHORT.items() if len(w) > 3 or not w.isascii()}
_PLURALS = ("s", "n", "en", "e", "er", "es", "ern", "ige", "igen", "iger", "iges")
# "5 full days" is still five days; "5 working days" is not.
_FILLERS = frozenset("full whole consecutive calendar more additional further extra ganze ganzen volle vollen weitere "
                     "weiteren zusätzliche square aufeinanderfolgende aufeinanderfolgenden".split())  # fmt: skip
_WORKING = frozenset("working business".split())

_CURRENCIES = {
    "CHF": "chf fr sfr franken franc francs rp rappen", "EUR": "eur euro euros €", "GBP": "gbp £ pound pounds pfund pence",
    "USD": "usd $ us$ dollar dollars cent cents", "JPY": "jpy ¥ yen", "SEK": "sek", "NOK": "nok", "DKK": "dkk", "PLN": "pln zł",
    "CZK": "czk", "HUF": "huf", "CAD": "cad ca$ c$", "AUD": "aud a$", "CNY": "cny rmb yuan", "INR": "inr ₹", "BTC": "btc",
}  # fmt: skip
CURRENCY = {word: code for code, row in _CURRENCIES.items() for word in row.split()}
_MINOR = frozenset("rp rappen cent cents pence".split())

MULTIPLIERS = {
    "hundred": 100, "hundert": 100, "thousand": 1000, "tausend": 1000, "tsd": 1000, "k": 1000, "million": 10**6,
    "millions": 10**6, "millionen": 10**6, "mio": 10**6, "mn": 10**6, "billion": 10**9, "billions": 10**9, "bn": 10**9,
    "milliarde": 10**9, "milliarden": 10**9, "mrd": 10**9, "trillion": 10**12, "dozen": 12, "dutzend": 12,
}  # fmt: skip


def unit_of(word: str) -> tuple[str, Decimal] | None:
    """The base unit and factor of a unit's writing, singular or plural."""
    if word in _SHORT:
        return _SHORT[word]
    low = word.lower()
    if low in _LONG:
        return _LONG[low]
    for ending in _PLURALS:
        if low.endswith(ending) and len(low) - len(ending) >= 3 and low[: -len(ending)] in _LONG_STEMS:
            return _LONG_STEMS[low[: -len(ending)]]
    return None


_LONG_STEMS = {w.lower(): entry for w, entry in _SHORT.items() if len(w) >= 3 and w.islower()}


def unit_phrase(words: list[str]) -> tuple[str, Decimal, int] | None:
    """The unit that the words after a number begin with, and how many words it takes."""
    if not words:
        return None
    first = words[0]
    if len(words) > 1 and first.lower() in _WORKING and words[1].lower() in ("day", "days"):
        return "bday", Decimal(1), 2
    if len(words) > 1 and " ".join(words[:2]).lower().rstrip("s") in ("per cent", "percentage point"):
        return ("pp" if first.lower() == "percentage" else "%"), Decimal(1), 2
    if len(words) > 1 and first.lower() in _FILLERS and (found := unit_of(words[1])):
        return *found, 2
    if found := unit_of(first):
        return *found, 1
    return None


def currency_of(word: str) -> tuple[str, Decimal] | None:
    """The currency code of a symbol or word, and the factor of its minor coin."""
    low = word.lower().rstrip(".")
    code = CURRENCY.get(low)
    return None if code is None else (code, Decimal("0.01") if low in _MINOR else Decimal(1))
