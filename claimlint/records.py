"""`NamedTuple`, made without a look at the types of its fields.

The one of `typing` compiles every annotation when a class is made, and the classes of this package together
took a tenth of a run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import namedtuple

    class _Maker(type):
        """Makes a `collections.namedtuple` of a class with annotated fields."""

        def __new__(cls, name, bases, space):
            fields = space["__annotations__"]  # there because of `from __future__ import annotations`
            defaults = [space[field] for field in fields if field in space]
            made = namedtuple(name, fields, defaults=defaults, module=space["__module__"])
            for key, value in space.items():
                if key not in fields and key not in ("__module__", "__classcell__", "__firstlineno__"):
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})

__all__ = ["NamedTuple"]
