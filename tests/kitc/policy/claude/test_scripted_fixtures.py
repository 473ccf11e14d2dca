"""The 24 task fixtures, driven by a scripted model over HTTP, against the offline kits."""

import subprocess
import sys

import pytest


@pytest.mark.timeout(600)
def test_a_model_that_finds_the_same_facts_gets_no_worse_kits_and_they_can_be_replayed() -> None:
    command = [sys.executable, "-m", "tests.bench.scripted_kits"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("24 of 24 no worse than offline\n")
