"""Symbols put together from lines and text: feature control frames, datums, surface textures, welds, flags."""
