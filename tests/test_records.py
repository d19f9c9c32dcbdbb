"""The cheap `NamedTuple` makes the classes that the one of `typing` makes."""

from __future__ import annotations

import copy
import pickle
import typing

from claimlint import records


class Cheap(records.NamedTuple):
    """A record."""

    name: str
    size: int = 3

    @property
    def double(self) -> int:
        """Twice the size."""
        return 2 * self.size

    @classmethod
    def of(cls, name: str) -> Cheap:
        return cls(name)


class Full(typing.NamedTuple):
    """A record."""

    name: str
    size: int = 3

    @property
    def double(self) -> int:
        """Twice the size."""
        return 2 * self.size

    @classmethod
    def of(cls, name: str) -> Full:
        return cls(name)


def test_the_classes_are_alike() -> None:
    one, other = Cheap("a"), Full("a")
    assert one == other == ("a", 3)
    assert repr(one).replace("Cheap", "Full") == repr(other)
    assert (one.double, Cheap.of("b").name, one._replace(size=4).size) == (6, "b", 4)
    for name in ("_fields", "_field_defaults", "__annotations__", "__doc__", "__slots__", "__module__"):
        assert getattr(Cheap, name) == getattr(Full, name) or name == "__annotations__"
    assert list(Cheap.__annotations__) == list(Full.__annotations__)
    assert Cheap.__bases__ == (tuple,)
    assert {each for each in dir(Full) if not each.startswith("__")} == {
        each for each in dir(Cheap) if not each.startswith("__")
    }


def test_records_are_copied_and_pickled() -> None:
    assert pickle.loads(pickle.dumps(Cheap("a", 1))) == Cheap("a", 1)
    assert copy.copy(Cheap("a", 1)) == Cheap("a", 1)
