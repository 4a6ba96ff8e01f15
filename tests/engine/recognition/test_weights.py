"""Subnormal weights of a network: they cost time, and change nothing."""

import numpy as np
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.recognition import models, recogniser
from drawkit.engine.recognition.weights import without_subnormals


def varint(value: int) -> bytes:
    low, rest = value & 127, value >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def part(field: int, content: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(content)) + content


def tensor(kind: int, raw: bytes) -> bytes:
    return part(8, b"name") + varint(2 << 3) + varint(kind) + varint(3 << 3 | 5) + bytes(4) + part(9, raw)


def file(*tensors: bytes) -> bytes:
    """An ONNX file as onnx.proto describes it: a version, and a graph with weights, in fields of every wire type."""
    graph = part(2, b"a graph") + b"".join(part(5, t) for t in tensors) + varint(15 << 3 | 1) + bytes(8)
    return varint(1 << 3) + varint(8) + part(7, graph) + part(8, b"an opset")


@given(st.lists(st.floats(width=32), max_size=300))
def test_subnormal_weights_become_zero_and_all_others_stay(values: list[float]):
    printed = np.array(values, "<f4")
    kept = np.where(np.abs(printed) < np.finfo(np.float32).tiny, np.float32(0), printed)
    halves = tensor(10, printed.tobytes())
    expected = file(tensor(1, kept.tobytes()), halves)
    assert without_subnormals(file(tensor(1, printed.tobytes()), halves)) == expected


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_file_that_is_cut_off_says_so(cut: int):
    with pytest.raises(ValueError, match="not all of one"):
        without_subnormals(file(tensor(1, np.ones(9, "<f4").tobytes()))[:-cut])


@pytest.mark.parametrize("content", [b"\x00\x80", b"PK\x03\x04 an archive", b"\xff" * 40])
def test_another_file_is_none(content: bytes):
    with pytest.raises(ValueError, match="no ONNX file"):
        without_subnormals(content)


def test_the_word_reader_has_such_weights_and_says_the_same_without_them():
    content = models.word_model(recogniser.WORDS).read_bytes()
    lighter = without_subnormals(content)
    assert lighter != content
    picture = np.random.default_rng(1).random((1, 3, 48, 160), np.float32) * 2 - 1
    seen = [onnxruntime.InferenceSession(network).run(None, {"x": picture})[0] for network in (content, lighter)]
    np.testing.assert_array_equal(*seen)
