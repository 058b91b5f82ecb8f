//! How much of the text stands word for word in sources that are not the customer's.

use std::collections::BTreeMap;

use domain::articles::quality::Finding;
use domain::articles::research::SourceNumber;
use prose::Reading;
use prose::copying::Library;

use super::{ContentCheck, Limit, Subject, measured, not_measured};

const NAME: &str = "copying";
const LIMIT: Limit = Limit::AtMost(0.05);

/// The share of sequences of eight words that stand in one source that is not the customer's.
pub(super) fn copying(subject: &Subject<'_>) -> ContentCheck {
    let language = subject.language();
    let own = subject.input.own_sources;
    let mut texts: BTreeMap<SourceNumber, String> = BTreeMap::new();
    for passage in subject.input.passages {
        for source in passage.sources().filter(|source| !own.contains(source)) {
            let text = texts.entry(source).or_default();
            text.push_str(&passage.text);
            text.push('\n');
        }
    }
    if texts.is_empty() {
        let why = if subject.input.passages.is_empty() {
            "There are no sources."
        } else {
            "Every source is your own text, which the article may repeat."
        };
        return not_measured(NAME, LIMIT, why);
    }
    let (numbers, sources): (Vec<SourceNumber>, Vec<Reading>) =
        texts.into_iter().map(|(number, text)| (number, Reading::of(&text, language))).unzip();
    let mut reading = Reading::new(language);
    let mut places = Vec::new();
    for statement in subject.statements.iter().filter(|statement| statement.is_spoken()) {
        let added = reading.add(&statement.text);
        places.extend(added.map(|_| statement));
    }
    let copying = Library::new(&sources).compare(&reading);
    let most = copying.by_source.iter().copied().max_by(f64::total_cmp).unwrap_or(0.0);
    let findings = copying.sentences.iter().filter_map(|copied| {
        let statement = places.get(copied.sentence)?;
        let source = numbers.get(copied.source)?;
        Some(Finding {
            place: Some(statement.place.name().to_owned()),
            problem: format!("repeats source {} word for word", source.0),
            excerpt: Some(statement.text.trim().to_owned()),
        })
    });
    let findings = findings.collect();
    let mut detail =
        format!("At most {:.1} % of the article stands word for word in one source.", most * 100.0);
    if !own.is_empty() {
        detail.push_str(" Your own texts are not measured.");
    }
    measured(NAME, most, LIMIT, detail, findings)
}
