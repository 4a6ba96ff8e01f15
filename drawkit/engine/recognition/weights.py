"""The file of a network with the subnormal numbers among its weights set to zero.

Weights that a training let decay below 1.2e-38 change no output, but a processor takes a hundred times as long for each
of them: two layers of a detector of text took three quarters of its time so. onnxruntime's own setting for it
(`session.set_denormal_as_zero`) holds for a process's first session alone, and changes how the thread of the caller
calculates from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

_GRAPH: Final = 7  # ModelProto.graph
_INITIALIZER: Final = 5  # GraphProto.initializer
_DATA_TYPE, _RAW_DATA = 2, 9  # of TensorProto
_SINGLE: Final = 1  # TensorProto.DataType.FLOAT
_VARINT, _BYTES = 0, 2  # wire types of protocol buffers
_FIXED: Final = {1: 8, 5: 4}  # the other two, and how many bytes a value has


def without_subnormals(network: bytes) -> bytes:
    """An ONNX file with zero for each subnormal number among its single-precision weights, and all else as it was.

    Raises ValueError for bytes that are no ONNX file, or not all of one.
    """
    out = bytearray(network)
    for graph in _parts(network, _GRAPH, 0, len(network)):
        for weights in _parts(network, _INITIALIZER, *graph):
            kinds = [value for field, value, _ in _fields(network, *weights) if field == _DATA_TYPE]
            if kinds == [_SINGLE]:
                for start, end in _parts(network, _RAW_DATA, *weights):
                    values = np.frombuffer(out, "<f4", (end - start) // 4, start)
                    values[np.abs(values) < np.finfo(np.float32).tiny] = 0
    return bytes(out)


def _parts(data: bytes, wanted: int, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the parts of one kind of a message start and end."""
    return ((first, last) for field, first, last in _fields(data, start, end) if field == wanted and last)


def _fields(data: bytes, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """The fields of a message: number, then start and end of its bytes; or the value itself and 0, where it is one."""
    at = start
    while at < end:
        tag, at = _varint(data, at, end)
        field, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, at = _varint(data, at, end)
            yield field, value, 0
            continue
        size, at = _varint(data, at, end) if kind == _BYTES else (_FIXED.get(kind, end), at)
        if at + size > end:  # cut off, or of a kind that there is not
            break
        if kind == _BYTES:
            yield field, at, at + size
        at += size
    if at != end:
        message = "This is no ONNX file, or not all of one."
        raise ValueError(message)


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    """A whole number, seven bits a byte, the lowest first; and where what follows starts."""
    value = shift = 0
    while at < end:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at
    return value, end + 1
