"""Makes every call of the API once with a test key and prints the responses by operation, shortened."""

import json
import re
import sys
import urllib.request

URL, KEY = sys.argv[1:]
PUBLIC_URL = "https://api.example.com"
LONGEST_TEXT = 160
MOST_VALUES = 3


def send(method, path, body=None, **headers):
    headers |= {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as response:
        return response.read().decode()


def call(method, path, body=None, **headers):
    return json.loads(send(method, path, body, **headers))


def finished(article):
    """The article when it is at rest."""
    while True:
        found = call("GET", f"/v1/articles/{article}/status", Prefer="wait=25")
        if found["stage"] == "approval" or found["status"] != "processing":
            return found


def shortened(value):
    """Lists with one object or a few values, and the beginning of long texts."""
    if isinstance(value, dict):
        return {name: shortened(inner) for name, inner in value.items()}
    if isinstance(value, list):
        most = 1 if any(isinstance(item, dict) for item in value) else MOST_VALUES
        return [shortened(item) for item in value[:most]]
    if isinstance(value, str):
        value = value.replace(URL, PUBLIC_URL)
        # A URL that is cut is still one.
        more = "" if value.startswith("https://") else "…"
        return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT] + more
    return value


def main():
    keyword = {"focusKeyword": "how to make cold brew coffee", "targetWordCount": 1500, "imageOption": 1, "publish": "never"}
    ordered = call("POST", "/v1/articles/generate", keyword)
    article = ordered["articleId"]
    completed = finished(article)
    planned = call("POST", "/v1/articles/generate", keyword | {"mode": "outline"})["articleId"]
    finished(planned)
    brief = call("POST", "/v1/articles/generate", keyword | {"mode": "brief"})["articleId"]
    question = next(section["questions"][0] for section in finished(brief)["brief"]["sections"] if section["questions"])
    answers = {"answers": [{"questionId": question["id"], "text": "Twelve hours in the fridge are enough."}]}
    cancelled = call("POST", "/v1/articles/generate", keyword | {"mode": "outline"})["articleId"]
    finished(cancelled)
    image = call("POST", "/v1/images/generate", {"prompt": "a cup of green tea", "responsive": True})
    audit = call("POST", "/v1/seo/audit", {"url": "https://oldcrockpantry.example/shop/sourdough-starter", "vitals": False})
    key = call("POST", "/v1/keys", {"name": "Production site", "scopes": ["articles"], "expiresInDays": 365})
    endpoint = call("POST", "/v1/webhooks/endpoints", {"url": "https://hooks.invalid/webhooks", "events": ["article.completed", "article.failed"]})
    of_endpoint = f"/v1/webhooks/endpoints/{endpoint['endpointId']}"
    tested = call("POST", f"{of_endpoint}/test", {"event": "article.completed"})
    purchase = call("POST", "/v1/purchases", {"credits": 500_000})
    examples = {
        "getHealth": call("GET", "/healthz"),
        "getReadiness": call("GET", "/readyz"),
        "getService": call("GET", "/v1"),
        "estimate": call("POST", "/v1/estimate", {"endpoint": "articles/generate"}),
        "analyseSerp": call("POST", "/v1/analysis/serp", {"query": "how to make cold brew coffee"}),
        "suggestKeywords": call("POST", "/v1/keywords/suggestions", {"query": "cold brew coffee"}),
        "findKeywordIdeas": call("POST", "/v1/keywords/ideas", {"keywords": ["cold brew coffee"]}),
        "generateArticle": ordered,
        "getArticle": completed,
        "watchArticle": send("GET", f"/v1/articles/{article}/events"),
        "listArticles": call("GET", "/v1/articles"),
        "approveOutline": call("POST", f"/v1/articles/{planned}/approve"),
        "cancelArticle": call("DELETE", f"/v1/articles/{cancelled}"),
        "saveBriefAnswers": call("PUT", f"/v1/articles/{brief}/answers", answers),
        "editArticle": call("PATCH", f"/v1/articles/{article}", {"title": "How to Make Cold Brew Coffee at Home"}),
        "previewArticle": call("POST", f"/v1/articles/{article}/preview", {"title": "Cold Brew at Home"}),
        "listArticleVersions": call("GET", f"/v1/articles/{article}/versions"),
        "getArticleVersion": call("GET", f"/v1/articles/{article}/versions/2"),
        "restoreArticleVersion": call("POST", f"/v1/articles/{article}/versions/1/restore"),
        "publishArticle": call("POST", f"/v1/articles/{article}/publish"),
        "unpublishArticle": call("POST", f"/v1/articles/{article}/unpublish"),
        "regenerateSection": call("POST", f"/v1/articles/{article}/sections/2/regenerate"),
        "generateImage": image,
        "listImages": call("GET", "/v1/images"),
        "getImage": call("GET", f"/v1/images/{image['imageId']}"),
        "auditPage": audit,
        "listAudits": call("GET", "/v1/seo/audits"),
        "getAudit": call("GET", f"/v1/seo/audits/{audit['auditId']}"),
        "getAccount": call("GET", "/v1/account"),
        "listTransactions": call("GET", "/v1/account/transactions"),
        "createKey": key,
        "listKeys": call("GET", "/v1/keys"),
        "getKey": call("GET", f"/v1/keys/{key['keyId']}"),
        "updateKey": call("PATCH", f"/v1/keys/{key['keyId']}", {"monthlyLimitCredits": 500_000}),
        "revokeKey": call("DELETE", f"/v1/keys/{key['keyId']}"),
        "createWebhookEndpoint": endpoint,
        "listWebhookEndpoints": call("GET", "/v1/webhooks/endpoints"),
        "getWebhookEndpoint": call("GET", of_endpoint),
        "testWebhookEndpoint": tested,
        "listWebhookDeliveries": call("GET", f"{of_endpoint}/deliveries"),
        "rotateWebhookSecret": call("POST", f"{of_endpoint}/rotate-secret"),
        "updateWebhookEndpoint": call("PATCH", of_endpoint, {"enabled": False}),
        "deleteWebhookEndpoint": call("DELETE", of_endpoint),
        "createPurchase": purchase,
        "listPurchases": call("GET", "/v1/purchases"),
        "getPurchase": call("GET", f"/v1/purchases/{purchase['purchaseId']}"),
        "deleteImage": call("DELETE", f"/v1/images/{image['imageId']}"),
    }
    examples["createKey"] |= {"key": "svc_test_…"}
    text = json.dumps(shortened(examples), ensure_ascii=False, indent=1)
    # Secrets of a server that is gone, but scanners can't know that.
    text = text.replace("https://hooks.invalid/", "https://example.com/")
    print(re.sub(r"whsec_[0-9A-Za-z+/=]+", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", text))


main()
