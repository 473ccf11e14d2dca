"""SQL of patterns: source -> statements (find) -> what each reads (describe) -> rows (run)."""
