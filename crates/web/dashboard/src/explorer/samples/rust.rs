//! Generates samples in Rust.

use crate::explorer::endpoint::{Method, Reply};
use crate::explorer::request::Call;
use crate::explorer::samples::KEY_VARIABLE;
use crate::explorer::source_json::{Indent, JSON, is_unseen};

pub(super) fn sample(call: &Call, url: &str) -> String {
    let method = match call.method {
        Method::Get => "get",
        Method::Post => "post",
        Method::Put => "put",
        Method::Patch => "patch",
        Method::Delete => "delete",
    };
    let mut steps = vec![format!(".{method}({})", quoted(url))];
    if call.needs_key {
        steps.push(format!(".bearer_auth(std::env::var(\"{KEY_VARIABLE}\")?)"));
    }
    let headers =
        call.headers.iter().map(|(name, value)| format!(".header({}, {})", quoted(name), quoted(value)));
    steps.extend(headers);
    if let Some(body) = &call.body {
        steps.push(".header(\"Content-Type\", \"application/json\")".to_owned());
        steps.push(format!(".body({})", raw(&JSON.value(body, Indent { step: "  ", level: 0 }))));
    }
    steps.push(".send()".to_owned());
    steps.push(".await?;".to_owned());
    let (response, print) = match call.reply {
        Reply::Json => ("response", "println!(\"{} {}\", response.status(), response.text().await?);"),
        Reply::Events => (
            "mut response",
            "while let Some(part) = response.chunk().await? {\n        print!(\"{}\", String::from_utf8_lossy(&part));\n    }",
        ),
    };
    format!(
        "// cargo add reqwest && cargo add tokio --features macros,rt-multi-thread\n\
         #[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    \
         let {response} = reqwest::Client::new()\n        {}\n    {print}\n    Ok(())\n}}\n",
        steps.join("\n        ")
    )
}

fn quoted(text: &str) -> String {
    let mut source = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => source.extend(['\\', letter]),
            letter if is_unseen(letter) => source.extend(letter.escape_unicode()),
            letter => source.push(letter),
        }
    }
    source.push('"');
    source
}

/// JSON as a raw text with as many hashes as needed. Its only control characters are line feeds, which a raw
/// text may contain.
fn raw(json: &str) -> String {
    let behind_quotes =
        json.split('"').skip(1).map(|part| part.bytes().take_while(|byte| *byte == b'#').count());
    let hashes = "#".repeat(behind_quotes.max().unwrap_or_default() + 1);
    format!("r{hashes}\"{json}\"{hashes}")
}
