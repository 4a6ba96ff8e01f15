"""Training of the finder: a small net that marks where a sheet shows text and where none is, as a second opinion."""
