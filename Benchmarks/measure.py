"""What the benchmarks share: runs of whole processes, tables of figures with their bounds, and their page."""

import datetime
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Runner:
    """Runs processes by launch.c, which this builds into a folder."""

    def __init__(self, folder):
        self.launch, self.result = f"{folder}/launch", f"{folder}/launch.result"
        subprocess.run(["cc", "-O2", "-o", self.launch, f"{HERE}/launch.c"], check=True)

    def __call__(self, command, home=None):
        """Runs a process to its end and gives its Figures; one that fails ends the benchmark."""
        environment = dict(os.environ, **({"ATRIUM_HOME": home} if home else {}))
        done = subprocess.run(
            [self.launch, self.result] + command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment
        )
        if done.returncode:
            sys.exit(f"{' '.join(command)} failed ({done.returncode}): {done.stderr.decode()[:500]}")
        with open(self.result, encoding="ascii") as result:
            wall, user, system, peak = map(float, result.read().split())
        return Figures(wall, user, system, peak / 1024)


class Figures:
    """Wall time, CPU time in user mode and in all in seconds; peak memory in MB."""

    def __init__(self, time, user, system, peak):
        self.time, self.user, self.cpu, self.peak = time, user, user + system, peak


def fresh(path):
    """Removes a folder and gives its path."""
    shutil.rmtree(path, ignore_errors=True)
    return path


def make(folder, kind, count):
    """Writes a file of so many items of a kind of make_input.py, and gives its path."""
    path = f"{folder}/{kind}-{count}.{dict(cards='vcf', people='vcf', events='ics').get(kind, 'csv')}"
    subprocess.run([sys.executable, f"{HERE}/make_input.py", kind, str(count), path], check=True)
    return path


def duration(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 0.2 else f"{seconds:.2f} s"


class Table:
    """Figures beside others and their bounds; printed as they come, and in the end as Markdown."""

    def __init__(self, columns):
        self.columns, self.rows, self.failed = columns, [], 0
        self.show(columns)

    @staticmethod
    def show(cells):
        print(" | ".join([f"{cells[0]:44}"] + [f"{cell:>20}" for cell in cells[1:]]), flush=True)

    def add(self, cells, held=None):
        """Adds a row; `held` tells whether its bound is, None that it has none."""
        self.failed += held is False
        self.rows.append(cells + [{True: "held", False: "**not held**", None: ""}[held]])
        self.show(self.rows[-1])

    def times(self, what, ours, theirs, bound=None):
        """Times of runs in pairs; the ratio is the median of the pairs'."""
        ratio = statistics.median(a.time / b.time for a, b in zip(ours, theirs))
        cpu = statistics.median(a.cpu / b.cpu for a, b in zip(ours, theirs)) if all(b.cpu for b in theirs) else 0
        self.add(
            [what]
            + [duration(statistics.median(f.time for f in runs)) for runs in (ours, theirs)]
            + [f"{ratio:.2f}", f"{cpu:.2f}", f"≤ {bound}" if bound else ""],
            None if bound is None else ratio <= bound,
        )

    def sizes(self, what, ours, limit):
        """A size in MB that has a limit of its own."""
        self.add([what, f"{ours:.1f} MB", "", "", "", f"≤ {limit:.0f} MB"], ours <= limit)

    def markdown(self):
        lines = ["| " + " | ".join(self.columns + [""]).strip() + " |", "|" + "---|" * (len(self.columns) + 1)]
        return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in self.rows])


def verdict(*tables, judged=True):
    """Prints how many bounds are not held and gives the exit status; bounds are for the full sizes on an idle machine,
    so that a short look need not be `judged`."""
    failed = sum(table.failed for table in tables)
    print(
        (f"{failed} bounds not held" if failed else "all bounds held")
        + ("" if judged else ", at these sizes: make bench decides")
    )
    return 1 if failed and judged else 0


def machine():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GB of memory, {platform.system()}"


def write_section(path, name, command, parts):
    """Puts a benchmark's result between the page's marks of that name."""
    with open(path, encoding="utf-8") as page:
        text = page.read()
    load = os.getloadavg()[0]
    head = (
        f"Made by `{command}` on {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}: {machine()}; "
        f"load average at the end {load:.1f}."
    )
    section = "\n\n".join([f"<!-- begin {name} -->", head] + parts + [f"<!-- end {name} -->"])
    new, count = re.subn(f"<!-- begin {name} -->.*<!-- end {name} -->", lambda _: section, text, flags=re.DOTALL)
    if count != 1:
        sys.exit(f"{path} has no place for {name}")
    with open(path, "w", encoding="utf-8") as page:
        page.write(new)
