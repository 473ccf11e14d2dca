"""Check reports as text with code frames, as JSON and as SARIF.

Pure.
"""

from kitc.check.present.frame import Piece, report_pieces
from kitc.check.present.json_form import reports_json
from kitc.check.present.sarif import reports_sarif

__all__ = ["Piece", "report_pieces", "reports_json", "reports_sarif"]
