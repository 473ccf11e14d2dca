import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.collect.answers import Answers, parse_answers

ONE, TWO = "A" * 43, "B" * 43


def answer(**changes: object) -> dict[str, object]:
    base: dict[str, object] = {
        "patternId": ONE,
        "program": {"main": "/main.tsx", "files": [{"name": "/main.tsx", "contents": "export {};\n"}]},
    }
    return base | changes


def parsed(*answers: dict[str, object]) -> Answers:
    text = "".join(json.dumps(item) + "\n" for item in answers)
    return parse_answers(text.encode(), source="index", path="index.jsonl")


def test_an_answer_becomes_a_program_with_files_under_its_identity() -> None:
    found = parsed(
        answer(description="d", tags=["t"], argumentSchema={"b": 1, "a": 2}, quality={"tier": "core"})
    )
    (published,) = found.published
    assert published.identity == ONE
    assert published.main == f"{ONE}/main.tsx"
    assert (published.description, published.tags) == ("d", ("t",))
    assert (published.argument_schema, published.result_schema) == ('{"a":2,"b":1}', "")
    assert published.quality is not None
    assert published.quality.tier == "core"
    assert [file.path for file in found.files] == [f"{ONE}/main.tsx"]
    assert found.problems == ()


def test_an_identity_may_be_written_as_a_specifier() -> None:
    assert parsed(answer(patternId=f"cf:pattern:{TWO}")).published[0].identity == TWO


def test_the_order_of_lines_does_not_matter() -> None:
    one, two = answer(), answer(patternId=TWO)
    assert parsed(one, two) == parsed(two, one)


def test_the_same_answer_twice_is_one_program() -> None:
    assert len(parsed(answer(), answer()).published) == 1


def program(*names: str, main: str = "/main.tsx") -> dict[str, object]:
    return {"main": main, "files": [{"name": name, "contents": ""} for name in names]}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("{", "Invalid JSON", id="no JSON"),
        pytest.param("[]", "Input should be an object", id="no object"),
        pytest.param(json.dumps(answer(patternId="short")), "patternId: is no identity", id="no identity"),
        pytest.param(
            json.dumps(answer(extra=1)), "extra: Extra inputs are not permitted", id="an unknown field"
        ),
        pytest.param(json.dumps({"patternId": ONE}), "program: Field required", id="no program"),
        pytest.param(
            json.dumps(answer(tags="t")), "tags: Input should be a valid array", id="tags that are no list"
        ),
        pytest.param(
            json.dumps(answer(program=program("/main.tsx", "/../x.ts"))),
            "program.files.1.name: '/../x.ts' is no path below the program",
            id="a file that leaves its program",
        ),
        pytest.param(
            json.dumps(answer(program=program("/main.tsx", "main.tsx"))),
            "program.files.1.name: 'main.tsx' stands there twice",
            id="a file twice",
        ),
        pytest.param(
            json.dumps(answer(program=program("/a.tsx"))),
            "program.main: '/main.tsx' is none of the files",
            id="an entry that is no file",
        ),
    ],
)
def test_a_line_is_refused(line: str, message: str) -> None:
    good = json.dumps(answer(patternId=TWO))
    content = f"{good}\n{line}\n".encode()
    found = parse_answers(content, source="index", path="index.jsonl")
    (problem,) = found.problems
    assert message in problem.message
    assert (problem.kind, problem.severity, problem.line) == ("refused-answer", "error", 2)
    assert content[problem.start_byte : problem.stop_byte] == line.encode()
    assert [published.identity for published in found.published] == [TWO]


def test_two_different_answers_of_one_identity_are_a_problem() -> None:
    found = parsed(answer(), answer(description="other"))
    assert [problem.message for problem in found.problems] == [
        f"patternId: {ONE} was answered before with other content"
    ]
    assert found.published[0].description == ""


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    found = parse_answers(content, source="index", path="index.jsonl")
    lines = [line for line in content.split(b"\n") if line.strip()]
    assert len(found.problems) + len(found.published) <= len(lines) or not lines
