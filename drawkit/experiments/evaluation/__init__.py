"""Reading against truth: precision, recall and F1 by kind, and what was missed."""

from .crops import Crop
from .evaluation import Evaluation, Misses
from .facts import Labels, of_label, of_result
from .scoring import DIMENSIONS, MODULES, Miss, Score, score

__all__ = [
    "DIMENSIONS",
    "MODULES",
    "Crop",
    "Evaluation",
    "Labels",
    "Miss",
    "Misses",
    "Score",
    "of_label",
    "of_result",
    "score",
]
