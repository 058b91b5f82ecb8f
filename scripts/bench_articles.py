"""Orders articles from a running service and prints how long they take and what they cost the process.

    bench_articles.py single URL KEY PID PROVIDERS LATENCY   five of 5,000 words, one after the other: calls, time beside the
                                                             latency of a call, processor time of the service
    bench_articles.py processor URL KEY PID                  processor time of the service for each of 40 articles
    bench_articles.py many URL KEY PID                       memory of the service with 1,000 under way
"""

import json
import os
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

# The stand-in for a model has no texts of its own on these keywords. It writes as many words as it is asked to.
KEYWORDS = [
    "how to season a teak bench",
    "best trail running socks",
    "how to store dahlia tubers",
    "standing desk cost",
    "piano tuner near me",
    "how to make rye crispbread",
]


class Service:
    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = url, key

    def call(self, path: str, body: dict | None = None, wait: int = 0) -> dict:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", "Prefer": f"wait={wait}"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers)) as response:
            return json.load(response)

    def order(self, number: int, words: int) -> str:
        keyword = KEYWORDS[number % len(KEYWORDS)]
        body = {"focusKeyword": keyword, "instructions": f"number {number}", "targetWordCount": words, "imageOption": 0}
        return self.call("/v1/articles/generate", body)["articleId"]

    def finish(self, article: str) -> dict:
        while True:
            status = self.call(f"/v1/articles/{article}/status", wait=25)
            if status["status"] != "processing":
                assert status["status"] == "completed", status["error"]
                return status

    def under_way(self) -> int:
        """Articles that somebody works on."""
        count, cursor = 0, ""
        while True:
            page = self.call(f"/v1/articles?status=processing&limit=100{cursor}")
            count += sum(article["stage"] != "queued" for article in page["data"])
            if not page["hasMore"]:
                return count
            cursor = f"&cursor={page['nextCursor']}"


def processor_seconds(pid: int) -> float:
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int, name: str) -> float:
    lines = open(f"/proc/{pid}/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def calls(providers: str) -> int:
    """What the sandbox's providers were sent so far."""
    with urllib.request.urlopen(providers + "/__sandbox/journal") as response:
        return json.load(response)["total"]


def single(service: Service, pid: int, providers: str, latency: float) -> None:
    service.finish(service.order(0, 1500))
    ratios, times = [], []
    for number in range(1, 6):
        sent, spent, started = calls(providers), processor_seconds(pid), time.monotonic()
        article = service.finish(service.order(number, 5000))["article"]
        ratios.append((time.monotonic() - started) / latency)
        times.append((processor_seconds(pid) - spent) * 1000)
        print(
            f"{article['wordCount']} words, {len(article['sections'])} sections, {calls(providers) - sent} calls: "
            f"{ratios[-1]:.2f} x {latency:g} s, {times[-1]:.0f} ms of processor time"
        )
    print(f"slowest: {max(ratios):.2f} x latency; processor time: {sum(times) / len(times):.0f} ms on average, {max(times):.0f} ms at most")


def processor(service: Service, pid: int) -> None:
    service.finish(service.order(0, 1500))
    before = processor_seconds(pid)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: service.finish(service.order(number, 2000)), range(1, 41)))
    print(f"{(processor_seconds(pid) - before) / 40 * 1000:.0f} ms of processor time for each article of 2,000 words (polls included)")


def many(service: Service, pid: int) -> None:
    print(f"before: {memory(pid, 'VmRSS'):.0f} MB")
    with ThreadPoolExecutor(16) as pool:
        articles = list(pool.map(lambda number: service.order(number, 1500), range(1000)))
    most, then = 0, 0.0
    while count := service.under_way():
        if count > most:
            most, then = count, memory(pid, "VmRSS")
        time.sleep(1)
    print(f"1,000 ordered; when most of them, {most}, were under way: {then:.0f} MB")
    for article in articles:
        service.finish(article)
    print(f"all completed: {memory(pid, 'VmRSS'):.0f} MB, at most {memory(pid, 'VmHWM'):.0f} MB")


def main(kind: str, url: str, key: str, pid: str, *arguments: str) -> None:
    service = Service(url, key)
    if kind == "single":
        providers, latency = arguments
        single(service, int(pid), providers, float(latency))
    elif kind == "processor":
        processor(service, int(pid))
    else:
        many(service, int(pid))


main(*sys.argv[1:])
