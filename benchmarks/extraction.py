"""Main-text extraction: quality and CPU of our extractor beside trafilatura, interleaved in one run.

    python benchmarks/extraction.py                  the documentation this machine has, timed only
    python benchmarks/extraction.py FOLDER           (or ANSWERABLE_EXTRACTION=FOLDER)
    python benchmarks/extraction.py FOLDER --docs /usr/share/doc/python3-doc/html

FOLDER holds `ground-truth.json` (name -> {"articleBody": text}) and `html/<name>.html.gz`. The peer is not a
dependency of the project: install it for the measurement with `pip install trafilatura`.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import os
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import trafilatura

from answerable.sources.website.extract import extract

Reader = Callable[[bytes], str]
_WORD = re.compile(r"\w+")
# Where systems keep documentation as pages; what is there is timed when no folder is named.
DOCS = (
    "/usr/share/doc/python3-doc/html",
    "/usr/share/doc/python3/html",
    "/usr/share/doc/postgresql-doc-15/html",
)


def ours(body: bytes) -> str:
    return extract(body, content_type="text/html").main_text


def peer(body: bytes) -> str:
    return trafilatura.extract(body, include_comments=False) or ""


def shingles(text: str) -> Counter[tuple[str, ...]]:
    """4-word shingles as a multiset; a shorter text is one shingle."""
    words = _WORD.findall(text)
    if 0 < len(words) < 4:
        return Counter([tuple(words)])
    return Counter(zip(words, words[1:], words[2:], words[3:], strict=False))


def precision_recall(text: str, truth: str) -> tuple[float, float]:
    mine, gold = shingles(text), shingles(truth)
    shared = (mine & gold).total()
    return (shared / mine.total() if mine else float(not gold)), (shared / gold.total() if gold else 1.0)


def f1(pairs: list[tuple[float, float]]) -> float:
    precision = statistics.mean(p for p, _ in pairs)
    recall = statistics.mean(r for _, r in pairs)
    return 2 * precision * recall / (precision + recall)


def interval(pairs: list[tuple[float, float]], rounds: int = 1_000) -> tuple[float, float]:
    dice = random.Random(7)
    values = sorted(f1(dice.choices(pairs, k=len(pairs))) for _ in range(rounds))
    return values[int(rounds * 0.025)], values[int(rounds * 0.975)]


def timed(reader: Reader, body: bytes, repeats: int) -> tuple[str, float]:
    """The text and the best CPU seconds of `repeats` readings."""
    best, text = float("inf"), ""
    for _ in range(repeats):
        start = time.process_time()
        text = reader(body)
        best = min(best, time.process_time() - start)
    return text, best


def measure(bodies: dict[str, bytes], truths: dict[str, str], repeats: int) -> None:
    """Both readers on each page in turn, so that a busy machine slows both alike."""
    scores: dict[str, list[tuple[float, float]]] = {"answerable": [], "trafilatura": []}
    seconds = dict.fromkeys(scores, 0.0)
    gc.disable()
    for name, body in bodies.items():
        for label, reader in (("answerable", ours), ("trafilatura", peer)):
            text, spent = timed(reader, body, repeats)
            seconds[label] += spent
            if name in truths:
                scores[label].append(precision_recall(text, truths[name]))
    for label, pairs in scores.items():
        line = f"{label:12} CPU {seconds[label] / len(bodies) * 1000:7.2f} ms/page"
        if pairs:
            low, high = interval(pairs)
            precision, recall = (statistics.mean(column) for column in zip(*pairs, strict=True))
            line += f"   F1 {f1(pairs):.4f} [{low:.3f}, {high:.3f}]"
            line += f"  precision {precision:.3f}  recall {recall:.3f}"
        print(line)
    print(f"ratio of CPU, ours to trafilatura: {seconds['answerable'] / seconds['trafilatura']:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", default=os.environ.get("ANSWERABLE_EXTRACTION", ""))
    parser.add_argument(
        "--docs", action="append", default=[], help="a folder of html files, timed without truth"
    )
    parser.add_argument("--sample", type=int, default=60, help="documentation pages per folder")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    options.docs = options.docs or [place for place in DOCS if not options.folder and Path(place).is_dir()]
    if not (options.folder or options.docs):
        parser.error(f"nothing to read: name a FOLDER as above, or --docs (looked for {', '.join(DOCS)})")
    if options.folder:
        folder = Path(options.folder)
        truths = {
            k: v["articleBody"] for k, v in json.loads((folder / "ground-truth.json").read_text()).items()
        }
        bodies = {
            name: gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes()) for name in truths
        }
        print(f"{len(bodies)} article pages, trafilatura {trafilatura.__version__}")
        measure(bodies, truths, options.repeats)
    for place in options.docs:
        files = sorted(Path(place).rglob("*.html"))
        files = random.Random(7).sample(files, min(options.sample, len(files)))
        size = statistics.mean(file.stat().st_size for file in files) / 1000
        print(f"{len(files)} pages of {place}, mean {size:.0f} kB")
        measure({str(file): file.read_bytes() for file in files}, {}, options.repeats)


if __name__ == "__main__":
    main()
