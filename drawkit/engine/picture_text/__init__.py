"""The words of a picture: which reading of a place stands, and numbers that were parted, cut or overlooked."""
