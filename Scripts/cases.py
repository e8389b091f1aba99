"""How the scripts say what they tried: a line for each case, the counts at the end, the totals of several scripts."""

import os
import re
import subprocess
import sys
import traceback


class Skipped(Exception):
    """The machine does not allow the case."""


def shared(path):
    """The path of a file or folder in ../shared, beside the project. If it is absent, the case is skipped, which
    counts as failed where the environment variable CI is set."""
    place = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared", path))
    if not os.path.exists(place):
        raise Skipped(f"../shared/{path} is absent")
    return place


class Cases:
    """The cases of a script, run and counted; `may_skip` says of a title whether it may be passed over."""

    def __init__(self, may_skip=lambda title: True):
        self.results, self.may_skip = {"passed": 0, "failed": 0, "skipped": 0}, may_skip

    def tell(self, title, body):
        """Runs a case at once and prints its line, with the note that it gives; says how it ended."""
        try:
            note = body()
            ended, line = "passed", f"ok       {title}" + (f" {note}" if note else "")
        except Skipped as reason:
            ended = "skipped" if self.may_skip(title) else "failed"
            line = f"{'skipped' if ended == 'skipped' else 'FAILED '}  {title} ({reason})"
        except Exception as error:
            ended, line = "failed", f"FAILED   {title}: {type(error).__name__} at {place(error)}: {str(error)[:1500]}"
        self.results[ended] += 1
        print(line, flush=True)
        return ended

    def finish(self):
        """Prints how many passed and failed as the last line, and ends the script."""
        print(f"{self.results['passed']} passed, {self.results['failed']} failed")
        sys.exit(1 if self.results["failed"] else 0)


def place(error):
    """The lines of the script that runs, rather than of what it shares, that led to an error, the outermost first."""
    script = os.path.abspath(sys.argv[0])
    lines = [
        str(frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.abspath(frame.filename) == script
    ]
    return "line " + " > ".join(lines) if lines else "no line of this script"


def run_all(name, scripts, counted, about=""):
    """Runs scripts of the running one's folder, given as (name, words), adds up what their last lines count, and ends
    with one line of totals: `counted` are its words; if `tried` is one, as many must have `survived`."""
    total, broken = dict.fromkeys(counted, 0), []
    folder = os.path.dirname(os.path.abspath(sys.argv[0]))
    for script, words in scripts:
        process = subprocess.Popen(
            [sys.executable, "-B", f"{folder}/{script}.py", *words], stdout=subprocess.PIPE, text=True
        )
        last = ""
        for last in process.stdout:
            print(last, end="", flush=True)
        found = re.findall(rf"(\d+) ({'|'.join(counted)})\b", last)
        if process.wait() or len(found) != len(counted):
            broken.append(script)
        for number, what in found:
            total[what] += int(number)
    print(
        f"{name}: "
        + about
        + ", ".join(f"{number} {what}" for what, number in total.items())
        + (": see " + ", ".join(broken) if broken else "")
    )
    sys.exit(1 if broken or total.get("tried") != total.get("survived") else 0)
