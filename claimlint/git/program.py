"""Runs git in one repository: by lists of arguments, and with nothing that the repository configures.

No shell, no hook, no pager, no external diff, no text conversion, no filter, no file system monitor and no
network: only commands that read objects and the index are used, and the files of the working tree are read
by claimlint itself.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from claimlint.git import GitError

if TYPE_CHECKING:
    from subprocess import Popen

_KEPT = re.compile(r"GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+|PARAMETERS)")
_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.quotePath=false",
    "core.pager=cat",
    "protocol.allow=never",
    "submodule.recurse=false",
)
_COMMIT = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Git:
    """git in the repository whose root is the absolute folder `root`.  Raises GitError when it is none.

    `index` is a file in place of the repository's own index, such as git names to a hook.
    """

    def __init__(self, root: str, index: str | None = None) -> None:
        self.root = root
        self.index = index
        self._program = _find()
        if not os.path.lexists(os.path.join(root, ".git")):
            raise GitError(f"{os.path.relpath(root)} is not in a git repository")
        done = self.run("rev-parse", "--show-prefix")
        if done is None or done.strip():
            raise GitError(f"git cannot read the repository at {os.path.relpath(root)}{self.failure}")

    def run(self, *arguments: str) -> bytes | None:
        """What a command prints; None when it fails, and then `failure` has its words."""
        process = self.start(*arguments)
        out, err = process.communicate()
        self.failure = ""
        if process.returncode:
            words = err.decode("utf-8", "replace").strip().removeprefix("fatal: ")
            self.failure = f": {words}" if words else ""
            return None
        return out

    def start(self, *arguments: str, reads: bool = False) -> Popen[bytes]:
        """A command that runs; with `reads` its standard input is a pipe."""
        import subprocess

        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        command = [self._program, "--no-pager", "-C", self.root, *settings, *arguments]
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if reads else subprocess.PIPE,
                env=self._environment(),
            )
        except OSError as error:
            raise GitError(f"git cannot be run: {error.strerror or error}") from None

    def commit(self, name: str) -> str:
        """The hexadecimal id of the commit that a revision's name stands for; raises GitError."""
        if not name or name.startswith("-") or "\0" in name:
            raise GitError(f"{name!r} is not the name of a revision")
        found = self.run("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        if found is None or _COMMIT.fullmatch(found.strip()) is None:
            raise GitError(f"there is no revision {name!r} in this repository{self._shallow()}")
        return found.strip().decode("ascii")

    def base(self, name: str) -> str:
        """The commit from which a revision and what is checked out parted; raises GitError."""
        commit = self.commit(name)
        if self.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}") is None:
            return commit  # A branch without any commit.
        found = self.run("merge-base", commit, "HEAD")
        if found is None:
            raise GitError(f"{name!r} and HEAD have no common ancestor{self._shallow()}")
        return found.strip().decode("ascii")

    def renames(self, commit: str) -> dict[bytes, bytes]:
        """The paths of files that were renamed since a commit, to what they were there; from the root.

        What was not added to the index is not seen.
        """
        out = self.run(
            *("diff-index", "--cached", "--raw", "-z", "--no-abbrev", "-M", "-l1000", "--diff-filter=R"),
            *("--no-ext-diff", "--no-textconv", "--ignore-submodules=all", commit, "--"),
        )
        if out is None:
            raise GitError(f"git cannot compare the index with {commit[:12]}{self.failure}")
        parts = out.split(b"\0")
        return {parts[at + 2]: parts[at + 1] for at in range(0, len(parts) - 2, 3)}

    def _shallow(self) -> str:
        """What to do in a clone without the whole history; empty in any other."""
        if (self.run("rev-parse", "--is-shallow-repository") or b"").strip() != b"true":
            return ""
        return (
            "; the clone is shallow: fetch more of it (`git fetch --unshallow`, `fetch-depth: 0` of"
            " actions/checkout, `GIT_DEPTH: 0` of GitLab)"
        )

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        kept |= {name: value for name, value in os.environ.items() if _KEPT.fullmatch(name)}
        if self.index is not None:
            kept["GIT_INDEX_FILE"] = os.path.abspath(self.index)
        # A `.git` that git does not believe must not lead to the repository around it.
        above = os.path.dirname(os.path.realpath(self.root))
        return kept | {
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_CEILING_DIRECTORIES": above,
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }


def _find() -> str:
    """The git program; never one in the current folder, where some systems look first."""
    for folder in os.get_exec_path():
        for name in ("git", "git.exe"):
            path = os.path.join(folder, name)
            if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    raise GitError("there is no git program on the PATH")
