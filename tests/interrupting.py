"""Ctrl-C, sent to a process that waits for more input."""

from __future__ import annotations

import fcntl
import signal
import struct
import subprocess
import termios
import time

import pytest
from running import PATIENCE


def interrupt(process: subprocess.Popen[bytes]) -> int:
    """Ctrl-C, and again where Python lost it, as it does inside of a finalizer."""
    for _ in range(4):
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(timeout=PATIENCE / 4)
        except subprocess.TimeoutExpired:
            continue
    pytest.fail("nothing interrupts it")


def wait_until_read(pipe: int, process: subprocess.Popen[bytes]) -> None:
    """Until the process has taken everything out of the pipe."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        (left,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))
        if not left:
            return
        time.sleep(0.01)  # between two looks, never for the result
    pytest.fail("the input was never read")
