use proptest::prelude::*;
use serde_json::{Map, Value};

use super::{Json, Node, parse};

fn as_value(node: &Node<'_>) -> Value {
    match &node.value {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => rounded(*number),
        Json::Text(text) => Value::String(text.clone().into_owned()),
        Json::Array(items) => items.iter().map(as_value).collect(),
        Json::Object(members) => {
            let pairs =
                members.iter().map(|member| (member.key.clone().into_owned(), as_value(&member.value)));
            Value::Object(pairs.collect::<Map<_, _>>())
        }
    }
}

/// A number without its last digits: serde's are not always the nearest, unlike ours.
fn rounded(number: f64) -> Value {
    Value::String(format!("{number:.12e}"))
}

fn with_rounded_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => rounded(number.as_f64().unwrap()),
        Value::Array(items) => items.into_iter().map(with_rounded_numbers).collect(),
        Value::Object(members) => {
            let members = members.into_iter().map(|(key, value)| (key, with_rounded_numbers(value)));
            Value::Object(members.collect())
        }
        other => other,
    }
}

fn same_as_serde(text: &str) -> Result<(), TestCaseError> {
    match (parse(text), serde_json::from_str::<Value>(text)) {
        (Ok(ours), Ok(theirs)) => prop_assert_eq!(as_value(&ours), with_rounded_numbers(theirs)),
        (Err(_), Err(_)) => {}
        (ours, theirs) => prop_assert!(false, "{text:?}: {ours:?} against {theirs:?}"),
    }
    Ok(())
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1_000_000_i64..1_000_000).prop_map(|thousandths| {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let number = thousandths as f64 / 64.0;
            Value::from(number)
        }),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((".{0,6}", inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn reads_what_serde_writes(value in json(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        same_as_serde(&text.unwrap())?;
    }

    #[test]
    fn judges_damaged_texts_like_serde(value in json(), at in any::<prop::sample::Index>(), put in "[-{}\\[\\]\",:0-9eE.\\\\ut \n']{0,3}", drop in 0_usize..3) {
        let text = serde_json::to_string(&value).unwrap();
        let start = text.floor_char_boundary(at.index(text.len() + 1));
        let end = text.ceil_char_boundary((start + drop).min(text.len()));
        same_as_serde(&format!("{}{put}{}", &text[..start], &text[end..]))?;
    }

    #[test]
    fn judges_any_text_like_serde(text in "[-{}\\[\\]\",:0-9eE.+\\\\utrflasn \n/\u{e9}]{0,20}") {
        same_as_serde(&text)?;
    }

    #[test]
    fn never_panics(text in "\\PC{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn offsets_point_at_the_values(value in json()) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        let node = parse(&text).unwrap();
        let mut open = vec![&node];
        while let Some(node) = open.pop() {
            let mut tail = serde_json::Deserializer::from_str(&text[node.offset as usize..]).into_iter::<Value>();
            prop_assert_eq!(with_rounded_numbers(tail.next().unwrap().unwrap()), as_value(node));
            match &node.value {
                Json::Array(items) => open.extend(items),
                Json::Object(members) => open.extend(members.iter().map(|member| &member.value)),
                _ => {}
            }
        }
    }
}

#[test]
fn unusual_texts_are_judged_like_serde_does() {
    let texts = [
        "",
        " ",
        "\u{FEFF}{}",
        "{}",
        "[]",
        "nul",
        "nulll",
        "true false",
        "-",
        "-0",
        "01",
        "1.",
        ".5",
        "1e5",
        "1e",
        "1e999",
        "-1e999",
        "1E+2",
        "0e0",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83d\\u0041\"",
        "\"\\u00e9\"",
        "\"\\x\"",
        "\"\u{7f}\"",
        "\"\t\"",
        "\"a",
        "{\"a\":1,\"a\":2}",
        "{\"a\" 1}",
        "{a:1}",
        "[1,]",
        "{\"a\":1,}",
        "[1 2]",
        "18446744073709551616",
        "\"\\u12\"",
        "\"\\",
        "{\"\\u0061\":1,\"a\":2}",
        "[[]",
        "]",
        "\u{a0}1",
    ];
    for text in texts {
        same_as_serde(text).unwrap();
    }
}

#[test]
fn mistakes_are_named() {
    let cases = [
        ("{\"a\": 1,}", 7, "a trailing comma stands before }"),
        ("[1, 2,\n]", 5, "a trailing comma stands before ]"),
        ("{\n\"a\": \"x\"\n \"b\": 1}", 12, "a comma is missing between `\"a\": \"x\"` and `\"b\": 1}`"),
        ("{'a': 1}", 1, "single quotes stand around a text"),
        ("{“a”: 1}", 1, "typographic quotes stand around a text"),
        ("{&quot;a&quot;: 1}", 1, "an HTML entity stands in place of the character"),
        ("<!-- {} -->", 0, "an HTML comment stands around the JSON"),
        ("{}\n-->", 3, "an HTML comment stands around the JSON"),
        ("<![CDATA[ {} ]]>", 0, "a CDATA section stands around the JSON"),
        ("// note\n{}", 0, "JSON has no comments"),
        ("{\"a\": /* b */ 1}", 6, "JSON has no comments"),
        ("{a: 1}", 1, "a property's name must stand in double quotes, `a` does not"),
        ("{\"a\": {{ price }}}", 6, "a placeholder of a template was not filled in"),
        (
            "{\"a\": \"one\ntwo\"}",
            10,
            "a line break stands in the text `\"one`, or its closing quote is missing",
        ),
        ("{\"a\": \"x", 6, "the text `\"x` is never closed"),
        ("{\"a\": [1, 2}", 11, "} stands where ] should"),
        ("{\"a\": 1", 7, "the text ends before everything was closed: } is missing"),
        ("{\"a\": 1};", 8, "a semicolon follows the data"),
        ("{} {}", 3, "a second value follows the first"),
        ("{}}", 2, "one } too many"),
        ("{\"a\": undefined}", 6, "`undefined}` is no JSON value"),
        ("{\"a\": 007}", 6, "a number begins with a needless 0"),
        ("{\"a\": \"it\\'s\"}", 9, "\\' is no escape that JSON knows"),
        ("{\"a\" = 1}", 5, "a colon is missing behind \"a\""),
        (
            "{\"a\": \"say \"hi\" now\"}",
            12,
            "`hi\" now\"}` stands behind the value `{\"a\": \"say \"`, where a comma or } should",
        ),
        ("  ", 2, "the script is empty"),
    ];
    for (text, offset, message) in cases {
        let fault = parse(text).unwrap_err();
        assert_eq!((fault.offset, fault.message.as_str()), (offset, message), "{text}");
    }
}

#[test]
fn depth_and_size_are_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse(&nested(64)).is_ok());
    assert!(parse(&nested(65)).unwrap_err().message.contains("deeper than 64"));
    assert!(parse(&"[".repeat(1_000_000)).is_err());
    assert!(parse(&" ".repeat(3_000_000)).unwrap_err().message.contains("longer than"));
}

#[test]
fn equal_keys_are_marked_but_for_the_last() {
    for extra in [0, 40] {
        let many: Vec<_> = (0..extra).map(|number| format!("\"k{number}\": 0, ")).collect();
        let many = many.concat();
        let text = format!("{{{many}\"a\": 1, \"b\": 2, \"a\": 3, \"\\u0061\": 4}}");
        let Json::Object(members) = parse(&text).unwrap().value else { panic!("an object") };
        let marked: Vec<_> = members.iter().filter(|member| member.is_overridden).collect();
        assert!(marked.iter().all(|member| member.key == "a"));
        assert_eq!(marked.len(), 2);
    }
}
