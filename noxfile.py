"""The project's sessions; each installs what it needs. IO: runs commands."""

import os
from pathlib import Path

import nox

nox.options.sessions = ["tests", "lint", "types"]
nox.options.default_venv_backend = "venv"
nox.needs_version = ">=2025.2"

PROJECT = nox.project.load_toml("pyproject.toml")
DATABASE = "data/corpus.db"


def _group(*names: str) -> list[str]:
    return [line for name in names for line in nox.project.dependency_groups(PROJECT, name)]


@nox.session
def index(session: nox.Session) -> None:
    """Refresh the corpus database; arguments go to `kitc index`."""
    session.install("-e", ".")
    session.run("kitc", "index", "--config", "data/corpus.toml", "--db", DATABASE, *session.posargs)


@nox.session
def demo(session: nox.Session) -> None:
    """Index the starter corpus, then build and print one kit."""
    session.install("-e", ".")
    session.run("kitc", "index", "--config", "data/corpus.toml", "--db", DATABASE)
    kit = Path(session.create_tmp()) / "kit.json"
    session.run("kitc", "build", "data/tasks/inbox-unread/task.json", "--db", DATABASE, "--out", str(kit))
    session.run("kitc", "show", str(kit))


@nox.session
def tests(session: nox.Session) -> None:
    """Run the test suite and the doctests of every module."""
    session.install("-e", ".[claude,mcp,compile,browse]", *_group("tests"))
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Lint, formatting and the layers of the packages."""
    session.install("-e", ".", *_group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types over packages, tests and this file."""
    session.install("-e", ".[claude,mcp]", "nox", *_group("types", "tests"))
    session.run("mypy")


@nox.session
def docs(session: nox.Session) -> None:
    """Run every command that the README shows and compare its output; run the doctests."""
    session.install("-e", ".[claude,mcp,compile]", *_group("docs", "tests"))
    session.run("cog", "-P", "--check", "--diff", "README.md", env={"COLUMNS": "100", "NO_COLOR": "1"})
    session.run("pytest", "indexer", "kitc")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure every number of the README on a labs checkout: nox -s bench -- LABS."""
    session.install("-e", ".[claude,mcp,compile]", *_group("tests", "bench"))
    session.run("python", "tests/bench/run.py", *session.posargs)


@nox.session
def agree(session: nox.Session) -> None:
    """Compare contracts and identities with the framework's own: nox -s agree -- LABS."""
    session.install("-e", ".", *_group("tests"))
    session.run("python", "tests/bench/agree.py", *session.posargs)


@nox.session
def typecheck(session: nox.Session) -> None:
    """Type-check the starter programs with the real TypeScript compiler."""
    session.install("-e", ".[compile]", *_group("tests"))
    session.run("pytest", "tests/data", *session.posargs)


@nox.session
def browse(session: nox.Session) -> None:
    """Look at the database in a browser with Datasette; arguments go to `datasette serve`."""
    session.install("-e", ".[browse]")
    if not Path(DATABASE).exists():
        session.run("kitc", "index", "--config", "data/corpus.toml", "--db", DATABASE)
    session.run(
        "datasette", "serve", "--immutable", DATABASE, "--metadata", "data/datasette.json", *session.posargs
    )


@nox.session
def bare(session: nox.Session) -> None:
    """Install the plain wheel without extras or groups into an empty environment, then build one kit."""
    session.install(".")
    folder = Path(session.create_tmp())
    task = (Path("data/tasks/inbox/task.json")).resolve()
    home = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "PATH": os.environ["PATH"]}
    session.chdir(folder)
    session.run("kitc", "build", str(task), "--out", "kit.json", env=home)
    session.run("kitc", "show", "kit.json", env=home)
