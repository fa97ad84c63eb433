"""Builds the package for pip (PEP 517) with the standard library: nothing is fetched for it."""

from __future__ import annotations

import base64
import hashlib
import io
import pathlib
import re
import tarfile
import zipfile
from typing import Any, Dict, List, Optional, Tuple

HERE = pathlib.Path(__file__).resolve().parent
TAG = "py3-none-any"


def _said(name: str) -> str:
    """A text of pyproject.toml, which the oldest Python that we run with cannot read by itself."""
    found = re.search(rf'^{name} = "(.*)"$', (HERE / "pyproject.toml").read_text("utf-8"), re.M)
    if found is None:
        raise ValueError(f"pyproject.toml has no {name}")
    return found.group(1)


def _metadata() -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {_said('name')}",
        f"Version: {_said('version')}",
        f"Summary: {_said('description')}",
        "License: MIT",
        f"Requires-Python: {_said('requires-python')}",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text("utf-8")


def _full_name() -> str:
    return f"{_said('name')}-{_said('version')}"


def _files() -> List[Tuple[str, bytes]]:
    package = HERE / "belfry"
    found = sorted([*package.glob("*.py"), package / "py.typed"])
    return [(f"belfry/{path.name}", path.read_bytes()) for path in found]


def _record(files: List[Tuple[str, bytes]], own: str) -> str:
    lines = []
    for name, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join(lines) + f"{own},,\n"


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    info = f"{_full_name()}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: belfry\nRoot-Is-Purelib: true\nTag: {TAG}\n"
    files = _files()
    files += [(f"{info}/METADATA", _metadata().encode()), (f"{info}/WHEEL", wheel.encode())]
    files.append((f"{info}/RECORD", _record(files, f"{info}/RECORD").encode()))
    name = f"{_full_name()}-{TAG}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files:
            out.writestr(path, data)
    return name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    files = _files() + [
        (name, (HERE / name).read_bytes())
        for name in ("pyproject.toml", "README.md", pathlib.Path(__file__).name)
    ]
    files.append(("PKG-INFO", _metadata().encode()))
    name = f"{_full_name()}.tar.gz"
    with tarfile.open(pathlib.Path(sdist_directory, name), "w:gz") as out:
        for path, data in files:
            entry = tarfile.TarInfo(f"{_full_name()}/{path}")
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))
    return name
