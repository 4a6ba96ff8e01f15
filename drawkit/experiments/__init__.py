"""Batch experiments: many drawings, read with many settings, each paid for once, as one table at the end."""

from .comparison import Comparison
from .evaluation import Evaluation
from .experiment import Experiment
from .ledger import Ledger
from .preview import Preview
from .run_status import RunStatus

__all__ = ["Comparison", "Evaluation", "Experiment", "Ledger", "Preview", "RunStatus"]
