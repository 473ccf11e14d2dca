import json
from pathlib import Path

import pytest

from kitc.cli import main


def test_each_program_is_one_json_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.ts").write_text("export const a = 1;\n")
    assert main(["identity", str(tmp_path / "a.ts"), "--root", str(tmp_path), "--json"]) == 0
    identity = "2xEJPQMbUDOe1KvHVs-hkrOk2sA3vvAD-SxJfwSiEMg"
    assert json.loads(capsys.readouterr().out) == {
        "file": str(tmp_path / "a.ts"),
        "identity": identity,
        "modules": {"/a.ts": identity},
    }


def test_a_program_that_is_not_whole_is_named_and_the_others_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.ts").write_text('import "./gone.ts";')
    (tmp_path / "b.ts").write_text("")
    assert main(["identity", str(tmp_path / "a.ts"), str(tmp_path / "b.ts"), "--root", str(tmp_path)]) == 3
    printed = capsys.readouterr()
    assert printed.err == f"kitc: {tmp_path / 'a.ts'}: /a.ts:1: /gone.ts is no file here\n"
    assert printed.out.endswith(f"  {tmp_path / 'b.ts'}\n")
