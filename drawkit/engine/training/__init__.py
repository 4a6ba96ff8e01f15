"""How the networks that read drawings are trained: one room a model, repeatable by seed."""
