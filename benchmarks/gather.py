"""Gathers a corpus of real documents: those in the packages that `ecosystem.txt` pins.

    python benchmarks/gather.py FOLDER

Writes `FOLDER/REGISTRY/NAME-VERSION/PATH` for every Markdown file, every SVG figure that has text, and
every document in plain text. A package that is there already is not asked for again. Nothing of a package
is run: pip asks our own backend (see `download_only/`) and npm runs no scripts.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

HERE = Path(__file__).resolve().parent

MAX_FILE = 4 << 20
"""Bytes of one document; a larger one is left out."""
MAX_DOCUMENTS = 5_000
"""Documents of one package."""
MAX_UNPACKED = 4 << 30
"""Bytes of one source distribution, unpacked: more is refused, since it may be a decompression bomb."""
TIME_LIMIT = 900
"""Seconds for one run of a registry's client."""

MARKDOWN = frozenset({".md", ".markdown"})
DOCUMENT_FOLDERS = frozenset({"doc", "docs", "documentation", "guide", "guides"})
DOCUMENT_STEMS = frozenset({"readme", "changelog", "changes", "history", "news", "releases", "release_notes"})
NOT_DOCUMENTS = frozenset({"cmakelists.txt", "license.txt", "licence.txt", "requirements.txt"})


class Package(NamedTuple):
    """A line of `ecosystem.txt`; `registry` is `pypi` or `npm`."""

    registry: str
    name: str
    version: str

    def folder(self, corpus: Path) -> Path:
        return corpus / self.registry / f"{self.name}-{self.version}"


class GatherError(Exception):
    """A package could not be gathered; the message says why."""


def read_list(path: Path) -> tuple[list[Package], str | None]:
    """The pinned packages, and the day (ISO 8601) on which npm's dependencies are resolved, if named.

    Raises ValueError at a line of another form.
    """
    packages: list[Package] = []
    before = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match line.partition("#")[0].split():
            case []:
                pass
            case ["npm-before", day]:
                before = day
            case [("pypi" | "npm") as registry, name, version]:
                if not all(safe_part(part) for part in (*name.split("/"), version)):
                    raise ValueError(f"{path}:{number}: not the name or the version of a package")
                packages.append(Package(registry, name, version))
            case _:
                raise ValueError(f"{path}:{number}: expected REGISTRY NAME VERSION")
    return packages, before


def safe_part(part: str) -> bool:
    """Whether a part of a path from a package may name a file of ours."""
    return (
        part not in ("", ".", "..") and len(part.encode()) <= 255 and not any(c in part for c in "\\:/\0\n")
    )


def is_document(path: PurePosixPath) -> bool:
    """Whether a file may be a document, by its path in the package."""
    suffix = path.suffix.lower()
    if suffix in MARKDOWN or suffix == ".svg":
        return True
    if suffix != ".txt" or path.name.lower() in NOT_DOCUMENTS:
        return False
    folders = {part.lower() for part in path.parts[:-1]}
    return path.stem.lower() in DOCUMENT_STEMS or not folders.isdisjoint(DOCUMENT_FOLDERS)


class Shelf:
    """The documents of one package, put in a folder of their own before they are shown under its name."""

    def __init__(self, package: Package, corpus: Path, scratch: Path) -> None:
        self.target = package.folder(corpus)
        self.draft = Path(tempfile.mkdtemp(dir=scratch))
        self.documents = 0

    def wants(self, path: PurePosixPath, size: int) -> bool:
        return (
            size <= MAX_FILE
            and self.documents < MAX_DOCUMENTS
            and is_document(path)
            and all(safe_part(part) for part in path.parts)
        )

    def put(self, path: PurePosixPath, source: IO[bytes]) -> None:
        """Keeps a document; a second one at the same path, and a figure without text, are dropped."""
        content = source.read(MAX_FILE + 1)
        if len(content) > MAX_FILE or (path.suffix.lower() == ".svg" and b"<text" not in content):
            return
        place = self.draft.joinpath(*path.parts)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with open(place, "xb") as out:
                out.write(content)
        except (FileExistsError, NotADirectoryError):
            return
        self.documents += 1

    def show(self) -> None:
        """Moves the documents to their place, all at once, so that a broken run leaves no half package."""
        self.draft.chmod(0o755)
        self.target.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.draft.rename(self.target)
        except OSError:
            if not self.target.is_dir():
                raise


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Runs a registry's client; raises GatherError with the end of what it said if it failed."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIME_LIMIT,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GatherError(str(error)) from error
    if done.returncode:
        raise GatherError((done.stderr or done.stdout).strip()[-800:] or f"exit code {done.returncode}")


def from_pypi(package: Package, corpus: Path, scratch: Path) -> None:
    downloads = Path(tempfile.mkdtemp(dir=scratch))
    options = "--no-deps --no-binary :all: --no-build-isolation --ignore-requires-python --use-pep517 --quiet"
    command = [sys.executable, "-m", "pip", "download", *options.split(), "--dest", "."]
    command.append(f"{package.name}=={package.version}")
    run(command, downloads, {"PYTHONPATH": str(HERE / "download_only")})
    found = sorted(downloads.glob("*.tar.gz"))
    if not found:
        raise GatherError("no source distribution in tar.gz")
    shelf = Shelf(package, corpus, scratch)
    unpacked = 0
    try:
        with tarfile.open(found[0], "r|gz") as archive:
            for member in archive:
                unpacked += member.size
                if unpacked > MAX_UNPACKED:
                    raise GatherError(f"unpacks to more than {MAX_UNPACKED} bytes")
                path = PurePosixPath(*PurePosixPath(member.name).parts[1:])
                if not member.isreg() or member.name.startswith("/") or not shelf.wants(path, member.size):
                    continue
                source = archive.extractfile(member)
                if source is not None:
                    shelf.put(path, source)
    except (tarfile.TarError, EOFError, OSError) as error:
        raise GatherError(f"{found[0].name}: {error}") from error
    shelf.show()


def installed(modules: Path) -> Iterator[tuple[Package, Path]]:
    """Every npm package below a `node_modules` folder, with its folder."""
    for folder, names, _ in os.walk(modules):
        names[:] = sorted(name for name in names if not name.startswith("."))
        place = Path(folder)
        owner = place.parent.parent if place.parent.name.startswith("@") else place.parent
        if owner.name != "node_modules" or place.name.startswith("@"):
            continue
        try:
            about = json.loads((place / "package.json").read_bytes())
            package = Package("npm", about["name"], about["version"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        parts = (*package.name.split("/"), package.version)
        if all(isinstance(part, str) and safe_part(part) for part in parts):
            yield package, place


def from_npm(package: Package, before: str | None, corpus: Path, scratch: Path) -> None:
    project = Path(tempfile.mkdtemp(dir=scratch))
    (project / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    command = ["npm", "install", "--ignore-scripts", "--omit=optional", "--omit=peer", "--no-audit"]
    command += ["--no-fund", "--no-package-lock", "--loglevel=error", f"{package.name}@{package.version}"]
    run(command + ([f"--before={before}"] if before else []), project, {})
    shelves: list[Shelf] = []
    for member, place in installed(project / "node_modules"):
        if not member.folder(corpus).exists():
            shelf = Shelf(member, corpus, scratch)
            shelve_folder(place, shelf)
            # The package itself is shown last: that it is there means that the others are.
            shelves.insert(0 if member == package else len(shelves), shelf)
    for shelf in reversed(shelves):
        shelf.show()
    if not package.folder(corpus).exists():
        raise GatherError("npm installed no package of that name and version")


def shelve_folder(root: Path, shelf: Shelf) -> None:
    """Puts the documents of an unpacked package; those of the packages inside it are not its own."""
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name != "node_modules")
        for name in sorted(files):
            place = Path(folder, name)
            path = PurePosixPath(place.relative_to(root))
            state = place.lstat()
            if stat.S_ISREG(state.st_mode) and shelf.wants(path, state.st_size):
                with open(place, "rb") as source:
                    shelf.put(path, source)


def main() -> int:
    arguments = argparse.ArgumentParser(description="Gather the documents of the packages that a list pins.")
    arguments.add_argument("corpus", type=Path, metavar="FOLDER", help="where the documents go")
    arguments.add_argument("--list", type=Path, default=HERE / "ecosystem.txt", help="the pinned packages")
    options = arguments.parse_args()
    corpus: Path = options.corpus.resolve()
    packages, before = read_list(options.list)
    corpus.mkdir(parents=True, exist_ok=True)
    failed = 0
    for package in packages:
        if package.folder(corpus).exists():
            continue
        scratch = Path(tempfile.mkdtemp(prefix=".gather-", dir=corpus))
        try:
            if package.registry == "pypi":
                from_pypi(package, corpus, scratch)
            else:
                from_npm(package, before, corpus, scratch)
        except GatherError as error:
            failed += 1
            print(f"{package.registry} {package.name} {package.version}: {error}", file=sys.stderr)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
