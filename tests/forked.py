"""Processes like `python -m MODULE …` and `python -c CODE …`, forked from one that has imported the service.

To import the service takes a process five times as long as to start a server or to carry out a command. So the first
`Python` of a test process starts `template_process`, which has imported everything and is forked for each that follows.
What is forked is a child of the test process, as if that had started it: its id, signals, exit status, standard output.
"""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
PR_SET_CHILD_SUBREAPER = 36
# a server with its workers, a projector, the commands
IMPORTED = (
    "gunicorn.app.wsgiapp",
    "gunicorn.workers.gthread",
    "service.cli",
    "service.demo.tour",
    "service.projector.process",
    "service.server.worker",
)
LONGEST = 1 << 18
STANDARD = 3
MOST_FILES = 16


class Python(subprocess.Popen[Any]):
    """A process of this Python; `words` are what follows `python`, and begin with `-m` or `-c`."""

    def __init__(
        self,
        words: Sequence[object],
        *,
        cwd: Path | str = ROOT,
        env: dict[str, str] | None = None,
        stdin: int | IO[Any] | None = None,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        text: bool = False,
        pass_fds: Sequence[int] = (),
        start_new_session: bool = False,
    ) -> None:
        super().__init__(
            [str(word) for word in words],
            cwd=cwd,
            env=env,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            text=text,
            pass_fds=pass_fds,
            start_new_session=start_new_session,
        )

    def _execute_child(
        self,
        args: list[str],
        _executable: Any,
        _preexec_fn: Any,
        _close_fds: Any,
        pass_fds: tuple[int, ...],
        cwd: Path | str,
        env: dict[str, str] | None,
        _startupinfo: Any,
        _creationflags: Any,
        _shell: Any,
        *pipes_and_more: Any,
    ) -> None:
        """The one step of `Popen` that makes the process; all else is as it does it."""
        pipes, (*_, start_new_session, _) = pipes_and_more[:6], pipes_and_more
        given = [pipe if pipe != -1 else number for number, pipe in enumerate((pipes[0], pipes[3], pipes[5]))]
        told = {
            "words": args,
            "folder": str(cwd),
            "environ": dict(os.environ if env is None else env),
            "files": [*range(STANDARD), *pass_fds],
            "session": start_new_session,
            "interrupt": signal.getsignal(signal.SIGINT) is not signal.SIG_IGN,
        }
        template = template_of(os.getpid())
        socket.send_fds(template, [json.dumps(told).encode()], [*given, *pass_fds])
        self.pid = int(template.recv(LONGEST))
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def run(words: Sequence[object], **more: Any) -> subprocess.CompletedProcess[Any]:
    """What such a process has printed, once it has ended."""
    pipe = subprocess.PIPE
    with Python(words, **{"stdout": pipe, "stderr": pipe, **more}) as process:
        out, err = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@cache
def template_of(_: int) -> socket.socket:
    """Where the template of a test process takes orders; it ends when the test process does."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    # whoever loses its parent becomes a child of this process: so do those who are forked from the template
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "PR_SET_CHILD_SUBREAPER")
    with its:
        handed = its.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(handed)], cwd=ROOT, pass_fds=[handed], stdin=subprocess.DEVNULL
        )
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def template_process(handed: int) -> Callable[[], object]:
    """Fork for each order; returns in the fork alone, with what that has to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_service()
    orders = socket.socket(fileno=handed)
    while True:
        data, files, _, _ = socket.recv_fds(orders, LONGEST, MOST_FILES)
        if not data:
            sys.exit()
        if (pid := forked_orphan()) == 0:
            orders.detach()
            return prepared(json.loads(data), files)
        orders.send(str(pid).encode())
        for each in files:
            os.close(each)


def import_service() -> None:
    """Import what a server, a projector and the commands need, and read the rules, as a server does before it forks."""
    for each in IMPORTED:
        import_module(each)
    from service.server.serving import check_ready
    from service.settings import Settings
    from tests.stores import make_store

    with TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "praetor.db")
        make_store(settings)
        check_ready(settings)


def forked_orphan() -> int:
    """Fork a process that has lost its parent already: its id, and 0 in itself.

    It goes on only when its first parent has ended and was waited for: by then it is a child of the test process, which
    a projector looks for at once.
    """
    told, telling = os.pipe()
    held, holding = os.pipe()
    if between := os.fork():
        os.close(telling)
        os.close(held)
        os.waitpid(between, 0)
        os.close(holding)
        with open(told, "rb") as answer:
            return int(answer.read())
    os.close(told)
    os.close(holding)
    if pid := os.fork():
        os.write(telling, str(pid).encode())
        os._exit(0)
    os.close(telling)
    os.read(held, 1)
    os.close(held)
    return 0


def prepared(told: dict[str, Any], files: list[int]) -> Callable[[], object]:
    """Make this process like one that was just started, and give what it has to do."""
    signal.signal(signal.SIGINT, signal.default_int_handler if told["interrupt"] else signal.SIG_IGN)
    if told["session"]:
        os.setsid()
    beyond = max(told["files"]) + 1
    moved = [fcntl.fcntl(each, fcntl.F_DUPFD, beyond) for each in files]
    os.closerange(STANDARD, beyond)
    for theirs, ours in zip(moved, told["files"], strict=True):
        os.dup2(theirs, ours)
    os.closerange(beyond, os.sysconf("SC_OPEN_MAX"))
    os.chdir(told["folder"])
    os.environ.clear()
    os.environ.update(told["environ"])
    time.tzset()
    flag, what, *more = told["words"]
    if flag == "-c":
        sys.argv = ["-c", *more]
        return lambda: exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
    sys.argv = [what, *more]
    return lambda: runpy.run_module(what, run_name="__main__", alter_sys=True)


def status_of(work: Callable[[], object]) -> int:
    """The exit status of a process that does this work; what it fails with is printed."""
    try:
        work()
    except SystemExit as ended:
        if isinstance(ended.code, int | None):
            return ended.code or 0
        print(ended.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    else:
        return 0
    return 1


def end(status: int) -> NoReturn:
    """End as an interpreter does, but do not take apart what was imported: that takes longer than many a command."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    end(status_of(template_process(int(sys.argv[1]))))
