//! The one place that writes to the terminal. Results go to standard output, everything else to standard error.

use std::fmt::Display;
use std::io::Write;

/// Prints a result. Whoever stops reading, as `head` does, has read enough.
pub(crate) fn say(text: impl Display) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Tells what is going on, beside the result.
#[expect(clippy::print_stderr, reason = "this is the command line's output")]
pub(crate) fn mention(text: impl Display) {
    eprintln!("rankwright: {text}");
}

/// Prints a failure with everything that led to it.
#[expect(clippy::print_stderr, reason = "this is the command line's output")]
pub(crate) fn complain(error: &anyhow::Error) {
    eprintln!("rankwright: {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  because: {cause}");
    }
}
