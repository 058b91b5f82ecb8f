"""Orders an article from a service whose texts come from a small real model: check_llama.py URL KEY.

Such a model can't write an article that is worth publishing. What is checked is that the pipeline gets along with a real server:
answers arrive in the schema, the article ends, bad writing is not published, and credits are exact.
"""

import json
import sys
import time
import urllib.request

URL, KEY = sys.argv[1:3]


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, data=data, headers=headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def credits():
    account = call("/v1/account")["credits"]
    return account["balanceCredits"], account["heldCredits"]


def check(holds, what):
    print(("ok    " if holds else "WRONG ") + what)
    if not holds:
        sys.exit(1)


before, _ = credits()
# The model can't plan either: its headings are often all the same.
headings = ["Why Limescale Builds Up", "Which Acid to Use", "How to Descale a Kettle Step by Step", "How to Keep Limescale Away"]
order = {
    "focusKeyword": "how to descale a kettle",
    "outline": [{"heading": heading} for heading in headings],
    "targetWordCount": 1500,
    "imageOption": 0,
}
ordered = call("/v1/articles/generate", order)
shown = None
while True:
    status = call(f"/v1/articles/{ordered['articleId']}/status")
    seen = (status["stage"], status["progress"], len(status["partialSections"]))
    if seen != shown:
        shown = seen
        print(f"{seen[0]:<12} {seen[1]:>3} %, {seen[2]} sections", flush=True)
    if status["status"] != "processing":
        break
    time.sleep(1)

billing, article = status["billing"], status["article"]
check(status["status"] in ("completed", "failed"), f"it ended: {status['status']} {status['error'] or ''}")
if article:
    broken = [f"{gate['name']} {gate['value']}" for gate in article["quality"]["gates"] if not gate["passed"]]
    print(f"{article['wordCount']} words, {len(article['sections'])} sections, broken gates: {', '.join(broken) or 'none'}")
    check(article["generation"]["engine"] == "openai", f"written by {article['generation']}")
    held = status["publication"]["status"] == "held"
    check(held == bool(broken), f"publication: {status['publication']}")
charged = article["characterCount"] if article else 0
check(billing["chargedCredits"] == charged, f"charged {billing['chargedCredits']} for {charged} characters")
check(credits() == (before - charged, 0), f"balance {credits()[0]}, nothing held")
