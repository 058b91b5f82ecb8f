//! The documents tell the truth: the README's examples run, the table of settings is complete, and commands give the samples they are said to.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testkit::ServerBuilder;

const README: &str = include_str!("../../../README.md");
const SETTINGS: &str = include_str!("../../../docs/settings.md");
const WEBHOOKS: &str = include_str!("../../../docs/webhooks.md");
const BRIEF: &str = include_str!("../../../recorded/brief.json");
const AUDIT: &str = include_str!("../../../recorded/audit.json");

fn code_block(language: &str, containing: &str) -> String {
    README
        .split(&format!("```{language}\n"))
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .find(|block| block.contains(containing))
        .unwrap_or_else(|| panic!("no {language} block with {containing}"))
}

#[test]
fn the_first_call_works_in_every_language() {
    let server = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright")).start();
    for (language, interpreter, arguments) in [
        ("sh", "sh", &["-c"][..]),
        ("python", "python3", &["-c"]),
        ("javascript", "node", &["--input-type=module", "-e"]),
    ] {
        if language == "javascript" && Command::new("node").arg("--version").output().is_err() {
            continue;
        }
        let program = code_block(language, "/v1/estimate").replace("http://127.0.0.1:8080", &server.url);
        let output = Command::new(interpreter)
            .args(arguments)
            .arg(program)
            .env("API_KEY", &server.live_key)
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            printed.contains("17000"),
            "{language}: {printed} {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn the_research_call_works_with_a_test_key() {
    let server = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright")).start();
    let program = code_block("sh", "/v1/analysis/serp").replace("http://127.0.0.1:8080", &server.url);
    let output = Command::new("sh").args(["-c", &program]).env("API_KEY", &server.test_key).output().unwrap();
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&body["success"], &body["results"][9]["position"]), (&true.into(), &10.into()), "{body}");
}

#[test]
fn the_article_call_works_with_a_test_key() {
    let server = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright")).start();
    let program = code_block("sh", "/v1/articles/generate").replace("http://127.0.0.1:8080", &server.url);
    let output = Command::new("sh").args(["-c", &program]).env("API_KEY", &server.test_key).output().unwrap();
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&body["success"], &body["status"]), (&true.into(), &"processing".into()), "{body}");
}

#[test]
fn the_picture_call_works_with_the_live_key() {
    let server = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright")).start();
    let program = code_block("sh", "/v1/images/generate").replace("http://127.0.0.1:8080", &server.url);
    let output = Command::new("sh").args(["-c", &program]).env("API_KEY", &server.live_key).output().unwrap();
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&body["success"], &body["model"]), (&true.into(), &"builtin".into()), "{body}");
}

#[test]
fn the_table_of_settings_is_complete() {
    let rows = SETTINGS.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let documented: BTreeMap<&str, &str> =
        rows.filter_map(|(name, rest)| Some((name, rest.split(" |").next()?))).collect();

    let directory = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_rankwright"))
        .current_dir(directory.path())
        .args(["doctor", "--offline", "--json"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for setting in report["settings"].as_array().unwrap() {
        let (name, value) = (setting["name"].as_str().unwrap(), setting["value"].as_str().unwrap());
        let default = documented.get(name).unwrap_or_else(|| panic!("{name} is not in docs/settings.md"));
        if !["(not set)", ""].contains(&value) {
            assert_eq!(default.trim_matches('`'), value, "{name}");
        }
    }
    let known = report["settings"].as_array().unwrap().len();
    assert_eq!(documented.len(), known, "docs/settings.md lists a setting that is gone: {documented:?}");
}

#[test]
fn the_samples_of_the_first_page_are_what_their_commands_give() {
    let programs = Path::new(env!("CARGO_BIN_EXE_rankwright")).parent().unwrap().to_str().unwrap();
    for (sample, file) in [(BRIEF, Some("brief/brief.json")), (AUDIT, None)] {
        let sample: Value = serde_json::from_str(sample).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let command = sample["command"].as_str().unwrap();
        let output = Command::new("sh")
            .current_dir(directory.path())
            .args(["-c", &format!("PATH={programs}:$PATH; {command}")])
            .output()
            .unwrap();
        let written = file.map(|file| std::fs::read(directory.path().join(file)).unwrap());
        let now: Value = serde_json::from_slice(&written.unwrap_or(output.stdout)).unwrap();
        for (name, recorded) in sample["result"].as_object().unwrap() {
            assert_eq!(&now[name], recorded, "{name} of `{command}`; scripts/record-samples records it anew");
        }
    }
}

/// The program of the document says yes to its own example, and no to one that was tampered with.
#[test]
fn the_verification_of_webhooks_works() {
    let block = |language: &str| {
        let rest = WEBHOOKS.split(&format!("```{language}\n")).nth(1).unwrap();
        rest.split("\n```").next().unwrap().to_owned()
    };
    let secret = WEBHOOKS.split("the secret `").nth(1).unwrap().split('`').next().unwrap().to_owned();
    let (headers, body) =
        block("http").split_once("\n\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let at = headers.split("webhook-timestamp: ").nth(1).unwrap().lines().next().unwrap().to_owned();
    let program = format!(
        "{}\nimport sys\nheaders = dict(line.split(': ', 1) for line in sys.argv[2].splitlines())\n\
         print(is_ours(sys.argv[1], headers, sys.argv[3].encode(), int(sys.argv[4])))",
        block("python")
    );
    for (body, expected) in [(body.clone(), "True"), (format!("{body} "), "False")] {
        let output =
            Command::new("python3").args(["-c", &program, &secret, &headers, &body, &at]).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        assert_eq!(printed, expected, "{}", String::from_utf8_lossy(&output.stderr));
    }
}
