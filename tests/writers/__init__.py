"""Engineering drawings written by other programs than ours, with exact truth: training and test data for the reader.

`python -m tests.writers OUT --writer ezdxf --count 40 --seed 1` writes `OUT/sets/w_ezdxf/*.pdf` and, beside them,
`OUT/labels/w_ezdxf/*.json`. A sheet is planned once (`plan`, `parts`, `furniture`) and drawn by a hand: `ezdxf_hand`
(real DIMENSION entities), `librecad` (the same DXF drawn by LibreCAD), `freecad` (TechDraw), `paper` (own page
description with real text). Annotation that would touch other text or lines is left out, so the truth is what a
person can read.
"""
