"""General English of tasks: views, actions, conditions, synonyms; no name of any corpus. Pure."""

FILLER = frozenset(
    """
    simple basic nice small little quick clean good great new whole complete full work working
    application build create make write show display see view want need help implement develop
    design set up app page screen pattern patterns component components piece user users something
    anything everything way kind sort able across current exist existing please thank thanks let
    lets wants wish look looks like put each every using via based through much many come comes
    still already really different same keep back again right first last came arrive arrives arrived
    tell next enough choose whatever around gadget tool widget utility interface solution feature
    program software idea thing stuff bit lot two three both between together
    """.split()  # noqa: SIM905 - words read better as a text
)
"""Words that say that something is wanted, but not what."""

VIEWS: dict[str, tuple[str, ...]] = {
    "list": ("list", "feed", "roster", "lines", "rows"),
    "table": ("table", "grid", "spreadsheet", "columns"),
    "cards": ("cards", "card", "gallery", "tiles"),
    "calendar": ("calendar", "agenda", "week", "timeline"),
    "chart": ("chart", "graph", "plot", "bars"),
    "form": ("form", "editor", "input"),
    "board": ("board", "kanban"),
    "dashboard": ("dashboard", "overview", "summary", "report", "digest"),
}
"""Words of a view, by the view that they ask for."""

ACTIONS: dict[str, tuple[str, ...]] = {
    "add": (
        "add",
        "adds",
        "adding",
        "append",
        "enter",
        "record",
        "log",
        "insert",
        "save",
        "capture",
        "track",
        "collect",
        "gather",
        "jot",
        "register",
    ),
    "complete": (
        "complete",
        "completed",
        "completing",
        "check",
        "checked",
        "done",
        "tick",
        "finish",
        "toggle",
        "mark",
    ),
    "remove": ("remove", "delete", "deleting", "discard", "clear", "drop"),
    "edit": ("edit", "change", "update", "rename", "modify"),
    "search": ("search", "find", "lookup", "query"),
    "vote": ("vote", "votes", "voting", "poll"),
    "send": ("send", "post", "reply", "publish", "share"),
}
"""Words of an action, by the action."""

SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("email", "mail", "gmail"),
    ("mail", "message"),
    ("inbox", "mailbox"),
    ("bank", "transaction", "payment", "account", "statement", "ledger"),
    ("cost", "price", "amount", "expense", "spending", "expenditure", "bill", "money", "spend", "spent"),
    ("todo", "task", "checklist", "chore", "item"),
    ("event", "meeting", "appointment", "calendar", "schedule"),
    ("contact", "person", "people", "address", "directory"),
    ("note", "memo", "journal", "notes"),
    ("photo", "image", "picture"),
    ("dinner", "meal", "recipe", "food", "lunch"),
    ("shop", "shopping", "grocery", "groceries", "purchase"),
    ("book", "reading", "library", "article"),
    ("bookmark", "link", "url"),
    ("sum", "total", "add up"),
    ("count", "counter", "number"),
    ("vote", "poll", "ballot"),
    ("weather", "forecast"),
    ("habit", "routine", "streak"),
    ("trip", "travel", "journey", "flight"),
    ("chat", "conversation", "messages"),
    ("sender", "from", "author"),
    ("unread", "unseen"),
    ("summarize", "summary"),
)
"""Groups of words of which one may stand where another was asked for."""

GENERIC_GRANT = frozenset(
    """
    database db table tables user users granted grant handle reference authorization auth access
    connection account live data value own list array object row rows column columns record records
    of store stored sqlite cell
    """.split()  # noqa: SIM905 - words read better as a text
)
"""Words of grant descriptions that do not tell one grant from another of its kind."""

UNSERIOUS = frozenset(
    """
    test tests testing demo story stories example examples mockup repro minimal fixture sample debug
    gallery
    """.split()  # noqa: SIM905 - words read better as a text
)
"""Words in names of programs that were written to try something out."""

DATE_WORDS = (
    "date",
    "time",
    "at",
    "when",
    "created",
    "updated",
    "sent",
    "received",
    "timestamp",
    "day",
    "due",
    "start",
)
AMOUNT_WORDS = (
    "amount",
    "cost",
    "price",
    "total",
    "value",
    "sum",
    "spent",
    "balance",
    "paid",
    "cents",
    "usd",
    "fee",
)
TITLE_WORDS = (
    "title", "name", "subject", "label", "text", "headline", "summary", "description", "sender", "from",
    "author",
    "merchant", "payee", "snippet", "body", "content", "url", "status",
)  # fmt: skip
"""Words of field names, by what a person wants to see of a row; earlier ones first."""

CONDITION_FORMS = {
    "upcoming": r"\b(?:upcoming|future|ahead|forward)\b",
    "newest": r"\b(?:newest|latest|most recent)\b",
    "oldest": r"\b(?:oldest|earliest)\b",
    "total": r"\b(?:totals?|sums?)\b",
    "by_month": r"\bmonth(?:ly|s)?\b",
    "by_day": r"\b(?:days?|daily)\b",
    "limit": r"\b(?:at most|limit)\b",
}
"""How a pattern's text speaks of a condition, by kind."""

PENDING_WORDS = ("pending", "loading", "busy", "fetching")
READY_WORDS = ("ready", "isready", "loaded")
ERROR_WORDS = ("error", "failure", "errormessage")
"""Names of result fields that tell the state of a reader."""

QUESTION_STARTS = frozenset(
    """
    what how which when where why who does do is are can should must explain describe
    """.split()  # noqa: SIM905 - words read better as a text
)
EDIT_STARTS = frozenset(
    """
    can could would will
    """.split()  # noqa: SIM905 - words read better as a text
)
"""First words of a question that may still ask for something to be built: ``can you build ...``."""
RUN_VERBS = frozenset(
    """
    run open start launch use install
    """.split()  # noqa: SIM905 - words read better as a text
)
"""Verbs that ask for something as it is, when they begin the task."""
BUILD_VERBS = frozenset(
    """
    give build make create show write compose develop implement list display design add want
    """.split()  # noqa: SIM905 - words read better as a text
)
