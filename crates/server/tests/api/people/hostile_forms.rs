//! Text in forms and URLs comes back as text, if it comes back.

use std::collections::BTreeSet;

use serde_json::Value;

use super::browser::Browser;
use super::hostile_text::{HOSTILE, check_answer, owner, shows};
use super::things::Things;
use crate::support::{send, server};

/// Fields of forms, and other names that a request may use.
const FIELDS: [&str; 67] = [
    "account",
    "alt",
    "amount",
    "audience",
    "baselineId",
    "by_hand",
    "checkLinks",
    "code",
    "country",
    "credits",
    "current",
    "description",
    "device",
    "email",
    "end",
    "endpoint",
    "even_if_spent",
    "event",
    "expires",
    "focusKeyword",
    "format",
    "html",
    "imageOption",
    "instructions",
    "internalLinks",
    "keywords",
    "language",
    "limit",
    "make",
    "maxCredits",
    "metaDescription",
    "metaTitle",
    "mode",
    "name",
    "new",
    "next",
    "once",
    "outline",
    "ownTexts",
    "pack",
    "password",
    "pay",
    "planned",
    "prompt",
    "publish",
    "quality",
    "reason",
    "responsive",
    "runs",
    "scope",
    "section",
    "seed",
    "session",
    "size",
    "sources",
    "step",
    "style",
    "targetWordCount",
    "then",
    "theme",
    "threshold",
    "title",
    "tone",
    "url",
    "vitals",
    "webhookUrl",
    "purpose",
];
/// Forms that must show the text again, otherwise this test tests nothing.
const ECHOES: [&str; 10] = [
    "/login",
    "/signup",
    "/dashboard/keys",
    "/dashboard/images",
    "/dashboard/audits",
    "/dashboard/webhooks",
    "/dashboard/articles/new",
    "/dashboard/articles/{id}/meta",
    "/dashboard/credits/purchases",
    "/dashboard/playground/{operation}",
];
/// Query parameters of pages.
const QUESTIONS: [&str; 22] = [
    "account",
    "cancelled",
    "days",
    "done",
    "endpoint",
    "fault",
    "from",
    "key",
    "keyword",
    "kind",
    "language",
    "make",
    "next",
    "notes",
    "outcome",
    "page",
    "purpose",
    "refused",
    "state",
    "table",
    "title",
    "to",
];
/// Parameters that must be an id or a known word; anything else leads to no page at all.
const POSITIONS: [&str; 6] = ["before", "brief", "cursor", "purchase", "request", "status"];

#[tokio::test]
async fn every_form_gives_back_what_was_typed_as_text() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let things = Box::pin(Things::make(&server, &mut browser, "tea")).await;
    let mut echoes = BTreeSet::new();
    let mut addresses = dashboard::addresses();
    // A signed-out person sends no more forms.
    addresses.retain(|address| address != "/dashboard/logout");
    // The second is longer than any limit.
    for text in [HOSTILE.to_owned(), HOSTILE.repeat(40)] {
        let fields = FIELDS.map(|name| (name, text.as_str()));
        let mut forms = Vec::new();
        for address in addresses {
            let answer = browser.send(&things.fill(&address), &fields).await;
            assert!(answer.status < 500, "{address}: {}", answer.body);
            assert!(!answer.location().contains(['<', '"']), "{address}: {}", answer.location());
            check_answer(&address, &answer);
            if shows(&answer.body) {
                echoes.insert(address.clone());
            }
            // Paths without forms need not read a long one to its end before they refuse it.
            if answer.status != 405 {
                forms.push(address);
            }
        }
        addresses = forms;
    }
    for address in ECHOES {
        assert!(echoes.contains(address), "{address} does not give it back: {echoes:?}");
    }
}

#[tokio::test]
async fn addresses_that_run_scripts_are_links_nowhere() {
    let script = "javascript:alert(1)//https://a.example/";
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    for (address, field) in [
        ("/dashboard/webhooks", "url"),
        ("/dashboard/audits", "url"),
        ("/dashboard/articles/new", "webhookUrl"),
        ("/dashboard/articles/new", "sources"),
        ("/dashboard/articles/new", "internalLinks"),
    ] {
        let fields =
            [(field, script), ("focusKeyword", "tea"), ("event", "article.completed"), ("once", field)];
        let answer = browser.send(address, &fields).await;
        assert_eq!(answer.status, 422, "{address} {field}: {}", answer.body);
        check_answer(address, &answer);
    }
}

#[tokio::test]
async fn every_address_gives_back_what_it_asks_as_text() {
    let server = server();
    let mut browser = owner(&server).await;
    let asked = |names: &[&str]| {
        let pairs = names.iter().map(|name| (*name, HOSTILE));
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
    };
    let mut echoes = Vec::new();
    let all = POSITIONS.iter().map(std::slice::from_ref).chain([QUESTIONS.as_slice()]);
    for query in all.map(asked) {
        // Ids are left out here: a missing page reveals nothing.
        for address in dashboard::addresses().iter().filter(|address| !address.contains('{')) {
            let answer = browser.get(&format!("{address}?{query}")).await;
            assert!(answer.status < 500, "{address}?{query}: {}", answer.body);
            assert!(!answer.location().contains("rwx"), "{address}?{query}: {}", answer.location());
            check_answer(address, &answer);
            if shows(&answer.body) {
                echoes.push(address.clone());
            }
        }
    }
    for address in ["/dashboard/ledger", "/dashboard/operator", "/dashboard/articles/new"] {
        assert!(echoes.iter().any(|seen| seen == address), "{address} does not give it back: {echoes:?}");
    }
    let missing = format!("/dashboard/{HOSTILE}");
    check_answer(&missing, &browser.get(&missing).await);
}

/// The names of all parameters of operations.
fn names_in(document: &Value, names: &mut BTreeSet<String>) {
    match document {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                names.extend(properties.keys().cloned());
            }
            if let (Some(Value::String(name)), true) = (object.get("name"), object.contains_key("in")) {
                names.insert(name.clone());
            }
            for value in object.values() {
                names_in(value, names);
            }
        }
        Value::Array(values) => {
            for value in values {
                names_in(value, names);
            }
        }
        _ => {}
    }
}

#[tokio::test]
async fn the_playground_gives_back_what_was_typed_as_text() {
    let server = server();
    let mut browser = owner(&server).await;
    let things = Box::pin(Things::make(&server, &mut browser, HOSTILE)).await;
    let (_, document) = send(server.http.get(format!("{}/openapi.json", server.url))).await;
    let mut names = BTreeSet::new();
    names_in(&document, &mut names);
    let fields: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), HOSTILE)).collect();
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap());
    let mut echoes = 0;
    for (_, operation) in operations {
        let place = format!("/dashboard/playground/{}", operation["operationId"].as_str().unwrap());
        let answer = browser.send(&format!("{place}/preview"), &fields).await;
        check_answer(&place, &answer);
        echoes += usize::from(shows(&answer.body));
    }
    assert!(echoes >= 20, "{echoes}");
    // The API's responses contain the text too.
    for (operation, name, kind) in [("getArticle", "articleId", "article"), ("getImage", "imageId", "image")]
    {
        let answer =
            browser.send(&format!("/dashboard/playground/{operation}"), &[(name, things.id(kind))]).await;
        check_answer(operation, &answer);
        assert!(shows(&answer.body), "{operation}: {}", answer.body);
    }
}
