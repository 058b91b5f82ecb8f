//! A field of a call's form as the page shows it.

use crate::explorer::{Field, FieldError, Kind, Place};
use askama::filters::Safe;
use domain::locale::Language;

use super::problems;
use crate::pages::code_spans::with_code_spans;

/// The form control of a field.
pub(super) enum Control {
    /// A single-line input of this type.
    Line { kind: &'static str },
    /// A number within limits, which are empty if there are none.
    Number { min: String, max: String, step: String },
    /// A text of several lines.
    Area,
    /// Several lines, one entry in each.
    Lines,
    /// Several lines of JSON.
    Json,
    /// A choice of these values.
    Choice(Vec<String>),
    /// Yes, no, or not set.
    YesNo,
}

pub(super) struct FieldView {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) hint: Option<Safe<String>>,
    pub(super) default: Option<String>,
    pub(super) required: bool,
    pub(super) value: String,
    pub(super) fault: Option<String>,
    pub(super) max_length: Option<usize>,
    pub(super) control: Control,
    in_path: bool,
}

impl FieldView {
    pub(super) fn new(
        field: &Field,
        filled: &[(String, String)],
        errors: &[FieldError],
        language: Language,
    ) -> Self {
        let value = filled.iter().rev().find(|(name, _)| *name == field.name).map(|(_, value)| value.clone());
        let error = errors.iter().find(|error| error.field == field.name);
        Self {
            name: field.name.clone(),
            label: field.label.clone(),
            hint: field.hint.as_deref().map(with_code_spans),
            default: field.default.clone(),
            required: field.required,
            value: value.unwrap_or_default(),
            fault: error.map(|error| problems::describe(&error.problem, language)),
            max_length: field.max_length,
            control: control(field),
            in_path: field.place == Place::Path,
        }
    }

    /// Whether it is always visible, outside of the collapsed section.
    pub(super) const fn is_prominent(&self) -> bool {
        self.required || self.in_path || !self.value.is_empty() || self.fault.is_some()
    }
}

fn control(field: &Field) -> Control {
    let limit = |limit: Option<String>| limit.unwrap_or_default();
    match &field.kind {
        Kind::Text if field.format.as_deref() == Some("uri") => Control::Line { kind: "url" },
        Kind::Text => Control::Line { kind: "text" },
        Kind::LongText => Control::Area,
        Kind::Integer { min, max, step } => Control::Number {
            min: limit(min.map(|min| min.to_string())),
            max: limit(max.map(|max| max.to_string())),
            step: step.unwrap_or(1).to_string(),
        },
        Kind::Number { min, max } => Control::Number {
            min: limit(min.map(|min| min.to_string())),
            max: limit(max.map(|max| max.to_string())),
            step: "any".to_owned(),
        },
        Kind::Boolean => Control::YesNo,
        Kind::Choice(values) => Control::Choice(values.clone()),
        Kind::List { .. } => Control::Lines,
        Kind::Json(_) => Control::Json,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_drawn_with_what_was_entered_and_what_is_wrong() {
        let schema = json!({"type": "object", "required": ["url"], "properties": {
            "url": {"type": "string", "format": "uri"}, "runs": {"type": "integer", "minimum": 1, "maximum": 5},
            "deep": {"type": "boolean"},
        }});
        let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
        let document = json!({"paths": {"/v1/a": {"post": {"operationId": "a", "requestBody": body}}}});
        let endpoint = crate::explorer::endpoints(&document).remove(0);
        let filled = [("runs".to_owned(), "9".to_owned())];
        let errors = endpoint.request(&filled).unwrap_err();
        let draw = |name: &str| {
            let field = endpoint.fields().find(|field| field.name == name).unwrap();
            FieldView::new(field, &filled, &errors, Language::ENGLISH)
        };
        let (url, runs, deep) = (draw("url"), draw("runs"), draw("deep"));
        assert_eq!(url.fault.as_deref(), Some("Must be filled in."));
        assert!(matches!(url.control, Control::Line { kind: "url" }) && url.is_prominent());
        assert_eq!((runs.value.as_str(), runs.fault.as_deref()), ("9", Some("Must be at most 5.")));
        assert!(
            matches!(&runs.control, Control::Number { min, max, step } if (min.as_str(), max.as_str(), step.as_str()) == ("1", "5", "1"))
        );
        assert!(matches!(deep.control, Control::YesNo) && !deep.is_prominent());
    }
}
