//! Contradicting figures for one thing in two places.

use domain::articles::brief::QueryType;
use domain::locale::Language;
use prose::claims::Claims;
use seo::words::normalise;

use super::statements::{Kind, Statement};
use super::vocabulary::content_words;
use super::{ContentCheck, Limit, Subject, counted, finding, measured, not_measured};
use crate::share;

const NAME: &str = "contradictions";
const LIMIT: Limit = Limit::AtMost(0.0);
/// The share of the shorter sentence's words that the other must have. Vietnamese is written in syllables,
/// and sentences share more of them.
const ALIKE: f64 = 0.5;
const ALIKE_IN_SYLLABLES: f64 = 0.75;

/// Words that show that a figure depends on something or that sources differ.
#[rustfmt::skip]
const DIFFERENCES: [&str; 24] = [
    "sources differ", "sources disagree", "depending on", "depends on", "others", "another", "some ", "up to you", "instead of", "rather than", "unlike", "compared with",
    "until recently", "tùy", "có nơi", "có người", "nguồn khác", "khác nhau", "thay vì", "so với", "more than one", "not ", "không phải", "example",
];

/// Words that make a figure a rate, such as an amount per week.
#[rustfmt::skip]
const RATES: [&str; 15] = [
    " a day", " a week", " a month", " a year", " an hour", " per ", " each ", "on average", "một ngày", "một tuần", "một tháng", "một năm", "mỗi ", "bình quân", "trung bình",
];

pub(super) fn contradictions(subject: &Subject<'_>) -> ContentCheck {
    if subject.input.query_type == Some(QueryType::Comparison) {
        return not_measured(NAME, LIMIT, "The article compares things, whose figures differ.");
    }
    let mut claims = Claims::new(&subject.input.article.focus_keyword, subject.language());
    for (at, statement) in subject.statements.iter().enumerate().filter(|(_, it)| is_told(it)) {
        claims.begin(at, 0, []);
        claims.add(at, &statement.topic, false);
        claims.add(at, &statement.spoken, false);
    }
    let compared = claims.all().iter().filter(|claim| claim.figure.counted.is_none()).count();
    if compared == 0 {
        return not_measured(NAME, LIMIT, "The article has no figures with units.");
    }
    let mut findings = Vec::new();
    for (one, other) in claims.pairs() {
        let (one, other) = (&claims.all()[one], &claims.all()[other]);
        if one.figure.counted.is_none() && one.figure.differs(&other.figure) {
            let (one, other) = (&subject.statements[one.place], &subject.statements[other.place]);
            if rest_on_different_sources(one, other)
                || is_rate(one) != is_rate(other)
                || !say_the_same(one, other, subject.language())
            {
                continue;
            }
            let problem = format!("says something else than {}: “{}”", one.place.name(), one.text.trim());
            findings.push(finding(&other.place, problem, &other.text));
        }
    }
    let detail = match findings.len() {
        0 => format!(
            "{} compared; no two contradict each other.",
            counted(compared, "figure was", "figures were")
        ),
        count => format!(
            "{} for one thing.",
            counted(
                count,
                "pair of sentences gives different figures",
                "pairs of sentences give different figures"
            )
        ),
    };
    measured(NAME, crate::as_f64(findings.len()), LIMIT, detail, findings)
}

/// Whether two sentences rest on different sources.
fn rest_on_different_sources(one: &Statement, other: &Statement) -> bool {
    let both = !one.citations.is_empty() && !other.citations.is_empty();
    both && !one.citations.iter().any(|source| other.citations.contains(source))
}

/// Whether a figure is a rate, per week or per item, which does not contradict the figure of the whole.
fn is_rate(statement: &Statement) -> bool {
    let normal = normalise(&statement.spoken);
    RATES.iter().any(|words| normal.contains(words))
}

/// Whether two sentences share most of their words, so that only their figures differ.
fn say_the_same(one: &Statement, other: &Statement, language: Language) -> bool {
    let words = |it: &Statement| content_words(&format!("{} {}", it.topic, it.spoken), language);
    let (one, other) = (words(one), words(other));
    let alike = if language == Language::VIETNAMESE { ALIKE_IN_SYLLABLES } else { ALIKE };
    share(one.intersection(&other).count(), one.len().min(other.len())) >= alike
}

/// Whether a statement makes a general claim.
fn is_told(statement: &Statement) -> bool {
    let normal = normalise(&statement.spoken);
    !matches!(statement.kind, Kind::Code | Kind::Row)
        && !DIFFERENCES.iter().any(|words| normal.contains(words))
}
