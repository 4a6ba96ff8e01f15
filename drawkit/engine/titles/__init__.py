"""Title blocks: where they stand, what their cells are labelled, and what stands in them (ISO 7200)."""
