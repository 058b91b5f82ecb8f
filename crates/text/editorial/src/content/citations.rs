//! Whether cited sources support the article, and how much of it they support.

use std::collections::HashSet;

use domain::articles::document::{Block, Section, Span};
use domain::locale::Language;
use seo::words::{normalise, split};

use super::figures::Library;
use super::statements::Statement;
use super::{ContentCheck, Limit, Subject, counted, finding, measured, not_measured};
use crate::share;
use crate::visible::Place;

/// The share of a sentence's words that the best passage of each cited source must have, calibrated on
/// labelled articles. Pairs of syllables recur less often than words.
const FITS: f64 = 0.35;
const FITS_IN_PAIRS: f64 = 0.22;
/// Shorter sentences cannot be compared.
const FEWEST_WORDS: usize = 4;
/// The weight of a figure in words.
const FIGURE: usize = 2;
const SUPPORT: Limit = Limit::AtLeast(0.75);
const SECTIONS: Limit = Limit::AtLeast(0.5);
const CLAIMS: Limit = Limit::AtLeast(0.25);

/// The share of cited sentences that their sources support.
pub(super) fn support(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "citation_support";
    let cited = subject.statements.iter().filter(|statement| !statement.citations.is_empty());
    let (mut all, mut findings) = (0, Vec::new());
    let mut library = Library::new(subject);
    for statement in cited {
        let Some(fit) = fit(subject, &mut library, statement) else { continue };
        all += 1;
        if fit < least(subject.language()) {
            let sources: Vec<String> =
                statement.citations.iter().map(|source| source.0.to_string()).collect();
            let problem =
                format!("no passage of source {} says this ({fit:.2} of its words)", sources.join(" or "));
            findings.push(finding(&statement.place, problem, &statement.text));
        }
    }
    if all == 0 {
        return not_measured(NAME, SUPPORT, "No sentence cites a source.");
    }
    let supported = all - findings.len();
    let detail = format!(
        "{supported} of {} fit a passage of the source that they cite.",
        counted(all, "cited sentence", "cited sentences")
    );
    measured(NAME, share(supported, all), SUPPORT, detail, findings)
}

fn least(language: Language) -> f64 {
    if language == Language::VIETNAMESE { FITS_IN_PAIRS } else { FITS }
}

/// The share of a statement's words in the best passages of its sources, without the words of the keyword. A
/// figure counts as several words.
fn fit(subject: &Subject<'_>, library: &mut Library<'_>, statement: &Statement) -> Option<f64> {
    let mut words = subject.keyword.others_of(statement);
    if words.len() < FEWEST_WORDS {
        words = statement.words().iter().collect();
    }
    if words.len() < FEWEST_WORDS {
        return None;
    }
    let mut found: HashSet<&String> = HashSet::new();
    for source in &statement.citations {
        let shared = |known: &HashSet<String>| words.iter().filter(|word| known.contains(**word)).count();
        let best = subject.evidence.of(*source).max_by_key(|(_, known)| shared(known));
        if let Some((_, known)) = best {
            found.extend(words.iter().copied().filter(|word| known.contains(*word)));
        }
    }
    let figures = &statement.numbers;
    let given = figures.iter().filter(|figure| library.gives(&statement.citations, figure)).count();
    Some(share(found.len() + given * FIGURE, words.len() + figures.len() * FIGURE))
}

/// The share of sections with a citation.
pub(super) fn sections(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "cited_sections";
    if subject.input.passages.is_empty() {
        return not_measured(NAME, SECTIONS, "There are no sources.");
    }
    let (cited, body) = cited_sections(subject);
    if body.is_empty() {
        return not_measured(NAME, SECTIONS, "The article has no sections.");
    }
    let without = body.iter().filter(|section| !cites(section));
    let findings = without
        .map(|section| finding(&Place::Section(section.id.clone()), "cites no source", &section.heading))
        .collect();
    let detail = format!("{cited} of {} cite a source.", counted(body.len(), "section", "sections"));
    measured(NAME, share(cited, body.len()), SECTIONS, detail, findings)
}

/// Words of claims that need a source: they compare, give a cause, or name an authority. Single words, as
/// stems.
#[rustfmt::skip]
const DOUBTABLE: [&str; 40] = [
    "than", "because", "causes", "caused", "prevents", "reduces", "increases", "improves", "damages", "study", "studies", "research", "researchers",
    "experts", "evidence", "proven", "recommend", "recommends", "recommended", "default", "defaults", "percent", "according",
    "hơn", "vì", "gây", "khiến", "ngăn", "giảm", "tăng", "nghiên cứu", "chuyên gia", "bằng chứng", "khuyến cáo", "khuyến nghị", "mặc định", "dẫn đến", "nhờ",
    "nguyên nhân", "phần trăm",
];

/// The share of sentences with a figure or a claim that cite a source, or stand in a list or a table that
/// does.
pub(super) fn claims(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "cited_claims";
    if subject.input.passages.is_empty() {
        return not_measured(NAME, CLAIMS, "There are no sources.");
    }
    let claims: Vec<&Statement> = subject.statements.iter().filter(|statement| is_claim(statement)).collect();
    if claims.is_empty() {
        return not_measured(NAME, CLAIMS, "No sentence has a figure or a claim.");
    }
    let (cited, open): (Vec<&Statement>, Vec<&Statement>) =
        claims.iter().copied().partition(|statement| !statement.cited().is_empty());
    let findings = open
        .iter()
        .map(|statement| {
            finding(&statement.place, "has a figure or a claim and cites no source", &statement.text)
        })
        .collect();
    let detail = format!(
        "{} of {} a source.",
        cited.len(),
        counted(
            claims.len(),
            "sentence with a figure or a claim cites",
            "sentences with a figure or a claim cite"
        )
    );
    measured(NAME, share(cited.len(), claims.len()), CLAIMS, detail, findings)
}

fn is_claim(statement: &Statement) -> bool {
    if !statement.is_spoken() || statement.text.trim_end().ends_with('?') {
        return false;
    }
    let normal = normalise(&statement.spoken);
    let text = format!(" {} ", split(&normal).collect::<Vec<_>>().join(" "));
    !statement.numbers.is_empty() || DOUBTABLE.iter().any(|word| text.contains(&format!(" {word} ")))
}

/// The number of sections that cite a source, and of those that should: all but a conclusion.
fn cited_sections<'a>(subject: &Subject<'a>) -> (usize, Vec<&'a Section>) {
    let sections = &subject.input.article.sections;
    let body: Vec<&Section> = match sections.split_last() {
        Some((last, others)) if !cites(last) && !others.is_empty() => others.iter().collect(),
        _ => sections.iter().collect(),
    };
    (body.iter().filter(|section| cites(section)).count(), body)
}

fn cites(section: &Section) -> bool {
    let quotes = section.blocks.iter().any(|block| matches!(block, Block::Quote { .. }));
    let mut spans = section.blocks.iter().flat_map(Block::texts).flatten();
    quotes || spans.any(|span| matches!(span, Span::Citation(_))) || section.children.iter().any(cites)
}

/// Requires sources for health, law and money.
pub(super) fn sensitive(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "sensitive_topic";
    let Some(topic) = subject.sensitive else {
        return not_measured(NAME, SECTIONS, "The keyword is not about health, law or money.");
    };
    let (cited, body) = cited_sections(subject);
    let without = body.iter().filter(|section| !cites(section));
    let problem = format!("cites no source, and this is {}", topic.in_words());
    let findings = without
        .map(|section| finding(&Place::Section(section.id.clone()), problem.clone(), &section.heading))
        .collect();
    let detail = format!(
        "This is {}: {cited} of {} cite a source.",
        topic.in_words(),
        counted(body.len(), "section", "sections")
    );
    measured(NAME, share(cited, body.len()), SECTIONS, detail, findings)
}
