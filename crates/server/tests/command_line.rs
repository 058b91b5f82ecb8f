//! The command line as an operator uses it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::{Command, Output};

use serde_json::Value;

fn run(directory: &std::path::Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rankwright"))
        .current_dir(directory)
        .env("RANKWRIGHT_MODELS__FETCH", "false")
        .args(arguments)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap().trim().to_owned()
}

#[test]
fn results_are_bare_so_that_scripts_can_use_them() {
    let directory = tempfile::tempdir().unwrap();
    let account = stdout(&run(directory.path(), &["account", "create", "Công ty"]));
    assert!(account.starts_with("acc_") && !account.contains(char::is_whitespace));
    let key = stdout(&run(directory.path(), &["key", "create", "--account", &account, "--mode", "test"]));
    assert!(key.starts_with("svc_test_") && key.len() == 79);

    let listed = stdout(&run(directory.path(), &["account", "list", "--json"]));
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed[0]["accountId"], account.as_str());
    assert_eq!(listed[0]["name"], "Công ty");
    let keys: Value =
        serde_json::from_str(&stdout(&run(directory.path(), &["key", "list", "--json"]))).unwrap();
    assert_eq!(keys[0]["lastFour"], &key[75..]);
    assert!(!keys.to_string().contains(&key), "a key is shown once");
}

#[test]
fn a_key_needs_an_account() {
    let directory = tempfile::tempdir().unwrap();
    let output = run(directory.path(), &["key", "create"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("rankwright account create NAME"));
    let output = run(directory.path(), &["key", "create", "--account", "acc_00000000000"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("acc_00000000000 does not exist"));
}

#[test]
fn mistakes_are_explained() {
    let directory = tempfile::tempdir().unwrap();
    for (arguments, hint) in [
        (&["key", "create", "--scopes", "everything"][..], "articles, images, analysis"),
        (&["key", "revoke", "svc_live_x"], "expected key_"),
        (&["key", "revoke"], "--all-of"),
        (&["serve", "--listen", "8080"], "--listen"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let output = run(directory.path(), arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(hint), "{arguments:?}: {message}");
    }
}

#[test]
fn a_wrong_setting_stops_the_start() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("rankwright.toml"), "[limits]\nbody_byte = 5\n").unwrap();
    let output = run(directory.path(), &["serve"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("rankwright.toml: limits.body_byte: unknown; did you mean body_bytes?"),
        "{message}"
    );
    let output = run(directory.path(), &["--config", "missing.toml", "serve"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.toml can't be read"));
}

#[test]
fn an_address_in_use_is_explained() {
    let directory = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = run(directory.path(), &["serve", "--listen", &address]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&address) && message.contains("--listen"), "{message}");
}

#[test]
fn the_doctor_tells_parts_and_origins() {
    let directory = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_rankwright"))
        .current_dir(directory.path())
        .env("RANKWRIGHT_LIMITS__BODY_BYTES", "1234")
        .env("RANKWRIGHT_METRICS__TOKEN", "very-secret")
        .args(["doctor", "--offline", "--json"])
        .output()
        .unwrap();
    let text = stdout(&output);
    assert!(!text.contains("very-secret"));
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["healthy"], true);
    let parts: Vec<&str> =
        report["parts"].as_array().unwrap().iter().map(|part| part["part"].as_str().unwrap()).collect();
    assert_eq!(
        parts,
        [
            "data directory",
            "signing keys",
            "database",
            "object storage",
            "text detector",
            "browser",
            "request limits",
            "mail",
            "payments",
            "address"
        ]
    );
    let setting = |name: &str| {
        let settings = report["settings"].as_array().unwrap();
        settings.iter().find(|setting| setting["name"] == name).unwrap().clone()
    };
    assert_eq!(setting("limits.body_bytes")["value"], "1234");
    assert_eq!(setting("limits.body_bytes")["origin"], "RANKWRIGHT_LIMITS__BODY_BYTES");
    assert_eq!(setting("listen")["origin"], "default");

    let broken = Command::new(env!("CARGO_BIN_EXE_rankwright"))
        .current_dir(directory.path())
        .env("RANKWRIGHT_DATABASE__URL", "postgres://nobody@127.0.0.1:1/none")
        .args(["doctor", "--offline"])
        .output()
        .unwrap();
    assert_eq!(broken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&broken.stdout).contains("FAIL  database"));
}

#[test]
fn help_teaches() {
    let directory = tempfile::tempdir().unwrap();
    let help = stdout(&run(directory.path(), &["--help"]));
    for word in
        ["serve", "account", "key", "doctor", "openapi", "Examples:", "RANKWRIGHT_", "rankwright.toml"]
    {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn flags_of_serve_are_refused_with_other_commands() {
    let directory = tempfile::tempdir().unwrap();
    let output = run(directory.path(), &["--listen", "127.0.0.1:0", "openapi"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("belong to serve"));
}

#[test]
fn a_picture_is_drawn_into_a_file() {
    let data = tempfile::tempdir().unwrap();
    let image = |arguments: &[&str]| run(data.path(), &[&["image"], arguments].concat());
    let output =
        image(&["a cup of green tea", "--out", "pictures/tea.webp", "--size", "1024x1024", "--seed", "7"]);
    assert_eq!(stdout(&output), "pictures/tea.webp");
    let file = std::fs::read(data.path().join("pictures/tea.webp")).unwrap();
    assert_eq!((&file[..4], &file[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
    let output =
        image(&["Tách trà xanh", "--language", "vi", "--format", "png", "--size", "1024x1024", "--json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&report["file"], &report["model"]), (&"tach-tra.png".into(), &"builtin".into()));
    assert_eq!(std::fs::metadata(data.path().join("tach-tra.png")).unwrap().len(), report["bytes"]);
    assert_eq!((&report["alt"], &report["depicts"][0]), (&"Tách trà".into(), &"tách trà".into()));
    for (arguments, complaint) in [
        (&["a tired nurse"][..], "image.engines"),
        (&["tea", "--out", "tea.gif"][..], ".gif is not the end of a picture's name"),
        (&["tea", "--out", "tea.png", "--format", "webp"], "does not fit the file's name"),
        (&[" "], "prompt must not be empty"),
        (&["tea", "--alt", &"x".repeat(251)], "alt must have 1..250 characters"),
        (&["tea", "--out", "tea.png", "--quality", "80"], "quality must be left out with png"),
        (&["tea", "--size", "1x1"], "possible values"),
    ] {
        let output = image(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(complaint), "{arguments:?}: {said}");
    }
}

#[test]
fn models_are_listed_with_their_licences() {
    let data = tempfile::tempdir().unwrap();
    let output = run(data.path(), &["models", "list"]);
    let list = stdout(&output);
    assert!(list.contains("text-detection") && list.contains("Apache-2.0"), "{list}");
    let output = run(data.path(), &["models", "pull", "nonsense"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not one of text-detection"));
}
