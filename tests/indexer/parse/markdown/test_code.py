import pytest

from indexer.parse.markdown import parse_document


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("```ts\nx\n```\n", ("ts", "ts", 1, 3), id="a fence with a language"),
        pytest.param(
            '~~~ TSX title="a b"\nx\n~~~\n',
            ("tsx", 'TSX title="a b"', 1, 3),
            id="tildes, upper case and attributes",
        ),
        pytest.param("```\nx\n```", ("", "", 1, 3), id="no language"),
        pytest.param("```ts\nx", ("ts", "ts", 1, 2), id="never closed"),
        pytest.param(
            "````md\n```ts\n```\n````\n", ("md", "md", 1, 4), id="a longer fence holds a shorter one"
        ),
        pytest.param("```js{1,3}\n```", ("js", "js{1,3}", 1, 2), id="marked lines"),
        pytest.param("```json theme={null}\n```", ("json", "json theme={null}", 1, 2), id="a theme"),
        pytest.param("``` theme={null}\n```", ("", "theme={null}", 1, 2), id="a theme alone"),
        pytest.param("    x\n", ("", "", 1, 1), id="indented code"),
        pytest.param("- a\n\n  ```sh\n  x\n  ```\n", ("sh", "sh", 3, 5), id="in a list"),
        pytest.param("> ```sh\n> x\n> ```\n", ("sh", "sh", 1, 3), id="in a quote"),
    ],
)
def test_code_blocks_have_language_and_lines(text: str, expected: tuple[str, str, int, int]) -> None:
    (block,) = parse_document(text.encode(), "a.md").code_blocks
    assert (block.language, block.info, block.first_line, block.last_line) == expected


def test_code_blocks_stand_at_their_bytes_and_section() -> None:
    content = "é\r\n# A\r\n```ts\r\nü\r\n```\r\ntext".encode()
    (block,) = parse_document(content, "a.md").code_blocks
    assert content[block.span.start : block.span.stop] == "```ts\r\nü\r\n```\r\n".encode()
    assert block.section == 1
