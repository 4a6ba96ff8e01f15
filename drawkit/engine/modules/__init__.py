"""One file for each module of a result; each reads the same sheet."""
