//! Tests of the messages for invalid documents.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use strict::{FieldErrorKind, from_text_values, from_value};

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Request {
    focus_keyword: String,
    #[serde(default)]
    target_word_count: Option<u32>,
    #[serde(default)]
    tone: Option<Tone>,
    #[serde(default)]
    sources: Vec<Source>,
    #[serde(default)]
    draft: bool,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Tone {
    Professional,
    Casual,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Source {
    url: String,
}

fn refusal(value: Value) -> String {
    from_value::<Request>(value).unwrap_err().to_string()
}

#[test]
fn a_misspelt_field_is_named_with_the_one_that_was_meant() {
    let error = from_value::<Request>(json!({"focusKeyword": "x", "targetWordcount": 1})).unwrap_err();
    assert_eq!(error.path, "targetWordcount");
    assert!(matches!(error.kind, FieldErrorKind::UnknownField { nearest: Some("targetWordCount"), .. }));
    assert_eq!(
        refusal(json!({"focus_keyword": "x"})),
        "focus_keyword: unknown field; did you mean focusKeyword?"
    );
}

#[test]
fn a_name_like_nothing_known_gets_the_whole_list() {
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "zzz": 1})),
        "zzz: unknown field; known fields are focusKeyword, targetWordCount, tone, sources, draft"
    );
}

#[test]
fn nested_fields_carry_their_full_path() {
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "sources": [{"url": "a"}, {"url": 7}]})),
        "sources[1].url: expected text, found the number 7"
    );
    assert_eq!(refusal(json!({"focusKeyword": "x", "sources": [{}]})), "sources[0].url: required");
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "sources": [{"url": "a", "ulr": "b"}]})),
        "sources[0].ulr: unknown field; did you mean url?"
    );
}

#[test]
fn wrong_types_are_told_in_the_words_of_json() {
    assert_eq!(refusal(json!({})), "focusKeyword: required");
    assert_eq!(refusal(json!([])), "expected an object, found a list");
    assert_eq!(refusal(json!(null)), "expected an object, found null");
    assert_eq!(refusal(json!({"focusKeyword": null})), "focusKeyword: required");
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "targetWordCount": "2000"})),
        "targetWordCount: expected a whole number of 0 or more, found the text \"2000\""
    );
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "targetWordCount": -1})),
        "targetWordCount: expected a whole number of 0 or more, found the number -1"
    );
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "draft": "yes"})),
        "draft: expected true or false, found the text \"yes\""
    );
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "tone": "angry"})),
        "tone: \"angry\" is not one of professional, casual"
    );
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "tone": {"casual": null}})),
        "tone: expected text, found an object"
    );
}

#[test]
fn null_means_that_a_field_is_left_out() {
    let request: Request =
        from_value(json!({"focusKeyword": "x", "tone": null, "sources": null, "draft": null})).unwrap();
    assert_eq!(request, from_value(json!({"focusKeyword": "x"})).unwrap());
    assert!(refusal(json!({"focusKeyword": "x", "tonne": null})).starts_with("tonne: unknown"));
}

#[test]
fn whole_numbers_may_be_written_with_a_fraction_of_zero() {
    let request: Request = from_value(json!({"focusKeyword": "x", "targetWordCount": 2000.0})).unwrap();
    assert_eq!(request.target_word_count, Some(2000));
    assert_eq!(
        refusal(json!({"focusKeyword": "x", "targetWordCount": 2000.5})),
        "targetWordCount: expected a whole number of 0 or more, found the number 2000.5"
    );
}

#[test]
fn long_values_are_not_echoed_whole() {
    let message = refusal(json!({"focusKeyword": "x", "draft": "y".repeat(10_000)}));
    assert!(message.len() < 200, "{message}");
}

#[test]
fn text_stands_for_other_types_only_where_asked() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Settings {
        port: u16,
        verbose: bool,
        engines: Vec<String>,
    }
    let value = json!({"port": "8080", "verbose": "true", "engines": "openai, local"});
    assert_eq!(
        from_text_values::<Settings>(value.clone()).unwrap(),
        Settings { port: 8080, verbose: true, engines: vec!["openai".into(), "local".into()] }
    );
    assert!(from_value::<Settings>(value).is_err());
    for (written, engines) in
        [("[\"openai\", \"local\"]", vec!["openai", "local"]), ("[]", vec![]), ("", vec![])]
    {
        let value = json!({"port": 1, "verbose": true, "engines": written});
        assert_eq!(from_text_values::<Settings>(value).unwrap().engines, engines);
    }
    let broken = json!({"port": 1, "verbose": true, "engines": "[openai"});
    assert_eq!(
        from_text_values::<Settings>(broken).unwrap_err().to_string(),
        "engines: expected a list, found the text \"[openai\""
    );
    assert_eq!(
        from_text_values::<Settings>(json!({"port": "eighty", "verbose": true, "engines": []}))
            .unwrap_err()
            .to_string(),
        "port: expected a whole number of 0 or more, found the text \"eighty\""
    );
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::hash_map(
                prop_oneof!["[a-z]{1,8}", Just("focusKeyword".to_owned()), Just("tone".to_owned())],
                inner,
                0..6
            )
            .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn agrees_with_serde_json_on_what_fits(value in any_json()) {
        let ours = from_value::<Request>(value.clone());
        if let Ok(theirs) = serde_json::from_value::<Request>(value.clone())
            && value.is_object()
        {
            prop_assert_eq!(ours, Ok(theirs));
        }
    }
}
