"""The `praetor` of the guides: the command line, whose keys are the same each time.

A guide has some twenty commands, and to import what each of them needs takes ten times as long as the command. So the
shell of a guide starts `guide_command.py`, which imports nothing, and asks the process of this module, which has
imported everything and is forked for each command.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from service.cli import main

ROOT = Path(__file__).resolve().parents[3]
COMMAND = Path(__file__).with_name("guide_command.py")
LONGEST = 1 << 20


@contextmanager
def praetor_in(folder: Path) -> Iterator[None]:
    """A program `bin/praetor` in a folder, which works inside the block."""
    place = folder / "praetor.socket"
    program = folder / "bin" / "praetor"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -E "{COMMAND}" "{place}" "$@"\n')
    program.chmod(0o755)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(str(place))
        listening.listen()
        handed = listening.fileno()
        process = subprocess.Popen([sys.executable, "-m", __spec__.name, str(handed)], cwd=ROOT, pass_fds=[handed])
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def serve_commands(handed: int) -> None:
    """Carry out every command that is asked for, each in a process of its own."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who has ended is waited for by nobody
    with socket.socket(fileno=handed) as listening:
        while True:
            asking, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                status = carried_out(asking)
                asking.send(str(status).encode())
                os._exit(0)
            asking.close()


def carried_out(asking: socket.socket) -> int:
    """The exit status of the command that is asked for, run where and as whoever asks would run it."""
    data, files, _, _ = socket.recv_fds(asking, LONGEST, 3)
    for ours, theirs in enumerate(files):
        os.dup2(theirs, ours)
        os.close(theirs)
    asked = json.loads(data)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environ"])
    status = run(asked["words"])
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def run(words: list[str]) -> int:
    """The exit status of `praetor` with some words."""
    secret = bytes(f"{'-'.join(words):.32}".ljust(32), "ascii")
    try:
        with patch("service.app.keys.token_bytes", lambda _: secret):
            main(words, prog_name="praetor")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    serve_commands(int(sys.argv[1]))
