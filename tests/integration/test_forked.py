"""A process that is forked from the one that has imported the service is like one that was started."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.forked import ROOT, Python

ASKED = """
import os, signal, sys
print(sys.argv, __name__, os.getcwd(), sorted(os.environ), sys.stdin.read(), os.getppid())
print(sorted(os.listdir("/proc/self/fd")), sys.stdout.isatty(), signal.getsignal(signal.SIGINT))
print(os.getpgid(0) == os.getpid(), os.getsid(0) == os.getpid())
"""
IGNORED = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
SLOW = """
import ctypes, os, time
from tests import forked
assert not ctypes.CDLL(None).prctl(forked.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
here, leave = os.getpid(), os._exit
os._exit = lambda status: (time.sleep(0.2), leave(status))
if forked.forked_orphan() == 0:
    leave(os.getppid() != here)
print(os.WEXITSTATUS(os.wait()[1]))
"""
ENDINGS = {
    "by itself": "print('done')",
    "with a status": "raise SystemExit(3)",
    "with none": "raise SystemExit",
    "with words": "raise SystemExit('why')",
    "by a failure": "1 / 0",
    "killed": "import os; os.kill(os.getpid(), 9)",
    "after its threads": "import threading, time; threading.Timer(0.1, print, ['late']).start()",
    "as it was asked to": "import atexit; atexit.register(print, 'at the end')",
}


def told(start: type[subprocess.Popen[Any]], words: list[str], **more: Any) -> tuple[int, str, list[str]]:
    """How a process ended and what it printed, the last line alone of what went wrong."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    line = words if start is Python else [sys.executable, *words]
    with start(line, **{"cwd": ROOT, "text": True, **pipes, **more}) as process:
        out, err = process.communicate("given")
    return process.returncode, out, err.splitlines()[-1:]


@pytest.mark.parametrize("apart", [False, True])
def test_it_stands_where_it_was_started(tmp_path: Path, apart: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as handed:
        given: dict[str, Any] = {
            "cwd": tmp_path,
            "env": {"GIVEN": "1", "LC_ALL": "C.UTF-8"},
            "pass_fds": [handed.fileno()],
            "start_new_session": apart,
        }
        started, forked = (told(start, ["-c", ASKED, "a word"], **given) for start in (subprocess.Popen, Python))
    assert started == forked
    assert f"{os.getpid()}" in forked[1]


def test_it_has_its_parent_from_the_beginning() -> None:
    # a projector ends once its parent is another one; here the process between them takes long to end
    assert told(subprocess.Popen, ["-c", SLOW]) == (0, "0\n", [])


def test_where_an_interrupt_is_ignored_it_ignores_it_too() -> None:
    # so it is where a shell started the tests in the background
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        started, forked = (told(start, ["-c", IGNORED]) for start in (subprocess.Popen, Python))
    finally:
        signal.signal(signal.SIGINT, before)
    assert started == forked == (0, "True\n", [])
    assert told(Python, ["-c", IGNORED]) == (0, f"{before is signal.SIG_IGN}\n", [])


@pytest.mark.parametrize("code", ENDINGS.values(), ids=ENDINGS)
def test_it_ends_as_it_would(code: str) -> None:
    assert told(Python, ["-c", code]) == told(subprocess.Popen, ["-c", code])


def test_a_module_has_its_name_and_its_words() -> None:
    words = ["-m", "tests.integration.store.writing", "none"]
    forked = told(Python, words)
    assert forked == told(subprocess.Popen, words)
    assert forked[0] == 1
