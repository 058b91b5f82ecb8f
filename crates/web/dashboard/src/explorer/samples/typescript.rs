//! Samples in TypeScript, without types, so that they are JavaScript as well.

use serde_json::{Number, Value};

use crate::explorer::endpoint::{Method, Reply};
use crate::explorer::request::Call;
use crate::explorer::samples::KEY_VARIABLE;
use crate::explorer::source_json::{Indent, JAVASCRIPT};

/// The largest integer that JavaScript represents exactly.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

pub(super) fn sample(call: &Call, url: &str) -> String {
    let mut headers = Vec::new();
    if call.needs_key {
        headers.push(format!("    \"Authorization\": `Bearer ${{process.env.{KEY_VARIABLE}}}`,\n"));
    }
    for (name, value) in &call.headers {
        headers.push(format!("    {}: {},\n", JAVASCRIPT.text(name), JAVASCRIPT.text(value)));
    }
    let mut options = Vec::new();
    if call.method != Method::Get {
        options.push(format!("  method: \"{}\",\n", call.method));
    }
    if call.body.is_some() {
        headers.push("    \"Content-Type\": \"application/json\",\n".to_owned());
    }
    if !headers.is_empty() {
        options.push(format!("  headers: {{\n{}  }},\n", headers.concat()));
    }
    if let Some(body) = &call.body {
        options.push(format!("  body: {},\n", written(body)));
    }
    let options = if options.is_empty() { String::new() } else { format!(", {{\n{}}}", options.concat()) };
    let print = match call.reply {
        Reply::Json => "console.log(await response.json());",
        Reply::Events => {
            "for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {\n  process.stdout.write(text);\n}"
        }
    };
    format!(
        "const response = await fetch({}{options});\nif (!response.ok) {{\n  \
         throw new Error(`${{response.status}} ${{await response.text()}}`);\n}}\n{print}\n",
        JAVASCRIPT.text(url)
    )
}

fn written(body: &Value) -> String {
    if survives_javascript(body) {
        format!("JSON.stringify({})", JAVASCRIPT.value(body, Indent { step: "  ", level: 1 }))
    } else {
        JAVASCRIPT.text(&body.to_string())
    }
}

/// Whether a JavaScript object can hold the value: it can't represent large integers, and the field
/// `__proto__` has another meaning.
fn survives_javascript(value: &Value) -> bool {
    match value {
        Value::Number(number) => is_exact(number),
        Value::Array(items) => items.iter().all(survives_javascript),
        Value::Object(fields) => {
            fields.iter().all(|(name, field)| name != "__proto__" && survives_javascript(field))
        }
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

fn is_exact(number: &Number) -> bool {
    match (number.as_i64(), number.as_u64()) {
        (Some(whole), _) => whole.unsigned_abs() <= LARGEST_EXACT,
        (None, Some(_)) => false,
        (None, None) => true,
    }
}
