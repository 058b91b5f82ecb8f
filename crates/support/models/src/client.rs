//! Runs `pip` and `npm` with a time limit and a limited memory for their output.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};

use crate::catalogue::{Client, Source};
use crate::error::Obstacle;

const TIME_LIMIT: Duration = Duration::from_mins(10);
const LAST_WORDS: usize = 8 * 1024;
const LAST_LINES: usize = 6;

/// The commands of the clients: for each client a list of commands, of which the first that exists is used.
#[derive(Debug, Clone)]
pub struct Clients {
    /// Commands that run `pip`.
    pub pip: Vec<Vec<String>>,
    /// Commands that run `npm`.
    pub npm: Vec<Vec<String>>,
}

impl Default for Clients {
    fn default() -> Self {
        let command = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Self {
            pip: vec![command(&["pip3"]), command(&["pip"]), command(&["python3", "-m", "pip"])],
            npm: vec![command(&["npm"])],
        }
    }
}

impl Clients {
    /// Makes the source's client download its package into a directory.
    pub(crate) async fn download(&self, source: &Source, directory: &Path) -> Result<(), Obstacle> {
        let commands = match source.client {
            Client::Pip => &self.pip,
            Client::Npm => &self.npm,
        };
        for words in commands {
            let Some((program, first)) = words.split_first() else { continue };
            let mut command = prepared(program, directory);
            command.args(first).args(arguments(source)).arg(directory);
            match command.spawn() {
                Ok(child) => return outcome(child).await,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(ended(&error.to_string(), program)),
            }
        }
        Err(Obstacle::NotInstalled)
    }
}

/// The arguments before the directory. Packages must not run code here: only wheels, and no scripts.
fn arguments(source: &Source) -> Vec<String> {
    let (package, version) = (source.package, source.version);
    let words: &[&str] = match source.client {
        Client::Pip => &[
            "download",
            "--no-deps",
            "--only-binary=:all:",
            "--no-input",
            "--disable-pip-version-check",
            "--progress-bar=off",
            &format!("{package}=={version}"),
            "--dest",
        ],
        Client::Npm => &[
            "pack",
            "--ignore-scripts",
            "--loglevel=error",
            &format!("{package}@{version}"),
            "--pack-destination",
        ],
    };
    words.iter().map(|&word| word.to_owned()).collect()
}

fn prepared(program: &str, directory: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_ours(name)) {
        command.env_remove(name);
    }
    command
}

/// Whether a variable is one of our settings, which may be secret and are withheld from the clients.
fn is_ours(variable: &OsStr) -> bool {
    variable.to_string_lossy().starts_with("RANKWRIGHT_")
}

async fn outcome(mut child: Child) -> Result<(), Obstacle> {
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    let run = async { tokio::join!(child.wait(), last_words(output), last_words(errors)) };
    let Ok((status, output, errors)) = tokio::time::timeout(TIME_LIMIT, run).await else {
        return Err(Obstacle::TooSlow { minutes: TIME_LIMIT.as_secs() / 60 });
    };
    let words = if errors.is_empty() { output } else { errors };
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(ended(&said(status), &words)),
        Err(error) => Err(ended(&error.to_string(), &words)),
    }
}

fn said(status: ExitStatus) -> String {
    status.code().map_or_else(|| "a signal".to_owned(), |code| format!("status {code}"))
}

fn ended(status: &str, output: &str) -> Obstacle {
    Obstacle::Ended { status: status.to_owned(), output: output.to_owned() }
}

/// Reads the whole stream and returns its end.
async fn last_words(stream: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut stream) = stream else { return String::new() };
    let (mut kept, mut piece) = (Vec::new(), [0; 4096]);
    while let Ok(length @ 1..) = stream.read(&mut piece).await {
        kept.extend_from_slice(&piece[..length]);
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
    last_lines(&String::from_utf8_lossy(&kept))
}

/// The last lines joined to one, without control characters.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    last.join(" | ").chars().filter(|character| !character.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept_and_no_control_characters() {
        let text = "one\ntwo\n\n  three \nfour\nfive\nsix\n\u{1b}[31mseven\u{7}\n";
        assert_eq!(last_lines(text), "two | three | four | five | six | [31mseven");
        assert_eq!(last_lines(""), "");
    }

    #[tokio::test]
    async fn endless_output_is_read_and_forgotten() {
        let long = "x".repeat(100_000);
        let kept = last_words(Some(long.as_bytes())).await;
        assert_eq!(kept.len(), LAST_WORDS);
    }

    #[test]
    fn our_settings_are_not_for_others() {
        assert!(is_ours(OsStr::new("RANKWRIGHT_SECRETS__SIGNING_KEYS")));
        assert!(!is_ours(OsStr::new("PATH")));
    }
}
