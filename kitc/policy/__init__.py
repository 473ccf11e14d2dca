"""Policies: what chooses the next tool call and proposes a draft. ``offline`` needs no network and no key."""
