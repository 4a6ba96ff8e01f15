"""Training of the finder: a small net that marks where a sheet shows text, so that no one looks elsewhere."""
