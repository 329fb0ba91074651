"""Where things are, and what was measured."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TILL = os.path.join(ROOT, "samples", "till.png")
#: The tool, built.
TOOL = os.environ["SCANBEAM_TOOL"]
#: A folder for screenshots that are to be kept; empty: none are.
KEEP = os.environ.get("SCANBEAM_KEEP", "")
#: How long a measurement takes.
SECONDS = float(os.environ.get("SCANBEAM_SECONDS", "3"))


def report(what, value, unit, wanted):
    """Measurements are printed; no test fails on them."""
    print(f"  measured: {what}: {value:.1f} {unit}" + (f" (wanted: {wanted})" if wanted else ""), flush=True)
