//! Checks in plain English, for customers and the terminal. The dashboard has its own words, in both languages.

use super::Gate;

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Percent,
    Plain,
}

impl Gate {
    /// What was measured and what the limit is: `54% of this article matches your other articles (limit 10%)`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let (sentence, unit) = phrase(&self.name).map_or_else(
            || (format!("{}: {{}}", self.name.replace('_', " ")), Unit::Plain),
            |(sentence, unit)| (sentence.to_owned(), unit),
        );
        let value = self.value.map_or_else(|| "unknown".to_owned(), |value| figure(value, unit));
        format!("{} ({})", sentence.replace("{}", &value), limit(&self.threshold, unit))
    }
}

fn phrase(name: &str) -> Option<(&'static str, Unit)> {
    use Unit::{Percent, Plain};
    Some(match name {
        "length_error" => ("the length differs by {} from the requested one", Percent),
        "heading_tree" => ("heading errors: {}", Plain),
        "introduction" => ("paragraphs of the introduction: {}", Plain),
        "keyword_placement" => ("key places without the keyword: {}", Plain),
        "keyword_density" => ("the keyword makes up {} of the words", Percent),
        "title_width" => ("width of the title in results: {} pixels", Plain),
        "title_length" => ("characters of the title in results: {}", Plain),
        "description_length" => ("characters of the description in results: {}", Plain),
        "repeated_4_grams" => ("{} of the phrases are repeated", Percent),
        "near_duplicate_sentences" => ("{} of the sentences nearly repeat another", Percent),
        "equal_sentence_starts" => ("sentences per 100 that begin like the two before: {}", Plain),
        "sentence_length_variation" => ("variation of sentence lengths: {}", Plain),
        "lexical_diversity" => ("lexical diversity: {}", Plain),
        "reading_ease" => ("reading ease: {}", Plain),
        "sentence_syllables" => ("syllables per sentence: {}", Plain),
        "language_purity" => ("{} of the sentences are in the requested language", Percent),
        "vietnamese_marks" => ("{} of the syllables have marks", Percent),
        "copy_one_source" => ("{} of this article matches one source", Percent),
        "copy_all_sources" => ("{} of this article matches its sources", Percent),
        "longest_verbatim_run" => ("longest run of words copied from a source: {}", Plain),
        "own_articles_overlap" => ("{} of this article matches your other articles", Percent),
        "own_articles_distance" => ("distance from your most similar article: {} bits", Plain),
        "figures_supported" => ("figures that no cited source gives: {}", Plain),
        "citation_support" => ("{} of the cited sentences are supported by their sources", Percent),
        "cited_sections" => ("{} of the sections have a citation", Percent),
        "cited_claims" => ("{} of the figures and claims have a citation", Percent),
        "sensitive_topic" => ("{} of the claims about health, law or money have a source", Percent),
        "agreed_figures" => ("{} of the figures on which ranking pages agree are given", Percent),
        "faq_answers" => ("{} of the questions are answered by their answers", Percent),
        "heading_matter" => ("{} of the sections keep to their heading", Percent),
        "contradictions" => ("figures that contradict each other: {}", Plain),
        "topic_terms" => ("{} of the terms of the topic are used", Percent),
        "substance" => ("{} of the sentences say something", Percent),
        "copying" => ("{} of the wording is taken from sources", Percent),
        "foreign_links" => ("links to pages that are not in the list: {}", Plain),
        "artefacts" => ("leftover AI instructions: {}", Plain),
        "faq" => ("questions with answers: {}", Plain),
        "json_ld" => ("structured data errors: {}", Plain),
        _ => return None,
    })
}

/// A limit such as `<= 0.1` or `30..85` in words. Other forms are returned unchanged.
fn limit(text: &str, unit: Unit) -> String {
    let shown = |number: &str| number.trim().parse().ok().map(|number| figure(number, unit));
    let told = if let Some(most) = text.strip_prefix("<=") {
        shown(most).map(|most| format!("limit {most}"))
    } else if let Some(least) = text.strip_prefix(">=") {
        shown(least).map(|least| format!("at least {least}"))
    } else {
        let ends = text.split_once("..").and_then(|(least, most)| Some((shown(least)?, shown(most)?)));
        ends.map(|(least, most)| format!("{least} to {most}"))
    };
    told.unwrap_or_else(|| text.to_owned())
}

fn figure(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Percent => format!("{}%", rounded(value * 100.0, 1)),
        Unit::Plain => rounded(value, 2),
    }
}

/// The value with at most `decimals` decimals, without trailing zeros.
fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    // There is always a decimal point, so no zero before it is cut.
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str, value: Option<f64>, threshold: &str) -> String {
        let gate = Gate {
            name: name.to_owned(),
            value,
            detail: None,
            threshold: threshold.to_owned(),
            target: None,
            holds: true,
            passed: false,
            on_target: false,
            findings: Vec::new(),
        };
        gate.in_words()
    }

    #[test]
    fn checks_are_told_in_words() {
        assert_eq!(
            words("own_articles_overlap", Some(0.5403), "<= 0.1"),
            "54% of this article matches your other articles (limit 10%)"
        );
        assert_eq!(
            words("length_error", Some(0.125), "<= 0.1"),
            "the length differs by 12.5% from the requested one (limit 10%)"
        );
        assert_eq!(
            words("introduction", Some(0.0), ">= 1"),
            "paragraphs of the introduction: 0 (at least 1)"
        );
        assert_eq!(words("reading_ease", Some(12.346), "30..85"), "reading ease: 12.35 (30 to 85)");
        assert_eq!(words("heading_tree", Some(100.0), "<= 0"), "heading errors: 100 (limit 0)");
        assert_eq!(words("of_tomorrow", None, "somehow"), "of tomorrow: unknown (somehow)");
    }
}
