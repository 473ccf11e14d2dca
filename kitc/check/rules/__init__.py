"""The rules, in the order of their documentation: one file a rule or a family, collected in one tuple."""

from kitc.check.rules import (
    arguments,
    default_export_missing,
    hidden_or_unsuitable_pattern,
    placeholder,
    runtime_name,
    specifier_grammar,
    stream_misuse,
    type_used_as_value,
    ui_not_composed,
    ungranted_handle,
    unknown_export,
    unknown_field,
    unknown_identity,
    unresolved_relative_import,
    unused_import,
    write_to_readonly,
)

RULES = (
    specifier_grammar.RULE,
    unknown_identity.RULE,
    unresolved_relative_import.RULE,
    unknown_export.RULE,
    default_export_missing.RULE,
    runtime_name.RULE,
    type_used_as_value.RULE,
    hidden_or_unsuitable_pattern.RULE,
    arguments.UNKNOWN_ARGUMENT,
    arguments.MISSING_ARGUMENT,
    arguments.ARGUMENT_TYPE,
    unknown_field.RULE,
    stream_misuse.RULE,
    write_to_readonly.RULE,
    ui_not_composed.RULE,
    unused_import.RULE,
    ungranted_handle.RULE,
    placeholder.RULE,
)
"""Every rule of a composition; ``input-binding`` judges an invocation, see ``kitc.check.invocation``."""

__all__ = ["RULES"]
