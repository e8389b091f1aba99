#!/usr/bin/env python3
"""picture.py PROGRAM [--check]: draws docs/session.svg, a first session at a terminal; with --check it only says where
the picture differs from what the program does now, and fails.

The program is really run, on a terminal of its own and on SampleData; what it leaves there is drawn as text that can be
selected, in light and dark, as the reader's machine asks for. What was typed is its description, too."""

import difflib
import html
import os
import re
import shlex
import sys
import tempfile

from console import Console, width

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURE = f"{ROOT}/docs/session.svg"
COLUMNS = 104
SESSION = [
    "atrium import SampleData/contacts.vcf SampleData/calendar.ics",
    "atrium calendar agenda --from 2026-03-02 --to 2026-03-02",
    "atrium search zoe",
    'atrium connections remove "Ben Brandt"',
    "atrium undo",
    "atrium export connections --format vcard --output contacts.vcf",
]
# The size of a cell, and what is free around the text.
CELL, LINE, MARGIN, TOP = 8, 19, 18, 50
STYLE = """
    rect { fill: #fbfaf7; stroke: #d8d4ca }
    circle { fill: #d8d4ca }
    text { fill: #26241f; font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre }
    .typed { fill: #0b5c8a; font-weight: bold }
    .bold { font-weight: bold }
    .dim { fill: #6b675d }
    @media (prefers-color-scheme: dark) {
      rect { fill: #1c1b19; stroke: #3d3a35 }
      circle { fill: #3d3a35 }
      text { fill: #e6e2d8 }
      .typed { fill: #7cc4ec }
      .dim { fill: #a09a8d }
    }
"""


def recorded(program):
    """What each command of the session leaves on a terminal, as (command, lines)."""
    with tempfile.TemporaryDirectory(prefix="atrium-picture-") as folder:
        os.symlink(f"{ROOT}/SampleData", f"{folder}/SampleData")
        os.chdir(folder)
        environment = {
            "HOME": folder,
            "ATRIUM_HOME": f"{folder}/hub",
            "USER": "ada",
            "TZ": "Europe/Berlin",
            "NO_COLOR": "",
        }
        for command in SESSION:
            console = Console(program, *shlex.split(command)[1:], columns=COLUMNS, environment=environment)
            status = console.end()
            if status:
                sys.exit(f"picture.py: {command}: exit {status}: {console.text[-300:]}")
            yield command, [part for line in console.lines[:-1] for part in wrapped(line)]


def wrapped(line):
    """A line in parts as wide as the terminal, each a list of (style, text); only bold and dim are known."""
    parts, style, used = [[]], "", 0
    for code, text in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b]+)", line):
        if not text:
            style = {"": "", "0": "", "1": "bold", "2": "dim"}.get(code)
            if style is None:
                sys.exit(f"picture.py: the colour {code} is not drawn yet")
        for character in text:
            if used + width(character) > COLUMNS:
                parts.append([])
                used = 0
            if not parts[-1] or parts[-1][-1][0] != style:
                parts[-1].append((style, ""))
            parts[-1][-1] = (style, parts[-1][-1][1] + character)
            used += width(character)
    return parts


def drawn(number, pieces):
    """A line of the picture; as wide as its cells, whatever font there is."""
    cells = width("".join(text for _, text in pieces))
    if not cells:
        return ""
    spans = "".join(
        f'<tspan class="{style}">{html.escape(text)}</tspan>' if style else html.escape(text) for style, text in pieces
    )
    place = f'x="{MARGIN}" y="{TOP + number * LINE}" textLength="{cells * CELL}"'
    return f'  <text {place} xml:space="preserve">{spans}</text>\n'


def picture(session):
    lines = []
    for command, output in session:
        lines += [[("dim", "$ "), ("typed", command)], *output, []]
    lines.pop()
    wide, high = 2 * MARGIN + COLUMNS * CELL, TOP + len(lines) * LINE
    body = "".join(drawn(number, pieces) for number, pieces in enumerate(lines))
    said = html.escape("; ".join(command for command, _ in session))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-labelledby="title description">\n  <title id="title">A first session with Atrium</title>\n'
        f'  <desc id="description">At a terminal somebody types: {said}</desc>\n  <style>{STYLE}  </style>\n'
        f'  <rect x="0.5" y="0.5" width="{wide - 1}" height="{high - 1}" rx="9"/>\n'
        + "".join(f'  <circle cx="{MARGIN + 5 + n * 18}" cy="19" r="5.5"/>\n' for n in range(3))
        + body
        + "</svg>\n"
    )


def main():
    now = picture(list(recorded(os.path.abspath(sys.argv[1]))))
    if "--check" not in sys.argv:
        with open(PICTURE, "w", encoding="utf-8") as file:
            file.write(now)
        print(f"picture: {len(SESSION)} commands")
        return
    with open(PICTURE, encoding="utf-8") as file:
        before = file.read()
    for line in difflib.unified_diff(
        before.splitlines(), now.splitlines(), "docs/session.svg", "as the program does", lineterm="", n=0
    ):
        print(line, file=sys.stderr)
    print(
        f"picture: {len(SESSION)} commands"
        + (", and it differs: `make picture` draws it anew" if before != now else ", as drawn")
    )
    sys.exit(before != now)


main()
