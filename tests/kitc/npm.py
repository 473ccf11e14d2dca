"""Packages of npm that tests drive, installed once into the user's cache folder; pytest skips without npm."""

import os
import shutil
import subprocess
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
    folder = Path(platformdirs.user_cache_dir("kitc-tests", appauthor=False)) / name
    modules = folder / "node_modules"
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--no-save")
        done = subprocess.run(
            [npm, "install", *quiet, *packages],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=110,
            check=False,
        )
        if done.returncode:
            return absent(f"npm cannot install {', '.join(packages)}: {done.stderr[-300:]}")
        (folder / "done").touch()
    return modules


def absent(reason: str) -> Path:
    """Skips for *reason*, or fails where everything must run."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
