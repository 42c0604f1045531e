# SPDX-License-Identifier: Apache-2.0
"""A Triton server on free ports of this machine, which never outlives its test."""
import importlib.util
import os
import pathlib
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

# A server that is not ready by then never will be, however loaded the machine.
READY_SECONDS = 120
STOP_SECONDS = 40


def server_program():
    """That of the package nvidia-pytriton, which is not imported."""
    package = pathlib.Path(importlib.util.find_spec("pytriton").origin).parent
    return package / "tritonserver" / "bin" / "tritonserver"


def free_ports(count):
    """Ports that nobody has: open together, so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class TritonServer:
    """Serves a model repository from `with` until its end. Models are loaded and unloaded by clients too."""

    def __init__(self, repository, backends, log, *options):
        self.log_path = pathlib.Path(log)
        self.http_port, self.grpc_port, self.metrics_port = free_ports(3)
        self.command = [
            str(server_program()), f"--model-repository={repository}", f"--backend-directory={backends}",
            "--http-address=127.0.0.1", f"--http-port={self.http_port}", "--grpc-address=127.0.0.1",
            f"--grpc-port={self.grpc_port}", "--metrics-address=127.0.0.1", f"--metrics-port={self.metrics_port}",
            "--model-control-mode=explicit", "--load-model=*", "--exit-on-error=false", "--strict-readiness=false",
            "--exit-timeout-secs=10", *options,
        ]
        self.process = None

    def __enter__(self):
        with open(self.log_path, "ab") as log:
            # In a group of its own: an interrupt at the keyboard is for the test, which then stops the server.
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, start_new_session=True)
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self):
        """As the system does where memory is short."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @property
    def http(self):
        return f"127.0.0.1:{self.http_port}"

    @property
    def grpc(self):
        return f"127.0.0.1:{self.grpc_port}"

    def log(self):
        return self.log_path.read_text(errors="replace")

    def metrics(self, model):
        """Counters of a model, by name."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=30) as page:
            lines = page.read().decode().splitlines()
        values = {}
        for line in lines:
            if f'model="{model}"' in line:
                name, value = line.split("{")[0], line.rsplit(" ", 1)[1]
                values[name] = values.get(name, 0) + float(value)
        return values

    def _wait_until_ready(self):
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}:\n{self.log()[-4000:]}")
            try:
                urllib.request.urlopen(f"http://{self.http}/v2/health/ready", timeout=5)
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError(f"the server is not ready after {READY_SECONDS} s:\n{self.log()[-4000:]}")
