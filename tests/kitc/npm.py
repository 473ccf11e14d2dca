"""Packages of npm that tests drive, installed once into the user's cache folder; pytest skips without npm."""

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs
import pytest


def npm_folder(*packages: str) -> Path:
    """``node_modules`` that holds *packages*, each as ``name@version``; skips when that is not possible.

    With ``CI`` set nothing is skipped: what is missing fails.
    """
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return absent("npm and node are not installed")
    name = "+".join(package.strip("@").replace("/", "-") for package in packages)
    cache = Path(platformdirs.user_cache_dir("kitc-tests", appauthor=False))
    folder = cache / name
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as fresh:
            trouble = _install(npm, packages, Path(fresh) / "whole")
            if trouble:
                return absent(f"npm cannot install {', '.join(packages)}: {trouble}")
            with suppress(OSError):  # another test process was faster
                (Path(fresh) / "whole").rename(folder)
    return folder / "node_modules"


def _install(npm: str, packages: tuple[str, ...], folder: Path) -> str:
    """Installs *packages* in *folder*; why that failed, or an empty text."""
    folder.mkdir()
    quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--prefix", str(folder))
    command = [npm, "install", *quiet, *packages]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=110, check=False)
    except subprocess.TimeoutExpired:
        return "it takes more than 110 seconds"
    return done.stderr[-300:] if done.returncode else ""


def absent(reason: str) -> Path:
    """Skips for *reason*, or fails where everything must run."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
