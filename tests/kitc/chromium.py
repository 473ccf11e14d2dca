"""Real Chromium, driven over its debugging pipe. IO: starts a browser with a profile of its own.

Source: Chrome DevTools Protocol; with ``--remote-debugging-pipe`` messages are JSON ended by a NUL, read by the
browser from descriptor 3 and written to 4.
"""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

from tests.kitc.npm import absent

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
Message = dict[str, Any]


class Chromium:
    """One browser with one page; every call waits for its answer."""

    def __init__(self, write: int, read: int) -> None:
        self._write, self._read = write, read
        self._rest, self._count, self._session = b"", 0, ""
        self.requests: list[str] = []
        """Addresses that pages have asked for, in order."""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime"):
            self._call(f"{domain}.enable")

    def show(self, url: str, *, width: int = 1100, height: int = 900, scripts: bool = True) -> None:
        """Open *url* in a window of that size and wait until it is loaded."""
        self._call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.requests.clear()
        self._call("Page.navigate", url=url)
        self._until("Page.loadEventFired")

    def media(self, *, kind: str = "", scheme: str = "light") -> None:
        """Show the page as on *kind* (``print`` or empty for a screen) in a light or dark scheme."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._call("Emulation.setEmulatedMedia", media=kind, features=features)

    def tell(self, script: str) -> Any:
        """The value of a JavaScript expression, awaited."""
        found = self._call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def picture(self, file: Path) -> bytes:
        """A PNG of the whole page, written to *file*."""
        shot = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(shot["data"]))
        return file.read_bytes()

    def print(self) -> bytes:
        """The page as PDF."""
        return base64.b64decode(self._call("Page.printToPDF", printBackground=True)["data"])

    def _call(self, method: str, **parameters: Any) -> Message:
        self._count += 1
        sent: Message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            sent["sessionId"] = self._session
        data = json.dumps(sent).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        while True:
            message = self._next()
            if message.get("id") == self._count:
                assert "error" not in message, (method, message["error"])
                result: Message = message["result"]
                return result

    def _until(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self, *, patience: float = 40.0) -> Message:
        deadline = time.monotonic() + patience
        while b"\0" not in self._rest:
            ready, _, _ = select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, "the browser does not answer"
            piece = os.read(self._read, 1 << 20)
            assert piece, "the browser has gone"
            self._rest += piece
        text, _, self._rest = self._rest.partition(b"\0")
        message: Message = json.loads(text)
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        return message


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A fresh browser; skips where there is none, and fails when ``CI`` is set."""
    command = next((found for name in NAMES if (found := shutil.which(name))), None)
    if command is None:
        absent("Chromium is not installed")
    assert command is not None
    ours_read, write = os.pipe()
    read, ours_write = os.pipe()
    theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (read, write)]
    os.close(read)
    os.close(write)
    with tempfile.TemporaryDirectory(prefix="kitc-chromium-", ignore_cleanup_errors=True) as profile:
        script = f'exec "$0" "$@" 3<&{theirs[0]} 4>&{theirs[1]}'
        process = subprocess.Popen(
            ["/bin/bash", "-c", script, command, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=theirs,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs[0])
        os.close(theirs[1])
        try:
            yield Chromium(ours_write, ours_read)
        finally:
            os.close(ours_write)
            os.close(ours_read)
            process.terminate()
            process.wait(timeout=20)
