"""Audits a page again and again with a running service, four audits at once, and tells what they leave behind.

Usage: bench_audit.py URL KEY PID AUDITS
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from compare_lighthouse import ask, serve

AT_ONCE = 4
LOOKS = 10
# How much larger a process may be at the end than after the first tenth: caches fill, and allocators keep
# memory.
MOST_GROWTH = 1.25


def processes(parent: int) -> list[tuple[str, float]]:
    """The command line and the megabytes of a process and of all that it started."""
    children: dict[int, list[int]] = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(entry))
        except (FileNotFoundError, ProcessLookupError):
            continue
    found, queue = [], [parent]
    while queue:
        process = queue.pop()
        queue += children.get(process, [])
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                command = file.read().replace(b"\0", b" ").decode(errors="replace")
            with open(f"/proc/{process}/smaps_rollup", encoding="utf-8") as file:
                kilobytes = next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except (FileNotFoundError, ProcessLookupError, StopIteration):
            continue
        found.append((command, kilobytes / 1024))
    return found


def at_rest(parent: int) -> dict[str, float]:
    """What there is once the pages of the last audits are closed, or after ten seconds."""
    deadline = time.monotonic() + 10
    while True:
        (_, service), *browser = processes(parent)
        pages = sum("--type=renderer" in command for command, _ in browser)
        if pages <= 1 or time.monotonic() > deadline:  # Chromium keeps one renderer ready.
            megabytes = sum(size for _, size in browser)
            return {"service MB": service, "browser MB": megabytes, "processes": len(browser), "renderers": pages}
        time.sleep(0.1)


def is_measured(url: str, key: str, page: str) -> bool:
    """Audits the page; tells whether the browser saw its largest paint, which a machine may be too busy for."""
    report, _ = ask(url, key, page)
    return ((report["coreWebVitals"].get("lab") or {}).get("lcp") or {}).get("value") is not None


def main() -> None:
    url, key, service, audits = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    page = f"{serve()}/light"
    first, measured, began = None, 0, time.monotonic()
    for look in range(LOOKS):
        count = audits // LOOKS
        with ThreadPoolExecutor(AT_ONCE) as pool:
            measured += sum(pool.map(lambda _: is_measured(url, key, page), range(count)))
        left = at_rest(service)
        first = first or left
        done = (look + 1) * count
        print(f"{done:>5} audits, {measured} with figures, {time.monotonic() - began:.0f} s: " + ", ".join(f"{name} {value:.0f}" for name, value in left.items()), flush=True)
    grown = {name: left[name] / max(first[name], 1) for name in left}
    print("at the end against the first tenth: " + ", ".join(f"{name} {times:.2f}" for name, times in grown.items()))
    if max(grown.values()) > MOST_GROWTH or left["renderers"] > 1:
        sys.exit("missed: something was left behind")


main()
