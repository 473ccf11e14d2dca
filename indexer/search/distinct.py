"""The distinct words of a long text, found as arrays: most words of a text stand there many times. Pure."""

import numpy as np

from indexer.search.postings import Flags, Keys, Numbers

_AT_ONCE = 8
"""Bytes that are compared as one number."""
_SPACE = 0x20
_MASKS = np.array([(1 << 8 * held) - 1 for held in range(_AT_ONCE + 1)], np.uint64)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""Odd, and its bits look drawn by lot: words of one beginning fall apart."""


def distinct_words(text: bytes) -> tuple[list[str], Numbers]:
    """The words between the spaces of UTF-8 *text*, and for each word of the text its place among them.

    *text* begins with a space and holds no NUL but as a word of its own. A word of more than 16 bytes is
    listed as often as it stands there, others once or, seldom, more often.
    """
    padded = text + b" " * 2 * _AT_ONCE
    is_space = np.frombuffer(padded, np.uint8) == _SPACE
    edges = np.flatnonzero(is_space[1:] != is_space[:-1]) + 1
    starts, stops = edges[::2], edges[1::2]
    order, is_first = _in_groups(*_numbers_of(padded, starts, stops - starts))
    places = np.empty(len(order), np.int64)
    places[order] = np.cumsum(is_first) - 1
    firsts = order[is_first]
    words = [
        text[start:stop] for start, stop in zip(starts[firsts].tolist(), stops[firsts].tolist(), strict=True)
    ]
    return b" ".join(words).decode("utf-8", "surrogatepass").split(" ") if words else [], places


def _numbers_of(padded: bytes, starts: Numbers, lengths: Numbers) -> tuple[Keys, Keys]:
    """Two numbers for each word, which only equal words have in common."""
    shifted: Keys = np.ndarray(len(padded) - _AT_ONCE + 1, "<u8", padded, strides=(1,))
    low = shifted[starts] & _MASKS[np.minimum(lengths, _AT_ONCE)]
    high = shifted[starts + _AT_ONCE] & _MASKS[np.clip(lengths - _AT_ONCE, 0, _AT_ONCE)]
    # What does not fit gets its place, in a way that no bytes of a word look like.
    long = np.flatnonzero(lengths > 2 * _AT_ONCE)
    high[long] = starts[long].astype(np.uint64) << np.uint64(8)
    return low, high


def _in_groups(low: Keys, high: Keys) -> tuple[Numbers, Flags]:
    """An order in which equal pairs stand together, and whether each place of it begins such a group."""
    order = np.argsort(low ^ high * _SPREAD)
    low, high = low[order], high[order]
    is_first = np.ones(len(order), bool)
    is_first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    return order, is_first
