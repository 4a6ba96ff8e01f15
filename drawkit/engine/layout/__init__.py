"""What is where on a sheet: frame, cells, tables, rows of frames, stacks, rings, and what ties a text to its view."""
