"""The networks that read pictures: where their files lie, and one cached onnxruntime session a process for each."""

from __future__ import annotations

import os
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .weights import without_subnormals

if TYPE_CHECKING:
    import onnxruntime

INSTALL_HINT: Final = 'Reading pictures needs the local engine: pip install "drawkit[local]"'
THREADS_VARIABLE: Final = "DRAWKIT_READER_THREADS"


class ModelMissingError(RuntimeError):
    """A network that reads pictures is not installed."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is not there. {INSTALL_HINT}")


def word_model(name: str) -> Path:
    """Return the file of a PP-OCR network that ships inside the installed package `rapidocr`.

    Raises ModelMissingError when the package or the file is absent.
    """
    try:
        folder = Path(str(resources.files("rapidocr")))
    except ModuleNotFoundError as error:
        raise ModelMissingError("The package rapidocr") from error
    return _existing(folder / "models" / name)


def own_model(name: str) -> Path:
    """Return the file of a network that ships inside drawkit. Raises ModelMissingError when it is absent."""
    return _existing(Path(str(resources.files("drawkit.engine"))) / "models" / name)


def threads() -> int:
    """Threads within one network: DRAWKIT_READER_THREADS, or 2 where the machine has them."""
    wanted = os.environ.get(THREADS_VARIABLE, "")
    return max(1, int(wanted)) if wanted.isdigit() else min(2, os.cpu_count() or 1)


def session(path: Path) -> onnxruntime.InferenceSession:
    """Return the onnxruntime session of a network file, opened once a process for each thread count.

    Raises ModelMissingError when onnxruntime is not installed.
    """
    return _open(path, threads())


def run(network: onnxruntime.InferenceSession, batch: Any) -> Any:
    """Return the first output of a network with one input."""
    return run_all(network, batch)[0]


def run_all(network: onnxruntime.InferenceSession, batch: Any) -> list[Any]:
    """Return all outputs of a network with one input."""
    return list(network.run(None, {network.get_inputs()[0].name: batch}))


@cache
def _open(path: Path, intra_threads: int) -> onnxruntime.InferenceSession:
    try:
        import onnxruntime  # noqa: PLC0415 (heavy, and absent from the thin install)
    except ModuleNotFoundError as error:
        raise ModelMissingError("The package onnxruntime") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = intra_threads
    options.inter_op_num_threads = 1
    # Without an arena each layer's memory is mapped and cleared anew: a fifth of the CPU. Inputs differ in shape from
    # call to call, so a plan of the memory for one shape would only be kept beside the next one's.
    options.enable_cpu_mem_arena = True
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.use_env_allocators", "1")
    _share_arena()
    options.log_severity_level = 3
    # A thread that waits actively burns the core that another worker needs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    network = without_subnormals(path.read_bytes())
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


@cache
def _share_arena() -> None:
    """Let all networks of the process take their layers' memory from one arena: they run one after the other."""
    import onnxruntime  # noqa: PLC0415 (heavy, and absent from the thin install)

    kinds = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    onnxruntime.create_and_register_allocator(onnxruntime.OrtMemoryInfo("Cpu", *kinds), None)


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise ModelMissingError(f"The model file {path.name}")
    return path
