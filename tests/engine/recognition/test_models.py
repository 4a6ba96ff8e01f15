"""The networks' files and their runtime: threads, memory, and what is said where one is missing."""

import numpy as np
import pytest

from drawkit.engine.detection.finder import NETWORK
from drawkit.engine.recognition import models


def test_threads_can_be_chosen(monkeypatch):
    monkeypatch.setenv(models.THREADS_VARIABLE, "3")
    assert models.threads() == 3
    monkeypatch.setenv(models.THREADS_VARIABLE, "many")
    assert models.threads() in (1, 2)


def test_a_missing_model_says_what_to_install(monkeypatch):
    with pytest.raises(models.ModelMissingError, match=r'pip install "drawkit\[local\]"'):
        models.own_model("absent.onnx")
    with pytest.raises(models.ModelMissingError, match=r"absent\.onnx"):
        models.word_model("absent.onnx")

    def gone(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(models.resources, "files", gone)
    with pytest.raises(models.ModelMissingError, match="rapidocr"):
        models.word_model("any.onnx")


def test_a_network_that_runs_again_maps_no_new_memory():
    resource = pytest.importorskip("resource", reason="page faults are counted on Unix alone")
    network, blank = models.session(models.own_model(NETWORK)), np.zeros((1, 1, 1024, 1024), np.float32)
    models.run(network, blank)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    models.run(network, blank)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 2000  # 8 MB; mapped anew, the layers take 53


def test_a_missing_runtime_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    monkeypatch.setenv(models.THREADS_VARIABLE, "7")
    with pytest.raises(models.ModelMissingError, match="onnxruntime"):
        models.session(models.own_model("callouts.onnx"))
