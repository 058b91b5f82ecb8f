//! Tests of the forms of the API's own document, and of the requests that they make.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use dashboard::explorer::{Endpoint, Field, Kind, PriceRule, Problem, Reply, endpoints};
use domain::prices::Operation;
use serde_json::{Value, json};

fn document() -> Value {
    http_api::openapi_document("https://api.example")
}

fn endpoint(name: &str) -> Endpoint {
    endpoints(&document()).into_iter().find(|endpoint| endpoint.operation_id == name).unwrap()
}

fn pairs(entries: &[(&str, &str)]) -> Vec<(String, String)> {
    entries.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn problems(endpoint: &Endpoint, entries: &[(&str, &str)]) -> Vec<(String, Problem)> {
    let errors = endpoint.request(&pairs(entries)).unwrap_err();
    errors.into_iter().map(|error| (error.field, error.problem)).collect()
}

/// A line of text for each field.
fn described(endpoint: &Endpoint) -> String {
    let field = |field: &Field| {
        let need = if field.required { "needed" } else { "optional" };
        format!("  {:?} {} ({}): {:?}, {need}\n", field.place, field.name, field.label, field.kind)
    };
    let head = format!(
        "{} {} {}\n  {}\n  scope {:?}, {}\n",
        endpoint.operation_id,
        endpoint.method,
        endpoint.path,
        endpoint.summary,
        endpoint.scope,
        endpoint.price.rate()
    );
    head + &endpoint.fields().map(field).collect::<String>()
}

#[test]
fn every_operation_has_its_form() {
    let document = document();
    let found = endpoints(&document);
    let described: Vec<String> = found.iter().map(described).collect();
    insta::assert_snapshot!(described.join("\n"));
    let operations: usize =
        document["paths"].as_object().unwrap().values().map(|item| item.as_object().unwrap().len()).sum();
    assert_eq!(found.len(), operations);
    for endpoint in &found {
        let names: BTreeSet<&str> = endpoint.fields().map(|field| field.name.as_str()).collect();
        assert_eq!(names.len(), endpoint.fields().count(), "{}", endpoint.operation_id);
        assert!(!endpoint.summary.is_empty(), "{}", endpoint.operation_id);
        assert!(endpoint.fields().all(|field| !field.label.is_empty()));
    }
}

#[test]
fn the_examples_can_be_sent_as_they_are() {
    for endpoint in endpoints(&document()) {
        let call = endpoint
            .request(&endpoint.filled_in())
            .unwrap_or_else(|errors| panic!("{}: {errors:?}", endpoint.operation_id));
        assert!(!call.path.contains('{'), "{}", call.path);
        if let Some(example) = &endpoint.example {
            assert_eq!(call.body.as_ref(), Some(example), "{}", endpoint.operation_id);
        }
    }
}

#[test]
fn prices_and_answers_are_known() {
    assert_eq!(endpoint("auditPage").price, PriceRule::Listed(Operation::SeoAudit));
    assert_eq!(endpoint("generateArticle").price, PriceRule::Listed(Operation::ArticlesGenerate));
    assert_eq!(endpoint("regenerateSection").price, PriceRule::PerCharacter);
    for free in ["getArticle", "createKey", "estimate", "previewArticle", "publishArticle"] {
        assert_eq!(endpoint(free).price, PriceRule::Free, "{free}");
    }
    assert_eq!(endpoint("watchArticle").reply, Reply::Events);
    let listed =
        endpoints(&document()).into_iter().filter(|endpoint| matches!(endpoint.price, PriceRule::Listed(_)));
    assert_eq!(listed.count(), Operation::ALL.len(), "every priced call is in the document");
}

#[test]
fn an_article_is_ordered() {
    let call = endpoint("generateArticle").request(&pairs(&[
        ("csrf", "token"),
        ("focusKeyword", "cold brew \"coffee\" </script>"),
        ("targetWordCount", " 2500 "),
        ("tone", "witty"),
        ("language", ""),
        ("instructions", "one\r\ntwo"),
        ("keywords", "iced coffee\r\n\r\n  french press  \r\n"),
        ("sources", "[{\"url\": \"https://example.com\"}]"),
        ("maxCredits", "30000"),
        ("Idempotency-Key", "order-1"),
    ]));
    let call = call.unwrap();
    assert_eq!((call.method.as_str(), call.path.as_str()), ("POST", "/v1/articles/generate"));
    assert_eq!(call.headers, [("Idempotency-Key".to_owned(), "order-1".to_owned())]);
    let expected = json!({
        "focusKeyword": "cold brew \"coffee\" </script>", "targetWordCount": 2500, "tone": "witty", "instructions": "one\ntwo",
        "keywords": ["iced coffee", "french press"], "sources": [{"url": "https://example.com"}], "maxCredits": 30000,
    });
    assert_eq!(call.body, Some(expected));
}

#[test]
fn wrong_entries_are_named() {
    let article = endpoint("generateArticle");
    let found = problems(
        &article,
        &[
            ("targetWordCount", "many"),
            ("imageOption", "11"),
            ("tone", "loud"),
            ("title", &"x".repeat(301)),
            ("keywords", &"word\n".repeat(21)),
            ("outline", "{}"),
            ("sources", "["),
            ("Idempotency-Key", "schlüssel"),
        ],
    );
    let names: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "Idempotency-Key",
        "focusKeyword",
        "imageOption",
        "keywords",
        "outline",
        "sources",
        "targetWordCount",
        "title",
        "tone",
    ];
    assert_eq!(names.into_iter().collect::<Vec<_>>(), expected);
    let problem = |name: &str| found.iter().find(|(known, _)| known == name).unwrap().1.clone();
    assert_eq!(problem("focusKeyword"), Problem::Required);
    assert_eq!(problem("targetWordCount"), Problem::NotAnInteger);
    assert_eq!(problem("imageOption"), Problem::TooLarge("10".to_owned()));
    assert_eq!(problem("title"), Problem::TooLong(300));
    assert_eq!(problem("keywords"), Problem::TooMany(20));
    assert_eq!(problem("outline"), Problem::NotAList);
    assert_eq!(problem("Idempotency-Key"), Problem::NotForHeaders);
    assert!(
        matches!(problem("sources"), Problem::NotJson(_))
            && matches!(problem("tone"), Problem::NotAChoice(_))
    );
    assert_eq!(problem("imageOption").code(), "out_of_range");
    let error = article.request(&[]).unwrap_err();
    assert_eq!(error[0].to_string(), "focusKeyword must be filled in");
}

#[test]
fn paths_and_queries_are_escaped() {
    let read = endpoint("getArticle");
    let call = read.request(&pairs(&[("articleId", "a/b?c#d é%")])).unwrap();
    assert_eq!(call.path, "/v1/articles/a%2Fb%3Fc%23d%20%C3%A9%25");
    assert_eq!(call.body, None);
    for dots in [".", ".."] {
        assert_eq!(problems(&read, &[("articleId", dots)]), [("articleId".to_owned(), Problem::NotForPaths)]);
    }
    let list = endpoint("listArticles")
        .request(&pairs(&[("limit", "5"), ("status", "failed"), ("cursor", "a&b=c")]))
        .unwrap();
    let (path, query) = list.path.split_once('?').unwrap();
    let query: BTreeSet<&str> = query.split('&').collect();
    assert_eq!(
        (path, query),
        ("/v1/articles", BTreeSet::from(["limit=5", "status=failed", "cursor=a%26b%3Dc"]))
    );
}

#[test]
fn a_body_is_sent_where_the_document_wants_one() {
    let id = ("articleId", "art_1");
    assert_eq!(endpoint("findKeywordIdeas").request(&[]).unwrap().body, Some(json!({})));
    let regenerate = endpoint("regenerateSection");
    assert_eq!(regenerate.request(&pairs(&[id, ("sectionId", "2")])).unwrap().body, None);
    assert_eq!(endpoint("approveOutline").request(&pairs(&[id])).unwrap().body, None);
    assert_eq!(endpoint("publishArticle").request(&pairs(&[id])).unwrap().body, None);
}

#[test]
fn kinds_follow_the_schemas() {
    let kind = |operation: &str, name: &str| {
        endpoint(operation).fields().find(|field| field.name == name).unwrap().kind.clone()
    };
    assert_eq!(kind("auditPage", "html"), Kind::LongText);
    assert_eq!(kind("auditPage", "url"), Kind::Text);
    assert_eq!(kind("auditPage", "vitals"), Kind::Boolean);
    assert_eq!(kind("auditPage", "device"), Kind::Choice(vec!["desktop".into(), "mobile".into()]));
    assert_eq!(
        kind("generateImage", "seed"),
        Kind::Integer { min: Some(0), max: Some(4_294_967_294), step: None }
    );
}
