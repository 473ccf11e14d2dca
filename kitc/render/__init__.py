"""Kits for people: kit -> Markdown, or a terminal view with the example highlighted."""
