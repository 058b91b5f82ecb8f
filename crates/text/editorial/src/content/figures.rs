//! Whether the sources that a sentence cites give its figures.

use std::collections::HashMap;

use domain::articles::research::SourceNumber;
use seo::words::normalise;

use super::numbers::{Known, Number, is_calculation, is_computed, numbers};
use super::statements::{Kind, Statement};
use super::{ContentCheck, Limit, Subject, counted, finding, measured, not_measured};

const NAME: &str = "figures_supported";
const LIMIT: Limit = Limit::AtMost(0.0);
/// The share of figures that may stay untraced: results of several steps over several sources cannot be
/// traced.
const UNTRACED: f64 = 0.01;

/// Words that mark a calculation as an example.
#[rustfmt::skip]
const EXAMPLES: [&str; 16] = [
    "for example", "for instance", "such as", "suppose", "imagine", "let us say", "let's say", "e.g.", "say,", "ví dụ", "chẳng hạn", "giả sử", "thử tính",
    "assume", "example:", "giả định",
];

/// The support of a figure.
enum Ground {
    Supported,
    /// Allowed, but listed in the findings.
    Listed(&'static str),
    Unsupported(String),
}

pub(super) fn supported(subject: &Subject<'_>) -> ContentCheck {
    let language = subject.language();
    let mut library = Library::new(subject);
    let all = Known::of(subject.input.passages.iter(), language);
    // Figures of a cited source may be repeated without the mark.
    let mut cited: Vec<&Number> = Vec::new();
    for statement in &subject.statements {
        cited.extend(statement.numbers.iter().filter(|number| library.gives(statement.cited(), number)));
    }
    // Values that the article sets in code.
    let set: Vec<Number> = subject
        .statements
        .iter()
        .filter(|statement| !statement.is_spoken())
        .flat_map(|statement| numbers(&statement.text, language))
        .collect();
    let (mut count, mut failures, mut listed) = (0, Vec::new(), Vec::new());
    for (index, statement) in subject.statements.iter().enumerate() {
        let before =
            index.checked_sub(1).filter(|before| subject.statements[*before].block == statement.block);
        let before = before.map(|before| subject.statements[before].numbers.as_slice()).unwrap_or_default();
        for number in &statement.numbers {
            count += 1;
            let others = || {
                let here = subject.statements.iter().filter(|it| it.place == statement.place);
                here.flat_map(|it| &it.numbers)
                    .filter(|other| !std::ptr::eq(*other, number))
                    .collect::<Vec<_>>()
            };
            let ground = if statement.citations.is_empty() {
                without_citation(subject, number, &cited, &all)
            } else if library.gives(&statement.citations, number) {
                Ground::Supported
            } else {
                let near: Vec<&Number> = statement
                    .numbers
                    .iter()
                    .chain(before)
                    .filter(|other| !std::ptr::eq(*other, number))
                    .collect();
                computed_or_not(subject, statement, number, &near)
            };
            let ground = match ground {
                Ground::Unsupported(_) if is_example(&statement.text) => Ground::Listed("is an example"),
                Ground::Unsupported(_) if set.iter().any(|known| known.is_same(number)) => {
                    Ground::Listed("stands in code")
                }
                Ground::Unsupported(_)
                    if is_calculation(number, &others())
                        || all.leads_to(number)
                        || is_of_columns(number, subject, index) =>
                {
                    Ground::Listed("is calculated")
                }
                ground => ground,
            };
            match ground {
                Ground::Supported => {}
                Ground::Listed(why) => listed.push(finding(
                    &statement.place,
                    format!("“{}” {why}", number.excerpt),
                    &statement.text,
                )),
                Ground::Unsupported(problem) => {
                    failures.push(finding(&statement.place, problem, &statement.text));
                }
            }
        }
    }
    if count == 0 {
        return not_measured(NAME, LIMIT, "The article has no figures.");
    }
    let unsupported = failures.len();
    let detail = if unsupported == 0 {
        format!(
            "{} checked; every one with a citation stands in a passage of its source, and {} without a citation.",
            counted(count, "figure", "figures"),
            counted(listed.len(), "stands", "stand")
        )
    } else {
        format!("{} of {} checked have no support.", counted(unsupported, "figure", "figures"), count)
    };
    let findings = if unsupported == 0 { listed } else { failures };
    let share = crate::as_f64(unsupported) / crate::as_f64(count);
    let is_slight = share <= UNTRACED && subject.sensitive.is_none();
    ContentCheck { is_slight, ..measured(NAME, crate::as_f64(unsupported), LIMIT, detail, findings) }
}

/// Whether a figure follows from those of one table column in the same place, such as their sum.
fn is_of_columns(number: &Number, subject: &Subject<'_>, index: usize) -> bool {
    let place = &subject.statements[index].place;
    let mut columns: HashMap<(usize, &str), Vec<Number>> = HashMap::new();
    for (at, row) in subject.statements.iter().enumerate() {
        if at == index || row.kind != Kind::Row || row.place != *place {
            continue;
        }
        for (name, cell) in row.spoken.split(" | ").filter_map(|cell| cell.split_once(": ")) {
            columns.entry((row.block, name)).or_default().extend(numbers(cell, subject.language()));
        }
    }
    columns.values().any(|column| is_calculation(number, &column.iter().collect::<Vec<_>>()))
}

/// Whether a text marks its figures as invented.
pub(crate) fn is_example(text: &str) -> bool {
    let normal = normalise(text);
    EXAMPLES.iter().any(|mark| normal.contains(mark))
}

/// A figure that the cited sources do not give may follow from two nearby figures.
fn computed_or_not(
    subject: &Subject<'_>,
    statement: &Statement,
    number: &Number,
    near: &[&Number],
) -> Ground {
    if is_computed(number, near) {
        return Ground::Listed("is calculated from figures beside it");
    }
    let sources: Vec<String> = statement.citations.iter().map(|source| source.0.to_string()).collect();
    let missing = statement.citations.iter().all(|source| subject.evidence.of(*source).next().is_none());
    let advice = if missing {
        "; no passage of it is known"
    } else {
        "; if you calculated it, name the figures that it comes from, otherwise use the source's figure"
    };
    Ground::Unsupported(format!(
        "no passage of source {} gives “{}”{advice}",
        sources.join(" or "),
        number.excerpt
    ))
}

fn without_citation(subject: &Subject<'_>, number: &Number, cited: &[&Number], all: &Known) -> Ground {
    if cited.iter().any(|known| known.is_same(number)) {
        return Ground::Supported;
    }
    if let Some(topic) = subject.sensitive {
        let excerpt = &number.excerpt;
        return Ground::Unsupported(format!(
            "“{excerpt}” has no citation, and {} needs one",
            topic.in_words()
        ));
    }
    if all.supports(number) || number.is_everyday() {
        return Ground::Listed("has no citation");
    }
    Ground::Unsupported(format!("“{}” has no citation, and no source gives it", number.excerpt))
}

/// The figures that each source gives.
pub(super) struct Library<'a> {
    subject: &'a Subject<'a>,
    known: HashMap<SourceNumber, Known>,
}

impl<'a> Library<'a> {
    pub(super) fn new(subject: &'a Subject<'a>) -> Self {
        Self { subject, known: HashMap::new() }
    }

    /// Whether one of the sources gives a figure.
    pub(super) fn gives(&mut self, sources: &[SourceNumber], number: &Number) -> bool {
        sources.iter().any(|source| {
            let subject = self.subject;
            let passages = || subject.evidence.of(*source).map(|(passage, _)| passage);
            let known =
                self.known.entry(*source).or_insert_with(|| Known::of(passages(), subject.language()));
            known.supports(number)
        })
    }
}
