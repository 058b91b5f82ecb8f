//! Prints how often classified intents match a person's judgement:
//! `cargo run -p seo --example intent_accuracy`.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

#[path = "../tests/intent/accuracy.rs"]
mod accuracy;

const SETS: [(&str, &str); 2] = [
    ("tuning", include_str!("../tests/intent/tuning.tsv")),
    ("held out", include_str!("../tests/intent/held_out.tsv")),
];

fn main() {
    for (name, queries) in SETS {
        for (language, table) in accuracy::by_language(queries) {
            println!("{name}, {language}:\n{table}");
        }
    }
}
