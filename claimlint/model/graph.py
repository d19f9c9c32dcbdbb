"""The order in which quantities can be computed, and the cycles that prevent it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def order(edges: Mapping[str, Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Sort names so that each comes after those it needs (`edges`), and list the cycles.

    A cycle is a path whose first name is also its last; of cycles that share a name not all are
    listed.  Names on a cycle, or that need one, are
    left out of the order.  Unknown names are ignored.  Linear, without recursion.
    """
    done: list[str] = []
    cycles: list[list[str]] = []
    told: set[str] = set()  # names on a cycle that is listed: of tangled cycles one is enough
    state: dict[str, bool | None] = {}  # None while on the path, then whether it can be computed
    for root in edges:
        if root in state:
            continue
        path = [root]
        places = {root: 0}
        waiting = [iter(edges[root])]
        state[root] = None
        good = [True]
        while path:
            for name in waiting[-1]:
                if name not in edges:
                    continue
                if name not in state:
                    state[name] = None
                    places[name] = len(path)
                    path.append(name)
                    waiting.append(iter(edges[name]))
                    good.append(True)
                    break
                if state[name] is None:
                    if path[-1] not in told:
                        cycles.append([*path[places[name] :], name])
                        told.update(cycles[-1])
                    good[-1] = False
                elif not state[name]:
                    good[-1] = False
            else:
                name = path.pop()
                del places[name]
                waiting.pop()
                fine = good.pop()
                state[name] = fine
                if fine:
                    done.append(name)
                elif good:
                    good[-1] = False
    return done, cycles
