"""Text that a vector page draws instead of writing: strokes and outlines, put together to runs and read."""
