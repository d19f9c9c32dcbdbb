"""Where settings, models and rule files are read from: the files as they are, or as a revision has them."""

from __future__ import annotations

import os

from claimlint import files


class Tree:
    """The files as they are now; a subclass reads them from elsewhere, by the same absolute paths.

    `name` is what people call that, empty for the files as they are.
    """

    name = ""

    def exists(self, path: str) -> bool:
        """Whether there is something at an absolute path, a broken link included."""
        return os.path.lexists(path)

    def read(self, path: str, root: str) -> bytes | None:
        """The content of the file at an absolute path, None when there is none.

        Raises OSError when it cannot be read, is larger than `files.MAX_SIZE`, or really lies outside `root`.
        """
        found = files.inside(path, root)
        if found is None:
            raise files.LinkError(files.OUTSIDE)
        try:
            return files.read_path(found)
        except (FileNotFoundError, NotADirectoryError):
            if os.path.islink(path):
                raise files.LinkError("is a broken symbolic link") from None
            return None

    def plain(self, path: str) -> bytes | None:
        """The content of the file at an absolute path; None when it is a link, or none can be read."""
        try:
            return None if os.path.islink(path) else files.read_path(path)
        except OSError:
            return None

    def names(self, folder: str, root: str) -> list[str]:
        """The names in an absolute folder, in order.

        Raises OSError when it cannot be read or really lies outside `root`.
        """
        found = files.inside(folder, root)
        if found is None:
            raise files.LinkError(files.OUTSIDE)
        return sorted(os.listdir(found))


DISK = Tree()
