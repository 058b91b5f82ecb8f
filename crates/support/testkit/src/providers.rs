//! Runs the providers' stand-ins as a separate process.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running `rankwright sandbox`, killed when dropped.
#[derive(Debug)]
pub struct Providers {
    process: Child,
    /// The URL of the stand-ins.
    pub url: String,
}

impl Providers {
    /// Starts them on a free port.
    #[must_use]
    pub fn start(program: &str, arguments: &[&str]) -> Self {
        let mut process = Command::new(program)
            .args(["sandbox", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the sandbox starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("what it prints");
        BufReader::new(output).read_line(&mut line).expect("its first line");
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).expect("its address");
        Self { url: url.trim_end_matches(';').to_owned(), process }
    }
}

impl Drop for Providers {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
