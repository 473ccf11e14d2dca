"""The words of the type model: names of built-in types, and of the framework's wrappers by use. Pure."""

from typing import Literal, TypeAlias

ScalarName = Literal[
    "string", "number", "boolean", "bigint", "symbol", "null", "undefined", "void",
    "any", "unknown", "never", "object",
]  # fmt: skip
LiteralBase = Literal["string", "number", "boolean", "bigint"]
LiteralValue: TypeAlias = str | int | float | bool
WrapperKind = Literal[
    "Cell", "Writable", "ReadonlyCell", "WriteonlyCell", "ComparableCell", "OpaqueCell", "Stream", "SqliteDb",
    "PerUser", "PerSession", "PerSpace", "PerAny", "Default", "DeepDefault",
    "Confidential", "Integrity", "AddIntegrity", "RequiresIntegrity", "MaxConfidentiality",
    "RepresentsCurrentUser", "AuthoredByCurrentUser", "WriteAuthorizedBy", "Cfc", "ExactCopy",
    "TrustedActionWrite", "TrustedActionWriteWithIntegrity", "TrustedActionUiContract",
]  # fmt: skip
CELL_KINDS: frozenset[str] = frozenset(
    {"Cell", "Writable", "ReadonlyCell", "WriteonlyCell", "ComparableCell", "OpaqueCell", "Stream"}
)
SCOPE_KINDS: frozenset[str] = frozenset({"PerUser", "PerSession", "PerSpace", "PerAny"})
LABEL_KINDS: frozenset[str] = frozenset(
    {
        "Confidential", "Integrity", "AddIntegrity", "RequiresIntegrity", "MaxConfidentiality", "Cfc",
        "RepresentsCurrentUser", "AuthoredByCurrentUser", "WriteAuthorizedBy", "ExactCopy",
        "TrustedActionWrite", "TrustedActionWriteWithIntegrity", "TrustedActionUiContract",
    }
)  # fmt: skip
