//! Tests that the values of a form survive a round trip, and that unusual documents do no harm.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use dashboard::explorer::{Endpoint, Problem, endpoints};
use percent_encoding::percent_decode_str;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A document with one field of each kind, and nested objects.
fn document() -> Value {
    json!({
        "paths": {"/things/{thing}": {"put": {
            "operationId": "put", "summary": "Put a thing", "description": "It stays.",
            "parameters": [
                {"name": "thing", "in": "path", "required": true, "schema": {"type": "string"}},
                {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                {"name": "line", "in": "query", "schema": {"type": "string"}},
            ],
            "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
        }}},
        "components": {"schemas": {
            "Thing": {"type": "object", "required": ["line", "frame"], "properties": {
                "line": {"type": "string"},
                "text": {"type": ["string", "null"], "maxLength": 5000},
                "count": {"oneOf": [{"type": "null"}, {"type": "integer"}]},
                "share": {"type": "number"},
                "is.odd": {"type": "boolean"},
                "colour": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Colour"}]},
                "names": {"type": "array", "items": {"type": "string"}},
                "anything": {},
                "frame": {"type": "object", "properties": {"width": {"type": "integer"}}},
                "maker": {"type": "object", "required": ["name", "home"], "properties": {
                    "name": {"type": "string"}, "age": {"type": "integer"},
                    "home": {"type": "object", "properties": {"town": {"type": "string"}, "map": {"type": "object", "properties": {"x": {"type": "integer"}}}}},
                }},
            }},
            "Colour": {"type": "string", "enum": ["red", "green"]},
        }},
    })
}

fn put() -> Endpoint {
    endpoints(&document()).pop().unwrap()
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("\\PC{0,6}", inner, 0..4)
                .prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

fn line() -> impl Strategy<Value = String> {
    "[^\\pC\\pZ]\\PC{0,20}[^\\pC\\pZ]|[a-z'\"\\\\$`]{1,10}"
}

fn some(
    name: &'static str,
    value: impl Strategy<Value = Value>,
) -> impl Strategy<Value = Option<(String, Value)>> {
    prop::option::of(value.prop_map(move |value| (name.to_owned(), value)))
}

fn maker() -> impl Strategy<Value = Value> {
    let map = prop::option::of(any::<i64>().prop_map(|x| json!({"x": x})));
    (line(), prop::option::of(any::<i64>()), prop::option::of(line()), map).prop_map(
        |(name, age, town, map)| {
            let mut home = Map::new();
            home.extend(town.map(|town| ("town".to_owned(), town.into())));
            home.extend(map.map(|map| ("map".to_owned(), map)));
            let mut maker =
                Map::from_iter([("name".to_owned(), name.into()), ("home".to_owned(), home.into())]);
            maker.extend(age.map(|age| ("age".to_owned(), age.into())));
            maker.into()
        },
    )
}

fn any_thing() -> impl Strategy<Value = Value> {
    let optional = (
        some("text", "[a-z]\\PC{0,30}\n[a-z]{0,5}".prop_map(Value::from)),
        some("count", any::<i64>().prop_map(Value::from)),
        some(
            "share",
            prop_oneof![
                any::<i32>().prop_map(Value::from),
                (-1e9..1e9).prop_map(|share: f64| Value::from(share))
            ],
        ),
        some("is.odd", any::<bool>().prop_map(Value::from)),
        some("colour", prop_oneof![Just(json!("red")), Just(json!("green"))]),
        some("names", prop::collection::vec(line(), 1..5).prop_map(Value::from)),
        some("anything", any_json()),
        some("maker", maker()),
    );
    let frame = prop_oneof![Just(json!({})), any::<i64>().prop_map(|width| json!({"width": width}))];
    (line(), frame, optional).prop_map(
        |(line, frame, (text, count, share, odd, colour, names, anything, maker))| {
            let fields = [text, count, share, odd, colour, names, anything, maker];
            let needed = [("line".to_owned(), line.into()), ("frame".to_owned(), frame)];
            fields.into_iter().flatten().chain(needed).collect::<Map<_, _>>().into()
        },
    )
}

proptest! {
    #[test]
    fn a_body_comes_out_as_it_went_in(thing in any_thing()) {
        let put = put();
        let mut form = put.filled_with(&thing);
        form.push(("thing".to_owned(), "a".to_owned()));
        let call = put.request(&form);
        prop_assert_eq!(call.unwrap().body, Some(thing));
    }

    #[test]
    fn paths_and_queries_can_be_read_again(thing in line(), tags in prop::collection::vec(line(), 1..4)) {
        prop_assume!(!matches!(thing.as_str(), "." | ".."));
        let form = [("thing".to_owned(), thing.clone()), ("tags".to_owned(), tags.join("\r\n")), ("body.line".to_owned(), "l".to_owned())];
        let path = put().request(&form).unwrap().path;
        prop_assert!(path.is_ascii());
        let (path, query) = path.split_once('?').unwrap();
        let read = |text: &str| percent_decode_str(text).decode_utf8().unwrap().into_owned();
        prop_assert_eq!(read(path.strip_prefix("/things/").unwrap()), thing);
        let found: Vec<String> = query.split('&').map(|pair| read(pair.strip_prefix("tags=").unwrap())).collect();
        prop_assert_eq!(found, tags);
    }

    #[test]
    fn a_call_fills_in_its_form(thing in line(), tags in prop::collection::vec(line(), 1..4), body in any_thing()) {
        prop_assume!(!matches!(thing.as_str(), "." | ".."));
        let put = put();
        let mut form = put.filled_with(&body);
        form.extend([("thing".to_owned(), thing), ("tags".to_owned(), tags.join("\n"))]);
        form.sort();
        let call = put.request(&form).unwrap();
        let mut again = put.filled_from(&call.path, call.body.as_ref()).unwrap();
        again.sort();
        prop_assert_eq!(again, form);
        prop_assert_eq!(put.filled_from("/others/a", None), None);
        prop_assert_eq!(put.filled_from("/things/a/b", None), None);
    }

    #[test]
    fn any_form_is_a_request_or_names_its_fields(form in prop::collection::vec(("thing|tags|line|body\\.line|text|count|share|is\\.odd|colour|anything|maker\\.age|other", "\\PC{0,8}|[-0-9.e]{0,6}"), 0..12)) {
        let put = put();
        match put.request(&form) {
            Ok(call) => prop_assert!(call.body.is_some_and(|body| body["line"].is_string())),
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                prop_assert!(errors.iter().all(|error| put.fields().any(|field| field.name == error.field)));
            }
        }
    }

    #[test]
    fn odd_documents_do_no_harm(odd in any_json(), words in "type|\\$ref|oneOf|properties|items|enum|required|allOf") {
        let schema = json!({words: odd.clone(), "properties": {"a": odd.clone(), "b": {"$ref": "#/paths"}}, "required": odd.clone()});
        let document = json!({
            "paths": {"/a": {"post": {"parameters": odd, "requestBody": {"content": {"application/json": {"schema": schema}}}}}},
            "tags": odd,
        });
        for endpoint in endpoints(&document) {
            let _ = endpoint.request(&endpoint.filled_in());
        }
        let _ = endpoints(&odd);
    }
}

#[test]
fn a_field_of_the_body_never_shares_its_name_with_a_parameter() {
    let names: Vec<String> = put().fields().map(|field| field.name.clone()).collect();
    assert!(names.contains(&"line".to_owned()) && names.contains(&"body.line".to_owned()), "{names:?}");
    assert!(
        names.contains(&"maker.home.town".to_owned()) && names.contains(&"maker.home.map".to_owned()),
        "{names:?}"
    );
}

#[test]
fn an_object_that_was_begun_must_be_finished() {
    let form = |name: &str, value: &str| {
        vec![
            ("thing".to_owned(), "a".to_owned()),
            ("body.line".to_owned(), "b".to_owned()),
            (name.to_owned(), value.to_owned()),
        ]
    };
    assert_eq!(put().request(&form("other", "")).unwrap().body, Some(json!({"line": "b", "frame": {}})));
    for (name, value) in [("maker.age", "7"), ("maker.home.town", "Huế")] {
        let errors = put().request(&form(name, value)).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].field.as_str(), &errors[0].problem), ("maker.name", &Problem::Required));
    }
    let whole = put().request(&form("maker.name", "Lan")).unwrap().body.unwrap();
    assert_eq!(whole["maker"], json!({"name": "Lan", "home": {}}));
}

#[test]
fn rings_of_references_end() {
    let document = json!({
        "paths": {"/a": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tree"}}}}}}},
        "components": {"schemas": {"Tree": {"type": "object", "properties": {
            "left": {"$ref": "#/components/schemas/Tree"}, "right": {"$ref": "#/components/schemas/Tree"}, "name": {"type": "string"},
        }}}},
    });
    let tree = endpoints(&document).pop().unwrap();
    assert_eq!(tree.body.len(), 15, "three levels of a name, and four trees as JSON at each of two ends");
}
