"""The clients of scripts/eval articles: the service, the engine behind it, and the pages that articles cite."""

import html.parser
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path

REQUEST_SECONDS = 60
PAGE_SECONDS = 20
PAGE_BYTES = 5 * 1024 * 1024
START_SECONDS = 120
# How long a model may be silent. A self-hosted server may load the model from disk first.
SILENT_SECONDS = 600
RETRIES = 4
LONGEST_PAUSE = 60
OPENAI = "https://api.openai.com/v1"
OLLAMA = "http://127.0.0.1:11434"
MORE_CREDITS = "100000000"


class Stop(Exception):
    """Ends the run with this message and exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class Failed(Exception):
    """One article, page or plain text could not be had. The run goes on."""


class NotFound(Failed):
    """The service does not have the article."""


class CannotCall(Exception):
    """The engine has no interface that we speak, or we lack its key."""


class Progress:
    """Shows on standard error what takes more than a second: one changing line in a terminal, a line now and then elsewhere."""

    def __init__(self, stream=None, every: float = 15) -> None:
        self.stream = stream or sys.stderr
        self.live = self.stream.isatty()
        self.pause = 1 if self.live else every

    def say(self, line: str) -> None:
        print(("\r\033[K" if self.live else "") + line, file=self.stream, flush=True)

    @contextmanager
    def during(self, label: str):
        done, state, began = threading.Event(), {"detail": ""}, time.monotonic()

        def show() -> None:
            pause = 1
            while not done.wait(pause):
                pause = self.pause
                line = f"{label}: {time.monotonic() - began:.0f} s  {state['detail']}".rstrip()
                if self.live:
                    print("\r\033[K" + line[:150], end="", file=self.stream, flush=True)
                else:
                    self.say(line)

        thread = threading.Thread(target=show, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            done.set()
            thread.join()
            if self.live:
                print("\r\033[K", end="", file=self.stream, flush=True)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another host."""

    def redirect_request(self, *_):
        return None


def open_url(request: urllib.request.Request, timeout: float, *handlers):
    host = urllib.parse.urlsplit(request.full_url).hostname or ""
    if host in ("localhost", "::1") or host.startswith("127."):
        handlers = (*handlers, urllib.request.ProxyHandler({}))
    return urllib.request.build_opener(*handlers).open(request, timeout=timeout)


def web_url(text: str) -> str:
    parts = urllib.parse.urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Stop(f"{text} is not a URL that begins with http:// or https://", 2)
    return text.rstrip("/")


class Service:
    """The article API of a running service."""

    def __init__(self, url: str, key: str, pause: float = 1) -> None:
        self.url, self.key, self.pause = web_url(url), key, pause

    def call(self, path: str, body: dict | None = None, headers: dict | None = None) -> dict:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", **(headers or {})}
        for attempt in range(RETRIES + 1):
            try:
                with open_url(urllib.request.Request(self.url + path, data, headers), REQUEST_SECONDS, NoRedirect) as reply:
                    return json.load(reply)
            except urllib.error.HTTPError as refusal:
                problem, pause = self.refusal(refusal)
                if pause is None or attempt == RETRIES:
                    raise problem from None
            except (OSError, ValueError, http.client.HTTPException) as broken:
                if attempt == RETRIES:
                    raise Stop(f"The service at {self.url} does not reply: {broken}") from None
                pause = self.pause * 2**attempt
            time.sleep(pause)
        raise AssertionError("unreachable")

    def refusal(self, refusal: urllib.error.HTTPError) -> tuple[Exception, float | None]:
        """The error, and how long to wait before a retry that may succeed."""
        try:
            error = json.load(refusal)["error"]
        except (ValueError, KeyError, TypeError, OSError):
            error = {"code": f"http_{refusal.code}", "message": refusal.reason, "retryable": refusal.code in (429, 502, 503, 504)}
        message = f"{error.get('code')}: {error.get('message')}"
        if refusal.code == 404:
            return NotFound(message), None
        if refusal.code in (401, 402, 403) or error.get("code") == "provider_not_configured":
            return Stop(f"The service refuses the request. {message}"), None
        asked = refusal.headers.get("Retry-After", "")
        pause = min(int(asked), LONGEST_PAUSE) if asked.isdigit() else self.pause
        return Failed(message), pause if error.get("retryable") else None

    def request_article(self, body: dict, idempotency_key: str) -> dict:
        return self.call("/v1/articles/generate", body, {"Idempotency-Key": idempotency_key})

    def finished(self, article: str, minutes: float, state: dict) -> dict:
        """The status once the article is done, failed or cancelled."""
        end = time.monotonic() + minutes * 60
        while True:
            began = time.monotonic()
            status = self.call(f"/v1/articles/{urllib.parse.quote(article)}/status", headers={"Prefer": "wait=5"})
            if status["status"] != "processing":
                return status
            state["detail"] = f"{status.get('stage', '')} {status.get('progress', '')} %"
            if time.monotonic() > end:
                raise Failed(f"not done after {minutes:g} minutes; run the same command again to wait for it")
            # Pauses between polls of a service that replies at once instead of waiting.
            time.sleep(max(0.0, self.pause - (time.monotonic() - began)))


@contextmanager
def own_service(binary: str, config: str | None, out: Path, progress: Progress):
    """Starts a service with your settings, but with its own database in a new directory, which is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="rankwright-eval.") as data:
        environment = {name: value for name, value in os.environ.items() if name != "API_KEY"}
        environment.update(RANKWRIGHT_DATABASE__URL=f"sqlite:{data}/eval.db", RANKWRIGHT_ROLE="all", RANKWRIGHT_MODELS__FETCH="false")
        common = ["--data-dir", data, *(["--config", config] if config else [])]
        log, banner = out / "service.log", Path(data) / "banner"
        with log.open("w") as errors, banner.open("w") as output:
            process = subprocess.Popen([binary, "serve", "--listen", "127.0.0.1:0", *common], env=environment, stdout=output, stderr=errors)
        try:
            with progress.during("Starting the service"):
                url, key = read_banner(process, banner, log)
            subprocess.run([binary, "credits", "grant", MORE_CREDITS, *common], env=environment, check=True, timeout=REQUEST_SECONDS, stdout=subprocess.DEVNULL)
            yield Service(url, key)
        finally:
            process.terminate()
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def read_banner(process: subprocess.Popen, banner: Path, log: Path) -> tuple[str, str]:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        text = banner.read_text()
        url, key = re.search(r"is serving at (\S+)", text), re.search(r"svc_live_[0-9A-Za-z]+", text)
        if url and key:
            return url[1], key[0]
        if process.poll() is not None:
            raise Stop("The service did not start:\n" + "\n".join(log.read_text().splitlines()[-10:]))
        time.sleep(0.1)
    raise Stop(f"The service did not start within {START_SECONDS} s; see {log}")


class Settings:
    """Settings of the service: environment variables, then the settings file."""

    def __init__(self, config: str | None = None) -> None:
        file = Path(config or "rankwright.toml")
        self.document = {}
        if config or file.exists():
            try:
                import tomllib

                self.document = tomllib.loads(file.read_text())
            except (ImportError, OSError, ValueError) as problem:
                raise Stop(f"{file} can't be read: {problem}", 2) from None

    def get(self, name: str):
        variable = "RANKWRIGHT_" + name.upper().replace(".", "__")
        if variable in os.environ:
            return os.environ[variable] or None
        value = self.document
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def text_engines(self) -> list[str]:
        engines = self.get("text.engines") or []
        return [name.strip() for name in engines.split(",") if name.strip()] if isinstance(engines, str) else engines


def is_sandbox(settings: Settings, engine: str, url: str | None = None) -> bool:
    """Whether the engine is a stand-in of `rankwright sandbox`, which answers under the names of real engines."""
    if settings.get(f"text.{engine}.api_key") == "sandbox":
        return True
    for address in {url, settings.get(f"text.{engine}.base_url")} - {None}:
        parts = urllib.parse.urlsplit(web_url(address))
        try:
            with open_url(urllib.request.Request(f"{parts.scheme}://{parts.netloc}/"), 5, NoRedirect) as reply:
                if reply.read(200).startswith(b"This is the Rankwright sandbox"):
                    return True
        except (OSError, ValueError, http.client.HTTPException):
            pass  # Not the sandbox, which always replies.
    return False


class Endpoint:
    """POST /chat/completions of the engine that wrote an article."""

    def __init__(self, url: str, model: str, key: str | None = None, extra: dict | None = None) -> None:
        self.url, self.model, self.key, self.extra = web_url(url), model, key, extra or {}

    @classmethod
    def of(cls, settings: Settings, engine: str, model: str, url: str | None = None, other_model: str | None = None) -> "Endpoint":
        key = os.environ.get("ENGINE_KEY") or None
        if url:
            if engine == "openai" and url.rstrip("/") == str(settings.get("text.openai.base_url") or OPENAI).rstrip("/"):
                key = key or settings.get("text.openai.api_key")
            return cls(url, other_model or model, key)
        if engine == "ollama":
            base = web_url(settings.get("text.ollama.base_url") or OLLAMA)
            model = other_model or model
            effort = settings.get("text.ollama.reasoning_effort") or usual_effort(base, model)
            return cls(base + "/v1", model, key, {"reasoning_effort": effort} if effort else {})
        if engine == "openai":
            base, key = settings.get("text.openai.base_url") or OPENAI, key or settings.get("text.openai.api_key")
            if base.rstrip("/") == OPENAI and not key:
                raise CannotCall("text.openai.api_key is not set here: set RANKWRIGHT_TEXT__OPENAI__API_KEY, and RANKWRIGHT_TEXT__OPENAI__BASE_URL unless OpenAI itself writes")
            extra = {"reasoning_effort": settings.get("text.openai.reasoning_effort")}
            if settings.get("text.openai.temperature") is not None:
                extra["temperature"] = float(settings.get("text.openai.temperature"))
            return cls(base, other_model or settings.get("text.openai.model") or model, key, {name: value for name, value in extra.items() if value is not None})
        raise CannotCall(f"the engine `{engine}` does not speak OpenAI's chat completions, so this script can't send the plain prompt to it")

    def write(self, prompt: str, minutes: float, state: dict) -> dict:
        """The model's text for one prompt, streamed so that a stall is seen."""
        body = {"model": self.model, "messages": [{"role": "user", "content": prompt}], "stream": True,
                "stream_options": {"include_usage": True}, **self.extra}
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(self.url + "/chat/completions", json.dumps(body).encode(), headers)
        began = time.monotonic()
        draft = {"text": "", "model": self.model, "inputTokens": None, "outputTokens": None, "ending": None}
        try:
            with open_url(request, min(SILENT_SECONDS, minutes * 60), NoRedirect) as reply:
                for piece in pieces(reply):
                    take(piece, draft)
                    state["detail"] = f"{len(draft['text'].split())} words"
                    if time.monotonic() - began > minutes * 60:
                        raise Failed(f"the model was not done after {minutes:g} minutes (--plain-minutes)")
        except urllib.error.HTTPError as refusal:
            raise Failed(f"the engine at {self.url} replied {refusal.code}: {refusal.read(500).decode(errors='replace')}") from None
        except (OSError, ValueError, http.client.HTTPException) as broken:
            raise Failed(f"the engine at {self.url} does not reply: {broken}") from None
        ending, text = draft.pop("ending"), only_article(draft["text"])
        if ending != "stop" or not text:
            raise Failed("the model's text is empty" if not text else f"the model's text is not whole (finish_reason {ending})")
        return {**draft, "text": text, "seconds": round(time.monotonic() - began, 1)}


def usual_effort(base: str, model: str) -> str | None:
    """The service turns thinking off for Ollama's models unless a setting says otherwise; the plain prompt does the same."""
    try:
        with open_url(urllib.request.Request(base + "/api/tags"), 10, NoRedirect) as reply:
            models = json.load(reply)["models"]
        return next(("none" for known in models if known["name"] == model and "thinking" in known.get("capabilities", [])), None)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def pieces(reply):
    """The JSON objects of an event stream, or the one of a server that does not stream. Comments are {}, so that time is watched."""
    if "event-stream" not in reply.headers.get("Content-Type", ""):
        yield json.load(reply)
        return
    for line in reply:
        data = line.decode().strip()
        if data == "data: [DONE]":
            return
        yield json.loads(data[5:]) if data.startswith("data:") else {}


def take(piece: dict, draft: dict) -> None:
    if piece.get("error"):
        raise Failed(f"the engine failed: {piece['error']}")
    draft["model"] = piece.get("model") or draft["model"]
    usage = piece.get("usage") or {}
    draft["inputTokens"] = usage.get("prompt_tokens", draft["inputTokens"])
    draft["outputTokens"] = usage.get("completion_tokens", draft["outputTokens"])
    for choice in (piece.get("choices") or [])[:1]:
        draft["text"] += (choice.get("delta") or choice.get("message") or {}).get("content") or ""
        draft["ending"] = choice.get("finish_reason") or draft["ending"]


def only_article(text: str) -> str:
    """Without a model's thoughts, and without a code fence around the whole."""
    text = re.sub(r"^\s*<think>.*?</think>", "", text, flags=re.S).strip()
    fenced = re.fullmatch(r"```(?:markdown|md)?\n(.*)\n```", text, flags=re.S)
    return (fenced[1] if fenced else text).strip()


class PageText(html.parser.HTMLParser):
    """The words of a page, with marks for headings, list items, table cells and code."""

    SKIPPED = {"script", "style", "nav", "footer", "aside", "noscript", "template", "svg"}
    BLOCKS = {"p", "div", "section", "article", "main", "li", "tr", "table", "ul", "ol", "dl", "dt", "dd", "pre", "blockquote", "br",
              "h1", "h2", "h3", "h4", "h5", "h6"}

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.title = ""
        self.skipped: list[str] = []
        self.in_title = self.in_code = False

    def handle_starttag(self, tag, _):
        if tag == "title" and not self.title:
            self.in_title = True
        if tag in self.SKIPPED:
            self.skipped.append(tag)
        if tag in self.BLOCKS:
            marks = {"li": "- ", "pre": "```\n"}
            self.parts.append("\n" + ("#" * int(tag[1]) + " " if re.fullmatch("h[1-6]", tag) else marks.get(tag, "")))
        self.in_code = self.in_code or tag == "pre"

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_title = False
        if tag in self.skipped:
            del self.skipped[self.skipped.index(tag):]
        if tag == "pre":
            self.in_code = False
            self.parts.append("\n```")
        if tag in self.BLOCKS:
            self.parts.append("\n")
        if tag in ("td", "th"):
            self.parts.append(" | ")

    def handle_data(self, data):
        if self.in_title:
            self.title += data
        elif not self.skipped:
            self.parts.append(data if self.in_code else re.sub(r"\s+", " ", data))

    def text(self) -> str:
        lines = [line.rstrip() for line in "".join(self.parts).splitlines()]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(line for line in lines if line.strip() not in ("-", "|"))).strip()


def read_page(url: str) -> tuple[str, str]:
    """Title and text of a page, within limits of time and size."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https"):
        raise Failed(f"{url} is no web page")
    address = urllib.parse.quote(url, safe=":/?#[]@!$&'()*+,;=%~-._")
    end, body = time.monotonic() + PAGE_SECONDS, b""
    try:
        with open_url(urllib.request.Request(address, headers={"User-Agent": "rankwright-eval", "Accept": "text/html, text/plain"}), PAGE_SECONDS) as reply:
            kind, charset = reply.headers.get_content_type(), reply.headers.get_content_charset()
            while len(body) < PAGE_BYTES and (chunk := reply.read1(65536)):
                body += chunk
                if time.monotonic() > end:
                    raise Failed(f"{url} took more than {PAGE_SECONDS} s")
    except (OSError, ValueError, http.client.HTTPException) as problem:
        raise Failed(f"{url} can't be read: {problem}") from None
    if kind not in ("text/html", "text/plain", "application/xhtml+xml"):
        raise Failed(f"{url} is {kind}, not text")
    named = re.search(rb"<meta[^>]+charset=[\"']?([\w-]+)", body[:2048])
    try:
        text = body.decode(charset or (named[1].decode() if named else "utf-8"), errors="replace")
    except LookupError:
        text = body.decode(errors="replace")
    if kind == "text/plain":
        return "", text.strip()
    page = PageText()
    page.feed(text)
    page.close()
    return " ".join(page.title.split()), page.text()
