"""What git knows of a repository, without running anything that the repository configures."""

from __future__ import annotations


class GitError(Exception):
    """What was asked of git cannot be done; the text says why, and what would help."""
