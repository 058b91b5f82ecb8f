//! The headings in an article request, on up to three levels.

use std::fmt;

use domain::articles::order::WantedHeading;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::request::{LONGEST_LINE, most};
use crate::validation::{NOT_BLANK, Problems};

const MOST_HEADINGS: usize = 12;
const MOST_BELOW: usize = 6;
/// Sections have second-level headings, with two more levels below.
const LEVELS: usize = 3;

/// A requested heading: its text alone, or with the headings below it.
#[derive(Debug)]
pub(crate) struct HeadingRequest(HeadingWithOthers);

/// A heading with the headings below it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = HeadingTree)]
pub(crate) struct HeadingWithOthers {
    /// The text of the heading.
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    heading: String,
    /// Headings below it. They may have headings below them too.
    #[serde(default, deserialize_with = "list_or_null")]
    #[schema(max_items = 6, no_recursion)]
    children: Vec<HeadingRequest>,
}

/// Reads `null` as no headings, like every optional field. A heading can be a text or an object, so it is not
/// read like other requests.
fn list_or_null<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<HeadingRequest>, D::Error> {
    Option::deserialize(value).map(Option::unwrap_or_default)
}

/// Checks the requested headings and converts them.
pub(super) fn wanted_headings(outline: &[HeadingRequest], problems: &mut Problems) -> Vec<WantedHeading> {
    most(problems, "outline", outline.len(), MOST_HEADINGS);
    below(outline, "outline", LEVELS, MOST_HEADINGS, problems)
}

fn below(
    headings: &[HeadingRequest],
    field: &str,
    levels: usize,
    count: usize,
    problems: &mut Problems,
) -> Vec<WantedHeading> {
    let mut wanted = Vec::new();
    for (index, HeadingRequest(request)) in headings.iter().enumerate().take(count) {
        let field = format!("{field}[{index}]");
        let heading = problems.text(&format!("{field}.heading"), &request.heading, LONGEST_LINE);
        let field = format!("{field}.children");
        let most_here = if levels > 1 { MOST_BELOW } else { 0 };
        most(problems, &field, request.children.len(), most_here);
        let children = below(&request.children, &field, levels.saturating_sub(1), most_here, problems);
        wanted.push(WantedHeading { heading, children });
    }
    wanted
}

impl<'de> Deserialize<'de> for HeadingRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Either)
    }
}

/// Distinguishes the two forms, so that errors name the right field.
struct Either;

impl<'de> Visitor<'de> for Either {
    type Value = HeadingRequest;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the text of a heading or an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, heading: A) -> Result<HeadingRequest, A::Error> {
        HeadingWithOthers::deserialize(MapAccessDeserializer::new(heading)).map(HeadingRequest)
    }

    fn visit_str<E: Error>(self, heading: &str) -> Result<HeadingRequest, E> {
        Ok(HeadingRequest(HeadingWithOthers { heading: heading.to_owned(), children: Vec::new() }))
    }
}

impl PartialSchema for HeadingRequest {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(1))
            .max_length(Some(LONGEST_LINE))
            .pattern(Some(NOT_BLANK));
        let description = "A heading: its text, or an object with the headings below it.";
        OneOfBuilder::new()
            .description(Some(description))
            .item(text)
            .item(Ref::from_schema_name(HeadingWithOthers::name()))
            .into()
    }
}

impl ToSchema for HeadingRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((HeadingWithOthers::name().into_owned(), HeadingWithOthers::schema()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(outline: serde_json::Value) -> (Vec<WantedHeading>, Problems) {
        let requests: Vec<HeadingRequest> = strict::from_value(outline).unwrap();
        let mut problems = Problems::default();
        (wanted_headings(&requests, &mut problems), problems)
    }

    #[test]
    fn headings_are_texts_or_have_others_below() {
        let (wanted, problems) = read(
            json!(["Kinds", {"heading": "Care", "children": ["Water", {"heading": "Light", "children": ["South"]}]}]),
        );
        assert!(problems.finish().is_ok());
        let leaf = |heading: &str| WantedHeading { heading: heading.to_owned(), children: Vec::new() };
        let light = WantedHeading { children: vec![leaf("South")], ..leaf("Light") };
        let (without, _) = read(json!([{"heading": "Care", "children": null}]));
        assert_eq!(without, [leaf("Care")]);
        let care = WantedHeading { children: vec![leaf("Water"), light], ..leaf("Care") };
        assert_eq!(wanted, [leaf("Kinds"), care]);
    }

    #[test]
    fn a_fifth_level_is_refused() {
        let fifth = json!({"heading": "4", "children": ["5"]});
        let (_, problems) =
            read(json!([{"heading": "2", "children": [{"heading": "3", "children": [fifth]}]}]));
        assert!(problems.finish().is_err());
    }

    #[test]
    fn what_is_wrong_in_a_heading_is_named() {
        let wrong = json!([{"heading": "Care", "childs": []}]);
        let error = strict::from_value::<Vec<HeadingRequest>>(wrong).unwrap_err().to_string();
        assert!(error.contains("[0]") && error.contains("childs") && error.contains("children"), "{error}");
    }
}
