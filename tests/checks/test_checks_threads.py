"""Threads: pairs of diameter and pitch, classes, and what is left alone."""

from __future__ import annotations

import pytest

from drawkit.checks._threads import ISO_261, wrong_thread


@pytest.mark.parametrize(
    "designation",
    [
        "M8", "M8x1.25", "M8 x 1", "M8x1,25-6H", "M10x1.5-6g", "M20x1.5-5g6g", "M2.5x0.45-6H", "M100x6", "M4x0.7 LH",
        "M6x20", "M3x10-8.8", "M6x1x20", "M8x45°", "G1/2", "Tr20x4", "1/4 NPT", "1/4-20 UNC-2B", "10-32 UNF",
        "#4-40 UNC",
        "NO. 8-32 UNC", "1-8 UNC", "1-64 UNC", "1 1/8-7 UNC", ".250-28 UNF", "1/2-20 UNF-2A", "1.000-14 UNS",
        "3/4-16UNF",
        "1/4\"-20 UNC", "2-56 UNC", "12-32 UNEF", "1 1/16-18 UNEF", "2 1/4-4.5 UNC",
    ],
)  # fmt: skip
def test_what_exists(designation: str) -> None:
    assert list(wrong_thread(designation)) == []


@pytest.mark.parametrize(
    ("designation", "message"),
    [
        ("M8x1.3", "M8 has no pitch of 1.3 mm in ISO 261: it has 1.25, 1, 0.75."),
        ("M13", "M13 is no nominal diameter of ISO 261."),
        ("M13x1", "M13 is no nominal diameter of ISO 261."),
        ("M8-6Z", "6Z is no tolerance class of a metric thread."),
        ("M8x1.25-9H", "9H is no tolerance class of a metric thread."),
        ("M8-5H6g", "5H6g is no tolerance class of a metric thread."),
        ("1/4-24 UNC", "1/4-24 UNC: UNC of this size has 20 threads an inch."),
        ("10-36 UNF", "10-36 UNF: UNF of this size has 32 threads an inch."),
        ("7/32-32 UNF", "7/32-32 UNF: UNF has no thread of this size."),
        ("1-20 UNC", "1-20 UNC: UNC of this size has 8 or 64 threads an inch."),
    ],
)
def test_what_does_not(designation: str, message: str) -> None:
    assert [found for found, _ in wrong_thread(designation)] == [message]


def test_the_coarse_pitch_comes_first() -> None:
    assert all(list(pitches) == sorted(pitches, reverse=True) for pitches in ISO_261.values())
    assert (ISO_261[10][0], ISO_261[24][0], ISO_261[64][0]) == (1.5, 3, 6)
