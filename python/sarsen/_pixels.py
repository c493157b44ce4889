"""The text of a board as pixels, without a library for fonts or pictures.

Every character becomes a block of one colour, drawn from its code, so that equal boards give equal pictures and different boards
different ones. For a picture that people look at, use `State.svg`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

CELL = 8


def draw(text: str, width: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Rows of blocks, as wide as is asked for, white where there is nothing."""
    lines = text.rstrip("\n").split("\n")
    columns = max(width // CELL, max((len(line) for line in lines), default=1))
    pixels = np.full((len(lines) * CELL, columns * CELL, 3), 255, np.uint8)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter == " ":
                continue
            code = ord(letter)
            colour = ((code * 83) % 200, (code * 47 + 90) % 200, (code * 29 + 40) % 200)
            top, left = row * CELL, column * CELL
            pixels[top + 1 : top + CELL - 1, left + 1 : left + CELL - 1] = colour
    return pixels
