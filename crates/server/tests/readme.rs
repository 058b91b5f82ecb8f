//! The documents are correct: the README's examples run, the table of settings is complete, and commands
//! print the documented samples.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "readme/guides.rs"]
mod guides;
#[path = "readme/programs.rs"]
mod programs;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use programs::{programs, run, runs_typescript};
use serde_json::Value;
use testkit::ServerBuilder;

const README: &str = include_str!("../../../README.md");
const SETTINGS: &str = include_str!("../../../docs/settings.md");
const BRIEF: &str = include_str!("../../../recorded/brief.json");
const AUDIT: &str = include_str!("../../../recorded/audit.json");

/// The programs of the README in their order. Two of them build and test the service, and two run its command.
#[test]
fn the_programs_of_the_readme_work() {
    let server = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright")).start();
    let (test_key, live_key) = (&server.test_key, &server.live_key);
    let programs = programs(README);
    let expected = [
        ("sh", "cargo run --release", None),
        ("bash", "/articles/generate", Some((test_key, "cold brew"))),
        ("python", "/articles/generate", Some((test_key, "cold brew"))),
        ("typescript", "/articles/generate", Some((test_key, "cold brew"))),
        ("sh", "rankwright key create", None),
        ("sh", "\"mode\": \"brief\"", Some((live_key, "\"status\":\"processing\""))),
        ("sh", "/images/generate", Some((live_key, "\"model\":\"builtin\""))),
        ("sh", "rankwright serve", None),
        ("sh", "scripts/test", None),
    ];
    assert_eq!(programs.len(), expected.len());
    for (program, (language, part, run_with)) in programs.iter().zip(expected) {
        assert_eq!(program.language, language);
        assert!(program.source.contains(part), "{}", program.source);
        let Some((key, printed)) = run_with else { continue };
        if language == "typescript" && !runs_typescript() {
            continue;
        }
        let run = run(program, &server, key, &[]);
        assert!(run.is_success && run.stdout.contains(printed), "{language}: {} {}", run.stdout, run.stderr);
    }
    let keys = server.run_ok(&["key", "create", "--mode", "live", "--scopes", "articles,images"]);
    assert!(keys.starts_with("svc_live_"), "{keys}");
}

/// Links between documents point to existing files and sections.
#[test]
fn links_between_documents_lead_to_something() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = vec![root.join("README.md")];
    for directory in ["docs", "docs/guides"] {
        let files = std::fs::read_dir(root.join(directory)).unwrap().map(|entry| entry.unwrap().path());
        documents.extend(files.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    for document in &documents {
        let text = std::fs::read_to_string(document).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            // Pages of the site are checked in another test.
            if link.contains("://") || link.starts_with('/') || link == "…" {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            assert!(target.exists(), "{} links to {link}", document.display());
            if !anchor.is_empty() {
                let anchors: Vec<String> = std::fs::read_to_string(&target)
                    .unwrap()
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .map(|line| anchor_of(line.trim_start_matches('#').trim()))
                    .collect();
                assert!(
                    anchors.iter().any(|known| known == anchor),
                    "{} links to {link}",
                    document.display()
                );
            }
        }
    }
}

/// The anchor of a heading, as on GitHub and on our own pages.
fn anchor_of(heading: &str) -> String {
    let words = heading.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
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
