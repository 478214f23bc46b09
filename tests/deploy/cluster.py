"""The whole service as its files set it up: PostgreSQL, two processes as their unit starts them, nginx with TLS."""

import contextlib
import os
import shlex
import signal
import ssl
import subprocess
import time

import httpx

from tests.deploy.files import environment, replaced, unit
from tests.house.tree import read
from tests.service.postgres import free_port, wait_for

TIMEOUT = 40.0  # seconds


class Process:
    """One process, as its unit would start it."""

    def __init__(self, prefix, settings, log) -> None:
        self.port, self._settings, self.log = free_port(), settings, log
        line = unit("turncoat@.service")["ExecStart"][0]
        self._command = shlex.split(replaced(line, ("/opt/turncoat", str(prefix)), ("%i", str(self.port))))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self):
        """Starts it and waits until it is ready."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self._command, env=self._settings, stdout=log, stderr=log)
        ends = time.monotonic() + TIMEOUT
        while self.ask("/api/ready") != 200:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < ends, self.log.read_text()
            time.sleep(0.05)

    def ask(self, path):
        """The status of the answer, asked of this process itself; None where there is none."""
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}{path}", timeout=20).status_code
        except httpx.TransportError:
            return None

    def figures(self):
        """What it tells Prometheus."""
        return httpx.get(f"http://127.0.0.1:{self.port}/metrics", timeout=20).text

    def end(self, how=signal.SIGTERM):
        """Its exit code after that signal."""
        assert self.process
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        return self.process.wait(TIMEOUT)


class Cluster:
    """All of it, in a folder."""

    def __init__(self, prefix, postgres, folder) -> None:
        self.postgres, self._folder = postgres, folder
        self.port, self.plain_port = free_port(), free_port()
        self.origin = f"https://localhost:{self.port}"
        settings = environment()
        database = replaced(
            settings["TURNCOAT_DATABASE"], ("/turncoat?", "/postgres?"), ("/run/postgresql", postgres.socket)
        )
        changed = {"TURNCOAT_ORIGIN": self.origin, "TURNCOAT_WORKERS": "1"}
        assert set(changed) <= set(settings)
        changed["TURNCOAT_DATABASE"] = f"{database}&port={postgres.port}"
        settings |= {"PATH": os.environ["PATH"], "HOME": str(folder)} | changed
        self.processes = [Process(prefix, settings, folder / f"process-{number}.log") for number in range(2)]
        self._certificate()
        self._proxy: subprocess.Popen[bytes] | None = None

    def _certificate(self):
        (self._folder / "tls").mkdir()
        self._pem, key = self._folder / "tls" / "fullchain.pem", self._folder / "tls" / "privkey.pem"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        subprocess.run([*command, "-keyout", key, "-out", self._pem], check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=self._pem)

    def _configuration(self):
        """nginx.conf with other ports and folders, and nothing else that is other."""
        folder = self._folder
        upstream = replaced(
            read("deploy/upstream.conf"),
            ("127.0.0.1:8081", f"127.0.0.1:{self.processes[0].port}"),
            ("127.0.0.1:8082", f"127.0.0.1:{self.processes[1].port}"),
        )
        (folder / "upstream.conf").write_text(upstream)
        own = "".join(
            f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        text = replaced(
            read("deploy/nginx.conf"),
            ("worker_processes auto;", "worker_processes 1;"),
            ("/etc/turncoat/upstream.conf", str(folder / "upstream.conf")),
            ("/etc/turncoat/tls", str(folder / "tls")),
            ("server_tokens off;", f"server_tokens off; {own}"),
            ("listen 80 default_server", f"listen 127.0.0.1:{self.plain_port} default_server"),
            ("listen 443 ssl http2 default_server", f"listen 127.0.0.1:{self.port} ssl http2 default_server"),
            ("listen [::]:80 default_server;", ""),
            ("listen [::]:443 ssl http2 default_server;", ""),
        )
        (folder / "nginx.conf").write_text(text)
        return folder / "nginx.conf"

    def start(self):
        """Starts everything."""
        for process in self.processes:
            process.start()
        folder = self._folder
        user = "user root;" if os.geteuid() == 0 else ""  # whose folder it is
        more = f"daemon off; pid {folder / 'nginx.pid'}; error_log {folder / 'nginx.log'}; {user}"
        command = ["nginx", "-p", folder, "-e", folder / "nginx.log", "-c", self._configuration(), "-g", more]
        self._proxy = subprocess.Popen(command)
        wait_for(self.port)

    def client(self, address=None):
        """Somebody outside, at that address."""
        transport = httpx.HTTPTransport(verify=self.tls, local_address=address)
        return httpx.Client(base_url=self.origin, transport=transport, timeout=20)

    def stop(self):
        """Ends what still runs."""
        if self._proxy:
            self._proxy.terminate()
            self._proxy.wait(20)
        for process in self.processes:
            if process.process and process.process.poll() is None:
                process.end()
