"""What planning knows of one pattern: its contract as shapes, and the words that it is known by. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kitc.base.shape import Shape, ShapeField, root_shape
from kitc.policy.offline import lexicon
from kitc.policy.offline.words import Bag, bag_of, disclaimed, stem_of, stems_of, without_attributes
from kitc.tools.answers import PatternAnswer

NAME_FIELD, UI_FIELD = "$NAME", "$UI"
_ENTRIES = ("main", "index", "mod", "pattern", "app")
"""File names that say nothing of what a program is."""
_RESULT_TYPE = re.compile(r"\bpattern<\s*[\w.]+\s*,\s*(\w+)\s*,?\s*>")
_HEAD = 400
"""Characters of a source's opening comment that may say what it was written for."""
MOST_FIELD_WEIGHT = 0.9


@dataclass(frozen=True)
class Facts:
    """A described pattern. Not slotted: what is derived is computed once and kept."""

    pattern: PatternAnswer
    source: str = ""
    """Text of the entry module, once read."""

    @property
    def specifier(self) -> str:
        """Import specifier."""
        return self.pattern.specifier

    @cached_property
    def argument(self) -> Shape:
        """The argument."""
        return root_shape(self.pattern.argument_schema)

    @cached_property
    def result(self) -> Shape:
        """The result."""
        return root_shape(self.pattern.result_schema)

    @cached_property
    def has_ui(self) -> bool:
        """Whether the result has a screen of its own."""
        return self.result.field(UI_FIELD) is not None

    @cached_property
    def has_screen(self) -> bool:
        """Whether it shows something when it is run, be it that its result type does not say so."""
        return self.has_ui or "UI" in self.pattern.ui.split()

    @cached_property
    def own_name(self) -> str:
        """Words of its file, or of its folder where the file is only an entry."""
        steps = self.pattern.address.split("#", maxsplit=1)[0].split("/")
        name = steps[-1].rsplit(".", 1)[0]
        return steps[-2] if name in _ENTRIES and len(steps) > 1 else name

    @cached_property
    def name_stems(self) -> frozenset[str]:
        """Stems of its name and of its file or folder."""
        return frozenset(stems_of(f"{self.pattern.name} {_file_words(self.pattern.address)}"))

    @cached_property
    def is_trial(self) -> bool:
        """Whether its name, path or opening comment says that it was written to try something out."""
        head = self.source[:_HEAD] if self.source.lstrip().startswith("/") else ""
        steps = f"{self.pattern.name} {self.pattern.address} {head}".lower()
        return any(word in lexicon.UNSERIOUS for word in re.split(r"[^a-z]+", steps))

    @cached_property
    def has_door(self) -> bool:
        """Whether data from outside can come in: by a live argument, a wish or a fetch."""
        takes = any(
            field.shape.kind == "sqlite" or sum(inner.required for inner in field.shape.fields()) >= 2
            for field in self.argument.fields()
        )
        return takes or re.search(r"\b(?:wish|fetch\w*|sqliteQuery)\s*[(<]", self.source) is not None

    @cached_property
    def docs(self) -> Mapping[tuple[str, str], str]:
        """JSDoc by side and path."""
        return {(field.side, field.path): field.doc for field in self.pattern.fields if field.doc}

    @cached_property
    def wrappers(self) -> Mapping[tuple[str, str], str]:
        """Cell wrapper by side and path; the result schema itself does not keep them."""
        return {(field.side, field.path): field.wrapper for field in self.pattern.fields if field.wrapper}

    def is_live(self, field: str) -> bool:
        """Whether a result field is a live cell: contracts keep no cells of results, its declaration does."""
        if self.wrappers.get(("result", field)) == "cell":
            return True
        declared = _RESULT_TYPE.search(self.source)
        body = (
            re.search(rf"\b{declared[1]}\b[^{{;]*\{{(.*?)\n\}}", self.source, re.DOTALL) if declared else None
        )
        cell = rf"\b{re.escape(field)}\??:\s*(?:Per\w+<)?(?:Writable|Cell)<"
        return body is not None and re.search(cell, body[1]) is not None

    @cached_property
    def bag(self) -> Bag:
        """Stems of everything that says what the pattern is for."""
        pattern = self.pattern
        says, denies = disclaimed(pattern.description)
        covers, leaves = disclaimed(pattern.coverage)
        texts = [(pattern.name, 1.0), (_file_words(pattern.address), 0.9), (says, 0.5), (covers, 0.5)]
        texts += [(without_attributes(says), 0.95), (without_attributes(covers), 0.8)]
        texts.extend((tag, 1.0) for tag in (*pattern.tags, *pattern.quality_tags))
        for field in self.result.fields():
            texts.append((field.name, MOST_FIELD_WEIGHT))
            texts.append((self.docs.get(("result", field.name), field.shape.doc), 0.7))
            item = field.shape.item()
            if item is not None:
                texts.append((item.type_name, MOST_FIELD_WEIGHT))
                texts.extend((inner.name, 0.75) for inner in item.fields())
        for field in self.argument.fields():
            texts.append((field.name, 0.5))
            texts.append((self.docs.get(("argument", field.name), field.shape.doc), 0.4))
            texts.append((_default_texts(field.shape), 0.5))
        return bag_of(((text, weight) for text, weight in texts if text), denied=f"{denies} {leaves}")

    @cached_property
    def rows(self) -> tuple[ShapeField, ...]:
        """Result fields that hold arrays of objects."""
        return tuple(field for field in self.result.fields() if _holds_rows(field.shape))

    @cached_property
    def streams(self) -> tuple[ShapeField, ...]:
        """Result fields that take events."""
        return tuple(field for field in self.result.fields() if field.shape.kind == "stream")

    def _flags(self) -> tuple[str, ...]:
        """Names of boolean fields of rows: what can be marked in them."""
        items = [field.shape.item() for field in (*self.rows, *self.argument.fields())]
        return tuple(
            inner.name for item in items if item for inner in item.fields() if inner.shape.kind == "boolean"
        )

    def state(self, words: tuple[str, ...]) -> ShapeField | None:
        """The first plain result field whose name is one of *words*, whatever its case or prefix."""
        for field in self.result.fields():
            bare = field.name.lower().removeprefix("is").removeprefix("_")
            if bare in words and field.shape.kind not in ("stream", "vnode", "array"):
                return field
        return None

    @cached_property
    def speaks_of(self) -> frozenset[str]:
        """Kinds of condition that its own texts speak of."""
        names = (word for field in self.argument.fields() for word in _names_within(field.shape))
        texts = " ".join((self.pattern.description, *self.pattern.tags, *self.docs.values(), *names))
        return frozenset(
            kind for kind, form in lexicon.CONDITION_FORMS.items() if re.search(form, texts, re.IGNORECASE)
        )

    @cached_property
    def acts(self) -> frozenset[str]:
        """Actions that its events or its texts offer."""
        names = {stem for field in self.streams for stem in stems_of(field.name)}
        words = bag_of(((self.pattern.description, 1.0), (" ".join(self.pattern.tags), 1.0)))
        names |= {stem for flag in self._flags() for stem in stems_of(flag)}
        return frozenset(
            action
            for action, forms in lexicon.ACTIONS.items()
            if names & {stem_of(form) for form in forms}
            or any(words.weights.get(stem_of(form)) for form in forms)
        )


def _names_within(shape: Shape) -> tuple[str, ...]:
    """Names of an argument's fields, split into words."""
    return tuple(" ".join(re.findall(r"[A-Z]?[a-z]+", field.name)).lower() for field in shape.fields())


def _default_texts(shape: Shape) -> str:
    """Default texts of an argument and of its fields: often the scope that it reads by itself."""
    shapes = [shape, *(inner.shape for inner in shape.fields())]
    defaults = [one.schema.get("default") for one in shapes if isinstance(one.schema, dict)]
    return " ".join(value for value in defaults if isinstance(value, str))


def _holds_rows(shape: Shape) -> bool:
    item = shape.item()
    return item is not None and any(not field.name.startswith("$") for field in item.fields())


def _file_words(address: str) -> str:
    """Words of the last two steps of a path: the folder often names what ``main.tsx`` does not."""
    steps = address.split("#", maxsplit=1)[0].split("/")[-2:]
    return " ".join(step.rsplit(".", 1)[0] for step in steps)
