import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.tolerances import NotTabulated, broken_edge, general_class, linear_size

EDGES_OF_RANGES = (0.5, 3, 6, 30, 120, 400, 1000, 2000, 4000)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("ISO 2768-m", "m"), ("ISO 2768-mK", "m"), ("DIN ISO 2768 - m K", "m"), ("ISO 2768-1 m", "m"),
        ("ISO 2768-1-m", "m"), ("ISO 2768-1:1989-f", "f"), ("ISO 2768 1-m 2-K", "m"), ("ISO 2768 T1-c", "c"),
        ("ISO2768-MK", "m"), ("ISO 2768-fH-E", "f"), ("ISO 2768 medium", "m"), ("DIN ISO 2768 mittel", "m"),
        ("ISO 2768-1 (v)", "v"), ("ISO 2768 very coarse", "v"), ("ISO 2768 coarse", "c"), ("ISO 2768-1 class f", "f"),
        ("General tolerances: ISO 2768-mK, edges ISO 13715", "m"), ("ISO 2768-m / ISO 2768-mK", "m"),
        ("ISO 2768", None), ("ISO 2768-K", None), ("ISO 2768-2 K", None), ("ISO 2768 for castings", None),
        ("ISO 2768 machined parts", None), ("ISO 2768-f, welds ISO 2768-c", None), ("±0.1", None), ("", None),
        ("ISO 8015", None), ("12768-m2", None), ("ISO 2768-10 m", None),
    ],
)  # fmt: skip
def test_the_class_that_a_text_names(text, named):
    assert general_class(text) == named


@pytest.mark.parametrize(
    ("named", "deviations"),
    [
        ("f", (0.05, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, None)),
        ("m", (0.1, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2)),
        ("c", (0.2, 0.3, 0.5, 0.8, 1.2, 2, 3, 4)),
        ("v", (None, 0.5, 1, 1.5, 2.5, 4, 6, 8)),
    ],
)
def test_linear_sizes(named, deviations):
    """Table 1 of ISO 2768-1: a range's upper bound belongs to it."""
    for above, to, value in zip(EDGES_OF_RANGES, EDGES_OF_RANGES[1:], deviations, strict=False):
        for size in (above + 0.01, to):
            if value is None:
                with pytest.raises(NotTabulated, match=f"ISO 2768-{named} has no value"):
                    linear_size(named, size)
            else:
                assert linear_size(named, size) == value


@pytest.mark.parametrize("size", [0.49, 0, 4000.1])
def test_no_linear_size_outside_the_table(size):
    with pytest.raises(NotTabulated, match="ISO 2768-m has no value"):
        linear_size("m", size)


def test_broken_edges():
    """Table 2 of ISO 2768-1."""
    sizes = (0.5, 3, 3.1, 6, 6.1, 100)
    for fine in ("f", "m"):
        assert [broken_edge(fine, size) for size in sizes] == [0.2, 0.2, 0.5, 0.5, 1, 1]
    for coarse in ("c", "v"):
        assert [broken_edge(coarse, size) for size in sizes] == [0.4, 0.4, 1, 1, 2, 2]
    with pytest.raises(NotTabulated, match=r"no value at 0\.4 mm"):
        broken_edge("m", 0.4)


@given(size=st.floats(0.5, 2000), larger=st.floats(0.5, 2000))
def test_deviations_grow_with_class_and_size(size, larger):
    size, larger = sorted((size, larger))
    classes = "fmc" if size <= 3 else "fmcv"
    found = [linear_size(named, size) for named in classes]
    assert found == sorted(found)
    assert all(linear_size(named, size) <= linear_size(named, larger) for named in classes)
