"""A program on a pseudo-terminal: what it draws there, and what a person would type."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

# How the program begins a line anew that it draws again and again.
CLEAR = "\r\x1b[K"


class Console:
    """A program on a terminal of so many columns; `environment` is added to this script's."""

    def __init__(self, *command, columns=80, environment=None):
        self.columns = columns
        self.text = ""
        self.draws = []
        self.seen = 0
        child, self.descriptor = pty.fork()
        if child == 0:
            # The width is there before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            # A shell starts what it runs in the background with the signal ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execve(command[0], command, os.environ | {"LC_ALL": "C.UTF-8", "TERM": "xterm"} | (environment or {}))
        self.child = child
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def read(self, seconds):
        """Reads what comes within some seconds; false at the end."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return True
        try:
            piece = self.decoder.decode(os.read(self.descriptor, 65536))
        except OSError:
            return False
        self.draws += [time.monotonic()] * piece.count(CLEAR)
        self.text += piece
        return bool(piece)

    def expect(self, pattern, seconds=60):
        """Waits for text that was not yet waited for."""
        end = time.monotonic() + seconds
        while not (match := re.search(pattern, self.text[self.seen :])):
            if time.monotonic() > end or not self.read(0.05):
                raise AssertionError(f"“{pattern}” does not come: {self.text[self.seen :][-600:]!r}")
        self.seen += match.end()
        return match

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def end(self):
        """Reads to the end and gives the exit status."""
        end = time.monotonic() + 120
        while self.read(1):
            if time.monotonic() > end:
                os.kill(self.child, signal.SIGKILL)
                raise AssertionError(f"it does not end: {self.text[-600:]!r}")
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])

    @property
    def lines(self):
        """What stays on the terminal."""
        return [line.rsplit("\r\x1b[K", 1)[-1].rstrip("\r") for line in self.text.split("\n")]

    @property
    def drawn(self):
        """The states of the line that is drawn again and again."""
        return [part.split("\r\n")[0] for part in self.text.split(CLEAR)[1:]]


def width(text):
    """The cells of a text: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
