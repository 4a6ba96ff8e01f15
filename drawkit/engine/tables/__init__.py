"""Tables: ruled or aligned, known by their headings or by their lines alone (ISO 7573 for parts lists)."""
