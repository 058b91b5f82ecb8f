//! The command line as an operator uses it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::{Command, Output};

use application::text_setup::TEXT_ENGINE_OPTIONS;
use serde_json::Value;

fn run(directory: &Path, arguments: &[&str]) -> Output {
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
        message.contains("rankwright.toml: limits.body_byte: unknown field; did you mean body_bytes?"),
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
    let told = String::from_utf8_lossy(&broken.stdout);
    assert!(told.contains("FAIL  database") && told.contains("set database.url to"), "{told}");
    assert!(!told.contains("set storage.url to"), "what works needs no advice: {told}");
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
    let (options, global) = help.split_once("Global options:").unwrap();
    assert!(global.contains("--data-dir") && !options.contains("--data-dir <"), "{help}");
}

#[test]
fn an_audit_of_a_local_page_names_the_flag_that_allows_it() {
    let directory = tempfile::tempdir().unwrap();
    let output = run(directory.path(), &["audit", "http://127.0.0.1:1/"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && !message.contains("done in"), "{message}");
    assert_eq!(message.matches("the URL is not allowed").count(), 1, "{message}");
    assert!(message.contains("add --local"), "{message}");
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
        (&["tea", "--out", "tea.gif"][..], "unsupported format .gif"),
        (&["tea", "--out", "tea.png", "--format", "webp"], "does not fit the file's name"),
        (&[" "], "prompt must not be empty"),
        (&["tea", "--alt", &"x".repeat(251)], "alt must have 1 to 250 characters"),
        (&["tea", "--out", "tea.png", "--quality", "80"], "quality must be left out with png"),
        (&["tea", "--size", "1x1"], "possible values"),
    ] {
        let output = image(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(complaint), "{arguments:?}: {said}");
    }
}

#[test]
fn empty_arguments_are_named() {
    let data = tempfile::tempdir().unwrap();
    for (command, argument) in
        [("write", "<KEYWORD>"), ("brief", "<KEYWORD>"), ("audit", "<URL>"), ("image", "prompt")]
    {
        for text in ["", "  "] {
            let output = run(data.path(), &[command, text]);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success(), "{command} {text:?}");
            assert!(said.contains(argument) && said.contains("must not be empty"), "{command}: {said}");
        }
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

/// Every file of a written article, by its name.
fn article_files(directory: &Path) -> Vec<(&'static str, String)> {
    let read = |name| (name, std::fs::read_to_string(directory.join(name)).unwrap());
    ["article.html", "article.md", "article.json"].map(read).into()
}

#[test]
fn without_a_model_nothing_is_written_but_what_to_set() {
    let directory = tempfile::tempdir().unwrap();
    for source in [&[][..], &["--source", "https://example.com/tea"]] {
        let output = run(directory.path(), &[&["write", "green tea"], source].concat());
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        for option in TEXT_ENGINE_OPTIONS {
            for variable in option.environment.lines() {
                assert!(message.contains(&format!("    export {variable}\n")), "{message}");
            }
        }
        assert!(message.contains("rankwright brief \"green tea\""), "{message}");
        assert!(message.contains("rankwright write \"green tea\" --source notes.md"), "{message}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing was begun");
}

#[test]
fn an_ollama_that_does_not_run_is_noticed_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_rankwright"))
        .current_dir(directory.path())
        .env("RANKWRIGHT_TEXT__ENGINES", "ollama")
        .env("RANKWRIGHT_TEXT__OLLAMA__BASE_URL", "http://127.0.0.1:1")
        .args(["write", "green tea"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.starts_with("rankwright: ollama could not be reached"), "{message}");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing was begun");
}

#[test]
fn an_article_of_notes_says_so_and_its_files_have_no_address_of_this_machine() {
    let directory = tempfile::tempdir().unwrap();
    let notes = "# Green tea\n\n## Water\n\nHeat the water to 80 degrees. Boiling water makes the tea bitter.\n\n\
                 ## Time\n\nLet the leaves stand for two minutes. Then take them out and drink the tea while it is hot.\n";
    std::fs::write(directory.path().join("notes.md"), notes).unwrap();
    let arguments = ["write", "green tea", "--source", "notes.md", "--images", "1", "--out", "tea"];
    let output = run(directory.path(), &arguments);
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", String::from_utf8_lossy(&output.stderr));
    let files = article_files(&directory.path().join("tea"));
    for (name, text) in &files {
        assert!(!text.contains("127.0.0.1") && !text.contains("localhost"), "{name}: {text}");
    }
    let [(_, page), (_, markdown), (_, json)] = &files[..] else { panic!("three files") };
    let json: Value = serde_json::from_str(json).unwrap();
    assert!(json.get("billing").is_none(), "the command costs no credits");
    let article = &json["article"];
    let front_matter = markdown.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap().0;
    let fields: Vec<(&str, Value)> = front_matter
        .lines()
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| (name, serde_json::from_str(value).unwrap()))
        .collect();
    let expected = [
        ("title", article["title"].clone()),
        ("description", article["metaDescription"].clone()),
        ("tier", "notes".into()),
        ("engine", article["generation"]["engine"].clone()),
        ("language", "en".into()),
        ("keyword", "green tea".into()),
    ];
    assert_eq!(fields, expected);
    assert_eq!(article["generation"]["tier"], "notes");
    let image = article["images"][0]["url"].as_str().unwrap();
    assert!(image.starts_with("images/") && directory.path().join("tea").join(image).exists(), "{image}");
    assert!(page.contains(image) && !page.contains("canonical"), "{page}");
}

#[test]
fn a_public_url_is_the_address_of_the_page() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = [
        "write",
        "how to make cold brew coffee",
        "--sandbox",
        "--words",
        "1500",
        "--images",
        "0",
        "--out",
        "x",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_rankwright"))
        .current_dir(directory.path())
        .env("RANKWRIGHT_MODELS__FETCH", "false")
        .env("RANKWRIGHT_PUBLIC_URL", "https://tea.example")
        .args(arguments)
        .output()
        .unwrap();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", String::from_utf8_lossy(&output.stderr));
    let files = article_files(&directory.path().join("x"));
    assert!(files[0].1.contains(r#"<link rel="canonical" href="https://tea.example/p/"#), "{}", files[0].1);
    assert!(files[1].1.contains("\ntier: \"standard\"\n"), "{}", files[1].1);
    for (name, text) in &files {
        assert!(!text.contains("127.0.0.1"), "{name}");
    }
}
