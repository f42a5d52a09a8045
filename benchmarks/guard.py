"""Fit the guard's weights to the development lists and write src/answerable/stages/guard/learnt.npy.

python benchmarks/guard.py [attacks benign]     with two files of lines besides: how many of each are then told right

Logistic regression on all attacks against the look-alikes, the policy questions, the ways in which people ask a
bookstore and ask for other things, and the honest questions of every suite; both sides are counted alike.
Its ridge was found on a set of 60 attacks and 60 look-alikes that it had not seen.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from answerable.assistants.folder import SHIPPED
from answerable.language.disguise import unmask
from answerable.stages.guard.guard import rule
from answerable.stages.guard.learnt import features
from answerable.tools.policy import Policy

ROOT = Path(__file__).parents[1]
LISTS = ROOT / "tests" / "stages" / "guard"
RIDGE, STEPS, PACE = 0.1, 2000, 1.0


def lines(path: Path) -> list[str]:
    said = path.read_text(encoding="utf-8").splitlines()
    return [unmask(line) for line in said if line.strip() and not line.startswith("# ")]


def fit() -> np.ndarray:
    """Weights by accelerated gradient descent: the same lists give the same weights."""
    attacks = lines(LISTS / "attacks.development.txt")
    benign = lines(LISTS / "benign.development.txt")
    policy = (ROOT / "tests" / "tools" / "policy_questions.tsv").read_text(encoding="utf-8").splitlines()
    benign += [line.split("\t")[1] for line in policy]
    for suite in sorted((ROOT / "evals" / "suites").glob("*/*.jsonl")):
        cases = map(json.loads, suite.read_text(encoding="utf-8").splitlines())
        benign += [
            case["question"] for case in cases if "question" in case and case.get("kind") != "irrelevant"
        ]
    shop = Policy.load(SHIPPED / "bookstore" / "policies")
    benign += [line for ways in shop.ways.values() for line in ways]
    rows = features([*attacks, *benign])
    truth = np.r_[np.ones(len(attacks)), np.zeros(len(benign))]
    counts = np.where(truth == 1, 0.5 / len(attacks), 0.5 / len(benign))
    alike = rows @ rows.T  # the weights are a sum of rows, so that only their shares need finding
    shares = ahead = np.zeros(len(truth), dtype=np.float32)
    for step in range(STEPS):
        slope = counts * (1 / (1 + np.exp(-alike @ ahead)) - truth) + RIDGE / len(truth) * ahead
        moved = (ahead - PACE * slope).astype(np.float32)
        ahead, shares = (moved + step / (step + 3) * (moved - shares)).astype(np.float32), moved
    return np.asarray(rows.T @ shares)


if __name__ == "__main__":
    np.save(ROOT / "src" / "answerable" / "stages" / "guard" / "learnt.npy", fit().astype(np.float16))
    for name, good in zip(sys.argv[1:], (False, True), strict=False):
        said = lines(Path(name))
        print(f"{name}: {sum(rule(line).allowed is good for line in said)} of {len(said)}")
