"""Lists that a composition owns: what an element is, and the input that keeps it. Pure."""

from kitc.compose.blueprint import Blueprint, Input, Owned
from kitc.compose.names import Taken, camel, pascal, singular
from kitc.policy.offline.lexicon import AMOUNT_WORDS
from kitc.policy.offline.understand import Wanted
from kitc.policy.offline.words import stem_of


def own_list(wanted: Wanted) -> Blueprint | None:
    """A list of one's own, when the task asks to add to something; else nothing that is honest to show."""
    if "add" not in wanted.actions or not wanted.terms:
        return None
    title = wanted.title()
    component = pascal(title, fallback="OwnList")
    owned, item = owned_of(wanted, wanted.terms[0].word, Taken((component,)))
    return Blueprint(component=component, title=title[:1].upper() + title[1:], inputs=(item,), owned=(owned,))


def owned_of(wanted: Wanted, word: str, taken: Taken) -> tuple[Owned, Input]:
    """A list of *word*, with the fields that the task's actions and conditions need, and its input."""
    noun = singular(word)
    amounts = {stem_of(amount) for amount in AMOUNT_WORDS}
    wants_sum = any(condition.kind == "total" for condition in wanted.conditions)
    is_priced = wants_sum or any(term.stem in amounts for term in wanted.terms)
    owned = Owned(
        name=taken.give(camel(f"{noun} list", fallback="items")),
        type_name=taken.give(pascal(f"{noun} item", fallback="Item")),
        noun=noun,
        flag="done" if "complete" in wanted.actions else "",
        amount="amount" if is_priced else "",
        removes="remove" in wanted.actions,
    )
    kept = f"Writable<{owned.type_name}[] | Default<[]>>"
    return owned, Input(name=owned.name, type=kept, doc=f"The {noun} list, kept by the piece.", optional=True)
