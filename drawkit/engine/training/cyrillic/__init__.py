"""The training of the net that reads Cyrillic words: what stands on such sheets; all else is shared."""
