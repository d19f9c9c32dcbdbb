"""Copying and sorting a hundred thousand numbers."""

import random

NUMBERS = random.Random(4).sample(range(1_000_000), 100_000)


def test_copy(benchmark):
    assert len(benchmark(list, NUMBERS)) == 100_000


def test_sort(benchmark):
    assert benchmark(sorted, NUMBERS)[0] < 100
