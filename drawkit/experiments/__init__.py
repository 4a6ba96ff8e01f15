"""Batch experiments: many drawings, read with many settings, each paid for once, as one table at the end."""

from .comparison import Comparison
from .evaluation import Evaluation
from .experiment import Experiment
from .ledger import Ledger
from .preview import Preview
from .standing import Standing

__all__ = ["Comparison", "Evaluation", "Experiment", "Ledger", "Preview", "Standing"]
