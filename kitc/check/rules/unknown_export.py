"""Rules: each imported name is one that its module exports; default imports have a default export. Pure."""

from collections.abc import Iterator

from indexer.types.engine import NotFound, TypeEngine
from indexer.types.host import Found
from kitc.check.imports import ImportedName, ImportStatement
from kitc.check.nearest import nearest_names
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding
from kitc.check.wording import did_you_mean, renaming


def names_exported(engine: TypeEngine, key: str) -> tuple[str, ...]:
    """The names that the module *key* exports itself and through stars, sorted."""
    found: set[str] = set()
    waiting, seen = [key], set[str]()
    while waiting:
        each = waiting.pop()
        module = engine.module(each)
        if module is None or each in seen:
            continue
        seen.add(each)
        found.update(module.exports)
        for specifier in module.stars:
            resolution = engine.host.resolve(specifier, each)
            if isinstance(resolution, Found):
                waiting.append(resolution.key)
    return tuple(sorted(found))


def lacks(site: Site, key: str, name: str) -> bool:
    """Whether the module *key* surely exports nothing called *name*."""
    engine = site.engine
    module = engine.module(key)
    if module is None or module.damaged or name == "*":
        return False
    if name in names_exported(engine, key):
        return False
    return isinstance(engine.find_value(key, name), NotFound) and isinstance(
        engine.find_type(key, name), NotFound
    )


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        key = each.resolution.key if isinstance(each.resolution, Found) else None
        for name in each.names:
            if key is not None and name.imported != "default" and lacks(site, key, name.imported):
                yield _missing(site, each, name, key)


def _missing(site: Site, each: ImportStatement, name: ImportedName, key: str) -> Finding:
    names = names_exported(site.engine, key)
    message = f'"{each.specifier}" exports no "{name.imported}"'
    others = [other for other in names if other != "default"]
    if name.local and "default" in names and not nearest_names(name.imported, others):
        message += "; its default export is imported without braces"
    suggestion = renaming(name.node, site.text(name.node), name.imported, others)
    return finding(
        site,
        RULE.id,
        RULE.severity,
        name.node,
        message + did_you_mean(name.imported, others),
        suggestion=suggestion,
    )


RULE = Rule(
    id="unknown-export",
    severity="error",
    summary="An imported name is not exported.",
    documentation="""Each name in braces after `import` must be one that the imported module exports,
itself or through `export .. from`. A pattern is usually the default export: `import Counter from
"cf:pattern:.."`, without braces.""",
    judge=_judge,
)
