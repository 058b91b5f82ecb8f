//! Samples for a shell.

use crate::explorer::endpoint::{Method, Reply};
use crate::explorer::request::Call;
use crate::explorer::samples::KEY_VARIABLE;
use crate::explorer::source_json::{Indent, JSON};

/// Systems limit an argument to 128 KiB. A longer body is read from a file, which has no limit.
const LONGEST_ARGUMENT: usize = 100_000;
/// Ends the body in the here-document. No line of JSON equals this word.
const END: &str = "END_OF_BODY";

pub(super) fn sample(call: &Call, url: &str) -> String {
    let method = if call.method == Method::Get { String::new() } else { format!(" -X {}", call.method) };
    let at_once = if call.reply == Reply::Events { " --no-buffer" } else { "" };
    let mut lines = vec![format!("curl{at_once}{method} {}", quoted(url))];
    if call.needs_key {
        lines.push(format!("-H \"Authorization: Bearer ${KEY_VARIABLE}\""));
    }
    let headers =
        call.headers.iter().map(|(name, value)| format!("-H {}", quoted(&format!("{name}: {value}"))));
    lines.extend(headers);
    let Some(body) = &call.body else { return finished(&lines) };
    lines.push("-H 'Content-Type: application/json'".to_owned());
    let json = JSON.value(body, Indent { step: "  ", level: 0 });
    let argument = quoted(&json);
    if argument.len() <= LONGEST_ARGUMENT {
        lines.push(format!("--data-raw {argument}"));
        return finished(&lines);
    }
    lines.push(format!("--data-binary @- <<'{END}'"));
    format!("{}{json}\n{END}\n", finished(&lines))
}

fn finished(lines: &[String]) -> String {
    format!("{}\n", lines.join(" \\\n  "))
}

/// Quotes a text for a shell. Between single quotes, only the single quote is special.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
