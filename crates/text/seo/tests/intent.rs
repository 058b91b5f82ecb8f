//! How often the intent of a query matches a person's judgement, from the query alone.
//!
//! `intent/tuning.tsv` may be used to improve the lexicon. `intent/held_out.tsv` only measures the result.

#[path = "intent/accuracy.rs"]
mod accuracy;

use accuracy::Table;

const TUNING: &str = include_str!("intent/tuning.tsv");
const HELD_OUT: &str = include_str!("intent/held_out.tsv");

const REQUIRED: f64 = 0.85;

#[test]
fn held_out_queries_are_judged_well_in_every_language() {
    for (language, table) in accuracy::by_language(HELD_OUT) {
        println!("held out, {language}:\n{table}");
        assert!(table.accuracy() >= REQUIRED, "{language}: {:.3}", table.accuracy());
    }
}

#[test]
fn tuning_queries_are_judged_well_in_every_language() {
    for (language, table) in accuracy::by_language(TUNING) {
        println!("tuning, {language}:\n{table}");
        assert!(table.accuracy() >= REQUIRED, "{language}: {:.3}", table.accuracy());
    }
}

#[test]
fn the_table_counts_what_was_meant_and_what_was_judged() {
    let tables = accuracy::by_language("navigational\ten\tyoutube\nlocal\ten\thow to boil an egg\n");
    let table: &Table = tables.get("en").unwrap();
    assert!((table.accuracy() - 0.5).abs() < f64::EPSILON);
}
