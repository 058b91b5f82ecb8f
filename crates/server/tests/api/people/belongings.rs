//! One account's data is not visible to others: at no URL, for no operation, under no name.

use std::collections::BTreeSet;

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::TestServer;

use super::browser::Browser;
use super::things::{Things, between, test_key};
use crate::support::{refused, send, server};

/// Values for the fields of forms, so that none is refused for a missing one.
const FIELDS: [(&str, &str); 19] = [
    ("name", "Taken over"),
    ("mode", "test"),
    ("limit", "987654321"),
    ("url", "https://minh.example/hook"),
    ("description", "Taken over"),
    ("event", "article.completed"),
    ("end", "now"),
    ("title", "Taken over"),
    ("metaTitle", "Taken over"),
    ("metaDescription", "Taken over"),
    ("outline", "Taken over"),
    ("planned", "Kinds"),
    ("section", "1"),
    ("once", "form-0000000000000001"),
    ("credits", "1000"),
    ("reason", "Taken over"),
    ("amount", "1"),
    ("by_hand", "on"),
    ("then", "article"),
];

/// Lan, who has one of everything, and Minh, who tries to access it.
struct Neighbours {
    server: TestServer,
    lan: Browser,
    things: Things,
    minh: Browser,
    minhs_key: String,
}

impl Neighbours {
    async fn move_in() -> Self {
        let server = server();
        let (mut lan, mut minh) = (Browser::new(&server), Browser::new(&server));
        lan.sign_up("lan@example.com").await;
        let things = Box::pin(Things::make(&server, &mut lan, "tea")).await;
        minh.sign_up("minh@example.com").await;
        let minhs_key = test_key(&mut minh, "Laptop").await;
        Self { server, lan, things, minh, minhs_key }
    }

    fn call(&self, method: &str, path: &str, key: &str) -> RequestBuilder {
        let request = self.server.http.request(method.parse().unwrap(), format!("{}{path}", self.server.url));
        match method {
            "GET" | "DELETE" => request.bearer_auth(key),
            "PUT" => request.bearer_auth(key).json(&json!({"answers": []})),
            "PATCH" if path.starts_with("/v1/keys") => {
                request.bearer_auth(key).json(&json!({"monthlyLimitCredits": 0}))
            }
            "PATCH" if path.starts_with("/v1/webhooks") => {
                request.bearer_auth(key).json(&json!({"enabled": false}))
            }
            "PATCH" => request.bearer_auth(key).json(&json!({"title": "Taken over"})),
            "POST" if path.ends_with("/preview") => request.bearer_auth(key).json(&json!({"title": "Seen"})),
            _ => request.bearer_auth(key).json(&json!({})),
        }
    }

    /// Everything of Lan's that another account could have changed.
    async fn belongings(&mut self) -> Vec<String> {
        let mut seen = Vec::new();
        let paths = [
            "/v1/articles/{articleId}/status",
            "/v1/articles/{briefId}/status",
            "/v1/images/{imageId}",
            "/v1/account",
        ];
        for path in paths {
            let path = self.things.fill_operation(path);
            let (status, mut body) = send(self.call("GET", &path, &self.things.key)).await;
            // Fields about the request itself, and figures that may be a second old.
            for fleeting in ["meta", "usage"] {
                body[fleeting] = Value::Null;
            }
            seen.push(format!("{status} {body}"));
        }
        seen.push(self.lan.read(&self.things.fill("/dashboard/credits/purchases/{id}")).await);
        let endpoint = self.things.fill("/dashboard/webhooks/{id}");
        let page = self.lan.read(&endpoint).await;
        let turn_off = format!("{endpoint}/disable");
        for mark in [turn_off.as_str(), "https://hooks.example/tea", "minh.example"] {
            seen.push(page.contains(mark).to_string());
        }
        let secret = self.lan.send(&format!("{endpoint}/secret"), &[]).await;
        seen.push(secret.text_between("whsec_", "<").unwrap());
        let messages = self.lan.read("/dashboard/webhooks").await;
        let ids = messages.split("/dashboard/webhooks/deliveries/").skip(1);
        let ids: BTreeSet<&str> = ids.filter_map(|rest| rest.split(['"', '/']).next()).collect();
        seen.extend(ids.into_iter().map(str::to_owned));
        let keys = self.lan.read("/dashboard/keys").await;
        for mark in ["popovertarget=\"revoke-", "Revoked", "987,654,321"] {
            seen.push(keys.matches(mark).count().to_string());
        }
        seen
    }
}

#[tokio::test]
async fn no_page_shows_or_changes_what_is_somebody_elses() {
    let mut street = Box::pin(Neighbours::move_in()).await;
    let before = Box::pin(street.belongings()).await;
    let (mut pages, mut forms) = (0, 0);
    for address in dashboard::addresses().iter().filter(|address| address.contains("{id}")) {
        let path = street.things.fill(address);
        let read = street.minh.get(&path).await;
        assert!(matches!(read.status, 404 | 405), "{address} is read: {}", read.status);
        let sent = street.minh.send(&path, &FIELDS).await;
        // People who do not run the installation are refused before anything else.
        let refusal = if address.starts_with("/dashboard/operator/") { 403 } else { 404 };
        assert!(sent.status == refusal || sent.status == 405, "{address} is sent: {}", sent.status);
        let own = street.lan.get(&path).await;
        // The invoice of an unpaid purchase redirects to the purchase.
        assert!(matches!(own.status, 200 | 303 | 405), "{address} is Lan's: {}", own.status);
        pages += usize::from(own.status == 200);
        forms += usize::from(sent.status != 405);
    }
    assert!(pages >= 8 && forms >= 20, "{pages} {forms}");
    assert_eq!(Box::pin(street.belongings()).await, before);
}

#[tokio::test]
async fn pages_of_the_operator_are_not_for_customers() {
    let mut street = Box::pin(Neighbours::move_in()).await;
    let mut pages = 0;
    for address in dashboard::addresses().iter().filter(|address| address.contains("/operator")) {
        let path = street.things.fill(address);
        let (read, sent) = (street.minh.get(&path).await, street.minh.send(&path, &FIELDS).await);
        assert!(matches!((read.status, sent.status), (403, 405) | (405, 403)), "{address}");
        assert!(!read.body.contains("lan@example.com"), "{address}");
        pages += 1;
    }
    assert!(pages >= 6, "{pages}");
}

#[tokio::test]
async fn no_operation_finds_what_is_somebody_elses() {
    let mut street = Box::pin(Neighbours::move_in()).await;
    let before = Box::pin(street.belongings()).await;
    let (_, document) = send(street.server.http.get(format!("{}/openapi.json", street.server.url))).await;
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        if !path.contains('{') {
            continue;
        }
        let filled = street.things.fill_operation(path);
        for method in methods.as_object().unwrap().keys().map(|method| method.to_uppercase()) {
            refused(street.call(&method, &filled, &street.minhs_key), 404, "not_found").await;
            asked += 1;
            if method == "GET" {
                let own = street.call(&method, &filled, &street.things.key).send().await.unwrap();
                assert_eq!(own.status(), 200, "{path} is Lan's");
            }
        }
    }
    assert!(asked >= 20, "{asked}");
    assert_eq!(Box::pin(street.belongings()).await, before);
}

#[tokio::test]
async fn a_brief_and_its_answers_are_its_owners() {
    let mut street = Box::pin(Neighbours::move_in()).await;
    let before = Box::pin(street.belongings()).await;
    let path = street.things.fill_operation("/v1/articles/{briefId}/answers");
    refused(street.call("PUT", &path, &street.minhs_key), 404, "not_found").await;
    let form = format!("/dashboard/articles/new?make=notes&brief={}", street.things.id("brief"));
    assert_eq!(street.minh.get(&form).await.status, 404);
    let own = street.lan.read(&form).await;
    assert!(own.contains("Twelve hours. tea"), "{own}");
    assert_eq!(Box::pin(street.belongings()).await, before);
}

#[tokio::test]
async fn names_in_forms_and_questions_lead_to_nothing_of_others_either() {
    let mut street = Box::pin(Neighbours::move_in()).await;
    let audit = json!({
        "url": "https://my-blog.example/tea", "html": "<title>Tea</title>", "vitals": false, "checkLinks": false,
        "baselineId": street.things.id("audit"),
    });
    let address = format!("{}/v1/seo/audit", street.server.url);
    let compared = street.server.http.post(address).bearer_auth(&street.minhs_key).json(&audit);
    refused(compared, 422, "validation_failed").await;

    let returned = format!("/dashboard/credits/return?purchase={}", street.things.id("purchase"));
    assert_eq!(street.minh.get(&returned).await.status, 404);
    assert_eq!(street.lan.get(&returned).await.status, 303);

    let article = [("articleId", street.things.id("article"))];
    let called = street.minh.send("/dashboard/playground/getArticle", &article).await;
    assert!(called.body.contains("not_found") && !called.body.contains("characterCount"), "{}", called.body);
    let own = street.lan.send("/dashboard/playground/getArticle", &article).await;
    assert!(own.body.contains("characterCount"), "{}", own.body);

    for (page, field, kind) in [
        ("/dashboard/webhooks", "endpoint", "endpoint"),
        ("/dashboard/webhooks", "before", "delivery"),
        ("/dashboard/credits", "before", "purchase"),
        ("/dashboard/requests", "key", "key"),
        ("/dashboard/images", "cursor", "image"),
        ("/dashboard/audits", "cursor", "audit"),
        ("/dashboard/articles", "cursor", "article"),
    ] {
        let found = street.minh.get(&format!("{page}?{field}={}", street.things.id(kind))).await;
        let is_known =
            ["hooks.example", "Cold brew tea", street.things.id("request"), street.things.id("image")]
                .iter()
                .any(|mark| found.body.contains(mark));
        assert!(!is_known && found.status < 500, "{page} by {field}: {}", found.body);
    }
}

#[tokio::test]
async fn only_its_owner_ends_a_session() {
    let server = server();
    let (mut lan, mut minh) = (Browser::new(&server), Browser::new(&server));
    lan.sign_up("lan@example.com").await;
    minh.sign_up("minh@example.com").await;
    let mut second = Browser::new(&server);
    let _ = second.log_in("lan@example.com", super::PASSWORD).await;
    let session = between(&lan.read("/dashboard/settings").await, "name=\"session\" value=\"", "\"");
    let _ = minh.send("/dashboard/settings/sessions/end", &[("session", &session)]).await;
    let _ = minh.send("/dashboard/settings/sessions/end-others", &[]).await;
    assert_eq!(second.get("/dashboard").await.status, 200);
    let _ = lan.send("/dashboard/settings/sessions/end", &[("session", &session)]).await;
    assert_eq!(second.get("/dashboard").await.status, 303);
}
