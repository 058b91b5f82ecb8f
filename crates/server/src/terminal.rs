//! The one place that writes to the terminal. Results go to standard output, everything else to standard error.

use std::fmt::Display;
use std::io::Write;

use domain::counts::counted;
use domain::locale::Language;

/// Prints a result. Whoever stops reading, as `head` does, has read enough.
pub(crate) fn say(text: impl Display) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Tells what is going on, beside the result.
#[expect(clippy::print_stderr, reason = "this is the command line's output")]
pub(crate) fn mention(text: impl Display) {
    eprintln!("rankwright: {text}");
}

/// A number with what it counts, such as `1 image`. `forms` are the words for one and for more: `image|images`.
pub(crate) fn how_many(number: impl TryInto<i64>, forms: &str) -> String {
    counted(number.try_into().unwrap_or(i64::MAX), forms, Language::ENGLISH)
}

/// Prints a failure with everything that led to it.
#[expect(clippy::print_stderr, reason = "this is the command line's output")]
pub(crate) fn complain(error: &anyhow::Error) {
    eprintln!("rankwright: {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  because: {cause}");
    }
}
