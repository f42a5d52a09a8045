"""Fit the guard's weights and write src/answerable/stages/guard/learnt.npy; needs scikit-learn.

python benchmarks/fits/guard.py CORPORA              fit to all of them, and to the lists and suites of this repository
python benchmarks/fits/guard.py CORPORA --held-out   leave each corpus of attacks out once, and the others in turn
python benchmarks/fits/guard.py CORPORA --shipped    fit nothing: what the guard as it is shipped sees of each corpus

CORPORA has two folders, attack/ and benign/, of .jsonl files with one text a line. None are kept here: docs/evals.md
says which were used, with how many texts. Of an attack its most suspicious part is
fitted besides the whole, because the rest of it may be honest; of a benign text every part is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack, vstack
from sklearn.linear_model import LogisticRegression

from answerable.assistants.folder import SHIPPED
from answerable.language.disguise import unmask
from answerable.language.embed import shared_vectors
from answerable.stages.guard.guard import DOUBT, FEWEST, likely, phrased
from answerable.stages.guard.learnt import COLUMNS, CONCEPTS, columns, parts
from answerable.tools.policy import Policy

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "tests" / "stages" / "guard"
MOST, MOST_PARTS = 2_000, 12  # texts of one corpus, and parts of one text
LOOSE, TOTAL, ROUNDS = 3.0, 12_000, 2
# Texts of these corpora are asked like the questions this guard meets, and count so many times.
OURS, ASKED = 4, ("own", "suite", "trials")
# Attacks that the first round takes for this benign are left out of the second: corpora have such.
MISLED = -2.0
WIDTH = COLUMNS + CONCEPTS
# What was made up for the fit, or chosen while it was made, says nothing when it is left out.
MADE = ("own", "made", "hard", "complaints")
LEVELS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0)
SHIPPED_WEIGHTS = ROOT / "src" / "answerable" / "stages" / "guard" / "learnt.npy"


@dataclass
class Corpus:
    """Texts of one kind, with the rows of their parts."""

    name: str
    attack: bool
    texts: list[str]

    @cached_property
    def cut(self) -> list[Sequence[str]]:
        return [parts(text[:6000])[:MOST_PARTS] for text in self.texts]

    @cached_property
    def owner(self) -> np.ndarray:
        return np.repeat(np.arange(len(self.texts)), [len(one) for one in self.cut])

    @cached_property
    def firsts(self) -> np.ndarray:
        return np.searchsorted(self.owner, np.arange(len(self.texts)))

    @cached_property
    def rows(self) -> csr_matrix:
        read = [part for one in self.cut for part in one]
        held = [columns(part) for part in read]
        ends = np.cumsum([0, *(len(places) for places, _ in held)])
        places, has = (np.concatenate(both) for both in zip(*held, strict=True))
        bags = csr_matrix((has, places, ends), shape=(len(read), WIDTH))
        return hstack([bags, csr_matrix(shared_vectors().embed(read))]).tocsr()

    def counts(self, which: np.ndarray) -> np.ndarray:
        """What each chosen part counts; a benign text counts once, in however many parts."""
        each = np.bincount(self.owner[which])[self.owner[which]] if not self.attack else 1
        ours = OURS if self.name.startswith(ASKED) else 1
        return ours * np.ones(len(which)) / each / len(self.texts) ** 0.5

    def scores(self, weights: np.ndarray) -> np.ndarray:
        return np.asarray(self.rows @ weights[:-1] + weights[-1])

    def best(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of each text its highest score, and which part has it."""
        scores, which = self.scores(weights), np.zeros(len(self.texts), dtype=int)
        order = np.argsort(scores, kind="stable")
        which[self.owner[order]] = order
        return scores[which], which


def lines(path: Path) -> list[str]:
    said = path.read_text(encoding="utf-8").splitlines()
    return [unmask(line) for line in said if line.strip() and not line.startswith("# ")]


def gather(folder: Path) -> list[Corpus]:
    found = [Corpus("own", True, lines(LISTS / "attacks.development.txt"))]
    found.append(Corpus("own", False, lines(LISTS / "benign.development.txt")))
    policy = (ROOT / "tests" / "tools" / "policy_questions.tsv").read_text(encoding="utf-8").splitlines()
    shop = Policy.load(SHIPPED / "bookstore" / "policies")
    ways = [line for ways in shop.ways.values() for line in ways]
    found.append(Corpus("suite policy", False, [*(line.split("\t")[1] for line in policy), *ways]))
    talks = map(json.loads, (SHIPPED / "bookstore" / "evals.jsonl").read_text("utf-8").splitlines())
    turns = [turn for talk in talks for turn in talk["turns"] if turn.get("outcome") != "refusal"]
    said = dict.fromkeys(turn["user"] for turn in turns if "instructions" not in turn["user"])
    found.append(Corpus("suite scenarios", False, [unmask(text) for text in said]))
    for suite in sorted((ROOT / "evals" / "suites").glob("*")):
        cases = [
            json.loads(line)
            for path in suite.glob("*.jsonl")
            for line in path.read_text("utf-8").splitlines()
        ]
        asked = [one["question"] for one in cases if "question" in one and one.get("kind") != "irrelevant"]
        honest = [text for text in asked if "nstructions and" not in text]  # two attacks among the replies
        found.append(Corpus(f"suite {suite.name}", False, honest))
    for side in ("attack", "benign"):
        for path in sorted((folder / side).glob("*.jsonl")):
            texts = [unmask(json.loads(line)) for line in path.read_text("utf-8").split("\n") if line]
            found.append(Corpus(path.stem, side == "attack", texts[:MOST]))
    return [corpus for corpus in found if corpus.texts]


def fit(corpora: Sequence[Corpus]) -> np.ndarray:
    weights = np.zeros(WIDTH + shared_vectors().dimensions + 1)
    for step in range(ROUNDS):
        chosen = []
        for corpus in corpora:
            if not corpus.attack:
                chosen.append(np.arange(len(corpus.owner)))
            elif step == 0:
                chosen.append(corpus.firsts)
            else:
                top, which = corpus.best(weights)
                good = top > MISLED
                chosen.append(np.unique(np.r_[which[good], corpus.firsts[good]]))
        weights = regress(corpora, chosen)
    return weights


def regress(corpora: Sequence[Corpus], chosen: Sequence[np.ndarray]) -> np.ndarray:
    """Logistic regression; attacks and benign texts count alike, and a text by the root of its corpus' size."""
    pairs = list(zip(corpora, chosen, strict=True))
    rows = vstack([corpus.rows[which] for corpus, which in pairs])
    truth = np.concatenate([np.full(len(which), corpus.attack) for corpus, which in pairs])
    counts = np.concatenate([corpus.counts(which) for corpus, which in pairs])
    for side in (False, True):
        counts[truth == side] *= TOTAL / counts[truth == side].sum()
    fitted = LogisticRegression(C=LOOSE, max_iter=3000, tol=1e-5).fit(rows, truth, sample_weight=counts)
    return np.r_[fitted.coef_[0], fitted.intercept_]


def reached(corpus: Corpus, weights: np.ndarray) -> np.ndarray:
    """The highest level at which the guard would still call each text an attack."""
    top, _ = corpus.best(weights)
    few = np.array([len(text.split()) < FEWEST for text in corpus.texts])
    alone = np.where(few, DOUBT, top)
    helped = [score >= DOUBT and phrased(text) for score, text in zip(top, corpus.texts, strict=True)]
    return np.where(helped, LEVELS[-1], alone)


def kind(corpus: Corpus) -> str:
    named = next((one for one in ("notinject", "suite", "trials") if corpus.name.startswith(one)), "benign")
    return "attacks" if corpus.attack else named


def held_out(corpora: Sequence[Corpus]) -> None:
    real = [corpus for corpus in corpora if not corpus.name.startswith(MADE)]
    attacks = [corpus for corpus in real if corpus.attack]
    others = sorted((corpus for corpus in real if not corpus.attack), key=kind)
    levels: dict[str, list[np.ndarray]] = {}
    for place, attack in enumerate(attacks):
        out = [attack, *others[place :: len(attacks)]]
        weights = fit([corpus for corpus in corpora if not any(corpus is one for one in out)])
        for corpus in out:
            levels.setdefault(kind(corpus), []).append(found := reached(corpus, weights))
            shares = " ".join(f"{np.mean(found >= level):.1%}" for level in LEVELS)
            print(f"{kind(corpus)}: {corpus.name}, {len(corpus.texts)}: {shares}", flush=True)
    for level in LEVELS:
        tell(f"at {level}", {name: [one >= level for one in found] for name, found in levels.items()})


def tell(what: str, stopped: dict[str, list[np.ndarray]]) -> None:
    """Means of corpora of attacks and of benign texts; the texts of NotInject and the suites are counted together."""
    means = {name: np.mean([np.mean(one) for one in found]) for name, found in stopped.items()}
    pooled = {name: np.mean(np.concatenate(found)) for name, found in stopped.items()}
    three = means["attacks"], 1 - means["benign"], 1 - pooled["notinject"]
    told = ", ".join(f"{share:.1%}" for share in (*three, np.mean(three)))
    asked = ", ".join(f"{pooled[name]:.2%} of {name}" for name in ("suite", "trials") if name in pooled)
    print(f"{what}: attacks seen, benign and NotInject passed, mean: {told}; stopped {asked}")


def shipped(corpora: Sequence[Corpus]) -> None:
    stopped: dict[str, list[np.ndarray]] = {}
    for corpus in corpora:
        found = np.array([likely(text) for text in corpus.texts])
        stopped.setdefault(kind(corpus), []).append(found)
        print(f"{kind(corpus)}: {corpus.name}, {len(corpus.texts)}: {np.mean(found):.1%}", flush=True)
    tell("shipped", stopped)


if __name__ == "__main__":
    corpora = gather(Path(sys.argv[1]))
    if "--held-out" in sys.argv:
        held_out(corpora)
    elif "--shipped" in sys.argv:
        shipped(corpora)
    else:
        np.save(SHIPPED_WEIGHTS, fit(corpora).astype(np.float16))
