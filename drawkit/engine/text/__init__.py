"""From characters, marks and pixels to words."""
