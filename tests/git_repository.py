"""Real git repositories for tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class Repository:
    """A git repository in a folder, on the branch `main`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, environment: dict[str, str] | None = None) -> str:
        """Run git as a person with a name, and give what it prints."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *identity, *arguments],
            cwd=self.root,
            check=True,
            capture_output=True,
            env={**kept, **(environment or {})},
        )
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, path: str, text: str) -> Path:
        """Write a file, its folders included."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def commit(self, **files: str) -> str:
        """Commit all that there is; the commit's id."""
        self.git("add", "-A", "-f")
        self.git("commit", "-q", "--allow-empty", "-m", "change")
        return self.git("rev-parse", "HEAD")
