"""The starter corpus holds together: configuration, quality, links."""

import posixpath
from pathlib import Path

from indexer.base.config import read_config, read_quality
from indexer.parse.markdown import parse_document

DATA = Path(__file__).parents[2] / "data"
CONFIG = read_config(DATA / "corpus.toml")
QUALITY = read_quality(DATA / "quality.toml")


def test_every_source_has_files_and_a_label() -> None:
    for source in CONFIG.source:
        assert source.label is not None, source.name
        assert any((DATA / source.root).rglob("*")), source.root


def test_runtime_declarations_are_there() -> None:
    declared = [*CONFIG.runtime.modules.values(), CONFIG.runtime.jsx]
    assert all(path and (DATA / path).is_file() for path in declared)


def test_every_program_with_a_default_pattern_has_a_quality_record() -> None:
    entries = {
        f"starter/{file.relative_to(DATA / 'programs').as_posix()}"
        for file in (DATA / "programs").rglob("*.tsx")
        if "export default" in file.read_text()
    }
    assert entries == set(QUALITY.pattern)


def test_every_quality_record_says_what_is_covered() -> None:
    assert [path for path, entry in QUALITY.pattern.items() if not (entry.tier and entry.coverage)] == []


def test_the_corpus_has_the_promised_size() -> None:
    assert len(QUALITY.pattern) == 24
    assert len(list((DATA / "docs").rglob("*.md"))) >= 20
    assert len(list((DATA / "skills").glob("*/SKILL.md"))) == 4


def test_skills_have_a_name_and_a_description() -> None:
    for file in sorted((DATA / "skills").glob("*/SKILL.md")):
        skill = parse_document(file.read_bytes(), "SKILL.md")
        assert skill.front_matter["name"] == file.parent.name
        assert skill.front_matter["description"]


def test_every_relative_link_leads_to_a_section() -> None:
    files = sorted([*DATA.glob("docs/**/*.md"), *DATA.glob("skills/**/*.md")])
    documents = {
        file.relative_to(DATA).as_posix(): parse_document(file.read_bytes(), file.name) for file in files
    }
    slugs = {path: {section.slug for section in document.sections} for path, document in documents.items()}
    dead = []
    for path, document in documents.items():
        for link in document.links:
            target, _, fragment = link.target.partition("#")
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            if goal not in slugs or (fragment and fragment not in slugs[goal]):
                dead.append(f"{path}:{link.line} {link.target}")
    assert dead == []


def test_no_document_is_unreachable_from_the_index() -> None:
    documents = {path.relative_to(DATA / "docs").as_posix() for path in (DATA / "docs").rglob("*.md")}
    index = parse_document((DATA / "docs/index.md").read_bytes(), "index.md")
    listed = {link.target.partition("#")[0] for link in index.links}
    assert documents - listed == {"index.md"}
