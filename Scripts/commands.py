#!/usr/bin/env python3
"""commands.py PROGRAM: holds every command that the documents name to the program: its words, and its options.

A command is what begins with `atrium` in a block or a span of code. Words in capitals, in <>, [] or (), and … stand for
something else; what comes after a pipe, a comment sign or a redirection is not looked at."""

import os
import re
import shlex
import subprocess
import sys
import tempfile

from program import Program

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What every parser takes, and what the library of arguments brings.
ALWAYS = {"--help", "-h", "--version", "--json", "--home", "--user", "--no-color", "--generate-completion-script"}
# Modules that the guide makes of another one.
EXAMPLES = {"plants": "quotes"}


def documents():
    """The pages that are written by hand, from the repository's root."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [name for name in listed.split("\n") if name and not name.startswith("docs/reference/")]


def named(text):
    """The commands of a page, as (line, words)."""
    # Blocks stand at odd places.
    line = 1
    for number, part in enumerate(re.split(r"^```", text, flags=re.MULTILINE)):
        pattern = (
            r"^\s*(?:\$ |sudo -u \w+ |[A-Z_]+=\S+ |swift run )*(atrium .*)$" if number % 2 else r"`(atrium\s[^`]*)`"
        )
        for found in re.finditer(pattern, part, re.MULTILINE):
            yield line + part.count("\n", 0, found.start(1)), found[1] if number % 2 else " ".join(found[1].split())
        line += part.count("\n")


def words_of(command):
    command = re.split(r"\s+[|#>]|&&|;|\s{2,}", command)[0]
    try:
        return shlex.split(command)[1:]
    except ValueError:
        return command.split()[1:]


class Commands:
    def __init__(self, program):
        self.tree = program.tree()

    def complaint(self, words):
        """What is wrong with the words of a command, or nothing."""
        path, rest = (), [EXAMPLES.get(words[0], words[0]), *words[1:]] if words else []
        while rest:
            if rest[0] in ("--home", "--user"):
                rest = rest[2:]
            elif rest[0] in ALWAYS:
                rest = rest[1:]
            elif (*path, rest[0]) in self.tree:
                path, rest = (*path, rest[0]), rest[1:]
            else:
                break
        help_ = self.tree[path]
        if help_.subcommands and rest and re.fullmatch(r"[a-z][a-z-]*", rest[0]) and path + (rest[0],) != ("help",):
            return f"there is no “{' '.join(('atrium', *path, rest[0]))}”"
        known = (
            set(
                re.findall(
                    r"--[a-z][a-z0-9-]*|(?<!\S)-[a-z]\b", " ".join(name for name, _ in help_.of("ARGUMENTS", "OPTIONS"))
                )
            )
            | ALWAYS
        )
        for word in rest:
            option = re.match(r"\[?(--[a-z][a-z0-9-]*)", word)
            if option and option[1] not in known and not help_.subcommands:
                return f"“atrium {' '.join(path)}” has no {option[1]}"
        return None


def main():
    with tempfile.TemporaryDirectory(prefix="atrium-commands-") as home:
        program = Program(sys.argv[1], home)
        program("modules", "enable", "--all")
        commands = Commands(program)
    count, wrong = 0, 0
    for name in documents():
        with open(f"{ROOT}/{name}", encoding="utf-8") as page:
            for number, command in named(page.read()):
                count += 1
                if said := commands.complaint(words_of(command)):
                    wrong += 1
                    print(f"{name}:{number}: {command}: {said}", file=sys.stderr)
    print(f"commands: {count} in the documents, {wrong} wrong")
    sys.exit(1 if wrong or not count else 0)


main()
