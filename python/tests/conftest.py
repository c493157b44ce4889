"""What several tests need."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

#: Options that change what seats know or how the game goes, with every game.
SETUPS: list[tuple[str, dict[str, str]]] = [
    ("stonehenge", {}),
    ("stonehenge", {"druids": "hidden", "claims": "manual"}),
    ("cathedral", {}),
    ("cathedral", {"removal": "optional", "passing": "free"}),
    ("logan", {}),
    ("logan", {"backs": "nobody", "stones": "doubles"}),
    ("logan", {"backs": "open", "limit": "20"}),
    ("holes", {}),
    ("holes", {"pieces": "2", "recover": "one"}),
]


@pytest.fixture
def terminal() -> Callable[..., str]:
    """The `sarsen` command, where it has been built."""
    name = os.environ.get("SARSEN_BIN")
    if not name:
        pytest.skip("SARSEN_BIN does not say where the command is")

    def run(*arguments: str, text: str = "") -> str:
        done = subprocess.run([name, *arguments], input=text, capture_output=True, text=True, check=True)
        return done.stdout

    return run


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A closing line in the words of the project's other tests."""
    count = {kind: len(terminalreporter.stats.get(kind, [])) for kind in ("passed", "failed", "error")}
    terminalreporter.write_line(f"{count['passed']} passed, {count['failed'] + count['error']} failed")
