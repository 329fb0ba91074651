"""Finding and loading libscanbeam.so.0."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from typing import List, Optional, Tuple

SONAME = "libscanbeam.so.0"
VARIABLE = "SCANBEAM_LIBRARY"


class LibraryNotFoundError(ImportError):
    """libscanbeam.so.0 could not be loaded; the message says what was tried and how to install it."""


def load() -> Tuple[ctypes.CDLL, str]:
    """Load the library. Returns it and the name it was found by.

    CDLL, not PyDLL: other Python threads run while the library works.
    """
    tried: List[str] = []
    wanted = os.environ.get(VARIABLE)
    if wanted:
        path = os.path.join(wanted, SONAME) if os.path.isdir(wanted) else wanted
        library = _try(path, f"{VARIABLE}={wanted}", tried)
        if library is None:  # what was asked for by name is not replaced by something else
            raise LibraryNotFoundError(_explain(tried))
        return library, path

    here = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(here, SONAME)
    if os.path.exists(inside):
        library = _try(inside, "inside the package", tried)
        if library is not None:
            return library, inside
    else:
        tried.append(f"inside the package: {inside}: not there")

    library = _try(SONAME, "by the dynamic linker", tried)
    if library is not None:
        return library, SONAME

    try:  # needs ldconfig or a compiler; on small systems there is neither
        found = ctypes.util.find_library("scanbeam")
    except Exception as error:  # noqa: BLE001 - whatever it stumbles over, it is only the last resort
        found = None
        tried.append(f"ctypes.util.find_library: {error}")
    else:
        if found is None:
            tried.append("ctypes.util.find_library: found nothing")
    if found is not None and found != SONAME:
        library = _try(found, "ctypes.util.find_library", tried)
        if library is not None:
            return library, found
    raise LibraryNotFoundError(_explain(tried))


def _try(name: str, how: str, tried: List[str]) -> Optional[ctypes.CDLL]:
    try:
        return ctypes.CDLL(name)
    except OSError as error:
        tried.append(f"{how}: {name}: {error}")
        return None


def _explain(tried: List[str]) -> str:
    lines = "\n".join(f"  - {line}" for line in tried)
    return (
        f"the Scanbeam library {SONAME} could not be loaded. Tried:\n{lines}\n"
        "Install it (in a checkout of Scanbeam: cmake -S . -B build && cmake --build build && "
        "sudo cmake --install build && sudo ldconfig), or set "
        f"{VARIABLE} to the path of libscanbeam.so.0."
    )
