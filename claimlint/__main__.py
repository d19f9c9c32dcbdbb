"""The command, and `python -m claimlint`."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    """Run the command; never returns."""
    try:
        import gc

        # Little becomes garbage while a page is read, and less while modules are loaded: looking for it
        # after every 700 objects is 5 % of a run.
        gc.set_threshold(100_000, 20, 20)
        from claimlint import shell

        shell.main()
    except KeyboardInterrupt:  # While modules are loaded, or once more while it ends.
        import os

        os._exit(130)


if __name__ == "__main__":
    main()
