"""What the drawn lines of a sheet are: strokes with an index, terminators, and the lines that they end."""
