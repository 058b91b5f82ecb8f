"""Replays recorded articles. scripts/replay runs it."""

import argparse
import difflib
import http.server
import json
import os
import sys
import threading
import urllib.request
from pathlib import Path

from eval_articles_api import Progress, Stop, open_url, own_service

RECORDED = Path("recorded")
BINARY = os.environ.get("BINARY", "target/debug/rankwright")
ENGINE_SECONDS = 1800
MINUTES = 10
# Fields that differ between runs.
CHANGING = ("articleId", "meta", "statusUrl", "eventsUrl", "links", "version", "dateModified", "datePublished")


def kept(prompt: str) -> str:
    """A prompt as it is recorded."""
    return prompt.rstrip() + "\n"


class Model:
    """Answers the service like a model: with the replies of a record. An engine replies to the prompts that changed, and its replies
    are recorded."""

    def __init__(self, run: Path, engine: tuple[str, str] | None) -> None:
        self.run, self.engine = run, engine
        self.lock, self.counts, self.names, self.prompts, self.lacking = threading.Lock(), {}, {}, {}, []

    def name(self, request: dict) -> str:
        """The form of the reply, with the section's number if it is one; another request for it ends with -2. A request that comes
        again, because the first attempt took too long, has the same name."""
        form = request["response_format"]["json_schema"]["name"]
        prompt = request["messages"][-1]["content"]
        numbers = [line.split(" | ")[0] for line in prompt.splitlines() if line[:1].isdigit() and " | " in line]
        form = f"section-{numbers[0]}" if form == "section" and numbers else form
        with self.lock:
            if prompt not in self.names:
                self.counts[form] = count = self.counts.get(form, 0) + 1
                self.names[prompt] = form if count == 1 else f"{form}-{count}"
            return self.names[prompt]

    def reply(self, request: dict) -> str | None:
        name = self.name(request)
        system, prompt = (message["content"] for message in request["messages"])
        self.prompts.update({"system": system, name: prompt})
        file = self.run / f"{name}.reply.json"
        recorded = self.run / f"{name}.prompt.md"
        changed = not file.exists() or not recorded.exists() or recorded.read_text() != kept(prompt)
        if self.engine and changed:
            file.write_text(self.from_engine(request))
        if not file.exists():
            self.lacking.append(name)
            return None
        return file.read_text()

    def from_engine(self, request: dict) -> str:
        url, model = self.engine
        request = {**request, "model": model, "stream": False}
        request.pop("stream_options", None)
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get("ENGINE_KEY"):
            headers["Authorization"] = f"Bearer {key}"
        with open_url(urllib.request.Request(url.rstrip("/") + "/chat/completions", json.dumps(request).encode(), headers), ENGINE_SECONDS) as reply:
            return json.load(reply)["choices"][0]["message"]["content"]


def serve(model: Model) -> http.server.ThreadingHTTPServer:
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_) -> None:
            pass

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = model.reply(request)
            tokens = {"prompt_tokens": len(json.dumps(request["messages"], ensure_ascii=False)) // 4, "completion_tokens": len(text or "") // 4, "total_tokens": 0}
            message = {"role": "assistant", "content": text}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            body = {"id": "recorded", "object": "chat.completion", "created": 0, "model": "recorded", "choices": [choice], "usage": tokens}
            if text is None:
                body = {"error": {"message": "no recorded reply", "type": "invalid_request_error", "code": "not_recorded", "param": None}}
            data = json.dumps(body).encode()
            self.send_response(400 if text is None else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def article_of(slug: str, model: Model, progress: Progress) -> dict:
    """Orders the article and waits for it."""
    server = serve(model)
    settings = {
        "TEXT__ENGINES": "openai", "TEXT__OPENAI__BASE_URL": f"http://127.0.0.1:{server.server_port}/v1", "TEXT__OPENAI__API_KEY": "none",
        "TEXT__OPENAI__MODEL": "recorded", "SERP__ENGINES": "", "SUGGEST__ENGINES": "", "PUBLIC_URL": "https://rankwright.example",
    }
    os.environ.update({f"RANKWRIGHT_{name}": value for name, value in settings.items()})
    out = Path("target/replay")
    out.mkdir(parents=True, exist_ok=True)
    try:
        with own_service(BINARY, None, out, progress) as service, progress.during(slug) as state:
            accepted = service.request_article(json.loads((RECORDED / slug / "order.json").read_text()), f"replay-{slug}")
            return service.finished(accepted["articleId"], MINUTES if not model.engine else 120, state)
    finally:
        server.shutdown()


def lasting(value):
    """The parts of a reply that are the same in every run."""
    if isinstance(value, dict):
        return {name: lasting(part) for name, part in value.items() if name not in CHANGING and not name.endswith("At")}
    return [lasting(part) for part in value] if isinstance(value, list) else value


def replay(slug: str, update: bool, engine: tuple[str, str] | None, progress: Progress) -> list[str]:
    """What differs from the record, in words."""
    run = RECORDED / slug / "run"
    run.mkdir(exist_ok=True)
    model = Model(run, engine)
    status = article_of(slug, model, progress)
    if model.lacking:
        return [f"{slug}: the service asked for {', '.join(model.lacking)}, and there is no recorded reply"]
    if status["status"] != "completed":
        return [f"{slug}: the article failed: {json.dumps(status.get('error'))}"]
    now = {f"run/{name}.prompt.md": kept(text) for name, text in model.prompts.items()}
    now["article.md"] = status["article"]["markdown"].rstrip() + "\n"
    now["article.json"] = json.dumps(lasting(status), ensure_ascii=False, indent=1) + "\n"
    unused = {file.name for file in run.glob("*.reply.json")} - {f"{name}.reply.json" for name in model.prompts}
    if update or engine:
        for name, text in now.items():
            (RECORDED / slug / name).write_text(text)
        for file in [*run.glob("*.prompt.md")]:
            if f"run/{file.name}" not in now:
                file.unlink()
        for name in unused:
            (run / name).unlink()
        return []
    problems = [f"{slug}: nobody asked for {', '.join(sorted(unused))}"] if unused else []
    for name, text in now.items():
        file = RECORDED / slug / name
        then = file.read_text() if file.exists() else ""
        if then != text:
            difference = difflib.unified_diff(then.splitlines(), text.splitlines(), f"recorded/{slug}/{name}", "now", lineterm="", n=1)
            problems.append("\n".join([*difference][:40]))
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--record", nargs=2, metavar=("URL", "MODEL"))
    arguments = parser.parse_args()
    known = sorted(path.parent.name for path in RECORDED.glob("*/order.json"))
    slugs = arguments.slugs or known
    for slug in slugs:
        if slug not in known:
            raise Stop(f"{slug} is not in recorded/; there are: {', '.join(known)}", 2)
    if arguments.record and len(slugs) != 1:
        raise Stop("Name the one run to record.", 2)
    progress = Progress()
    problems = []
    for slug in slugs:
        found = replay(slug, arguments.update, tuple(arguments.record) if arguments.record else None, progress)
        problems += found
        progress.say(f"{slug}: {'differs' if found else 'updated' if arguments.update or arguments.record else 'the same prompts and the same article'}")
    for problem in problems:
        print(problem)
    if problems:
        print("If the change is wanted, run scripts/replay --update and read the difference.")
    return 1 if problems else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stop as stop:
        print(stop, file=sys.stderr)
        sys.exit(stop.code)
