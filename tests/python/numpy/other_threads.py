# SPDX-License-Identifier: Apache-2.0
"""Whether a call lets other threads of Python run meanwhile."""

import sys
import threading
import time


def run_within(call):
    """Whether another thread runs within one of some calls. No thread is made to give way: the other one runs where this one
    lets go of the GIL, which nothing but `call` may do."""
    ticks, done = 0, False

    def tick():
        nonlocal ticks
        while not done:
            ticks += 1
            time.sleep(1e-4)

    interval = sys.getswitchinterval()
    other = threading.Thread(target=tick)
    other.start()
    sys.setswitchinterval(1000)
    time.sleep(0.05)  # the other one waits by the new interval from now on
    try:
        for _ in range(50):
            before = ticks
            call()
            if ticks > before:
                return True
        return False
    finally:
        sys.setswitchinterval(interval)
        done = True
        other.join()
