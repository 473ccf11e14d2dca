from threading import Event

import pytest

from indexer.corpus import Corpus
from kitc.base.budget import Budget
from kitc.base.errors import Cancelled
from kitc.loop.session import BudgetSpent, Session
from kitc.tools.answers import PassageAnswer, PatternAnswer, SearchAnswer
from kitc.tools.arguments import DescribePattern, OpenSection, SearchDocs
from kitc.tools.reach import Reach

SECTION = "doc:starter/capabilities/wish.md#result-shape"


def session(corpus: Corpus, **budget: int) -> Session:
    return Session(reach=Reach(corpus=corpus), budget=Budget(**budget))


def test_every_passage_shown_is_a_read_with_its_digest_and_lines(starter: Corpus) -> None:
    at = session(starter)
    at.call(OpenSection(address=SECTION), PassageAnswer)
    (read,) = at.reads
    assert (read.turn, read.address, read.completeness) == (1, SECTION, "complete")
    assert read.digest == starter.open_passage(SECTION).digest


def test_a_repeated_call_is_answered_from_the_record_at_no_cost(starter: Corpus) -> None:
    at = session(starter)
    first = at.call(SearchDocs(query="wish"), SearchAnswer)
    spent = (at.spending.turns, at.spending.shown_bytes, len(at.reads))
    assert at.call(SearchDocs(query="wish"), SearchAnswer) is first
    assert (at.spending.turns, at.spending.shown_bytes, len(at.reads)) == spent
    assert [call.outcome for call in at.calls] == ["answered", "repeated"]


def test_the_host_holds_the_turns(starter: Corpus) -> None:
    at = session(starter, turns=1)
    at.call(SearchDocs(query="wish"), SearchAnswer)
    with pytest.raises(BudgetSpent):
        at.call(SearchDocs(query="inbox"), SearchAnswer)
    assert [call.outcome for call in at.calls] == ["answered", "over budget"]


def test_the_host_holds_the_bytes_and_shows_nothing_more(starter: Corpus) -> None:
    at = session(starter, shown_bytes=100)
    with pytest.raises(BudgetSpent):
        at.call(OpenSection(address=SECTION), PassageAnswer)
    assert at.spending.shown_bytes == 0
    assert at.reads == []


def test_a_refused_call_is_recorded_with_its_trouble(starter: Corpus) -> None:
    at = session(starter)
    with pytest.raises(Exception, match="none"):
        at.call(OpenSection(address="doc:starter/none.md"), PassageAnswer)
    assert at.calls[0].outcome == "refused"
    assert "none" in at.calls[0].trouble


def test_only_described_patterns_enter_the_inventory(starter: Corpus) -> None:
    at = session(starter)
    at.call(SearchDocs(query="cf:pattern:" + "A" * 43), SearchAnswer)
    assert at.inventory == {}
    answer = at.call(DescribePattern(pattern="src:starter/mail/inbox-reader.tsx"), PatternAnswer)
    assert list(at.inventory) == [answer.identity]


def test_a_cancelled_session_calls_nothing(starter: Corpus) -> None:
    cancel = Event()
    at = Session(reach=Reach(corpus=starter), budget=Budget(), cancel=cancel)
    cancel.set()
    with pytest.raises(Cancelled):
        at.call(SearchDocs(query="wish"), SearchAnswer)
