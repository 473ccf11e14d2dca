"""A host over another one, with the files under check on top. Pure."""

from dataclasses import dataclass

from indexer.types.host import ModuleHost, Resolution


@dataclass(slots=True)
class Overlay:
    """Modules of *below*, with *checked* before them."""

    below: ModuleHost
    checked: dict[str, tuple[bytes, str]]
    """By key: content, and the key that its imports are resolved from."""

    def content(self, key: str) -> bytes | None:
        """The bytes of the module *key*."""
        found = self.checked.get(key)
        return found[0] if found is not None else self.below.content(key)

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """What *specifier* means in the module *importer*."""
        found = self.checked.get(importer)
        return self.below.resolve(specifier, found[1] if found is not None else importer)
