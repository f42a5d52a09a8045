"""Prompts are files: tagged sections, placeholders, and one way in for text that came from outside.

```
<rules> ... </rules>             the critical rules come first,
<examples> ... </examples>       whatever else never changes follows: all this is the cached prefix;
<material> {question} </material>  then what this turn brings,
<reminder> ... </reminder>       and the critical rules once more, last
```
Any other lower-case tag may be used for a static section. `<long_reminder>` is added to the reminder in long
conversations. `<!-- notes -->` between sections are for the reader of the file and are not sent.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from answerable.errors import AssistantError
from answerable.models.base import Prompt

MATERIAL, REMINDER, LONG_REMINDER = "material", "reminder", "long_reminder"
_NEEDED = ("rules", MATERIAL, REMINDER)
_SECTION = re.compile(r"<([a-z][a-z_]*)>\n?(.*?)\n?</\1>", re.DOTALL)
_PLACEHOLDER = re.compile(r"\{([a-z][a-z_0-9]*)\}")
_NOTE = re.compile(r"<!--.*?-->", re.DOTALL)

# Characters that show nothing and could hide a tag's letters from a plain comparison.
_INVISIBLE = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
# Words that chat templates of local models and our own second asking use as tags.
_TEMPLATE_TAGS = {
    *("s", "bos", "eos", "start_of_turn", "end_of_turn", "system", "user", "assistant", "think"),
    *("again", "reply_format", "mark"),
}
# A title or an address that is longer tells the model nothing more.
_LONGEST_LABEL = 300


@dataclass(frozen=True)
class Quoted:
    """Text from outside (a page, a row, the user's words): shown to a model in a frame, never as orders."""

    text: str
    tag: str = "quoted"
    labels: Mapping[str, str] = field(default_factory=dict)  # such as the page's address, or its number

    def framed(self, tags: set[str]) -> str:
        """The text between its tags, with every tag of ours inside it made harmless."""
        shown = (f' {name}="{_label(value)}"' for name, value in self.labels.items())
        return f"<{self.tag}{''.join(shown)}>\n{neutralise(self.text, tags)}\n</{self.tag}>"


Filling = str | Quoted | Sequence[Quoted]


def neutralise(text: str, tags: set[str]) -> str:
    """The text with the `<` of these tags, template tags and `<|` turned into `‹`: it can close nothing."""
    names = "|".join(f"{_INVISIBLE}*".join(map(re.escape, tag)) for tag in sorted({*tags, *_TEMPLATE_TAGS}))
    ours = re.compile(rf"[<＜﹤](?=(?:\s|/|\\|{_INVISIBLE})*(?:(?:{names})(?![\w-])|\|))", re.IGNORECASE)
    return ours.sub("‹", _CONTROL.sub("\ufffd", text))


def _label(text: str) -> str:
    return re.sub(r"[\"<>\s\x00-\x1f]+", " ", _CONTROL.sub(" ", text)).strip()[:_LONGEST_LABEL]


@dataclass(frozen=True)
class PromptFile:
    """One prompt, read from its file and checked."""

    name: str
    sections: Mapping[str, str]
    hash: str
    canary: str

    @classmethod
    def load(cls, path: Path) -> PromptFile:
        """Read and check a prompt file; raises `AssistantError` that says what is wrong and where."""
        text = path.read_text(encoding="utf-8")
        sections = dict(_sections(text, path.name))
        missing = [name for name in _NEEDED if not sections.get(name, "").strip()]
        if missing:
            hint = f"A prompt needs {', '.join(_NEEDED)}, in this order."
            raise AssistantError(path.name, f"has no <{missing[0]}>.", hint=hint)
        order = [name for name in sections if name != LONG_REMINDER]
        if order[0] not in ("rules", "role") or order[-2:] != [MATERIAL, REMINDER]:
            hint = "Critical rules come first and last: <rules> or <role>, ..., <material>, <reminder>."
            raise AssistantError(
                path.name, f"has its sections in the order {', '.join(sections)}.", hint=hint
            )
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        return cls(path.stem, sections, digest, canary_for(path.stem))

    @property
    def placeholders(self) -> set[str]:
        return {name for text in self.sections.values() for name in _PLACEHOLDER.findall(text)}

    def fill(self, fillings: Mapping[str, Filling], *, long: bool = False) -> Prompt:
        """The prompt of one turn. What is quoted goes into <material> only; plain words go elsewhere."""
        self._check(fillings)
        tags = {*self.sections, *(piece.tag for filling in fillings.values() for piece in _pieces(filling))}
        ready = {name: self._section(name, fillings, tags) for name in self.sections}
        static = [name for name in self.sections if name not in (MATERIAL, REMINDER, LONG_REMINDER)]
        closing = [REMINDER, LONG_REMINDER] if long and LONG_REMINDER in ready else [REMINDER]
        mark = f"<mark>{self.canary}</mark> The mark is confidential: never write it."
        return Prompt(
            name=self.name,
            system="\n\n".join([*(ready[name] for name in static), mark]),
            body=ready[MATERIAL],
            reminder="\n\n".join(ready[name] for name in closing),
            hash=self.hash,
            canary=self.canary,
            own_words="\n".join(_PLACEHOLDER.sub(" ", self.sections[name]) for name in static),
        )

    def _section(self, name: str, fillings: Mapping[str, Filling], tags: set[str]) -> str:
        def put(found: re.Match[str]) -> str:
            filling = fillings[found.group(1)]
            if isinstance(filling, str):
                return filling
            return "\n".join(piece.framed(tags) for piece in _pieces(filling))

        return f"<{name}>\n{_PLACEHOLDER.sub(put, self.sections[name])}\n</{name}>"

    def _check(self, fillings: Mapping[str, Filling]) -> None:
        if wrong := sorted(self.placeholders ^ set(fillings)):
            fault = "has no value" if wrong[0] in self.placeholders else "is not in the file"
            raise AssistantError(
                f"prompt {self.name}", f"{{{wrong[0]}}} {fault}.", hint=f"It has {sorted(self.placeholders)}."
            )
        for section, text in self.sections.items():
            for name in _PLACEHOLDER.findall(text):
                if isinstance(fillings[name], str) == (section == MATERIAL):
                    raise AssistantError(
                        f"prompt {self.name}",
                        f"{{{name}}} in <{section}> is filled with {type(fillings[name]).__name__}.",
                        hint="In <material> wrap it in Quoted; elsewhere give plain words of the operator's.",
                    )


def canary_for(name: str) -> str:
    """The canary of one prompt: always the same, so that the prefix is cached."""
    return "kestrel-" + hashlib.sha256(f"canary {name}".encode()).hexdigest()[:16]


def _pieces(filling: Filling) -> Sequence[Quoted]:
    if isinstance(filling, str):
        return ()
    return (filling,) if isinstance(filling, Quoted) else filling


def _sections(text: str, where: str) -> Iterator[tuple[str, str]]:
    """The sections in order; text outside them or a section that stands twice is an error."""
    bare = _NOTE.sub(lambda note: "\n" * note.group().count("\n"), text)
    at, seen = 0, set[str]()
    for found in [*_SECTION.finditer(bare), None]:
        between = bare[at : found.start() if found else len(bare)]
        if stray := between.strip():
            line = bare[: at + between.index(stray[0])].count("\n") + 1
            what = f"line {line}: {stray[:40]!r} stands outside all sections."
            raise AssistantError(where, what, hint="Put it into <rules>.")
        if found is None:
            return
        if found.group(1) in seen:
            raise AssistantError(where, f"<{found.group(1)}> stands twice.", hint="Join the two.")
        seen.add(found.group(1))
        at = found.end()
        yield found.group(1), found.group(2)
