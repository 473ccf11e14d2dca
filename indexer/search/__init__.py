"""Search: passages -> words -> impacts (build) -> query terms -> best units -> hits (query).

``query.search`` is the way in; it is loaded where something is asked for, because it needs numpy.
"""
