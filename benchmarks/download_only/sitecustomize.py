"""Keeps `pip download` of a source distribution from running any code of that distribution.

`pip download --no-deps` still asks the distribution's build backend for its metadata. With this folder
on `PYTHONPATH` and with `--no-build-isolation`, the process that pip starts for that question finds, in
the place of every module that is not Python's own, a backend by PEP 517 that answers from the `PKG-INFO`
which every source distribution carries; and an audit hook refuses to run anything else. In pip's own
process this module does nothing.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from email.parser import BytesParser
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


def _requires_nothing(config_settings: object = None) -> list[str]:
    """`get_requires_for_build_wheel` of PEP 517."""
    return []


def _metadata(metadata_directory: str, config_settings: object = None) -> str:
    """`prepare_metadata_for_build_wheel` of PEP 517; raises OSError where there is no `PKG-INFO`."""
    with open("PKG-INFO", "rb") as source:
        fields = BytesParser().parse(source, headersonly=True)
    name = f"{fields['Name'].replace('-', '_')}-{fields['Version']}.dist-info"
    os.mkdir(os.path.join(metadata_directory, name))
    shutil.copyfile("PKG-INFO", os.path.join(metadata_directory, name, "METADATA"))
    return name


class _Backend(MetaPathFinder, Loader):
    """Finds itself for every module that is not in the standard library, and loads the two hooks."""

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] in sys.stdlib_module_names:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module: ModuleType) -> None:
        # setuptools is asked by way of an attribute: `setuptools.build_meta:__legacy__`.
        hooks = {"get_requires_for_build_wheel": _requires_nothing, "__legacy__": module}
        module.__dict__.update(hooks, prepare_metadata_for_build_wheel=_metadata)


# Computed here, since sysconfig imports modules that the finder below would replace.
PATHS = sysconfig.get_paths()
PACKAGES = tuple(os.path.join(PATHS[name], "") for name in ("purelib", "platlib"))
PIP = tuple(os.path.join(place, "pip", "") for place in PACKAGES)
OWN = ("<", *(os.path.join(PATHS[name], "") for name in ("stdlib", "platstdlib")), __file__)


def _own(filename: str) -> bool:
    """Whether code from that file is Python's, pip's or ours, and so may run."""
    return filename.startswith(PIP if filename.startswith(PACKAGES) else OWN)


def _refuse_foreign(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook: whatever way led to code of the distribution, it is not run."""
    if event == "exec":
        filename = getattr(arguments[0], "co_filename", "<string>")
    elif event == "import" and isinstance(arguments[1], str):
        filename = arguments[1]  # an extension module
    else:
        return
    if not _own(filename):
        raise RuntimeError(f"refused to run {filename}")


# Whatever Python pip starts is stubbed, by whatever protocol it talks to it.
if sys.orig_argv[1:3] != ["-m", "pip"]:
    sys.addaudithook(_refuse_foreign)
    # A backend in the distribution's own tree would be looked for before every other: name no such path.
    for name in [name for name in os.environ if "BACKEND_PATH" in name]:
        del os.environ[name]
    sys.meta_path.insert(0, _Backend())
