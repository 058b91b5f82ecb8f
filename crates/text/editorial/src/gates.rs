//! Gates: the limits for publishing an article automatically, and the aims beyond them.
//!
//! Each gate is one entry of [`RULES`]: the measure, its limit, its aim, and the places that break the limit,
//! so that a repair knows where to work. The table in the documentation is generated from the same entries.

mod bound;
mod conduct;
mod language;
mod originality;
mod repetition;
mod search;
pub(crate) mod structure;
pub(crate) mod subject;

use std::fmt::Write as _;

use domain::articles::document::Article;
use domain::articles::order::{ArticleInput, InternalLink};
use domain::articles::quality::{Finding, Gate, Quality};
use domain::articles::record::Tier;
use domain::articles::research::{Grounding, Research, SourceNumber};
use domain::result_limit;
use prose::fingerprint::Fingerprint;

use crate::content::{self, CheckStatus, ContentCheck, ContentInput};
use crate::score;
use crate::visible::Place;
use bound::Bound;
pub use structure::LEAST_ANSWERS;
use subject::Subject;

/// The most findings of one gate that are reported.
const MOST_FINDINGS: usize = 20;
/// The longest excerpt of a finding, in characters.
const EXCERPT: usize = 300;

/// The input of the gates.
#[derive(Debug, Clone, Copy)]
pub struct GateContext<'a> {
    /// The request for the article.
    pub order: &'a ArticleInput,
    /// The research before writing.
    pub research: &'a Research,
    /// Pages of the customer that may be linked to.
    pub internal_links: &'a [InternalLink],
    /// Fingerprints of the account's other articles.
    pub own_articles: &'a [Fingerprint],
    /// Problems of the structured data.
    pub json_ld_problems: &'a [String],
    /// The tier of the engine. Of the customer's own texts only [`OF_NOTES`] is measured, and they get no
    /// score.
    pub tier: Tier,
    /// Whether it is a sample of the sandbox, whose content is not real.
    pub is_sample: bool,
}

struct Rule {
    name: &'static str,
    /// The measured quantity, for the documentation.
    what: &'static str,
    limit: Bound,
    aim: Option<Aim>,
    measure: fn(&Subject<'_>) -> Measurement,
}

/// An aim beyond the limit.
struct Aim {
    bound: Bound,
    /// The unit of the bound, if it differs from that of the limit.
    of: &'static str,
}

const fn aim(bound: Bound) -> Aim {
    Aim { bound, of: "" }
}

const fn aim_of(bound: Bound, of: &'static str) -> Aim {
    Aim { bound, of }
}

/// A range of whole numbers.
const fn counted(least: u32, most: u32) -> Bound {
    Bound::Within(least as f64, most as f64)
}

/// The result of a measure.
#[derive(Debug, Default)]
struct Measurement {
    /// The value for the limit; `None` if it cannot be measured.
    value: Option<f64>,
    /// The value for the aim, if the aim counts something else.
    aimed: Option<f64>,
    findings: Vec<Finding>,
    /// Why there is no value, if the measure has a more specific reason than its gate.
    reason: Option<&'static str>,
}

impl Measurement {
    fn new(value: Option<f64>, findings: Vec<Finding>) -> Self {
        Self { value, aimed: value, findings, reason: None }
    }

    /// There is nothing to measure.
    fn nothing(reason: &'static str) -> Self {
        Self { reason: Some(reason), ..Self::default() }
    }

    /// The number of findings as the value.
    fn count(findings: Vec<Finding>) -> Self {
        Self::new(Some(crate::as_f64(findings.len())), findings)
    }
}

/// A place where a limit is broken.
fn finding(place: Option<&Place>, problem: impl Into<String>, excerpt: Option<&str>) -> Finding {
    let shortened = |text: &str| text.chars().take(EXCERPT).collect();
    Finding {
        place: place.map(|place| place.name().to_owned()),
        problem: problem.into(),
        excerpt: excerpt.map(shortened),
    }
}

#[rustfmt::skip]
const RULES: &[Rule] = &[
    Rule { name: "length_error", what: "difference from the wanted words", limit: Bound::AtMost(0.10), aim: Some(aim(Bound::AtMost(0.05))), measure: structure::length_error },
    Rule { name: "heading_tree", what: "faults: not one title, fewer than four H2, empty, duplicate or too deep headings, sections without text", limit: Bound::AtMost(0.0), aim: None, measure: structure::heading_tree },
    Rule { name: "introduction", what: "parts of the text before the first heading", limit: Bound::AtLeast(1.0), aim: None, measure: structure::introduction },
    Rule { name: "keyword_placement", what: "places without the keyword: title, results title, first 100 words, slug, description", limit: Bound::AtMost(0.0), aim: Some(aim_of(Bound::Within(0.30, 0.75), "of H2 and H3 on topic")), measure: search::keyword_placement },
    Rule { name: "keyword_density", what: "uses of a head word of the keyword, on average, per word of the text", limit: Bound::AtMost(0.03), aim: None, measure: search::keyword_density },
    Rule { name: "title_width", what: "width of the results title in pixels", limit: counted(1, result_limit!(title_pixels)), aim: None, measure: search::title_width },
    Rule { name: "title_length", what: "characters of the results title", limit: counted(1, result_limit!(title_most)), aim: Some(aim(counted(result_limit!(title_best_from), result_limit!(title_most)))), measure: search::title_length },
    Rule { name: "description_length", what: "characters of the description", limit: counted(1, result_limit!(description_most)), aim: Some(aim(counted(result_limit!(description_best_from), result_limit!(description_best_to)))), measure: search::description_length },
    Rule { name: "repeated_4_grams", what: "share of sequences of four words that occurred before", limit: Bound::AtMost(0.10), aim: Some(aim(Bound::AtMost(0.06))), measure: repetition::repeated_grams },
    Rule { name: "near_duplicate_sentences", what: "share of sentences that nearly repeat an earlier one", limit: Bound::AtMost(0.04), aim: Some(aim(Bound::AtMost(0.0))), measure: repetition::near_duplicates },
    Rule { name: "equal_sentence_starts", what: "sentences per 100 that begin like the two before them", limit: Bound::AtMost(4.0), aim: Some(aim(Bound::AtMost(1.0))), measure: repetition::equal_starts },
    Rule { name: "sentence_length_variation", what: "standard deviation of sentence lengths beside their mean", limit: Bound::AtLeast(0.30), aim: Some(aim(Bound::AtLeast(0.38))), measure: language::variation },
    Rule { name: "lexical_diversity", what: "MTLD; English only", limit: Bound::AtLeast(50.0), aim: Some(aim(Bound::AtLeast(70.0))), measure: language::diversity },
    Rule { name: "reading_ease", what: "Flesch reading ease; English only", limit: Bound::Within(30.0, 85.0), aim: Some(aim(Bound::Within(40.0, 70.0))), measure: language::reading_ease },
    Rule { name: "sentence_syllables", what: "mean syllables of a sentence; Vietnamese only", limit: Bound::AtMost(35.0), aim: Some(aim(Bound::Within(18.0, 28.0))), measure: language::sentence_syllables },
    Rule { name: "language_purity", what: "share of sentences in the ordered language", limit: Bound::AtLeast(0.97), aim: Some(aim(Bound::AtLeast(1.0))), measure: language::purity },
    Rule { name: "vietnamese_marks", what: "share of syllables with diacritics; Vietnamese only", limit: Bound::AtLeast(0.62), aim: None, measure: language::vietnamese_marks },
    Rule { name: "copy_one_source", what: "share of sequences of eight words that stand in one source", limit: Bound::AtMost(0.05), aim: Some(aim(Bound::AtMost(0.02))), measure: originality::copy_one },
    Rule { name: "copy_all_sources", what: "share of sequences of eight words that stand in any source", limit: Bound::AtMost(0.08), aim: Some(aim(Bound::AtMost(0.03))), measure: originality::copy_all },
    Rule { name: "longest_verbatim_run", what: "longest run of unquoted words that stands in a source", limit: Bound::AtMost(15.0), aim: Some(aim(Bound::AtMost(10.0))), measure: originality::longest_run },
    Rule { name: "own_articles_overlap", what: "share of sequences of eight words that stand in another article of the account", limit: Bound::AtMost(0.10), aim: Some(aim(Bound::AtMost(0.03))), measure: originality::own_overlap },
    Rule { name: "own_articles_distance", what: "bits of 64 in which the SimHash differs from the nearest article of the account", limit: Bound::AtLeast(4.0), aim: None, measure: originality::own_distance },
    Rule { name: "foreign_links", what: "links to anything but sources and the customer's pages", limit: Bound::AtMost(0.0), aim: None, measure: conduct::foreign_links },
    Rule { name: "artefacts", what: "prompt labels, placeholders, remains of markup, words of a model about itself", limit: Bound::AtMost(0.0), aim: None, measure: conduct::artefacts },
    Rule { name: "faq", what: "questions with answers", limit: Bound::AtLeast(LEAST_ANSWERS as f64), aim: Some(aim_of(Bound::AtLeast(0.70), "of searchers' questions answered")), measure: structure::faq },
    Rule { name: "json_ld", what: "problems of the structured data", limit: Bound::AtMost(0.0), aim: None, measure: structure::json_ld },
];

/// Measures an article: all gates, and the score.
#[must_use]
pub fn measure(article: &Article, context: &GateContext<'_>) -> Quality {
    let subject = Subject::new(article, context);
    let mut gates: Vec<Gate> = RULES.iter().map(|rule| rule.gate(&subject)).collect();
    let checks = content_checks(&subject);
    gates.extend(checks.iter().map(gate_of));
    let mut warnings = Vec::new();
    if context.research.grounding == Grounding::Unavailable {
        warnings.push("Nothing was read for this article, so its facts rest on no source.".to_owned());
    }
    if context.tier == Tier::Notes {
        warnings.push("These are your own words, so neither style nor copying is measured.".to_owned());
    }
    if context.is_sample {
        warnings.push("This is sample text of the sandbox, so its content is not measured.".to_owned());
    }
    Quality { score: score_of(&subject, &gates, &checks), gates, warnings }
}

/// The content checks; none for the customer's own texts and for samples.
fn content_checks(subject: &Subject<'_>) -> Vec<ContentCheck> {
    let GateContext { research, tier, is_sample, .. } = *subject.context;
    if tier == Tier::Notes || is_sample {
        return Vec::new();
    }
    let own: Vec<SourceNumber> =
        research.sources.iter().filter(|source| source.url.is_none()).map(|source| source.number).collect();
    let input = ContentInput::new(subject.article, &research.passages);
    let input = ContentInput { own_sources: &own, ..input };
    match &research.brief {
        Some(brief) => content::check(&input.with_brief(brief)),
        None => content::check(&input),
    }
}

fn gate_of(check: &ContentCheck) -> Gate {
    let (fails, matters) = (check.status == CheckStatus::Fail, content::matters(check.name));
    Gate {
        name: check.name.to_owned(),
        value: check.value,
        detail: Some(check.detail.clone()),
        threshold: check.limit.clone(),
        target: None,
        holds: matters,
        passed: !(fails && matters),
        on_target: !fails,
        findings: if fails { check.findings.clone() } else { Vec::new() },
    }
}

/// Half of the score is form and half is content. An article with insufficient content gets no more than its
/// content score.
fn score_of(subject: &Subject<'_>, gates: &[Gate], checks: &[ContentCheck]) -> Option<u32> {
    if subject.context.tier == Tier::Notes {
        return None;
    }
    let form = score::score(subject, gates);
    let Some(content) = content::score(checks).map(u32::from) else { return Some(form) };
    let whole = u32::midpoint(form, content);
    Some(if content < WORTH_PUBLISHING { whole.min(content) } else { whole })
}

/// An article with a lower content score is not worth publishing.
const WORTH_PUBLISHING: u32 = 60;

/// The default reason of a gate that measures nothing.
const NOT_HERE: &str = "The text is too short for it, or in a language for which it is not measured.";
const OWN_WORDS: &str = "These are your own words, so their style and wording are not measured.";

/// Gates that apply to the customer's own texts. The others judge the writing.
const OF_NOTES: [&str; 9] = [
    "title_width",
    "title_length",
    "description_length",
    "language_purity",
    "vietnamese_marks",
    "own_articles_overlap",
    "own_articles_distance",
    "artefacts",
    "json_ld",
];

/// Gates that measure only the title, results title and description, which customers can change.
const OF_LABELS: [&str; 7] = [
    "heading_tree",
    "keyword_placement",
    "title_width",
    "title_length",
    "description_length",
    "artefacts",
    "json_ld",
];

/// Updates earlier measurements: gates that depend on title and metadata are measured again. This needs
/// neither the account's other articles nor the pages that may be linked to.
#[must_use]
pub fn measure_labels(article: &Article, context: &GateContext<'_>, before: &Quality) -> Quality {
    let subject = Subject::new(article, context);
    let anew = |gate: &Gate| {
        let rule = RULES.iter().find(|rule| rule.name == gate.name && OF_LABELS.contains(&rule.name));
        rule.map_or_else(|| gate.clone(), |rule| rule.gate(&subject))
    };
    let gates: Vec<Gate> = before.gates.iter().map(anew).collect();
    let checks = content_checks(&subject);
    Quality { score: score_of(&subject, &gates, &checks), gates, warnings: before.warnings.clone() }
}

/// Gates that compare the text with the research.
const OF_SOURCES: [&str; 3] = ["copy_one_source", "copy_all_sources", "longest_verbatim_run"];

/// Measures an article after its customer changed the text. If its research is no longer stored, all
/// measurements that depend on it keep their earlier values, and so does the score.
#[must_use]
pub fn measure_edited(
    article: &Article,
    context: &GateContext<'_>,
    before: &Quality,
    sources_are_known: bool,
) -> Quality {
    let measured = measure(article, context);
    let warnings = before.warnings.clone();
    if sources_are_known || context.tier == Tier::Notes {
        return Quality { warnings, ..measured };
    }
    let anew = |gate: &Gate| {
        let by_form = RULES.iter().any(|rule| rule.name == gate.name && !OF_SOURCES.contains(&rule.name));
        let found = measured.gates.iter().find(|found| by_form && found.name == gate.name);
        found.unwrap_or(gate).clone()
    };
    Quality { score: before.score, gates: before.gates.iter().map(anew).collect(), warnings }
}

/// The fingerprint of an article, which recognises near-duplicates.
#[must_use]
pub fn fingerprint(article: &Article) -> Fingerprint {
    Fingerprint::of(&subject::read_passages(article.language, &crate::passages(article)))
}

impl Rule {
    fn gate(&self, subject: &Subject<'_>) -> Gate {
        let measured = subject.context.tier != Tier::Notes || OF_NOTES.contains(&self.name);
        let Measurement { value, aimed, mut findings, reason } =
            if measured { (self.measure)(subject) } else { Measurement::nothing(OWN_WORDS) };
        let passed = value.is_none_or(|value| self.limit.holds(value));
        let aimed_at = self.aim.as_ref().zip(aimed);
        if passed && aimed_at.as_ref().is_none_or(|(aim, figure)| aim.bound.holds(*figure)) {
            findings.clear();
        }
        findings.truncate(MOST_FINDINGS);
        Gate {
            name: self.name.to_owned(),
            value: value.map(rounded),
            detail: value.is_none().then(|| reason.unwrap_or(NOT_HERE).to_owned()),
            holds: true,
            threshold: self.limit.to_string(),
            target: self.aim.as_ref().map(Aim::text),
            passed,
            on_target: passed && aimed_at.is_none_or(|(aim, figure)| aim.bound.holds(figure)),
            findings,
        }
    }
}

impl Aim {
    fn text(&self) -> String {
        format!("{} {}", self.bound, self.of).trim_end().to_owned()
    }
}

fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// The gates as a Markdown table.
#[must_use]
pub fn markdown_table() -> String {
    let mut table = "| Gate | Measures | Limit | Aim |\n|---|---|---|---|\n".to_owned();
    for rule in RULES {
        let aim = rule.aim.as_ref().map_or_else(|| "-".to_owned(), Aim::text);
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| `{}` | {} | {} | {aim} |", rule.name, rule.what, rule.limit);
    }
    table
}
