"""Reading against truth: precision, recall and F1 by kind, and what was missed."""

from .crops import Crop
from .evaluation import Evaluation, Misses, each_once, spread
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
    "each_once",
    "of_label",
    "of_result",
    "score",
    "spread",
]
