"""What the files in deploy/ watch is what the server counts, by the same names and labels."""

from __future__ import annotations

import json
import re

import pytest

from answerable.trace.tally import SAYS
from tests.house import ROOT, SRC

ALERTS, DASHBOARD = ROOT / "deploy" / "alerts.yml", ROOT / "deploy" / "dashboard.json"
# Series that the server itself writes beside the tally's.
SERVED = re.findall(
    r'"(answerable_[a-z_]+)"',
    "".join(
        (SRC / "server" / name).read_text(encoding="utf-8") for name in ("metrics.py", "routes/probes.py")
    ),
)


def known() -> set[str]:
    histograms = [name for name, (kind, _) in SAYS.items() if kind == "histogram"]
    parts = {f"{name}_{part}" for name in histograms for part in ("bucket", "sum", "count")}
    return {*SAYS, *SERVED, *parts}


@pytest.mark.parametrize("path", [ALERTS, DASHBOARD], ids=lambda path: path.name)
def test_every_series_named_exists(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]  # one of the two above
    named = set(re.findall(r"\banswerable_[a-z_]+", text))
    assert len(named) > 8
    assert named - known() == set()


def test_the_dashboard_shows_every_series() -> None:
    text = DASHBOARD.read_text(encoding="utf-8")
    assert [name for name in SAYS if name not in text] == []


def test_every_panel_asks_something() -> None:
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)
    for panel in board["panels"]:
        for target in panel["targets"]:
            assert target["expr"].count("(") == target["expr"].count(")")


def test_every_alert_says_what_to_do() -> None:
    rules = ALERTS.read_text(encoding="utf-8").split("- alert: ")[1:]
    for rule in rules:
        assert all(f"{field}:" in rule for field in ("expr", "severity", "summary", "action")), rule
    asked = {"objections", "fallback", "refusal", "toolerrors", "protocol", "latency", "judged"}
    names = " ".join(rule.split(maxsplit=1)[0].lower() for rule in rules)
    assert [word for word in asked if word not in names] == []
