//! Programs in documents, run as readers run them.

use std::path::Path;
use std::process::{Command, Output};

use testkit::TestServer;

/// A block of code in a document.
pub(crate) struct Program {
    pub(crate) language: String,
    pub(crate) source: String,
}

/// The result of a program, and its output.
pub(crate) struct Run {
    pub(crate) is_success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// All blocks in languages that can be run.
pub(crate) fn programs(markdown: &str) -> Vec<Program> {
    let mut found = Vec::new();
    let mut open: Option<Program> = None;
    for line in markdown.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Program { language: language.to_owned(), source: String::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(program), None) => {
                program.source.push_str(line);
                program.source.push('\n');
            }
            (None, None) => {}
        }
    }
    found.retain(|program| interpreter(&program.language).is_some());
    found
}

/// The command and the file name for a language.
fn interpreter(language: &str) -> Option<(&'static str, &'static str)> {
    Some(match language {
        "sh" | "bash" => ("bash", "program.sh"),
        "python" => ("python3", "program.py"),
        "typescript" => ("node", "program.ts"),
        _ => return None,
    })
}

/// Node is not part of the set-up. From 22.18 on it runs TypeScript.
pub(crate) fn runs_typescript() -> bool {
    let Ok(Output { stdout, .. }) = Command::new("node").arg("--version").output() else { return false };
    let version = String::from_utf8_lossy(&stdout).trim().trim_start_matches('v').to_owned();
    let numbers: Vec<u32> = version.split('.').filter_map(|number| number.parse().ok()).collect();
    numbers >= vec![22, 18]
}

/// A command that runs a program from its own file in an empty directory, as a module.
pub(crate) fn command(program: &Program, directory: &Path) -> Command {
    let (interpreter, file) = interpreter(&program.language).unwrap();
    let path = directory.join(file);
    std::fs::write(&path, &program.source).unwrap();
    std::fs::write(directory.join("package.json"), r#"{"type": "module"}"#).unwrap();
    let mut command = Command::new(interpreter);
    // The input of programs that read from standard input.
    let answers = directory.join("answers");
    std::fs::write(&answers, "Feed it twice a day.\n".repeat(3)).unwrap();
    command.arg(path).env("no_proxy", "*").env("NO_PROXY", "*");
    command.stdin(std::fs::File::open(answers).unwrap());
    command
}

/// Runs a program of a document with a key and other variables.
pub(crate) fn run(program: &Program, server: &TestServer, key: &str, variables: &[(&str, &str)]) -> Run {
    let services = ["https://api.example.com", "http://127.0.0.1:8080"];
    let source = services.iter().fold(program.source.clone(), |text, url| text.replace(url, &server.url));
    let directory = tempfile::tempdir().unwrap();
    let program = Program { language: program.language.clone(), source };
    let mut command = command(&program, directory.path());
    let output = command.env("API_KEY", key).envs(variables.iter().copied()).output().unwrap();
    Run {
        is_success: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
