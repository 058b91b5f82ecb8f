//! One of every resource that an account can have, and URLs with their ids.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};
use testkit::TestServer;

use super::browser::Browser;
use crate::support::send;

const SCOPES: [&str; 9] =
    ["articles", "images", "analysis", "keywords", "audit", "account", "webhooks", "keys", "purchases"];
/// What `{id}` stands for, by the prefix of a path; the first match counts.
const KINDS: [(&str, &str); 11] = [
    ("/dashboard/keys/", "key"),
    ("/dashboard/images/", "image"),
    ("/dashboard/audits/", "audit"),
    ("/dashboard/credits/purchases/", "purchase"),
    ("/dashboard/requests/", "request"),
    ("/dashboard/webhooks/deliveries/", "delivery"),
    ("/dashboard/webhooks/", "endpoint"),
    ("/dashboard/operator/accounts/", "account"),
    ("/dashboard/operator/purchases/", "purchase"),
    ("/dashboard/articles/", "article"),
    ("/dashboard/briefs/", "brief"),
];
const API_KINDS: [(&str, &str); 7] = [
    ("{articleId}", "article"),
    ("{briefId}", "brief"),
    ("{imageId}", "image"),
    ("{auditId}", "audit"),
    ("{keyId}", "key"),
    ("{endpointId}", "endpoint"),
    ("{purchaseId}", "purchase"),
];

/// A text escaped for use between tags, or in a double-quoted attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The text between two marks.
pub(super) fn between(text: &str, start: &str, end: &str) -> String {
    text.split_once(start).unwrap().1.split(end).next().unwrap().to_owned()
}

/// Reads a page until it contains something.
pub(super) async fn shown(browser: &mut Browser, path: &str, mark: &str) -> String {
    let deadline = Instant::now() + testkit::HANG_LIMIT;
    loop {
        let answer = browser.get(path).await;
        if answer.status == 200 && answer.body.contains(mark) {
            return answer.body;
        }
        assert!(Instant::now() < deadline, "{path} does not show {mark}: {}", answer.body);
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
}

/// Switches to test mode, and creates a key with all scopes.
pub(super) async fn test_key(browser: &mut Browser, name: &str) -> String {
    let _ = browser.send("/dashboard/mode", &[("mode", "test")]).await;
    let scopes = SCOPES.map(|scope| ("scope", scope));
    let fields: Vec<(&str, &str)> = [("name", name), ("mode", "test")].into_iter().chain(scopes).collect();
    let made = browser.send("/dashboard/keys", &fields).await;
    made.text_between("svc_test_", "<").map(|rest| format!("svc_test_{rest}")).unwrap()
}

/// Resources of test mode, by their kinds.
pub(super) struct Things {
    /// A key with all scopes.
    pub(super) key: String,
    /// The public URL of the audit's report.
    pub(super) report: String,
    ids: BTreeMap<&'static str, String>,
}

impl Things {
    /// Creates all resources, with a text wherever customers can enter one.
    pub(super) async fn make(server: &TestServer, browser: &mut Browser, text: &str) -> Self {
        let key = test_key(browser, text).await;
        let maker = Maker { server, key: &key, text };
        let told = maker.call("GET", "/v1/account", &Value::Null).await;
        let audit = maker.audit().await;
        let mut ids = BTreeMap::from([
            ("account", word(&told["account"]["accountId"])),
            ("key", word(&told["key"]["keyId"])),
            ("audit", word(&audit["auditId"])),
            ("request", word(&audit["meta"]["requestId"])),
            ("endpoint", maker.endpoint(browser).await),
            ("image", maker.image(browser).await),
            ("purchase", purchase(browser).await),
        ]);
        ids.insert("article", maker.article().await);
        ids.insert("brief", maker.brief().await);
        // The message about the article, which is stored a moment after the call.
        let mark = "/dashboard/webhooks/deliveries/";
        let messages = shown(browser, "/dashboard/webhooks", mark).await;
        ids.insert("delivery", between(&messages, mark, "\""));
        let _ = shown(browser, &format!("/dashboard/requests/{}", ids["request"]), "/v1/seo/audit").await;
        Self { key, report: word(&audit["reportUrl"]), ids }
    }

    pub(super) fn id(&self, kind: &str) -> &str {
        &self.ids[kind]
    }

    /// The path of a page, filled with the ids of these resources.
    pub(super) fn fill(&self, address: &str) -> String {
        let known = KINDS.iter().find(|(beginning, _)| address.starts_with(beginning));
        let id = known.map_or("{id}", |(_, kind)| self.id(kind));
        let nobody = "0".repeat(43);
        let others = [
            ("{kind}", "html"),
            ("{operation}", "auditPage"),
            ("{hash}", "0"),
            ("{name}", "0"),
            ("{slug}", "quick-start"),
            ("{group}", "articles"),
            ("{number}", "1"),
            ("{token}", nobody.as_str()),
        ];
        let filled = others
            .into_iter()
            .fold(address.replace("{id}", id), |path, (name, value)| path.replace(name, value));
        assert!(!filled.contains('{'), "what stands in {address} is not known here");
        filled
    }

    /// The path of an operation, filled with the ids of these resources.
    pub(super) fn fill_operation(&self, path: &str) -> String {
        let filled = API_KINDS
            .iter()
            .fold(path.replace("{sectionId}", "1").replace("{version}", "1"), |path, (name, kind)| {
                path.replace(name, self.id(kind))
            });
        assert!(!filled.contains('{'), "what stands in {path} is not known here");
        filled
    }
}

fn word(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn purchase(browser: &mut Browser) -> String {
    let page = browser.read("/dashboard/credits").await;
    let once = between(&page, "name=\"once\" value=\"", "\"");
    let fields = [("pack", "starter"), ("pay", "stripe-usd"), ("once", once.as_str())];
    let begun = browser.send("/dashboard/credits/purchases", &fields).await;
    assert_eq!(begun.status, 303, "{}", begun.body);
    between(&browser.read("/dashboard/credits").await, "/dashboard/credits/purchases/", "\"")
}

/// Creates resources with one key.
struct Maker<'a> {
    server: &'a TestServer,
    key: &'a str,
    text: &'a str,
}

impl Maker<'_> {
    async fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let address = format!("{}{path}", self.server.url);
        let request = self.server.http.request(method.parse().unwrap(), address).bearer_auth(self.key);
        let request = if body.is_null() { request.header("prefer", "wait=10") } else { request.json(body) };
        let (status, answer) = send(request).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }

    async fn audit(&self) -> Value {
        let (raw, text) = (self.text, escaped(self.text));
        let html = format!(
            "<!doctype html><html lang=\"en\"><head><title>{text}</title><meta name=\"description\" content=\"{text}\"></head>\
            <body><h1>{text}</h1><p>{raw}</p></body></html>"
        );
        let url = format!("https://my-blog.example/{raw}");
        let order = json!({"url": url, "html": html, "vitals": false, "checkLinks": false});
        self.call("POST", "/v1/seo/audit", &order).await
    }

    async fn endpoint(&self, browser: &mut Browser) -> String {
        let url = format!("https://hooks.example/{}", self.text);
        let fields = [("url", url.as_str()), ("description", self.text), ("event", "article.completed")];
        let added = browser.send("/dashboard/webhooks", &fields).await;
        between(added.location(), "/dashboard/webhooks/", "?")
    }

    /// Text is allowed, because not every machine has the text detector.
    async fn image(&self, browser: &mut Browser) -> String {
        let once = between(&browser.read("/dashboard/images").await, "name=\"once\" value=\"", "\"");
        let picture = [
            ("prompt", self.text),
            ("alt", self.text),
            ("size", "1024x1024"),
            ("style", "abstract"),
            ("allowText", "on"),
        ];
        let fields: Vec<(&str, &str)> = picture.into_iter().chain([("once", once.as_str())]).collect();
        let drawn = browser.send("/dashboard/images", &fields).await;
        between(drawn.location(), "/dashboard/images/", "?")
    }

    /// A finished article that is not published.
    async fn article(&self) -> String {
        let text = self.text;
        let source = json!({"title": text, "text": format!("Cold brew steeps for twelve hours. {text}")});
        let order = json!({
            "focusKeyword": format!("how to make cold brew coffee {text}"), "title": format!("Cold brew {text}"),
            "audience": text, "instructions": text, "keywords": [text], "sources": [source],
            "targetWordCount": 1500, "imageOption": 0, "publish": "never",
        });
        word(&self.completed(&order).await["articleId"])
    }

    /// A brief with an answer to one of its questions.
    async fn brief(&self) -> String {
        let text = self.text;
        let request =
            json!({"focusKeyword": format!("how to make cold brew coffee {text}"), "mode": "brief"});
        let done = self.completed(&request).await;
        let question = &done["brief"]["sections"].as_array().unwrap().iter().find_map(|section| {
            section["questions"].as_array().unwrap().first().map(|question| question["id"].clone())
        });
        let id = word(&done["articleId"]);
        let answers = json!({"answers": [{"questionId": question, "text": format!("Twelve hours. {text}")}]});
        self.call("PUT", &format!("/v1/articles/{id}/answers"), &answers).await;
        id
    }

    /// Requests an article and waits for its end.
    async fn completed(&self, request: &Value) -> Value {
        let id = word(&self.call("POST", "/v1/articles/generate", request).await["articleId"]);
        loop {
            let status = self.call("GET", &format!("/v1/articles/{id}/status"), &Value::Null).await;
            if status["status"] != "processing" {
                assert_eq!(status["status"], "completed", "{}", status["error"]);
                return status;
            }
        }
    }
}
