"""The one base of every JSON form from outside: frozen, strict, nothing extra. Pure."""

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from indexer.base.digest import canonical_json
from kitc.base.errors import KitcError

Model = TypeVar("Model", bound=BaseModel)


class Strict(BaseModel):
    """A value from outside: frozen, no coercion, no unknown keys; JSON names are the aliases."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", populate_by_name=True)


def json_of(model: BaseModel) -> str:
    """*model* as canonical JSON under its JSON names."""
    return canonical_json(model.model_dump(mode="json", by_alias=True))


def parse_json(text: str | bytes, model: type[Model], *, place: str, refusal: type[KitcError]) -> Model:
    """The *model* that *text* spells.

    Raises:
        KitcError: of class *refusal*, with every trouble sorted by place, when *text* is not of the form.
    """
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        troubles = sorted(
            f"{_path_of(item['loc'])}{item['msg'].removeprefix('Value error, ')}" for item in error.errors()
        )
        raise refusal(place, "; ".join(troubles)) from error


def _path_of(steps: tuple[int | str, ...]) -> str:
    """``grants[2].token: `` for the steps of a pydantic location, empty at the root."""
    text = ""
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return f"{text}: " if text else ""
