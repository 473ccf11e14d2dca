"""Facts of single files -> what they mean together: links, imports, exports, programs.

Pure.
"""
