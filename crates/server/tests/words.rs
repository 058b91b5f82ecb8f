//! What users read: the pages in both languages, emails, the command line, error messages. No text has a word
//! for which there is a plainer one, and no text has a number with the wrong form, as in "1 calls".
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn files(below: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(below).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(files(&entry, ending));
        } else if entry.extension().is_some_and(|known| known == ending) {
            found.push(entry);
        }
    }
    found.sort();
    found
}

fn banned() -> Vec<String> {
    let list = fs::read_to_string(crates().join("support/testkit/banned_words.txt")).unwrap();
    list.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The banned words of a text. Code between backticks is not looked at.
fn wrong_words(text: &str, banned: &[String]) -> Vec<String> {
    let plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
    let plain = plain.replace(|letter: char| !letter.is_alphanumeric(), " ");
    let plain = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "));
    banned.iter().filter(|word| plain.contains(&format!(" {word} "))).cloned().collect()
}

/// Whether a text counts one of several, or leaves the form open: `1 calls`, `3 call(s)`.
fn counts_badly(text: &str) -> bool {
    // A placeholder such as `{1}` is no number.
    let text = &text.replace("{0}", "").replace("{1}", "");
    let words: Vec<&str> =
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let one_of_many = words.windows(2).any(|pair| {
        let [number, noun] = pair else { return false };
        *number == "1" && noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss")
    });
    one_of_many || text.contains("(s)")
}

/// The literals of Rust code, without their quotes.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let mut rest = line;
        while let Some(start) = rest.find('"') {
            let mut end = start + 1;
            let bytes = rest.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let end = end.min(rest.len());
            found
                .push(rest.get(start + 1..end).unwrap_or_default().replace("\\n", " ").replace("\\\"", "\""));
            rest = rest.get(end + 1..).unwrap_or_default();
        }
    }
    found
}

/// The text between braces that open at the end of `start`, for each occurrence.
fn blocks<'a>(code: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    code.split(start).skip(1).map(|rest| rest.split(end).next().unwrap_or_default()).collect()
}

/// All problems of some texts, each with its place.
struct Report {
    banned: Vec<String>,
    seen: usize,
    wrong: Vec<String>,
}

impl Report {
    fn new() -> Self {
        Self { banned: banned(), seen: 0, wrong: Vec::new() }
    }

    fn read(&mut self, place: &str, text: &str) {
        self.seen += 1;
        for word in wrong_words(text, &self.banned) {
            self.wrong.push(format!("{place}: {word}: {text}"));
        }
        if counts_badly(text) {
            self.wrong.push(format!("{place}: counts badly: {text}"));
        }
    }

    fn assert_clean(self, at_least: usize) {
        assert!(self.seen >= at_least, "only {} texts were found", self.seen);
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }
}

fn name(path: &Path) -> String {
    path.strip_prefix(crates()).unwrap().display().to_string()
}

#[test]
fn pages_say_it_in_plain_words_in_both_languages() {
    let mut report = Report::new();
    for file in files(&crates().join("web/dashboard/src"), "rs") {
        let code = fs::read_to_string(&file).unwrap();
        for block in blocks(&code, "texts! {", "\n}") {
            for text in literals(block) {
                report.read(&name(&file), &text);
            }
        }
    }
    report.assert_clean(1_500);
}

#[test]
fn templates_have_no_words_of_their_own_and_count_with_a_function() {
    let mut wrong = Vec::new();
    let templates = files(&crates().join("web/dashboard/templates"), "html");
    for file in &templates {
        let template = fs::read_to_string(file).unwrap();
        // A number before a word is a count, which must use `frame.counted` and `frame.credits`.
        for (at, _) in template.match_indices("frame.number(") {
            let rest = &template[at..];
            let Some((_, after)) = rest.split_once("}}") else { continue };
            let after = after.trim_start_matches([' ']).trim_start_matches("</strong>").trim_start();
            let after = after.strip_prefix("<small>").unwrap_or(after);
            let joins = ["{{ words.of }}", "{{ texts.of }}", "{{ words.removed }}"];
            let is_word = ["{{ words.", "{{ frame.words.", "{{ texts.", "{{ form."]
                .iter()
                .any(|word| after.starts_with(word));
            if is_word && !joins.iter().any(|join| after.starts_with(join)) {
                wrong.push(format!("{}: {}", name(file), rest.chars().take(100).collect::<String>()));
            }
        }
    }
    assert!(templates.len() > 40 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn emails_say_it_in_plain_words_in_both_languages() {
    let mut report = Report::new();
    let code = fs::read_to_string(crates().join("core/application/src/emails.rs")).unwrap();
    // Literals may span several lines here.
    let joined = code.replace("\\\n", " ");
    for text in literals(&joined) {
        report.read("emails.rs", &text);
    }
    report.assert_clean(30);
}

#[test]
fn errors_say_it_in_plain_words() {
    let mut report = Report::new();
    let is_source = |file: &PathBuf| file.components().any(|part| part.as_os_str() == "src");
    for file in files(&crates(), "rs").into_iter().filter(is_source) {
        let code = fs::read_to_string(&file).unwrap();
        for block in blocks(&code, "#[error(", ")]") {
            for text in literals(block) {
                report.read(&name(&file), &text);
            }
        }
    }
    report.assert_clean(200);
}

#[test]
fn commands_say_it_in_plain_words() {
    let mut report = Report::new();
    let mut sources = files(&crates().join("server/src/commands"), "rs");
    sources.push(crates().join("core/ports/src/engines.rs"));
    for file in sources {
        let code = fs::read_to_string(&file).unwrap();
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        // A single word is a name in JSON or a command.
        for text in literals(code).into_iter().filter(|text| text.contains(' ')) {
            report.read(&name(&file), &text.replace("{provider", "{"));
        }
    }
    report.assert_clean(150);
}

#[test]
fn audit_checks_say_it_in_plain_words() {
    let mut report = Report::new();
    for check in audit::registry::all() {
        // Elements are named as they are written in HTML.
        for text in [check.expects, check.fix] {
            report.read(check.id, &text.replace("<picture>", ""));
        }
    }
    report.assert_clean(300);
}

/// The help of a command and of all commands below it.
fn help_of(command: &[&str], report: &mut Report) {
    let output = Command::new(env!("CARGO_BIN_EXE_rankwright")).args(command).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    // Some words are clap's own.
    for line in help.lines().filter(|line| !line.trim_start().starts_with("help ")) {
        report.read(&format!("rankwright {}", command.join(" ")), line);
    }
    let below = help.split("Commands:\n").nth(1).unwrap_or_default();
    let names =
        below.lines().take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        help_of(&[command, &[name]].concat(), report);
    }
}

#[test]
fn the_help_of_commands_says_it_in_plain_words() {
    let mut report = Report::new();
    help_of(&[], &mut report);
    report.assert_clean(300);
}

#[test]
fn the_test_finds_what_it_looks_for() {
    let banned = banned();
    assert_eq!(wrong_words("Somebody must TELL us; `ask` is code.", &banned), ["tell", "somebody"]);
    assert_eq!(wrong_words("Mua tín dụng bằng e-mail", &banned), ["e mail", "tín dụng"]);
    assert!(counts_badly("1 calls") && counts_badly("3 call(s)") && !counts_badly("1 credit per address"));
    assert_eq!(literals(r#"a: "one \"two\"", "ba"; // "no""#), ["one \"two\"", "ba", "no"]);
}
