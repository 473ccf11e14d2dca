"""Makes mutants of compositions, and has a compiler judge them."""
