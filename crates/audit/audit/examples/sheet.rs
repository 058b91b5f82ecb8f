//! Writes the reports of an invented audit into a folder, for viewing in a browser and in a terminal:
//! `cargo run -p audit --example sheet -- FOLDER`.
#![expect(clippy::unwrap_used, reason = "an example fails by panicking")]

#[path = "../tests/sheet/samples.rs"]
mod samples;

use std::path::PathBuf;

use audit::report::ScreenshotSeen;
use audit::sheet::{TerminalStyle, html, terminal};

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "sheet".to_owned()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, content: String| std::fs::write(folder.join(name), content).unwrap();
    let mut full = samples::full();
    let picture = include_str!("../tests/sheet/first_screen.txt").trim();
    full.screenshot = Some(ScreenshotSeen { url: picture.to_owned(), width: 250, height: 412 });
    write("full.html", html(&full, &samples::CONTEXT));
    write("small.html", html(&samples::small(), &samples::CONTEXT));
    write("full.txt", terminal(&full, TerminalStyle { colour: true, width: 100 }));
}
