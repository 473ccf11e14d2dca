from indexer.corpus import Corpus
from kitc.base.kit import Approach, Kit, KitProvenance
from kitc.page.draw import BOX_HEIGHT, BOX_WIDTH, draw_lying, draw_upright
from kitc.page.flow import kit_flow
from kitc.page.wiring import Wiring, read_wiring
from tests.kitc.page.pages import SHOWN, researched

A, B = ("cf:pattern:" + letter * 43 for letter in "AB")
HEAD = f'import Reader from "{A}";\nimport List from "{B}";\n'


def test_a_field_that_is_passed_on_is_a_feed() -> None:
    source = f"""{HEAD}
export default pattern(({{ mail }}) => {{
  const reader = Reader({{ mail }});
  const rows = computed(() => reader.rows);
  const list = List({{ items: rows, title: reader.title }});
  return {{ [UI]: <div>{{reader.pending}}{{list[UI]}}</div> }};
}});
"""
    assert read_wiring(source) == Wiring(feeds=((A, B, "title"),), shown=frozenset({A, B}))


def test_an_element_is_a_use_and_shows_itself() -> None:
    source = f"""{HEAD}
export default pattern(({{ mail }}) => {{
  const reader = Reader({{ mail }});
  return {{ [UI]: <List items={{reader.rows}} /> }};
}});
"""
    assert read_wiring(source) == Wiring(feeds=((A, B, "rows"),), shown=frozenset({A, B}))


def test_destructured_fields_stand_for_the_part_they_come_from() -> None:
    source = f"""{HEAD}
export default pattern(({{ mail }}) => {{
  const {{ rows, pending: waits }} = Reader({{ mail }});
  const list = List({{ rows }});
  return {{ list }};
}});
"""
    assert read_wiring(source) == Wiring(feeds=((A, B, ""),), shown=frozenset({B}))


def test_source_that_calls_no_pattern_has_no_wiring() -> None:
    assert read_wiring("export default (((") == Wiring()


def test_the_picture_tells_who_gives_what_to_whom(starter: Corpus) -> None:
    flow = kit_flow(researched(starter, "inbox-unread").kit)
    assert flow is not None
    assert [thing.kind for thing in flow.things] == ["granted", "pattern", "pattern", "view"]
    assert [thing.column for thing in flow.things] == [0, 1, 2, 3]
    assert [(stream.start, stream.stop) for stream in flow.streams] == [(0, 1), (1, 2), (1, 3), (2, 3)]
    assert "mail gives mail to Unread mail" in flow.words


def test_a_missing_input_is_told_as_such(starter: Corpus) -> None:
    flow = kit_flow(researched(starter, "inbox-without-grant").kit)
    assert flow is not None
    assert flow.things[0].kind == "missing"
    assert flow.streams[0].is_missing
    assert "once it is granted" in flow.words


def test_no_picture_is_drawn_of_nothing() -> None:
    nothing = KitProvenance(task_digest="", corpus_digest="", policy="", policy_version="")
    approach = Approach(kind="author", summary="")
    assert kit_flow(Kit(status="incomplete", task="", approach=approach, provenance=nothing)) is None


def test_boxes_stand_apart_and_inside_the_drawing(starter: Corpus) -> None:
    for task in SHOWN:
        flow = kit_flow(researched(starter, task).kit)
        for drawing in (draw_lying(flow), draw_upright(flow)) if flow else ():
            for number, box in enumerate(drawing.boxes):
                assert 0 <= box.left <= drawing.width - BOX_WIDTH
                assert 0 <= box.top <= drawing.height - BOX_HEIGHT
                for other in drawing.boxes[:number]:
                    beside = abs(box.left - other.left) >= BOX_WIDTH
                    assert beside or abs(box.top - other.top) >= BOX_HEIGHT
