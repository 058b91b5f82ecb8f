//! Which pairs of labelled sentences give different figures for one thing.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use prose::claims::Claims;
use prose::sentences;

/// Whether two sources differ, according to a line of the table without its label.
fn differs(line: &str) -> bool {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let language = fields[0].parse().unwrap();
    let mut claims = Claims::new(fields[1], language);
    for (source, told) in fields[2..].iter().enumerate() {
        let (heading, text) = told.split_once(':').unwrap();
        claims.begin(source, source, [heading]);
        for sentence in sentences::split(text.trim(), language) {
            claims.add(source, sentence, false);
        }
    }
    claims.groups().iter().any(|group| claims.differ(group))
}

#[test]
fn labelled_pairs_are_told_apart() {
    let table = include_str!("data/figure_pairs.txt").lines().filter(|line| !line.starts_with('#'));
    let (mut found, mut missed, mut wrong, mut right) = (0, Vec::new(), Vec::new(), 0);
    for line in table {
        let (label, pair) = line.split_once('|').unwrap();
        match (label.trim() == "differ", differs(pair)) {
            (true, true) => found += 1,
            (true, false) => missed.push(line),
            (false, true) => wrong.push(line),
            (false, false) => right += 1,
        }
    }
    let none: Vec<&str> = Vec::new();
    assert_eq!((missed, wrong), (none.clone(), none), "recall and precision are 1");
    assert_eq!((found, right), (27, 26));
}
