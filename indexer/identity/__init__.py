"""Names and texts of a program -> specifiers -> import graph -> components -> identities.

Pure, but for ``disk``, which reads a program's files.
"""

from indexer.identity.modules import identities_of, module_hashes

__all__ = ["identities_of", "module_hashes"]
