"""The training of the net that tells by its surroundings whether a text is a dimension."""
