//! Generates samples in Python.

use crate::explorer::endpoint::Reply;
use crate::explorer::request::Call;
use crate::explorer::samples::KEY_VARIABLE;
use crate::explorer::source_json::{Indent, PYTHON};

pub(super) fn sample(call: &Call, url: &str) -> String {
    let mut headers = Vec::new();
    if call.needs_key {
        headers.push(format!("        \"Authorization\": \"Bearer \" + os.environ[\"{KEY_VARIABLE}\"],\n"));
    }
    for (name, value) in &call.headers {
        headers.push(format!("        {}: {},\n", PYTHON.text(name), PYTHON.text(value)));
    }
    let mut arguments = vec![format!("    {},\n    method=\"{}\",\n", PYTHON.text(url), call.method)];
    if call.body.is_some() {
        headers.push("        \"Content-Type\": \"application/json\",\n".to_owned());
    }
    if !headers.is_empty() {
        arguments.push(format!("    headers={{\n{}    }},\n", headers.concat()));
    }
    if let Some(body) = &call.body {
        let body = PYTHON.value(body, Indent { step: "    ", level: 1 });
        arguments.push(format!("    data=json.dumps({body}).encode(),\n"));
    }
    let environment = if call.needs_key { "import os\n" } else { "" };
    let print = match call.reply {
        Reply::Json => "print(json.load(response))",
        Reply::Events => "for line in response:\n            print(line.decode(), end=\"\", flush=True)",
    };
    let json = if call.body.is_some() || call.reply == Reply::Json { "import json\n" } else { "" };
    format!(
        "{json}{environment}import urllib.error\nimport urllib.request\n\nrequest = urllib.request.Request(\n{})\ntry:\n    \
         with urllib.request.urlopen(request) as response:\n        {print}\n\
         except urllib.error.HTTPError as error:\n    raise SystemExit(error.read().decode())\n",
        arguments.concat()
    )
}
