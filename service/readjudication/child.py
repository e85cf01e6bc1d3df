"""A process that decides matches again, one after the other, and may die of any of them.

It reads a task from each line of standard input and writes a line with what it found. As Python may be caught in a
loop, its own alarm ends it when a match takes too long, also where its parent is gone. Start it with `ChildProcess`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from queue import Empty, SimpleQueue

import msgspec

from service.readjudication.deciding import DIED, TIMED_OUT, MatchFindings, MatchTask, decide_match, failed_findings

COMMAND = (sys.executable, "-m", "service.readjudication.child")
IDLE: SimpleQueue[ChildProcess] = SimpleQueue()


class ChildProcess:
    """A process that decides matches; another one is started where it has died."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None

    def decide(self, task: MatchTask) -> MatchFindings:
        """Have a match decided. Returns what was found, also where the process has died of it."""
        answer = self.ask(msgspec.json.encode(task) + b"\n")
        if answer.endswith(b"\n"):
            return msgspec.json.decode(answer, type=MatchFindings)
        status = self.end()
        if status == -signal.SIGALRM:
            return failed_findings(task, TIMED_OUT, f"not decided in {task.seconds:g} s")
        return failed_findings(task, DIED, f"its process ended with status {status}")

    def ask(self, line: bytes) -> bytes:
        """The line that is answered; less than a line where the process has died."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        except BrokenPipeError:
            return b""
        return self.process.stdout.readline()

    def end(self) -> int:
        """End the process, which has no task. Returns its status."""
        process, self.process = self.process, None
        if process is None:
            return 0
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue  # what it did not read it needs no more
        return process.wait()


def decide_in_child(task: MatchTask) -> MatchFindings:
    """Decide a match in a process beside this one, which is kept for the next. Returns what was found."""
    try:
        child = IDLE.get_nowait()
    except Empty:
        child = ChildProcess()
    try:
        return child.decide(task)
    finally:
        IDLE.put(child)


def end_children() -> None:
    """End the processes that wait for a task."""
    while True:
        try:
            IDLE.get_nowait().end()
        except Empty:
            return


def decide_lines() -> None:
    """Decide what comes, until nothing comes any more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # what something prints must not come between the answers
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, and with it what this process reads
    for line in sys.stdin.buffer:
        task = msgspec.json.decode(line, type=MatchTask)
        signal.setitimer(signal.ITIMER_REAL, task.seconds)
        answer = msgspec.json.encode(decide_match(task))
        signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(answer + b"\n")
        answers.flush()


if __name__ == "__main__":
    decide_lines()
