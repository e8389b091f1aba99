"""What the built program says of itself, for the scripts that write documents from it."""

import concurrent.futures
import os
import re
import subprocess
import sys


class Program:
    """The program on a home of its own, where nothing that it says depends on the machine."""

    def __init__(self, path, home):
        self.path, self.home = os.path.abspath(path), home

    def attempt(self, *words):
        """Runs a command and gives the ended process."""
        # The zone, the user's name and the width of help.
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.home,
            "USER": "owner",
            "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
        }
        return subprocess.run(
            [self.path, "--home", f"{self.home}/hub", *words],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )

    def __call__(self, *words):
        """Runs a command and gives what it printed; one that fails ends the script."""
        done = self.attempt(*words)
        if done.returncode:
            sys.exit(f"{os.path.basename(sys.argv[0])}: {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def tree(self):
        """The help of all commands by their words, in the order in which help lists them."""
        found = {}
        with concurrent.futures.ThreadPoolExecutor(4) as workers:
            level = [()]
            while level:
                found.update(zip(level, workers.map(lambda words: Help(words, self(*words, "--help")), level)))
                level = [(*words, name) for words in level for name in found[words].subcommands]
        return found


class Help:
    """What `--help` says: overview, usage, and the entries of each section as (name, text)."""

    def __init__(self, words, text):
        self.words = words
        parts = re.split(r"^([A-Z][A-Z ]*):[ \n]?", text, flags=re.MULTILINE)
        found = dict(zip(parts[1::2], parts[2::2]))
        self.overview = [" ".join(part.split()) for part in re.split(r"\n\s*\n", found["OVERVIEW"].strip())]
        self.usage = " ".join(found["USAGE"].split())
        self.sections = {name: list(entries(body)) for name, body in found.items() if name not in ("OVERVIEW", "USAGE")}

    def of(self, *names):
        return [entry for name in names for entry in self.sections.get(name, [])]

    @property
    def subcommands(self):
        return [name for name, _ in self.of("SUBCOMMANDS", "HUB SUBCOMMANDS")]

    @property
    def own(self):
        """Arguments and options, but for those that every command has."""
        return [(name, text) for name, text in self.of("ARGUMENTS", "OPTIONS") if not name.startswith(GLOBAL)]


# Options that every command has.
GLOBAL = ("--home", "--user", "--json", "--no-color", "--version", "-h,")


def entries(body):
    """Entries of a section: a name at the third column, its text from the 27th on, also on the next lines."""
    name, text = None, []
    for line in body.splitlines():
        if line.startswith("  See "):
            break
        if match := re.match(r"  (\S.*?)(?:\s{2,}(\S.*))?$", line) if line[:3].strip() else None:
            if name:
                yield name, " ".join(text)
            # A name that reaches the text's column is parted from it by one blank only.
            if not match[2] and len(line) > 26 and line[25] == " ":
                name, text = line[2:25].rstrip(), [line[26:]]
            else:
                name, text = match[1], [match[2]] if match[2] else []
        elif line.startswith(" " * 10) and name:
            text.append(line.strip())
        elif not line.strip() and name:
            yield name, " ".join(text)
            name, text = None, []
    if name:
        yield name, " ".join(text)
