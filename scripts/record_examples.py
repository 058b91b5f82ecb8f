"""Makes every call of the API once with a test key and prints the responses by operation, shortened. Bodies are the samples of the OpenAPI document,
so that a reader sees what the shown request returns."""

import json
import re
import sys
import time
import urllib.error
import urllib.request

URL, KEY = sys.argv[1:]
PUBLIC_URL = "https://api.example.com"
LONGEST_TEXT = 160
MOST_VALUES = 3
# Their items belong together: sums that add up, permissions, and events.
WHOLE = ("breakdown", "scopes", "events")
# Secrets of a stopped server, which scanners can't recognize as such.
SECRETS = ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_EXAMPLE0Jr3mWb7TzYc2LdPn5VaHs8Eg", "whsec_EXAMPLEj0yBqXk2CwNf8SuHd1LoGp3Ia"]


def send(method, path, body=None, **headers):
    headers |= {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as response:
            return response.read().decode()
    except urllib.error.HTTPError as error:
        if error.code != 429:
            raise
        time.sleep(int(error.headers["Retry-After"]))
        return send(method, path, body, **headers)


def call(method, path, body=None, **headers):
    return json.loads(send(method, path, body, **headers))


DOCUMENT = call("GET", "/openapi.json")


def finished(article):
    """The article when it is at rest."""
    while True:
        found = call("GET", f"/v1/articles/{article}/status", Prefer="wait=25")
        if found["stage"] == "approval" or found["status"] != "processing":
            return found


def sample(operation):
    """The body that the document shows for an operation."""
    for methods in DOCUMENT["paths"].values():
        for known in methods.values():
            if known["operationId"] == operation:
                schema = known["requestBody"]["content"]["application/json"]["schema"]
                return schema["examples"][0]
    raise KeyError(operation)


def without_secrets(text):
    """Each secret becomes another one of the list."""
    known = list(dict.fromkeys(re.findall(r"whsec_[0-9A-Za-z+/=]+", text)))
    for secret, other in zip(known, SECRETS, strict=True):
        text = text.replace(secret, other)
    return text


def shortened(value):
    """Lists with one object or a few values, and the beginning of long texts."""
    if isinstance(value, dict):
        return {name: inner if name in WHOLE else shortened(inner) for name, inner in value.items()}
    if isinstance(value, list):
        most = 1 if any(isinstance(item, dict) for item in value) else MOST_VALUES
        return [shortened(item) for item in value[:most]]
    if isinstance(value, str):
        value = value.replace(URL, PUBLIC_URL)
        is_short = len(value) <= LONGEST_TEXT or value.startswith("https://")
        return value if is_short else value[:LONGEST_TEXT] + "…"
    return value


def main():
    keyword = sample("generateArticle")
    ordered = call("POST", "/v1/articles/generate", keyword)
    article = ordered["articleId"]
    completed = finished(article)
    planned = call("POST", "/v1/articles/generate", keyword | {"mode": "outline"})["articleId"]
    finished(planned)
    brief = call("POST", "/v1/articles/generate", keyword | {"mode": "brief"})["articleId"]
    question = next(section["questions"][0] for section in finished(brief)["brief"]["sections"] if section["questions"])
    answers = {"answers": [{"questionId": question["id"], "text": sample("saveBriefAnswers")["answers"][0]["text"]}]}
    cancelled = call("POST", "/v1/articles/generate", keyword | {"mode": "outline"})["articleId"]
    finished(cancelled)
    image = call("POST", "/v1/images/generate", sample("generateImage"))
    audit = call("POST", "/v1/seo/audit", sample("auditPage"))
    key = call("POST", "/v1/keys", sample("createKey"))
    endpoint = call("POST", "/v1/webhooks/endpoints", sample("createWebhookEndpoint") | {"url": "https://hooks.invalid/webhooks"})
    of_endpoint = f"/v1/webhooks/endpoints/{endpoint['endpointId']}"
    tested = call("POST", f"{of_endpoint}/test", sample("testWebhookEndpoint"))
    purchase = call("POST", "/v1/purchases", sample("createPurchase"))
    examples = {
        "getHealth": call("GET", "/healthz"),
        "getReadiness": call("GET", "/readyz"),
        "getService": call("GET", "/v1"),
        "estimate": call("POST", "/v1/estimate", sample("estimate")),
        "analyseSerp": call("POST", "/v1/analysis/serp", sample("analyseSerp")),
        "suggestKeywords": call("POST", "/v1/keywords/suggestions", sample("suggestKeywords")),
        "findKeywordIdeas": call("POST", "/v1/keywords/ideas", sample("findKeywordIdeas")),
        "generateArticle": ordered,
        "getArticle": completed,
        "watchArticle": send("GET", f"/v1/articles/{article}/events"),
        "listArticles": call("GET", "/v1/articles"),
        "approveOutline": call("POST", f"/v1/articles/{planned}/approve"),
        "cancelArticle": call("DELETE", f"/v1/articles/{cancelled}"),
        "saveBriefAnswers": call("PUT", f"/v1/articles/{brief}/answers", answers),
        "previewArticle": call("POST", f"/v1/articles/{article}/preview", sample("previewArticle")),
        "editArticle": call("PATCH", f"/v1/articles/{article}", sample("editArticle")),
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
        "updateKey": call("PATCH", f"/v1/keys/{key['keyId']}", sample("updateKey")),
        "revokeKey": call("DELETE", f"/v1/keys/{key['keyId']}"),
        "createWebhookEndpoint": endpoint,
        "listWebhookEndpoints": call("GET", "/v1/webhooks/endpoints"),
        "getWebhookEndpoint": call("GET", of_endpoint),
        "testWebhookEndpoint": tested,
        "listWebhookDeliveries": call("GET", f"{of_endpoint}/deliveries"),
        "rotateWebhookSecret": call("POST", f"{of_endpoint}/rotate-secret", sample("rotateWebhookSecret")),
        "updateWebhookEndpoint": call("PATCH", of_endpoint, sample("updateWebhookEndpoint")),
        "deleteWebhookEndpoint": call("DELETE", of_endpoint),
        "createPurchase": purchase,
        "listPurchases": call("GET", "/v1/purchases"),
        "getPurchase": call("GET", f"/v1/purchases/{purchase['purchaseId']}"),
        "deleteImage": call("DELETE", f"/v1/images/{image['imageId']}"),
    }
    examples["createKey"] |= {"key": "svc_test_…"}
    text = json.dumps(shortened(examples), ensure_ascii=False, indent=1)
    text = text.replace("https://hooks.invalid/", "https://example.com/")
    print(without_secrets(text))


main()
