//! The one place that writes to the terminal. Results go to standard output, everything else to standard error.

use std::fmt::Display;
use std::io::Write;

use domain::counts::counted;
use domain::locale::Language;

/// Prints a result. A reader that stops early, as `head` does, is no error.
pub(crate) fn say(text: impl Display) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Shows a note on standard error, beside the result.
#[expect(clippy::print_stderr, reason = "this is the command line's output")]
pub(crate) fn mention(text: impl Display) {
    eprintln!("rankwright: {text}");
}

/// A number with its noun, such as `1 image`. `forms` are the words for one and for more: `image|images`.
pub(crate) fn how_many(number: impl TryInto<i64>, forms: &str) -> String {
    counted(number.try_into().unwrap_or(i64::MAX), forms, Language::ENGLISH)
}

/// Prints an error with its causes.
#[expect(clippy::print_stderr, reason = "this is the command line's output")]
pub(crate) fn complain(error: &anyhow::Error) {
    eprintln!("rankwright: {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  because: {cause}");
    }
}
