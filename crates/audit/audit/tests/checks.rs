//! Tests every check with its pair of pages: one with the problem, and one without.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::panic, reason = "a test fails by panicking")]

#[path = "checks/scenario.rs"]
mod scenario;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use audit::{Outcome, registry};
use scenario::Scenario;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pages")
}

/// The bad and the good page of a check.
fn pair(id: &str) -> (Scenario, Scenario) {
    let path = folder().join(format!("{id}.page"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|_| panic!("{id} has no pages: write {}", path.display()));
    let (bad, good) = text.split_once("\n=== good\n").unwrap_or_else(|| panic!("{id}: no line `=== good`"));
    let bad =
        bad.strip_prefix("=== bad\n").unwrap_or_else(|| panic!("{id}: the first line is not `=== bad`"));
    (Scenario::parse(bad), Scenario::parse(good))
}

#[test]
fn every_check_finds_what_is_bad_and_passes_what_is_good() {
    let mut wrong = Vec::new();
    for check in registry::all() {
        let (bad, good) = pair(check.id);
        match bad.run(check) {
            Outcome::Found(finding) if finding.message.is_empty() || finding.count == 0 => {
                wrong.push(format!("{}: an empty finding", check.id));
            }
            Outcome::Found(_) => {}
            other => wrong.push(format!("{}: on the bad page {other:?}", check.id)),
        }
        match good.run(check) {
            Outcome::Passed => {}
            other => wrong.push(format!("{}: on the good page {other:?}", check.id)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ids_are_unique_and_no_page_is_left_over() {
    let ids: Vec<&str> = registry::all().map(|check| check.id).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len());
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(unique.contains(name.as_str()), "{name} is no check");
    }
}

#[test]
fn what_checks_say_can_be_read() {
    for check in registry::all() {
        assert!(check.fix.ends_with('.') && check.fix.len() > 20, "{}: {}", check.id, check.fix);
        assert!(
            !check.expects.is_empty() && !check.expects.ends_with('.'),
            "{}: {}",
            check.id,
            check.expects
        );
    }
}

#[test]
fn the_documentation_lists_every_check() {
    let written =
        fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/audit-checks.md"));
    assert!(
        written.unwrap_or_default() == audit::listing::markdown(),
        "make docs/audit-checks.md anew: cargo run -p audit --example list_checks > docs/audit-checks.md"
    );
}

#[test]
fn findings_stand_as_they_are_told() {
    let mut told = String::new();
    for check in registry::all() {
        if let Outcome::Found(finding) = pair(check.id).0.run(check) {
            let evidence = finding.evidence.first().map(|evidence| serde_json::to_string(evidence).unwrap());
            let severity = finding.severity.unwrap_or(check.severity);
            writeln!(told, "{} {severity:?} x{}: {}", check.id, finding.count, finding.message).unwrap();
            writeln!(told, "    {}", evidence.unwrap_or_default()).unwrap();
        }
    }
    insta::assert_snapshot!(told);
}
