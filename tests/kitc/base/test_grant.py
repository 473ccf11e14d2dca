from hypothesis import given
from hypothesis import strategies as st

from kitc.base.grant import Label, fits_ceiling, join_labels

ATOMS = st.sets(st.sampled_from(["mail", "bank", "work"])).map(lambda atoms: tuple(sorted(atoms)))
LABELS = st.builds(Label, confidentiality=ATOMS, integrity=ATOMS)


@given(st.lists(LABELS, max_size=4))
def test_a_join_holds_every_confidentiality_and_only_shared_integrity(labels: list[Label]) -> None:
    joined = join_labels(tuple(labels))
    assert joined is not None
    assert all(set(label.confidentiality) <= set(joined.confidentiality) for label in labels)
    assert all(set(joined.integrity) <= set(label.integrity) for label in labels)


def test_an_unlabelled_part_makes_the_whole_unlabelled() -> None:
    assert join_labels((Label(), None)) is None


def test_unlabelled_does_not_fit_below_any_ceiling() -> None:
    assert not fits_ceiling(None, Label(confidentiality=("mail",)))
    assert fits_ceiling(None, None)


def test_a_label_fits_below_a_ceiling_that_covers_it() -> None:
    assert fits_ceiling(Label(confidentiality=("mail",)), Label(confidentiality=("bank", "mail")))
    assert not fits_ceiling(Label(confidentiality=("mail",)), Label())
