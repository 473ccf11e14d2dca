"""The 24 task fixtures: each kit is what its author expected, before the policy was tuned."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench" / "kits.py"


@pytest.mark.timeout(300)
def test_every_fixture_gives_the_expected_kit() -> None:
    done = subprocess.run([sys.executable, str(BENCH)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("24 of 24 right\n")
