"""SQL of patterns: source text -> statements (find) -> what each reads (describe) -> rows on samples (run)."""
