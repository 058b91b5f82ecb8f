"""Serves pages on loopback, audits each with the service and with Lighthouse in turns, and compares what they measured. Both throttle
the load as Lighthouse does for phones.

Both have a browser that runs already: a first load after the start is slower, and would be compared with one that is not.

Usage: compare_lighthouse.py URL KEY LIGHTHOUSE ROUNDS
"""

import contextlib
import http.server
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zlib

CLS_DECIMALS = 2
LCP_TOLERANCE = 0.10
WALL_LIMIT, WALL_AIM = 1 / 3, 1 / 4
# The delays of a real page, with which the paint depends on the page instead of chance.
SERVER_SECONDS, PICTURE_SECONDS = 0.2, 0.6

HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><meta name="description" content="A page to compare two auditors with."><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"></head><body><main><h1>{title}</h1>"""
TAIL = "</main></body></html>"
WORDS = "the coffee steeps slowly in cold water until it is strong and smooth enough to pour over ice".split()


def text(seed, count):
    return " ".join(WORDS[(seed * 7 + number * 5) % len(WORDS)] for number in range(count)).capitalize() + "."


def light_page():
    """An article with a picture that comes late."""
    paragraphs = "".join(f"<h2>Part {part}</h2><p>{text(part, 90)}</p><p>{text(part + 3, 90)}</p>" for part in range(10))
    links = "".join(f'<p><a href="/more/{number}">More about part {number}</a></p>' for number in range(20))
    return HEAD.format(title="Cold brew coffee") + '<img src="/picture.png" width="360" height="360" alt="A glass of coffee">' + paragraphs + links + TAIL


def shifting_page():
    """An article whose text is pushed down by what comes late."""
    script = "<script>setTimeout(() => { late.style.height = '180px' }, 900)</script>"
    return (
        HEAD.format(title="Late banner")
        + '<div id="late"></div><img src="/picture.png" width="360" height="300" alt="A glass of coffee">'
        + "".join(f"<p>{text(part, 60)}</p>" for part in range(8))
        + script
        + TAIL
    )


def heavy_page():
    """1.6 MB with 6,000 links."""
    page = [HEAD.format(title="Everything about coffee"), '<img src="/picture.png" width="360" height="360" alt="A glass of coffee">']
    size = 0
    for link in range(6000):
        paragraph = f'<p>{text(link, 16)} <a href="/more/{link % 40}">{text(link, 4)}</a> {text(link + 2, 16)}</p>\n'
        page.append(paragraph)
        size += len(paragraph)
    while size < 1_600_000:
        page.append(f"<p>{text(size, 30)}</p>\n")
        size += len(page[-1])
    return "".join(page) + TAIL


def picture():
    """A picture large enough to be the largest paint, and too coarse to be compressed away."""
    side, state, rows = 400, 1, bytearray()
    for _ in range(side):
        rows.append(0)
        for _ in range(side):
            state = (state * 1103515245 + 12345) % 2**31
            rows += bytes((state >> 16 & 255, state >> 8 & 255, 90))

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")


PAGES = {"light": light_page().encode(), "shifting": shifting_page().encode(), "heavy": heavy_page().encode()}
PICTURE = picture()
STYLE = b"body { font: 18px/1.6 sans-serif; margin: 0 auto; max-width: 40em; padding: 1em } img { display: block; max-width: 100%; height: auto }"


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/picture.png":
            time.sleep(PICTURE_SECONDS)
            self.reply(200, "image/png", PICTURE)
        elif path == "/style.css":
            self.reply(200, "text/css", STYLE)
        elif path[1:] in PAGES:
            time.sleep(SERVER_SECONDS)
            self.reply(200, "text/html; charset=utf-8", PAGES[path[1:]])
        elif path.startswith("/more/"):
            self.reply(200, "text/html; charset=utf-8", b"<!doctype html><title>More</title><p>More.")
        else:
            self.reply(404, "text/plain", b"nothing here")

    do_HEAD = do_GET

    def reply(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve():
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    site.daemon_threads = True
    threading.Thread(target=site.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{site.server_address[1]}"


def ask(service, key, page):
    """The service's own report on a page, and how many seconds it took."""
    request = urllib.request.Request(
        f"{service}/v1/seo/audit",
        json.dumps({"url": page}).encode(),
        {"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    began = time.monotonic()
    with urllib.request.urlopen(request, timeout=150) as response:
        report = json.load(response)
    return report, time.monotonic() - began


def audit(service, key, page):
    report, wall = ask(service, key, page)
    vitals = report["coreWebVitals"]["lab"]
    return {"wall": wall, "lcp": vitals["lcp"]["value"], "cls": vitals["cls"]["value"]}


@contextlib.contextmanager
def browser():
    """A browser for Lighthouse; tells its port."""
    with tempfile.TemporaryDirectory() as profile:
        flags = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}", "--no-first-run"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        process = subprocess.Popen([os.environ["CHROME_PATH"], *flags, "about:blank"], stderr=subprocess.DEVNULL)
        try:
            port = os.path.join(profile, "DevToolsActivePort")
            while not os.path.exists(port):
                if process.poll() is not None:
                    sys.exit("the browser for Lighthouse did not start")
                time.sleep(0.05)
            with open(port, encoding="utf-8") as file:
                yield file.readline().strip()
        finally:
            process.terminate()
            process.wait()


def lighthouse(program, port, page, folder):
    output = os.path.join(folder, "report.json")
    began = time.monotonic()
    # The service throttles the load itself, as this method does, and reports what was observed.
    command = ["node", program, page, "--throttling-method=devtools", "--quiet", f"--port={port}", "--output=json", f"--output-path={output}"]
    subprocess.run(command, check=True, timeout=300)
    wall = time.monotonic() - began
    with open(output, encoding="utf-8") as file:
        observed = json.load(file)["audits"]["metrics"]["details"]["items"][0]
    return {
        "wall": wall,
        "lcp": observed["observedLargestContentfulPaint"],
        "cls": observed["observedCumulativeLayoutShift"],
    }


def summary(runs):
    """Medians; of the paint the earliest, since whatever else the machine does can only delay it."""
    figures = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    return figures | {"lcp": min(run["lcp"] for run in runs)}


def compare(name, ours, theirs):
    """Prints the figures of a page, and tells what was missed."""
    us, them = summary(ours), summary(theirs)
    for who, figures in (("ours", us), ("Lighthouse", them)):
        print(f"{name:<10}{who:<12}{figures['wall']:>9.2f}{figures['lcp']:>9.0f}{figures['cls']:>9.4f}")
    share, apart = us["wall"] / them["wall"], abs(us["lcp"] / them["lcp"] - 1)
    size = len(PAGES[name]) / 1000
    print(f"{size:.0f} KB: {share:.2f} of the wall time (aim {WALL_AIM:.2f}), LCP {apart:.1%} apart", flush=True)
    if share > WALL_LIMIT:
        yield f"{name}: wall time is more than a third"
    if apart > LCP_TOLERANCE:
        yield f"{name}: LCP is more than 10 % apart"
    if round(us["cls"], CLS_DECIMALS) != round(them["cls"], CLS_DECIMALS):
        yield f"{name}: CLS differs"


def main():
    service, key, program, rounds = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    site = serve()
    missed = []
    print(f"{'page':<10}{'':<12}{'wall s':>9}{'LCP ms':>9}{'CLS':>9}")
    with browser() as port, tempfile.TemporaryDirectory() as folder:
        audit(service, key, f"{site}/light")
        lighthouse(program, port, f"{site}/light", folder)
        for name in PAGES:
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(audit(service, key, f"{site}/{name}"))
                theirs.append(lighthouse(program, port, f"{site}/{name}", folder))
            missed.extend(compare(name, ours, theirs))
    for target in missed:
        print(f"missed: {target}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
