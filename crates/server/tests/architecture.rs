//! The direction of dependencies and its description in ARCHITECTURE.md, the crates that may use a library,
//! and the licences.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// Which of our crates each crate may use. A crate that is not listed fails the test.
const MAY_USE: &[(&str, &[&str])] = &[
    ("strict", &[]),
    ("domain", &[]),
    ("seo", &["domain"]),
    ("structured-data", &["domain", "seo"]),
    ("prose", &["domain", "seo"]),
    ("briefs", &["domain", "prose", "seo"]),
    ("composer", &["domain", "prose", "seo"]),
    ("editorial", &["domain", "prose", "seo"]),
    ("publishing", &["domain", "prose"]),
    ("ports", &["domain"]),
    ("audit", &["domain", "prose", "seo", "structured-data"]),
    (
        "application",
        &["audit", "briefs", "composer", "domain", "editorial", "ports", "prose", "publishing", "seo"],
    ),
    ("fetch", &["domain", "ports"]),
    ("browser", &["domain", "ports"]),
    ("providers", &["domain", "ports"]),
    ("illustration", &["domain"]),
    ("text-removal", &[]),
    ("imaging", &["domain", "illustration", "text-removal", "ports"]),
    ("objects", &["ports"]),
    ("models", &[]),
    ("sandbox", &["domain"]),
    ("store", &["domain", "ports"]),
    ("http-api", &["application", "audit", "domain", "ports", "publishing", "seo", "strict"]),
    ("dashboard", &["application", "audit", "domain", "ports"]),
    (
        "server",
        &[
            "application",
            "audit",
            "browser",
            "dashboard",
            "domain",
            "fetch",
            "http-api",
            "imaging",
            "models",
            "objects",
            "ports",
            "providers",
            "publishing",
            "sandbox",
            "store",
            "strict",
        ],
    ),
    ("testkit", &[]),
];

/// Libraries that only some of our crates may use directly.
const RESERVED: &[(&str, &[&str])] = &[
    ("sqlx", &["store", "testkit"]),
    ("axum", &["dashboard", "http-api", "sandbox"]),
    ("hyper", &["fetch", "http-api"]),
    ("html5ever", &["audit", "providers", "seo"]),
    ("image", &["illustration", "imaging", "text-removal"]),
    ("lettre", &["providers"]),
    ("object_store", &["objects"]),
    ("redis", &["providers"]),
    ("rten", &["text-removal"]),
    ("clap", &["server"]),
    ("anyhow", &["server"]),
    ("reqwest", &["providers", "testkit"]),
];

/// Two TLS libraries in one process panic, and a system library would not be the one that we tested.
const BANNED: &[&str] = &["ring", "openssl", "openssl_sys", "native_tls"];

const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "OpenSSL",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

fn metadata() -> Metadata {
    let platform = format!("--filter-platform={}-unknown-linux-gnu", std::env::consts::ARCH);
    MetadataCommand::new()
        .other_options(["--locked".to_owned(), "--offline".to_owned(), platform])
        .exec()
        .unwrap()
}

fn ours(metadata: &Metadata) -> BTreeMap<&str, &Package> {
    metadata.workspace_packages().into_iter().map(|package| (package.name.as_str(), package)).collect()
}

fn direct(package: &Package) -> BTreeSet<&str> {
    let used =
        package.dependencies.iter().filter(|dependency| dependency.kind != DependencyKind::Development);
    used.map(|dependency| dependency.name.as_str()).collect()
}

#[test]
fn dependencies_point_inwards() {
    let metadata = metadata();
    let ours = ours(&metadata);
    let allowed: BTreeMap<_, _> = MAY_USE.iter().copied().collect();
    for (name, package) in &ours {
        let permitted = allowed.get(name).unwrap_or_else(|| panic!("say in MAY_USE what {name} may use"));
        for used in direct(package).into_iter().filter(|used| ours.contains_key(used)) {
            assert!(permitted.contains(&used), "{name} may not use {used}");
        }
        let folder = package.manifest_path.parent().unwrap().file_name().unwrap();
        assert_eq!(folder, *name, "a crate is named like its folder");
    }
    assert_eq!(ours.len(), MAY_USE.len(), "MAY_USE lists a crate that is gone");
}

/// The folder and the name of each crate in the table.
fn documented(document: &str) -> BTreeSet<(&str, &str)> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | `"));
    rows.filter_map(|(folder, rest)| Some((folder, rest.split_once('`')?.0))).collect()
}

#[test]
fn the_document_shows_every_crate_in_its_folder() {
    let document = include_str!("../../../ARCHITECTURE.md");
    let picture = document.split("```").nth(1).unwrap();
    let metadata = metadata();
    let mut crates = BTreeSet::new();
    for (name, package) in ours(&metadata) {
        let folder = package.manifest_path.parent().unwrap();
        let group =
            folder.strip_prefix(metadata.workspace_root.join("crates")).unwrap().iter().next().unwrap();
        let line = picture.lines().find(|line| line.contains(&format!("{group}/")));
        assert!(line.is_some_and(|line| line.contains(name)), "the picture does not show {name} in {group}/");
        assert!(folder.join("README.md").exists(), "{name} has no README.md");
        crates.insert((group, name));
    }
    assert_eq!(documented(document), crates);
}

#[test]
fn libraries_stay_in_their_place() {
    let metadata = metadata();
    for (name, package) in ours(&metadata) {
        for (library, users) in RESERVED {
            let used = direct(package).contains(library);
            assert!(!used || users.contains(&name), "{name} may not use {library}");
        }
    }
}

#[test]
fn banned_libraries_are_not_built() {
    // The metadata also lists dependencies of disabled features; the tree does not.
    let tree = std::process::Command::new(env!("CARGO"))
        .args(["tree", "--workspace", "--prefix=none", "--format={lib}", "--locked", "--offline"])
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let built = String::from_utf8(tree.stdout).unwrap();
    assert!(built.lines().any(|library| library == "aws_lc_rs"), "the tree was read");
    for library in built.lines() {
        assert!(!BANNED.contains(&library), "{library} is banned");
    }
}

#[test]
fn every_licence_is_permissive() {
    for package in metadata().packages {
        let licence = package.license.clone().unwrap_or_default();
        assert!(is_permissive(&licence), "{} {}: {licence:?}", package.name, package.version);
    }
}

/// One branch of every `OR` must be allowed, and every part of that branch's `AND`.
fn is_permissive(expression: &str) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" OR ").any(|branch| branch.split(" AND ").all(|licence| LICENCES.contains(&licence.trim())))
}

#[test]
fn licence_expressions_are_read() {
    assert!(is_permissive("MIT OR GPL-3.0"));
    assert!(is_permissive("MIT/Apache-2.0"));
    assert!(is_permissive("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_permissive("GPL-3.0"));
    assert!(!is_permissive("MIT AND GPL-3.0"));
    assert!(!is_permissive(""));
}
