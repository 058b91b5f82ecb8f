"""Compares our requests and the sandbox's replies with the vendors' client libraries. scripts/check-contracts runs it.

A request of ours is taken from the sandbox's journal after a call to a running service. It must fit the library's type
with nothing left over. The sandbox's reply to it must fit too, and a made-up field in that reply must be noticed.
"""

import copy
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from base64 import b64encode

from dataforseo_client import ApiClient, Configuration, models
from dataforseo_client.api.keywords_data_api import KeywordsDataApi
from dataforseo_client.api.serp_api import SerpApi
from google.ads.googleads.v26.errors.types.errors import GoogleAdsFailure
from google.ads.googleads.v26.services.services.google_ads_service import GoogleAdsServiceClient
from google.ads.googleads.v26.services.types import keyword_plan_idea_service as planner
from google.auth.exceptions import RefreshError
from google.auth.transport.requests import Request as AuthTransport
from google.oauth2.credentials import Credentials
from google.protobuf import json_format
from google.rpc import code_pb2

SEARCHES = [
    {"query": "how to make cold brew coffee"},
    {"query": "buy electric bike online", "country": "us", "device": "mobile"},
    {"query": "kinh nghiệm du lịch đà lạt", "language": "vi", "country": "vn"},
    {"query": "cách pha cà phê phin", "language": "vi"},
    {"query": "珍珠奶茶", "language": "zh", "country": "tw"},
    {"query": "c++ 100% & \"quotes\""},
]
SEEDS = [
    {"keywords": ["cold brew coffee"]},
    {"keywords": ["electric bike", "e-bike"], "country": "us"},
    {"keywords": ["cà phê phin"], "language": "vi", "country": "vn"},
    {"keywords": ["cà phê phin"], "language": "vi"},
    {"keywords": [f"tea {number}" for number in range(20)]},
    {"url": "https://shop.example/"},
    {"url": "https://shop.example/electric-bike?colour=red", "country": "us"},
    {"url": "https://cua-hang.example/cà-phê", "language": "vi", "country": "vn"},
]
# Every block of a results page that the queries above return.
BLOCKS = {"ai_overview", "featured_snippet", "images", "local_pack", "organic", "people_also_ask", "related_searches",
          "shopping", "top_stories", "video"}
# The status in DataForSEO's envelope for each fault of the sandbox.
DATAFORSEO_FAULTS = {"401": 40100, "429-7": 40202, "500": 50000, "503": 50301, "blocked": 40101, "empty": 40102,
                     "task-40501": 40501, "task-40210": 40210}
DATAFORSEO_OK = 20000
CUSTOMER = "1234567890"


class Mismatch(Exception):
    """Something is not as the library has it."""


def expect(condition, complaint):
    if not condition:
        raise Mismatch(complaint)


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def run(self, title, action, *arguments):
        """What the action returns, or None after a failure, which is counted and printed."""
        try:
            result = action(*arguments)
        except Exception as problem:
            self.failed += 1
            print(f"FAILED  {title}: {type(problem).__name__}: {' '.join(str(problem).split())}")
            return None
        self.passed += 1
        print(f"ok      {title}")
        return result


def post(address, body, headers):
    """The status and the JSON of the reply, whatever the status is."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, json.load(refusal)


class Sandbox:
    def __init__(self, url):
        self.url = url

    def journal(self):
        with urllib.request.urlopen(f"{self.url}/__sandbox/journal", timeout=60) as reply:
            return json.load(reply)["requests"]

    def dataforseo(self, path, body):
        account = b64encode(b"sandbox:sandbox").decode()
        return post(f"{self.url}/dataforseo{path}", body, {"Authorization": f"Basic {account}"})

    def google_ads(self, path, body):
        return post(f"{self.url}/google-ads{path}", body, {"Authorization": "Bearer sandbox"})

    def sent_by(self, url, key, path, body):
        """The requests that a call to a service at `url` leads to."""
        before = max((entry["number"] for entry in self.journal()), default=0)
        status, reply = post(url + path, body, {"Authorization": f"Bearer {key}"})
        expect(status == 200, f"the service answered {status}: {reply}")
        entries = [entry for entry in self.journal() if entry["number"] > before]
        expect(entries, "the service asked nobody")
        expect(all(entry["body"] for entry in entries), "a body is too large for the journal")
        return entries


def objects(value):
    """Every JSON object in a value, outermost first. `data` of DataForSEO repeats the request and has no type."""
    if isinstance(value, dict):
        yield value
        value = [inner for name, inner in value.items() if name != "data"]
    if isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def label(vendor, *words):
    text = " ".join([f"{vendor},", *words])
    return text if len(text) <= 110 else f"{text[:109]}…"


def without_nulls(fields):
    return {name: value for name, value in fields.items() if value is not None}


def unknown_fields(model, place=""):
    """The fields of a DataForSEO model, and of those in it, that the library has no name for."""
    if isinstance(model, list):
        for inner in model:
            yield from unknown_fields(inner, place)
    elif hasattr(model, "additional_properties"):
        yield from (f"{place}.{name}" for name in model.additional_properties)
        for name, inner in model:
            if name != "additional_properties":
                yield from unknown_fields(inner, f"{place}.{name}")


class DataForSeo:
    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.blocks = set()
        account = {"username": "sandbox", "password": "sandbox"}
        client = ApiClient(Configuration(host=f"{sandbox.url}/dataforseo", **account))
        serp, keywords = SerpApi(client), KeywordsDataApi(client)
        planner_path = "/v3/keywords_data/google_ads"
        # Path: the library's call, and the prefix of its models' names.
        self.calls = {
            "/v3/serp/google/organic/live/advanced":
                (serp.google_organic_live_advanced, "SerpGoogleOrganicLiveAdvanced"),
            f"{planner_path}/keywords_for_keywords/live":
                (keywords.google_ads_keywords_for_keywords_live, "KeywordsDataGoogleAdsKeywordsForKeywordsLive"),
            f"{planner_path}/keywords_for_site/live":
                (keywords.google_ads_keywords_for_site_live, "KeywordsDataGoogleAdsKeywordsForSiteLive"),
            f"{planner_path}/search_volume/live":
                (keywords.google_ads_search_volume_live, "KeywordsDataGoogleAdsSearchVolumeLive"),
        }

    def model(self, path, part):
        expect(path in self.calls, f"no call of the library is known for {path}")
        return getattr(models, f"{self.calls[path][1]}{part}")

    def request(self, entry):
        """Our request as the library's model."""
        tasks = json.loads(entry["body"])
        expect(isinstance(tasks, list) and len(tasks) == 1, f"not a list of one task: {entry['body']}")
        model = self.model(entry["path"], "RequestInfo").from_dict(tasks[0])
        expect(not list(unknown_fields(model)), f"unknown fields: {list(unknown_fields(model))}")
        expect(without_nulls(model.to_dict()) == tasks[0], f"read differently: {model.to_dict()}")
        return model

    def same_as_the_client(self, entry, request):
        """The library sends the request as we do and reads the sandbox's reply."""
        reply = self.calls[entry["path"]][0]([request])
        theirs = self.sandbox.journal()[-1]
        for name in ("vendor", "method", "path", "query"):
            expect(theirs[name] == entry[name], f"{name}: the client sends {theirs[name]!r}, we send {entry[name]!r}")
        sent = [without_nulls(task) for task in json.loads(theirs["body"])]
        expect(sent == json.loads(entry["body"]), f"the client sends {sent}, we send {entry['body']}")
        expect(reply.tasks[0].result, "the reply holds no result")

    def reply(self, path, body, code=DATAFORSEO_OK):
        """The library's model has a place for every field, and would tell if it had not."""
        _, reply = self.sandbox.dataforseo(path, body)
        told = [reply, *(reply["tasks"] or [])][-1]["status_code"]
        expect(told == code, f"code {told} instead of {code}")
        response = self.model(path, "ResponseInfo")
        unknown = list(unknown_fields(response.from_dict(reply)))
        expect(not unknown, f"unknown fields: {sorted(set(unknown))}")
        parts = list(objects(reply))
        for part in parts:
            part["made_up"] = True
        noticed = len(list(unknown_fields(response.from_dict(reply))))
        expect(noticed == len(parts), f"a made-up field was noticed in {noticed} of {len(parts)} objects")
        self.blocks.update(part["type"] for part in parts if "rank_absolute" in part)

    def all_blocks(self):
        expect(self.blocks == BLOCKS, f"missing {BLOCKS - self.blocks}, new {self.blocks - BLOCKS}")


def check_dataforseo(checks, sandbox, url, key):
    vendor = DataForSeo(sandbox)
    calls = [("/v1/analysis/serp", body) for body in SEARCHES] + [("/v1/keywords/ideas", body) for body in SEEDS]
    for path, body in calls:
        asked = label("DataForSEO", path, json.dumps(body, ensure_ascii=False))
        for entry in checks.run(f"{asked}: asks", sandbox.sent_by, url, key, path, body) or []:
            request = checks.run(f"{asked}: request fits", vendor.request, entry)
            if request:
                checks.run(f"{asked}: the client does the same", vendor.same_as_the_client, entry, request)
            checks.run(f"{asked}: reply fits", vendor.reply, entry["path"], json.loads(entry["body"]))
    checks.run("DataForSEO: every block of a results page was seen", vendor.all_blocks)
    volume = [{"keywords": ["tea", "cà phê phin"], "language_code": "vi", "location_code": 2704}]
    volume_path = "/v3/keywords_data/google_ads/search_volume/live"
    checks.run("DataForSEO, search volume: reply fits", vendor.reply, volume_path, volume)
    for path in vendor.calls:
        for fault, code in DATAFORSEO_FAULTS.items():
            body = [{"keyword": "tea", "keywords": ["tea"], "tag": f"sandbox-fault:{fault}"}]
            checks.run(f"DataForSEO, {path}: reply {fault} fits", vendor.reply, path, body, code)
        checks.run(f"DataForSEO, {path}: reply to no task fits", vendor.reply, path, [], 40501)
        checks.run(f"DataForSEO, {path}: reply to an empty task fits", vendor.reply, path, [{}], 40501)


def parse(body, kind):
    return json_format.Parse(json.dumps(body), kind.pb()(), ignore_unknown_fields=False)


class GoogleAds:
    def __init__(self, sandbox):
        self.sandbox = sandbox

    def request(self, entry):
        """Our request as the library's message, with the customer that its path names."""
        path = re.fullmatch(r"/v26/customers/(\d+):generateKeywordIdeas", entry["path"])
        sent = (entry["method"], entry["path"], entry["query"])
        expect(entry["method"] == "POST" and path and not entry["query"], f"sent to {sent}")
        body = json.loads(entry["body"])
        message = parse(body, planner.GenerateKeywordIdeasRequest)
        read = json_format.MessageToDict(message)
        # Values that are false or 0 are not serialized.
        expect(read == {name: value for name, value in body.items() if value}, f"read differently: {read}")
        expect(message.WhichOneof("seed"), "no seed is set")
        language = GoogleAdsServiceClient.parse_language_constant_path(message.language)
        expect(language.get("criterion_id", "").isdigit(), f"{message.language} is no language")
        for place in message.geo_target_constants:
            number = GoogleAdsServiceClient.parse_geo_target_constant_path(place).get("criterion_id", "")
            expect(number.isdigit(), f"{place} is no place")
        message.customer_id = path[1]
        expect(message.customer_id == CUSTOMER, f"the customer is {message.customer_id}")

    def reply(self, method, body, kind):
        """The library's message has a place for every field, and would tell if it had not."""
        status, reply = self.sandbox.google_ads(f"/v26/customers/{CUSTOMER}:{method}", body)
        expect(status == 200, f"{status}: {reply}")
        message = parse(reply, kind)
        changed = copy.deepcopy(reply)
        list(objects(changed))[-1]["madeUp"] = True
        try:
            parse(changed, kind)
        except json_format.ParseError:
            return message
        raise Mismatch("a made-up field was not noticed")

    def found(self, method, body, kind):
        message = self.reply(method, body, kind)
        expect(message.results, "the reply holds no result")
        return message

    def pages(self, body):
        first = self.found("generateKeywordIdeas", {**body, "pageSize": 2}, planner.GenerateKeywordIdeaResponse)
        expect(len(first.results) == 2 and first.next_page_token and first.total_size > 2, f"no further page: {first}")
        next_page = {**body, "pageSize": 2, "pageToken": first.next_page_token}
        second = self.found("generateKeywordIdeas", next_page, planner.GenerateKeywordIdeaResponse)
        expect(second.results[0] != first.results[0], "the second page is the first")

    def nothing(self, body):
        message = self.reply("generateKeywordIdeas", body, planner.GenerateKeywordIdeaResponse)
        expect(not message.results and not message.next_page_token, f"not empty: {message}")

    def refusal(self, path, body, details=True):
        """The details of an error are failures as the library has them."""
        status, reply = self.sandbox.google_ads(path, body)
        error = reply["error"]
        expect(status >= 400 and error["code"] == status, f"status {status}: {error}")
        expect(error["status"] in code_pb2.Code.keys(), f"{error['status']} is no code")
        expect(bool(error.get("details")) == details, f"details: {error.get('details')}")
        for detail in error.get("details", []):
            kind = f"type.googleapis.com/{GoogleAdsFailure.pb()().DESCRIPTOR.full_name}"
            expect(detail.pop("@type", None) == kind, f"not {kind}: {detail}")
            failure = parse(detail, GoogleAdsFailure)
            expect(failure.errors and failure.request_id, f"an empty failure: {detail}")
            for told in failure.errors:
                expect(told.message and told.error_code.WhichOneof("error_code"), f"no code: {told}")


def check_google_ads(checks, sandbox, url, key):
    vendor = GoogleAds(sandbox)
    ideas = f"/v26/customers/{CUSTOMER}:generateKeywordIdeas"
    for body in SEEDS:
        asked = label("Google Ads", json.dumps(body, ensure_ascii=False))
        entries = checks.run(f"{asked}: asks", sandbox.sent_by, url, key, "/v1/keywords/ideas", body) or []
        for entry in entries:
            if entry["vendor"] == "google-oauth":
                checks.run(f"{asked}: google-auth gets a token in the same way", same_token_request, sandbox, entry)
                continue
            checks.run(f"{asked}: request fits", vendor.request, entry)
            checks.run(f"{asked}: reply fits", vendor.found, "generateKeywordIdeas", json.loads(entry["body"]),
                       planner.GenerateKeywordIdeaResponse)
    seed = {"keywordSeed": {"keywords": ["cold brew coffee"]}}
    checks.run("Google Ads, pages: replies fit", vendor.pages, seed)
    nothing = {"keywordSeed": {"keywords": ["tea sandbox-empty"]}}
    checks.run("Google Ads, nothing found: reply fits", vendor.nothing, nothing)
    checks.run("Google Ads, historical metrics: reply fits", vendor.found, "generateKeywordHistoricalMetrics",
               {"keywords": ["tea", "cà phê phin"]}, planner.GenerateKeywordHistoricalMetricsResponse)
    for fault, details in {"401": True, "429-7": True, "blocked": True, "500": False, "503": False}.items():
        body = {"keywordSeed": {"keywords": [f"tea sandbox-fault:{fault}"]}}
        checks.run(f"Google Ads, {fault}: refusal fits", vendor.refusal, ideas, body, details)
    for title, path, body in [
        ("no seed", ideas, {}),
        ("21 keywords", ideas, {"keywordSeed": {"keywords": ["tea"] * 21}}),
        ("an empty seed", ideas, {"urlSeed": {}}),
        ("a page too large", ideas, {**seed, "pageSize": 10_001}),
        ("an unknown page", ideas, {**seed, "pageToken": "other"}),
        ("an unknown customer", "/v26/customers/12:generateKeywordIdeas", seed),
        ("no keywords", f"/v26/customers/{CUSTOMER}:generateKeywordHistoricalMetrics", {}),
    ]:
        checks.run(f"Google Ads, {title}: refusal fits", vendor.refusal, path, body)
    unknown = f"/v26/customers/{CUSTOMER}:other"
    checks.run("Google Ads, an unknown call: refusal fits", vendor.refusal, unknown, {}, False)
    checks.run("Google's tokens: google-auth sees that a consent has ended", ended_consent, sandbox)


def credentials(sandbox, refresh_token):
    address = f"{sandbox.url}/google-oauth/token"
    return Credentials(None, refresh_token, token_uri=address, client_id="sandbox", client_secret="sandbox")


def same_token_request(sandbox, entry):
    access = credentials(sandbox, "sandbox")
    access.refresh(AuthTransport())
    expect(access.token == "sandbox" and access.expiry, "no token was granted")
    theirs = sandbox.journal()[-1]
    for name in ("vendor", "method", "path", "query"):
        expect(theirs[name] == entry[name], f"{name}: google-auth sends {theirs[name]!r}, we send {entry[name]!r}")
    ours, official = (sorted(urllib.parse.parse_qsl(sent["body"])) for sent in (entry, theirs))
    expect(ours == official, f"google-auth sends {official}, we send {ours}")


def ended_consent(sandbox):
    try:
        credentials(sandbox, "other").refresh(AuthTransport())
    except RefreshError as refusal:
        expect("invalid_grant" in str(refusal), f"refused in other words: {refusal}")
        return
    raise Mismatch("a token was granted")


def main():
    sandbox_url, dataforseo_url, dataforseo_key, google_ads_url, google_ads_key = sys.argv[1:]
    checks, sandbox = Checks(), Sandbox(sandbox_url)
    check_dataforseo(checks, sandbox, dataforseo_url, dataforseo_key)
    check_google_ads(checks, sandbox, google_ads_url, google_ads_key)
    print(f"\n{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
