//! The score of an article, from 0 to 100, based on its measurements. It does not predict ranks.

use std::collections::HashSet;

use domain::articles::brief::BriefTerm;
use domain::articles::document::{Block, Span, Text};
use domain::articles::quality::Gate;
use domain::articles::research::Grounding;

use crate::gates::structure::unanswered;
use crate::gates::subject::Subject;
use crate::{as_f64, share};

/// The grade of a measure that keeps its limit without reaching its aim.
const KEPT: f64 = 0.7;

/// A part of the score with its weight and its grade from 0 to 1; `None` if it cannot be measured.
type Part = (f64, Option<f64>);

pub(crate) fn score(subject: &Subject<'_>, gates: &[Gate]) -> u32 {
    let of = |names: &[&str]| average(gates, names);
    let parts: [Part; 11] = [
        (10.0, of(&["length_error"])),
        (10.0, of(&["heading_tree", "introduction"])),
        (
            10.0,
            of(&[
                "keyword_placement",
                "keyword_density",
                "title_width",
                "title_length",
                "description_length",
            ]),
        ),
        (15.0, term_coverage(subject)),
        (10.0, questions(subject, gates)),
        (15.0, Some(grounding(subject, gates))),
        (
            10.0,
            of(&[
                "copy_one_source",
                "copy_all_sources",
                "longest_verbatim_run",
                "own_articles_overlap",
                "own_articles_distance",
            ]),
        ),
        (
            5.0,
            of(&[
                "sentence_length_variation",
                "lexical_diversity",
                "reading_ease",
                "sentence_syllables",
                "language_purity",
                "vietnamese_marks",
            ]),
        ),
        (5.0, of(&["repeated_4_grams", "near_duplicate_sentences", "equal_sentence_starts", "artefacts"])),
        (5.0, Some(links_and_images(subject, gates))),
        (5.0, of(&["json_ld"])),
    ];
    total(&parts)
}

/// The weighted average of the grades. Parts without a measurement do not count.
fn total(parts: &[Part]) -> u32 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (weight, grade) in parts {
        if let Some(grade) = grade {
            sum += weight * grade.clamp(0.0, 1.0);
            weights += weight;
        }
    }
    if weights > 0.0 { percent(sum / weights) } else { 0 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
fn percent(share: f64) -> u32 {
    (share * 100.0).round() as u32
}

fn grade(gate: &Gate) -> Option<f64> {
    gate.value?;
    Some(match (gate.passed, gate.on_target) {
        (true, true) => 1.0,
        (true, false) => KEPT,
        (false, _) => 0.0,
    })
}

fn average(gates: &[Gate], names: &[&str]) -> Option<f64> {
    let grades: Vec<f64> =
        gates.iter().filter(|gate| names.contains(&gate.name.as_str())).filter_map(grade).collect();
    (!grades.is_empty()).then(|| grades.iter().sum::<f64>() / as_f64(grades.len()))
}

/// The weighted share of topic terms of other pages that the article has.
fn term_coverage(subject: &Subject<'_>) -> Option<f64> {
    let terms: Vec<&BriefTerm> =
        subject.context.research.brief.iter().flat_map(|brief| &brief.terms).collect();
    let language = subject.language();
    let words: HashSet<String> = subject.whole.words().map(|word| seo::stem(word, language)).collect();
    let covered = |term: &str| {
        let normal = seo::words::normalise(term);
        seo::words::split(&normal).all(|word| words.contains(&seo::stem(word, language)))
    };
    let all: f64 = terms.iter().map(|term| f64::from(term.pages)).sum();
    let known: f64 = terms.iter().filter(|term| covered(&term.text)).map(|term| f64::from(term.pages)).sum();
    (all > 0.0).then(|| known / all)
}

fn questions(subject: &Subject<'_>, gates: &[Gate]) -> Option<f64> {
    let asked = subject.context.research.questions().count();
    let answered = (asked > 0).then(|| share(asked - unanswered(subject).len(), asked));
    let faq = average(gates, &["faq"])?;
    Some(answered.map_or(faq, |answered| f64::midpoint(answered, faq)))
}

/// The share of paragraphs, lists and tables with a source, and whether every number has one.
fn grounding(subject: &Subject<'_>, gates: &[Gate]) -> f64 {
    if subject.context.research.grounding == Grounding::Unavailable {
        return 0.0;
    }
    let blocks: Vec<&Block> = subject.article.blocks().collect();
    let cited = share(blocks.iter().filter(|block| is_cited(block)).count(), blocks.len());
    let numbers = average(gates, &["figures_supported"]).unwrap_or(0.0);
    // Half of the blocks is enough, because transitions and advice need no source.
    f64::midpoint((cited * 2.0).min(1.0), numbers)
}

fn is_cited(block: &Block) -> bool {
    let cites = |text: &Text| text.iter().any(|span| matches!(span, Span::Citation(_)));
    matches!(block, Block::Quote { .. }) || block.texts().into_iter().any(cites)
}

fn links_and_images(subject: &Subject<'_>, gates: &[Gate]) -> f64 {
    let wanted = subject.context.order.images as usize;
    let described = subject.article.images.iter().filter(|image| !image.alt.trim().is_empty()).count();
    let images = if wanted == 0 { 1.0 } else { share(described.min(wanted), wanted) };
    f64::midpoint(images, average(gates, &["foreign_links"]).unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_measured_does_not_count() {
        assert_eq!(total(&[(10.0, Some(1.0)), (90.0, None)]), 100);
        assert_eq!(total(&[(50.0, Some(1.0)), (50.0, Some(0.0))]), 50);
        assert_eq!(total(&[(10.0, None)]), 0);
    }
}
