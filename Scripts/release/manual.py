#!/usr/bin/env python3
"""manual.py PROGRAM FOLDER DATE: writes the manual pages from what the program says of itself: atrium(1) with the hub's
own commands, and a page for each module, such as atrium-habits(1). DATE, as YYYY-MM-DD, stands at their foot.

Exit statuses are those of docs/reference/errors.md, which is checked against the sources."""

import datetime
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from program import Program  # noqa: E402

ENVIRONMENT = [
    ("ATRIUM_HOME", "The hub's folder, where --home does not say."),
    ("XDG_DATA_HOME", "The folder of users' data, in which the hub's folder is atrium; by default ~/.local/share."),
    ("USER", "The name that the hub's first user gets."),
    ("TZ", "The machine's time zone, where a user has set none."),
    ("TMPDIR", "Where an import keeps what it can read only once; by default /tmp."),
    ("NO_COLOR", "If it is not empty, nothing is coloured, as with --no-color."),
]
FILES = [
    ("hub.sqlite", "The accounts, in the hub's folder."),
    ("vaults/1/vault.sqlite", "All data of the first user; files/ beside it has the attachments."),
    ("vaults/1/before-migration/", "Copies of it from before migrations."),
]


def text(words):
    """Text in lines of its own, a sentence each: nothing in it is a macro or an escape."""
    words = " ".join(words.split()).replace("\\", "\\e")
    lines = re.split(r"(?<=[A-Za-z0-9)`*][.?!]) (?=[A-Z])", words)
    return "\n".join(("\\&" if line[:1] in (".", "'") else "") + line for line in lines)


def argument(words):
    """Words as one argument of a macro."""
    return '"' + words.replace("\\", "\\e").replace('"', "\\(dq") + '"'


def option(name):
    """The name of an entry of help, such as `--from <date>` or `<file> ...`, as macros of one line."""
    macros = []
    for word in name.replace(",", " ,").split():
        if word.startswith("-"):
            macros.append("Fl " + word[1:])
        elif word.startswith("<"):
            macros.append("Ar " + word.strip("<>.") + (" ..." if word.endswith("...") else ""))
        else:
            macros.append(word if word in (",", "...") else "Ns No " + argument(word))
    return " ".join(macros)


def line(said):
    return [text(said)] if said else []


def listing(entries, mark=option, body=line):
    return [
        ".Bl -tag -width Ds",
        *(part for name, said in entries for part in (f".It {mark(name)}", *body(said))),
        ".El",
    ]


def names(entries):
    return listing(entries, lambda name: "Cm " + name)


def paragraphs(parts):
    return [line for part in parts for line in (".Pp", text(part))][1:]


def command(help_):
    """The part of a page that is about one command."""
    lines = [
        f".Ss {' '.join(help_.words)}",
        ".Bd -ragged -offset indent",
        text(help_.usage),
        ".Ed",
        ".Pp",
        *paragraphs(help_.overview),
    ]
    return lines + (listing(help_.own) if help_.own else [])


def commands(tree, names_):
    found = [help_ for words, help_ in tree.items() if words and words[0] in names_ and not help_.subcommands]
    return [line for help_ in sorted(found, key=lambda help_: names_.index(help_.words[0])) for line in command(help_)]


def statuses():
    """What docs/reference says of exit statuses: each with its codes."""
    with open(f"{HERE}/../../docs/reference/errors.md", encoding="utf-8") as page:
        rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| \d+ \| (.*) \|$", page.read(), re.MULTILINE)
    if not rows:
        sys.exit("manual.py: there are no exit statuses in docs/reference/errors.md")
    found = {}
    for code, status, said in rows:
        found.setdefault(status, []).append(f"{code}: {said.replace('`', '')}")
    return [("0", ["Done."]), *sorted(found.items())]


def page(name, about, date, sections):
    """A page: its head, and its sections as (title, lines)."""
    lines = [
        f".Dd {date:%B} {date.day}, {date.year}",
        f".Dt {name.upper()} 1",
        ".Os",
        ".Sh NAME",
        f".Nm {name}",
        f".Nd {about}",
    ]
    for title, body in sections:
        lines += [f".Sh {title}", *body]
    return "\n".join(lines) + "\n"


def main():
    path, folder, date = sys.argv[1], sys.argv[2], datetime.date.fromisoformat(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="atrium-manual-") as home:
        program = Program(path, home)
        program("modules", "enable", "--all")
        tree = program.tree()
    root = tree[()]
    modules, hub = root.sections["SUBCOMMANDS"], root.sections["HUB SUBCOMMANDS"]
    everywhere = listing(root.of("OPTIONS"))
    pages = {
        "atrium": page(
            "atrium",
            "personal data hub",
            date,
            [
                ("SYNOPSIS", [".Nm", ".Op Ar options", ".Ar command ..."]),
                (
                    "DESCRIPTION",
                    [
                        *paragraphs(root.overview),
                        ".Pp",
                        "The modules, each with a page of its own, such as",
                        f".Xr atrium-{modules[0][0]} 1 :",
                        *names(modules),
                        ".Pp",
                        "The hub's own commands:",
                        *names(hub),
                    ],
                ),
                ("OPTIONS", ["Every command takes these.", *everywhere]),
                ("COMMANDS OF THE HUB", commands(tree, [name for name, _ in hub])),
                ("ENVIRONMENT", listing(ENVIRONMENT, lambda name: "Ev " + name)),
                ("FILES", listing(FILES, lambda name: "Pa " + name)),
                ("EXIT STATUS", ["As in", ".Pa sysexits.h :", *listing(statuses(), lambda status: status, paragraphs)]),
                ("SEE ALSO", [" ,\n".join(f".Xr atrium-{name} 1" for name in sorted(name for name, _ in modules))]),
            ],
        )
    }
    for name, about in modules:
        pages[f"atrium-{name}"] = page(
            f"atrium-{name}",
            argument(about.rstrip(".")),
            date,
            [
                ("SYNOPSIS", [f".Nm atrium {name}", ".Ar command ..."]),
                (
                    "DESCRIPTION",
                    [
                        *paragraphs(tree[name,].overview),
                        ".Pp",
                        "Every command also takes the options of",
                        ".Xr atrium 1 .",
                    ],
                ),
                ("COMMANDS", commands(tree, [name])),
                ("EXIT STATUS", ["As those of", ".Xr atrium 1 ."]),
                ("SEE ALSO", [".Xr atrium 1"]),
            ],
        )
    os.makedirs(folder, exist_ok=True)
    for name, lines in pages.items():
        with open(f"{folder}/{name}.1", "w", encoding="utf-8") as output:
            output.write(lines)


main()
