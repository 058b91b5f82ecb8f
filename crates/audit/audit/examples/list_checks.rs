//! Prints the list of all checks as Markdown.
#![expect(clippy::print_stdout, reason = "it prints")]

fn main() {
    print!("{}", audit::listing::markdown());
}
