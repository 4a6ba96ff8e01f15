"""What is where on a sheet: border, ruling, cells, rings, stacks, paragraphs, and what ties a text to its view."""
