"""One self-contained HTML page of a kit: kit, run record, check report -> flow, trees, source -> page.

Heavy imports (jinja2, pygments) happen here, in the one command that needs them.
"""

from kitc.page.page import kit_page

__all__ = ["kit_page"]
