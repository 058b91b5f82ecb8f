//! Fields for the path, query and headers of a request.

use serde_json::{Map, Value};

use crate::explorer::field::{Field, Kind, Need, Place};
use crate::explorer::schema;

/// The maximum number of parameters of a call.
const MOST_PARAMETERS: usize = 50;

/// The parameters of an operation, including those shared by all operations of its path.
pub(crate) fn parameters(document: &Value, item: &Value, operation: &Map<String, Value>) -> Vec<Field> {
    let own = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let shared = item.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let mut fields: Vec<Field> = Vec::new();
    for parameter in own.chain(shared).take(MOST_PARAMETERS) {
        let Some(field) = field(document, parameter) else { continue };
        if !fields.iter().any(|known| known.place == field.place && known.keys == field.keys) {
            fields.push(field);
        }
    }
    let order = |field: &Field| match field.place {
        Place::Path => 0,
        Place::Query | Place::Body => 1,
        Place::Header => 2,
    };
    fields.sort_by_key(order);
    fields
}

fn field(document: &Value, parameter: &Value) -> Option<Field> {
    let parameter = schema::resolve(document, parameter);
    let name = parameter.get("name")?.as_str()?.to_owned();
    let place = match parameter.get("in")?.as_str()? {
        "path" => Place::Path,
        "query" => Place::Query,
        "header" => Place::Header,
        _ => return None,
    };
    let mut schema = schema::resolve(document, parameter.get("schema").unwrap_or(&Value::Null));
    // The description of the parameter takes precedence over that of its type.
    for name in ["description", "example", "examples"] {
        if let Some(said) = parameter.get(name) {
            schema.insert(name.to_owned(), said.clone());
        }
    }
    let is_required =
        place == Place::Path || parameter.get("required").is_some_and(|value| *value == Value::Bool(true));
    let need = if is_required { Need::Within(0) } else { Need::Never };
    let kind = Kind::of(document, &schema);
    Some(Field::new(&schema, kind, place, vec![name], need))
}
