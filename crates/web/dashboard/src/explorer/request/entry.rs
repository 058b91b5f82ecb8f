//! Reads the input of one field.

use serde_json::{Number, Value};

use super::problem::Problem;
use crate::explorer::field::{Field, Kind, Place, Shape};

/// The value of a field; `None` if it is empty.
pub(super) fn read(field: &Field, form: &[(String, String)]) -> Result<Option<Value>, Problem> {
    let mut entries =
        form.iter().filter(|(name, _)| *name == field.name).map(|(_, entered)| entered.as_str());
    if let Kind::List { min_items, max_items, max_length, .. } = field.kind {
        let lines = entries.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty());
        return list(&lines.collect::<Vec<_>>(), min_items, max_items, max_length);
    }
    let entered = entries.next_back().unwrap_or_default();
    if entered.trim().is_empty() {
        return Ok(None);
    }
    let value = match &field.kind {
        Kind::Integer { min, max, .. } => integer(entered.trim(), *min, *max)?,
        Kind::Number { min, max } => number(entered.trim(), *min, *max)?,
        Kind::Boolean => boolean(entered.trim())?,
        Kind::Choice(values) if values.iter().any(|value| value == entered) => entered.into(),
        Kind::Choice(values) => return Err(Problem::NotAChoice(values.clone())),
        Kind::Json(shape) => json(entered, *shape)?,
        Kind::LongText => text(field, &entered.replace("\r\n", "\n"))?,
        Kind::Text | Kind::List { .. } => text(field, entered)?,
    };
    fits_place(field.place, &value)?;
    Ok(Some(value))
}

fn text(field: &Field, entered: &str) -> Result<Value, Problem> {
    let length = entered.chars().count();
    match (field.min_length, field.max_length) {
        (Some(least), _) if length < least => Err(Problem::TooShort(least)),
        (_, Some(most)) if length > most => Err(Problem::TooLong(most)),
        _ => Ok(entered.into()),
    }
}

fn integer(entered: &str, min: Option<i64>, max: Option<i64>) -> Result<Value, Problem> {
    let number: i64 = entered.parse().map_err(|_| Problem::NotAnInteger)?;
    match (min, max) {
        (Some(least), _) if number < least => Err(Problem::TooSmall(least.to_string())),
        (_, Some(most)) if number > most => Err(Problem::TooLarge(most.to_string())),
        _ => Ok(number.into()),
    }
}

fn number(entered: &str, min: Option<f64>, max: Option<f64>) -> Result<Value, Problem> {
    let whole = entered.parse::<i64>().ok().map(Number::from);
    let broken = || entered.parse().ok().and_then(Number::from_f64);
    let number = whole.or_else(broken).ok_or(Problem::NotANumber)?;
    let size = number.as_f64().ok_or(Problem::NotANumber)?;
    match (min, max) {
        (Some(least), _) if size < least => Err(Problem::TooSmall(least.to_string())),
        (_, Some(most)) if size > most => Err(Problem::TooLarge(most.to_string())),
        _ => Ok(Value::Number(number)),
    }
}

/// Reads a boolean. Checked boxes without a value send `on`.
fn boolean(entered: &str) -> Result<Value, Problem> {
    match entered {
        "true" | "on" => Ok(true.into()),
        "false" | "off" => Ok(false.into()),
        _ => Err(Problem::NotABoolean),
    }
}

fn list(
    lines: &[&str],
    min_items: Option<usize>,
    max_items: Option<usize>,
    max_length: Option<usize>,
) -> Result<Option<Value>, Problem> {
    if lines.is_empty() {
        return Ok(None);
    }
    match (min_items, max_items) {
        (Some(least), _) if lines.len() < least => return Err(Problem::TooFew(least)),
        (_, Some(most)) if lines.len() > most => return Err(Problem::TooMany(most)),
        _ => {}
    }
    match max_length.filter(|most| lines.iter().any(|line| line.chars().count() > *most)) {
        Some(most) => Err(Problem::TooLong(most)),
        None => Ok(Some(lines.into())),
    }
}

fn json(entered: &str, shape: Shape) -> Result<Value, Problem> {
    let value: Value = serde_json::from_str(entered).map_err(|error| Problem::NotJson(error.to_string()))?;
    match shape {
        Shape::List { .. } if !value.is_array() => Err(Problem::NotAList),
        Shape::Object if !value.is_object() => Err(Problem::NotAnObject),
        Shape::Any | Shape::List { .. } | Shape::Object => Ok(value),
    }
}

/// Rejects values of paths that clients would resolve to another URL: `.` and `..`, escaped or not.
fn fits_place(place: Place, value: &Value) -> Result<(), Problem> {
    let Value::String(text) = value else { return Ok(()) };
    match place {
        Place::Path if matches!(text.as_str(), "." | "..") => Err(Problem::NotForPaths),
        Place::Header if text.bytes().any(|byte| !(b' '..=b'~').contains(&byte)) || text.trim() != text => {
            Err(Problem::NotForHeaders)
        }
        Place::Path | Place::Query | Place::Header | Place::Body => Ok(()),
    }
}
