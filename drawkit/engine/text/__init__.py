"""The text layer: from characters to words and lines, checked against what is drawn."""
