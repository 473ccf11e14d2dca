import pytest

from indexer.corpus import Corpus
from kitc.admit.host import admit
from kitc.base.budget import Budget
from kitc.base.draft import Draft, DraftBinding, DraftCitation, DraftClaim, DraftPattern, DraftRule
from kitc.base.grant import Grant
from kitc.base.kit import KitProvenance
from kitc.base.task import Task
from kitc.loop.session import Session
from kitc.tools.answers import PassageAnswer, PatternAnswer
from kitc.tools.arguments import DescribePattern, OpenSection
from kitc.tools.reach import Reach

SECTION = "doc:starter/capabilities/wish.md#result-shape"
GRANTED, EVIL = "cfh:a:7f3k", "cfh:a:evil"
READER = "src:starter/mail/inbox-reader.tsx"
TASK = Task(task="my inbox", grants=(Grant(token=GRANTED, value_schema={"asCell": ["sqlite"]}),))
MADE = KitProvenance(task_digest="", corpus_digest="", policy="test", policy_version="1")


@pytest.fixture
def at(starter: Corpus) -> Session:
    session = Session(reach=Reach(corpus=starter, grants=TASK.grants), budget=Budget())
    session.call(OpenSection(address=SECTION), PassageAnswer)
    session.call(DescribePattern(pattern=READER), PatternAnswer)
    return session


def rule(address: str, quote: str) -> Draft:
    cited = DraftRule(
        topic="wishes", statement="A wish has a result.", citation=DraftCitation(address=address, quote=quote)
    )
    return Draft(kind="answer", summary="answered", rules=(cited,))


def test_a_citation_gets_its_digest_and_lines_from_the_host(at: Session) -> None:
    admission = admit(rule(SECTION, "`result`"), TASK, at, MADE)
    assert admission.troubles == ()
    (admitted,) = admission.kit.rules
    passage = at.reach.opened().open_passage(SECTION)
    assert admitted.citation.digest == passage.digest
    assert "`result`" in admission.kit.sources[0].text
    assert passage.first_line < admitted.citation.first_line <= passage.last_line


@pytest.mark.parametrize(
    ("address", "quote", "message"),
    [
        pytest.param(
            SECTION,
            "words that stand nowhere",
            f"{SECTION}: the quoted words do not stand there",
            id="invented words",
        ),
        pytest.param(
            "doc:starter/index.md#start-here",
            "Patterns",
            "doc:starter/index.md#start-here: was not read in this run",
            id="unread",
        ),
        pytest.param(
            "doc:none/x.md#y", "x", "doc:none/x.md#y: was not read in this run", id="invented address"
        ),
        pytest.param("nonsense", "x", "nonsense: was not read in this run", id="no address"),
        pytest.param(SECTION, "   ", f"{SECTION}: the quoted words do not stand there", id="no words"),
    ],
)
def test_a_citation_that_does_not_hold_is_refused_and_named(
    address: str, quote: str, message: str, at: Session
) -> None:
    admission = admit(rule(address, quote), TASK, at, MADE)
    assert [trouble.message for trouble in admission.troubles] == [message]
    assert admission.kit.rules == ()
    assert message in {gap.what for gap in admission.kit.gaps}
    assert admission.kit.status == "incomplete"


def test_a_handle_that_is_not_granted_is_refused_and_stands_nowhere(at: Session) -> None:
    draft = Draft(
        kind="compose",
        summary="x",
        patterns=(DraftPattern(ref=READER, use="compose"),),
        bindings=(DraftBinding(name="mail", token=EVIL),),
        source_text="export default 1; // cfh:a:other",
    )
    admission = admit(draft, TASK, at, MADE)
    assert {trouble.where for trouble in admission.troubles if trouble.part == "handle"} == {
        "cfh:a:evil",
        "cfh:a:other",
    }
    assert admission.kit.recipe is None
    assert admission.kit.inputs.available == ()


def test_an_identity_that_no_index_answer_contained_is_refused(at: Session) -> None:
    draft = Draft(
        kind="compose",
        summary="x",
        patterns=(DraftPattern(ref="cf:pattern:" + "A" * 43, use="compose"),),
        source_text=f'import X from "cf:pattern:{"B" * 43}";\nexport default X;',
    )
    admission = admit(draft, TASK, at, MADE)
    assert {trouble.where for trouble in admission.troubles if trouble.part == "pattern"} == {
        "cf:pattern:" + "A" * 43,
        "B" * 43,
    }
    assert admission.kit.patterns == ()
    assert admission.kit.recipe is None


def test_a_consumed_field_that_the_contract_lacks_is_refused(at: Session) -> None:
    draft = Draft(
        kind="run", summary="x", patterns=(DraftPattern(ref=READER, use="direct", consumed=("emails",)),)
    )
    admission = admit(draft, TASK, at, MADE)
    assert [trouble.part for trouble in admission.troubles if trouble.part == "field"] == ["field"]


def test_the_host_fills_in_identity_and_contract_whatever_the_draft_claims(at: Session) -> None:
    claim = DraftClaim(
        claim="reads everything in the world", citation=DraftCitation(address=READER, quote="x y z")
    )
    draft = Draft(
        kind="run", summary="x", patterns=(DraftPattern(ref=READER, use="direct", evidence=(claim,)),)
    )
    (pattern,) = admit(draft, TASK, at, MADE).kit.patterns
    program = at.reach.opened().program(READER)
    assert pattern.identity == program.identity
    assert "messages" in str(pattern.result_schema)
    assert all("world" not in item.claim for item in pattern.evidence)


def test_an_example_with_an_error_is_not_admitted(at: Session) -> None:
    identity = at.reach.opened().program(READER).identity
    source = (
        f'import Reader from "cf:pattern:{identity}";\nconst r = Reader({{}});\nexport default r.emails;\n'
    )
    draft = Draft(
        kind="compose", summary="x", patterns=(DraftPattern(ref=READER, use="compose"),), source_text=source
    )
    admission = admit(draft, TASK, at, MADE)
    assert any(trouble.part == "example" for trouble in admission.troubles)
    assert admission.kit.recipe is None
    assert admission.kit.status == "incomplete"


@pytest.mark.parametrize(
    ("draft", "message"),
    [
        pytest.param(
            Draft(kind="run", summary="x"),
            "a run approach takes exactly one pattern for direct use, not 0",
            id="runs nothing",
        ),
        pytest.param(
            Draft(kind="compose", summary="x"),
            "a compose approach composes no pattern",
            id="composes nothing",
        ),
    ],
)
def test_a_draft_that_contradicts_itself_is_refused(draft: Draft, message: str, at: Session) -> None:
    assert message in [trouble.message for trouble in admit(draft, TASK, at, MADE).troubles]


def test_an_ungranted_token_in_the_task_is_taken_out_of_the_kit(at: Session) -> None:
    task = TASK.model_copy(update={"task": "bind cfh:a:evil and cfh:a:7f3k"})
    kit = admit(Draft(kind="answer", summary="x"), task, at, MADE).kit
    assert kit.task == "bind [no granted handle] and cfh:a:7f3k"
