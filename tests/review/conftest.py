import pytest
from review_reading import reading

from drawkit import contract
from drawkit.display import Result


@pytest.fixture
def data() -> contract.Result:
    return reading()


@pytest.fixture
def result(data: contract.Result) -> Result:
    return Result(data, "cover.pdf")
