"""Tests of scripts/eval articles, offline: a stand-in replies for the service, the engine and the pages that articles cite."""

import contextlib
import io
import json
import os
import re
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

import eval_articles
from eval_articles_api import Endpoint, PageText, Progress, Service, Settings, Stop
from eval_articles_blind import Comparison, parse_sheet, rendered, same_form, unescaped
from eval_articles_figures import check_outcomes, reported

ARTICLE = "# Cold brew\n\nSteep 100 g for 18 hours.[[2]]({url}/page)\n\n* Strain it\\.\n\n## Sources\n\n1. [Other]({url}/other)\n2. [Page]({url}/page)\n"
PLAIN = "# Cold brew, plainly\n\nUse *one* part to eight [1].\n"
PAGE = "<html><head><title>On cold brew</title><style>no{}</style><nav>menu</nav><h2>Ratio</h2><p>One to <b>eight</b>.<table><tr><td>a<td>b</table><pre>x\n  y</pre>"


class StandIn(BaseHTTPRequestHandler):
    """Speaks the article API, chat completions and two pages. What it does is in its server's `does`."""

    def log_message(self, *_):
        pass

    def reply(self, body, status=200, kind="application/json"):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        does, url = self.server.does, self.server.url
        if self.path == "/" and does["is_sandbox"]:
            return self.reply("This is the Rankwright sandbox: stand-ins of providers", kind="text/plain")
        if self.path.startswith("/page"):
            return self.reply(PAGE, kind="text/html; charset=utf-8")
        if not self.path.startswith("/v1/articles/art_"):
            return self.reply("gone", 404, "text/plain")
        article = self.path.split("/")[3]
        if article not in does["articles"]:
            return self.reply({"error": {"code": "not_found", "message": "no such article", "retryable": False}}, 404)
        keyword = does["articles"][article]
        base = {"articleId": article, "stage": "writing", "progress": 40, "createdAt": "2026-11-18T07:00:00Z", "finishedAt": "2026-11-18T07:01:30.5Z",
                "meta": {"livemode": does["livemode"]}, "billing": {"chargedCredits": 9000}, "article": None}
        if does["polls"] > 0:
            does["polls"] -= 1
            return self.reply({**base, "status": "processing"})
        if keyword in does["failing"]:
            return self.reply({**base, "status": "failed", "error": {"code": "upstream_failed", "message": "the engine is down"}})
        gates = [{"name": "length_error", "value": 0.031, "passed": True}, {"name": "reading_ease", "value": 12.0, "passed": False}, {"name": "own_overlap", "value": None, "passed": True}]
        generation = {"engine": does["engine"], "model": "stand-in", "promptVersion": "3", "tier": "standard", "calls": 7, "tokens": {"input": 900, "output": 80}}
        sources = [{"number": 1, "title": "Other", "url": url + "/other"}, {"number": 2, "title": "Page", "url": url + "/page"}, {"number": 3, "title": "Note", "url": None}]
        self.reply({**base, "status": "completed", "article": {"markdown": ARTICLE.format(url=url), "wordCount": 1480, "quality": {"score": 88, "gates": gates},
                                                               "generation": generation, "sources": sources}})

    def do_POST(self):
        does, body = self.server.does, json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/articles/generate":
            does["requests"].append((body, self.headers["Idempotency-Key"]))
            if does["refusals"]:
                return self.reply({"error": does["refusals"].pop(0)}, 503)
            article = f"art_{len(does['requests'])}"
            does["articles"][article] = body["focusKeyword"]
            return self.reply({"articleId": article, "meta": {"livemode": does["livemode"]}})
        does["prompts"].append((body, self.headers["Authorization"]))
        if does["model_status"] != 200:
            return self.reply({"error": {"message": "no slot is free"}}, does["model_status"])
        if does["whole"]:
            return self.reply({"model": "m", "choices": [{"message": {"content": PLAIN}, "finish_reason": does["ending"]}]})
        parts = [{"model": "stand-in-plain", "choices": [{"delta": {"content": part}, "finish_reason": None}]} for part in (PLAIN[:9], PLAIN[9:])]
        parts += [{"choices": [{"delta": {}, "finish_reason": does["ending"]}]}, {"choices": [], "usage": {"prompt_tokens": 500, "completion_tokens": 40}}]
        events = ": waiting\n\n" + "".join(f"data: {json.dumps(part)}\n\n" for part in parts) + "data: [DONE]\n\n"
        self.reply(events, kind="text/event-stream")


class EvalArticles(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
        self.server.url = f"http://127.0.0.1:{self.server.server_port}"
        self.does = self.server.does = {"articles": {}, "requests": [], "prompts": [], "failing": [], "refusals": [], "polls": 0, "engine": "openai",
                                        "livemode": True, "model_status": 200, "whole": False, "ending": "stop", "is_sandbox": False}
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.folder, self.out = Path(folder.name), Path(folder.name) / "out"
        (self.folder / "keywords.txt").write_text("# two\ncold brew ratio\nvi\tcách pha cà phê phin\n")
        (self.folder / "rankwright.toml").write_text(f'[text]\nengines = ["openai"]\n[text.openai]\nbase_url = "{self.server.url}/v1"\napi_key = "key-of-engine"\n')
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("RANKWRIGHT_", "ENGINE_", "API_KEY"))}
        for patch in (mock.patch.dict(os.environ, {**environment, "API_KEY": "svc_live_abc"}, clear=True), mock.patch("time.sleep")):
            patch.start()
            self.addCleanup(patch.stop)

    def run_it(self, *more: str) -> tuple[int, str]:
        shown, printed = io.StringIO(), io.StringIO()
        given = [str(self.folder / "keywords.txt"), "--url", self.server.url, "--config", str(self.folder / "rankwright.toml"), "--out", str(self.out), *more]
        with contextlib.redirect_stdout(printed):
            code = eval_articles.main(given, Progress(shown))
        return code, shown.getvalue() + printed.getvalue()

    def read(self, name: str) -> str:
        return (self.out / name).read_text()

    def test_articles_figures_and_pairs_are_written(self):
        self.does["polls"] = 2
        code, shown = self.run_it()
        self.assertEqual(code, 0, shown)
        body, key = self.does["requests"][1]
        self.assertEqual(body, {"focusKeyword": "cách pha cà phê phin", "language": "vi", "targetWordCount": 1500, "imageOption": 0, "publish": "never"})
        self.assertNotEqual(key, self.does["requests"][0][1])
        self.assertIn("# Cold brew", self.read("articles/001.md"))
        figures = self.read("figures.md")
        for expected in ("cold brew ratio", "| 1480 | 88 | 90.5 | 9000 | 7 | 900 | 80 |", "pass 0.031", "FAIL 12", "not measured", "stand-in-plain", "| 500 | 40 | 1 |"):
            self.assertIn(expected, figures)
        prompt, authorization = self.does["prompts"][0]
        self.assertEqual(authorization, "Bearer key-of-engine")
        text = prompt["messages"][0]["content"]
        for expected in ("“cold brew ratio”", "1500 words", "English", "On cold brew", "One to eight.", "/page"):
            self.assertIn(expected, text)
        self.assertNotIn("menu", text)
        self.assertIn("left out", shown)
        self.assertFalse((self.out / "prompts").exists(), "prompts hold other people's pages")

    def test_the_order_is_random_and_only_in_the_key(self):
        orders = set()
        for toss in (0, 1):
            out = self.folder / str(toss)
            comparison = Comparison(out, lambda: toss)
            comparison.add("001", "k", ARTICLE.format(url="http://a"), PLAIN, eval_articles.write)
            comparison.write_sheets(eval_articles.write)
            pair = json.loads((out / "key.json").read_text())["pairs"]["001"]
            orders.add(pair["A"])
            plain = "A" if pair["A"] == "plain" else "B"
            self.assertIn("plainly", (out / "blind/001" / f"{plain}.md").read_text())
            names = sorted(str(file.relative_to(out / "blind")) for file in (out / "blind").rglob("*") if file.is_file())
            self.assertEqual(names, ["001/A.md", "001/B.md", "sheet.html", "sheet.md"])
            for file in ("sheet.md", "sheet.html", "001/A.md", "001/B.md"):
                for word in ("key.json", "http://a", "plain\"", "pipeline", "Sources"):
                    self.assertNotIn(word, (out / "blind" / file).read_text())
        self.assertEqual(orders, {"article", "plain"})
        tossed = {Comparison(self.folder / "x").toss() for _ in range(200)}
        self.assertEqual(tossed, {0, 1})

    def test_both_texts_get_the_same_form(self):
        text = same_form("# T\r\n\n![x](y.png)\n\n+ a [link](http://x) and `[code](x)` \\*star\\* [[3]](<http://y>)\n\n```\n* [a](b) \\.\n```\n\n## Nguồn tham khảo\n\n1. x")
        self.assertEqual(text, "# T\n\n- a link and `[code](x)` \\*star\\* [3]\n\n```\n* [a](b) \\.\n```\n")
        self.assertIn("`[code](x)` *star* [3]", unescaped(text))
        page = rendered(text + "\n| a | b\\|c |\n|---|---|\n| <script> | **d** |\n\n1. one\n2. two\n\n> q\n")
        for expected in ("<h3>T</h3>", "*star*", "<code>[code](x)</code>", "<td>b|c</td>", "&lt;script&gt;", "<strong>d</strong>", "<ol>", "<blockquote>", "* [a](b) \\."):
            self.assertIn(expected, page)
        for tag in ("ul", "ol", "table", "pre", "blockquote"):
            self.assertEqual(page.count(f"<{tag}>"), page.count(f"</{tag}>"), tag)

    def test_the_sandbox_is_refused(self):
        with mock.patch.dict(os.environ, {"API_KEY": "svc_test_abc"}):
            code, shown = self.run_it()
        self.assertEqual((code, self.does["requests"]), (2, []))
        self.assertIn("test key", shown)
        for change in ({"engine": "sandbox"}, {"livemode": False}, {"is_sandbox": True}):
            with mock.patch.dict(self.does, change):
                code, shown = self.run_it()
            self.assertEqual(code, 2, shown)
            self.assertIn("sandbox", shown)
            self.assertFalse((self.out / "articles").exists())
            self.assertFalse((self.out / "figures.md").exists())

    def test_a_stand_in_under_the_name_of_an_engine_is_refused_before_anything_starts(self):
        self.does["is_sandbox"] = True
        code, shown = self.own("exit 1\n")
        self.assertEqual(code, 2)
        self.assertIn("`openai` is a stand-in", shown)

    def test_without_an_engine_or_a_key_nothing_starts(self):
        given = [str(self.folder / "keywords.txt"), "--out", str(self.out), "--binary", "/nonexistent"]
        (self.folder / "empty.toml").write_text("")
        for more, message in ((["--config", str(self.folder / "empty.toml")], "No text engine"), (["--url", self.server.url], "API_KEY")):
            shown = io.StringIO()
            with mock.patch.dict(os.environ, {"API_KEY": ""}):
                self.assertEqual(eval_articles.main([*given, *more], Progress(shown)), 2)
            self.assertIn(message, shown.getvalue())

    def test_a_second_run_requests_nothing_and_keeps_marks_and_order(self):
        self.run_it()
        key, sheet = self.read("key.json"), self.read("blind/sheet.md")
        marked = sheet.replace("- [ ] A is better", "- [x] A is better", 1).replace("Reason:", "Reason: has\nthe ratio", 1)
        (self.out / "blind/sheet.md").write_text(marked)
        code, shown = self.run_it("--limit", "1")
        self.assertEqual(code, 0, shown)
        self.assertEqual((len(self.does["requests"]), len(self.does["prompts"])), (2, 2))
        self.assertEqual(self.read("key.json"), key)
        self.assertEqual(parse_sheet(self.read("blind/sheet.md"))["marks"]["001"], {"choices": ["A"], "reason": "has the ratio"})
        self.assertIn("002", self.read("blind/sheet.md"))

    def test_an_article_under_way_is_waited_for(self):
        self.does["polls"] = 10**6
        code, shown = self.run_it("--limit", "1", "--article-minutes", "0.0001")
        self.assertEqual(code, 1)
        self.assertIn("not done after", shown)
        self.does["polls"] = 0
        self.assertEqual(self.run_it("--limit", "1")[0], 0)
        self.assertEqual(len(self.does["requests"]), 1)

    def test_an_article_that_the_service_lost_is_requested_again(self):
        self.does["polls"] = 10**6
        self.run_it("--limit", "1", "--article-minutes", "0.0001")
        self.does.update(polls=0, articles={})
        self.assertEqual(self.run_it("--limit", "1")[0], 0)
        self.assertNotEqual(self.does["requests"][0][1], self.does["requests"][1][1])

    def test_an_engine_that_fails_costs_one_row_and_is_tried_again(self):
        self.does["failing"] = ["cold brew ratio"]
        code, shown = self.run_it()
        self.assertEqual(code, 1)
        self.assertIn("upstream_failed: the engine is down", shown)
        self.assertIn("the engine is down", self.read("figures.md"))
        self.assertTrue((self.out / "articles/002.md").exists())
        self.does["failing"] = []
        self.assertEqual(self.run_it()[0], 0)
        keys = [key for _, key in self.does["requests"]]
        self.assertEqual(len(set(keys)), 3, "a failed article needs a new idempotency key")

    def test_a_plain_prompt_that_fails_leaves_the_article(self):
        for change, message in (({"model_status": 503}, "no slot is free"), ({"ending": "length"}, "not whole"), ({"ending": "length", "whole": True}, "not whole")):
            with mock.patch.dict(self.does, change):
                code, shown = self.run_it("--limit", "1")
            self.assertEqual(code, 1)
            self.assertIn(message, shown)
            self.assertTrue((self.out / "articles/001.md").exists())
            self.assertFalse((self.out / "blind").exists())
        self.does["whole"] = True
        self.assertEqual(self.run_it("--limit", "1")[0], 0)
        self.assertEqual(len(self.does["requests"]), 1)

    def test_refusals_of_the_service(self):
        busy = {"code": "rate_limited", "message": "later", "retryable": True}
        self.does["refusals"] = [busy, busy]
        self.assertEqual(self.run_it("--limit", "1")[0], 0)
        self.assertEqual(len({key for _, key in self.does["requests"]}), 1, "a retry has the same idempotency key")
        self.does["refusals"] = [{"code": "provider_not_configured", "message": "set text.engines", "retryable": False}]
        code, shown = self.run_it()
        self.assertEqual(code, 1)
        self.assertIn("set text.engines", shown)

    def test_an_engine_that_cannot_be_called_directly(self):
        self.does["engine"] = "anthropic"
        code, shown = self.run_it("--keep-prompts")
        self.assertEqual((code, self.does["prompts"]), (1, []))
        self.assertIn("`anthropic` does not speak OpenAI's chat completions", shown)
        self.assertIn("One to eight.", self.read("prompts/001.md"))
        replies = self.folder / "replies"
        replies.mkdir()
        (replies / "001.md").write_text(PLAIN)
        (replies / "cách-pha-cà-phê-phin.md").write_text(PLAIN)
        code, shown = self.run_it("--plain", str(replies))
        self.assertEqual(code, 0, shown)
        self.assertEqual(len(self.does["requests"]), 2)
        self.assertEqual(sorted(json.loads(self.read("key.json"))["pairs"]), ["001", "002"])
        self.assertEqual(self.run_it("--no-comparison")[0], 0)

    def test_endpoints_follow_the_settings(self):
        settings = Settings(str(self.folder / "rankwright.toml"))
        self.assertEqual(Endpoint.of(settings, "openai", "m").model, "m")
        elsewhere = Endpoint.of(settings, "openai", "m", "http://127.0.0.1:9/v1", "n")
        self.assertEqual((elsewhere.url, elsewhere.model, elsewhere.key), ("http://127.0.0.1:9/v1", "n", None), "the key goes to its own server only")
        with mock.patch.dict(os.environ, {"RANKWRIGHT_TEXT__OLLAMA__BASE_URL": self.server.url, "RANKWRIGHT_TEXT__ENGINES": "ollama, openai"}):
            self.assertEqual(Endpoint.of(settings, "ollama", "m").url, self.server.url + "/v1")
            self.assertEqual(settings.text_engines(), ["ollama", "openai"])

    def test_counting(self):
        self.run_it()
        sheet, key = self.out / "blind/sheet.md", json.loads(self.read("key.json"))
        empty = sheet.read_text()
        self.assertEqual(self.counted(sheet)[0], 2, "nothing is marked")
        article = next(letter for letter in "AB" if key["pairs"]["001"][letter] == "article")
        sheet.write_text(re.sub(rf"- \[ \] {article} is", f"- [X] {article} is", empty, count=1).replace("Reason:", "Reason: figures | steps", 1))
        code, shown = self.counted(sheet)
        self.assertEqual(code, 0, shown)
        self.assertIn(f"| 001 | cold brew ratio | {article} | article | figures \\| steps |", shown)
        self.assertIn("preferred in 1 of 1 marked pairs, the plain prompt's in 0, ties 0; 1 not marked.", shown)
        sheet.write_text(empty.replace("[ ] tie", "[x] tie"))
        self.assertIn("in 0 of 2 marked pairs, the plain prompt's in 0, ties 2.", self.counted(sheet)[1])
        sheet.write_text(empty.replace("[ ]", "[x]"))
        self.assertIn("more than one mark", self.counted(sheet)[1])
        sheet.write_text(empty.replace(key["comparison"], "abcd0123"))
        self.assertIn("abcd0123", self.counted(sheet)[1])
        elsewhere = self.folder / "elsewhere" / "sheet.md"
        eval_articles.write(elsewhere, empty.replace("[ ] tie", "[x] tie"))
        self.assertEqual(self.counted(elsewhere)[0], 2, "without the key")
        self.assertEqual(self.counted(elsewhere, "--key", str(self.out / "key.json"))[0], 0)

    def counted(self, sheet: Path, *more: str) -> tuple[int, str]:
        shown, printed = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = eval_articles.main(["--count", str(sheet), *more], Progress(shown))
        return code, shown.getvalue() + printed.getvalue()

    def test_figures_of_other_forms(self):
        quality = {"checks": [{"name": "a", "outcome": "not_measured", "value": None}, {"name": "b", "outcome": "fail", "value": 2}, {"name": "c", "outcome": "pass"}]}
        self.assertEqual(check_outcomes({"article": {"quality": quality}}), {"a": "not measured", "b": "FAIL 2", "c": "pass"})
        self.assertEqual(reported({"billing": {"provider": {"calls": 3}}}, ("calls",)), 3)
        self.assertEqual(reported({"article": {"generation": {}}}, ("calls",)), "")

    def test_a_page_without_closing_tags(self):
        page = PageText()
        page.feed(PAGE)
        self.assertEqual(page.title, "On cold brew")
        self.assertIn("## Ratio\n", page.text())
        self.assertIn("x\n  y", page.text())

    def own(self, script: str) -> tuple[int, str]:
        binary, shown = self.folder / "rankwright", io.StringIO()
        binary.write_text("#!/bin/sh\n" + script)
        binary.chmod(0o755)
        given = [str(self.folder / "keywords.txt"), "--config", str(self.folder / "rankwright.toml"), "--out", str(self.out), "--binary", str(binary)]
        return eval_articles.main(given, Progress(shown)), shown.getvalue()

    def test_a_service_of_its_own(self):
        calls = self.folder / "calls"
        code, shown = self.own(f"""echo "$1 $2 key=$API_KEY $RANKWRIGHT_DATABASE__URL" >>{calls}
            [ "$1" = serve ] || exit 0
            echo "Rankwright is serving at {self.server.url}"; echo "  Live key       svc_live_abc"
            echo $$ >{self.folder}/pid; exec sleep 60
            """)
        self.assertEqual(code, 0, shown)
        self.assertRegex(calls.read_text(), r"serve --listen key= sqlite:/\S+\ncredits grant key= sqlite:/\S+\n")
        with self.assertRaises(ProcessLookupError, msg="it is stopped at the end"):
            os.kill(int((self.folder / "pid").read_text()), 0)

    def test_a_service_of_its_own_that_does_not_start(self):
        code, shown = self.own("echo 'text.engines: unknown engine' >&2; exit 1\n")
        self.assertEqual(code, 1)
        self.assertIn("text.engines: unknown engine", shown)

    def test_a_service_that_does_not_reply(self):
        with self.assertRaisesRegex(Stop, "does not reply"):
            Service("http://127.0.0.1:1", "k", 0).call("/")
        code = eval_articles.main([str(self.folder / "keywords.txt"), "--url", "http://127.0.0.1:1", "--out", str(self.out)], Progress(io.StringIO()))
        self.assertEqual(code, 1)


if __name__ == "__main__":
    unittest.main()
