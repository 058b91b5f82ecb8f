//! The content score of an article, from 0 to 100. It does not predict ranks.

use super::{CheckStatus, ContentCheck};

/// The weight of each check, and whether a failure makes an article unfit for publishing.
const WEIGHTS: [(&str, f64, bool); 15] = [
    ("figures_supported", 14.0, true),
    ("citation_support", 12.0, true),
    ("cited_sections", 6.0, false),
    ("cited_claims", 4.0, false),
    ("sensitive_topic", 6.0, true),
    ("answer_first", 12.0, true),
    ("form", 12.0, true),
    ("agreed_figures", 12.0, true),
    ("faq_answers", 8.0, true),
    // Sound sections often use other words than their headings, so this check lowers the score but does not
    // decide.
    ("heading_matter", 8.0, false),
    ("contradictions", 8.0, true),
    ("topic_terms", 6.0, false),
    ("keyword_stuffing", 5.0, true),
    ("substance", 8.0, true),
    ("copying", 6.0, true),
];
/// The highest score of an article that fails a decisive check, and the reduction for each further failure.
const MOST_AFTER_FAILURE: f64 = 58.0;
const FURTHER: f64 = 8.0;
/// With less measured weight there is no score.
const LEAST_MEASURED: f64 = 20.0;

/// Whether an article that fails this check is unfit for publishing. The other checks are aims.
#[must_use]
pub fn matters(name: &str) -> bool {
    WEIGHTS.iter().any(|(known, _, matters)| *known == name && *matters)
}

/// The content score of an article; `None` if too little could be measured. Checks that were not measured do
/// not count. An article that fails a decisive check gets less than 60, unless it fails slightly.
#[must_use]
pub fn score(checks: &[ContentCheck]) -> Option<u8> {
    let (mut reached, mut possible, mut failures) = (0.0, 0.0, 0.0);
    for check in checks {
        let Some((_, weight, matters)) = WEIGHTS.iter().find(|(name, ..)| *name == check.name) else {
            continue;
        };
        match check.status {
            CheckStatus::NotMeasured => {}
            CheckStatus::Pass => {
                reached += weight;
                possible += weight;
            }
            CheckStatus::Fail => {
                possible += weight;
                failures += if *matters && !check.is_slight { 1.0 } else { 0.0 };
            }
        }
    }
    if possible < LEAST_MEASURED {
        return None;
    }
    let score: f64 = 100.0 * reached / possible;
    let most =
        if failures > 0.0 { (MOST_AFTER_FAILURE - FURTHER * (failures - 1.0)).max(0.0) } else { 100.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
    Some(score.min(most).round().clamp(0.0, 100.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::super::{CHECKS, Limit, measured, not_measured};
    use super::*;

    fn all(failing: &[&str]) -> Vec<ContentCheck> {
        let check = |name: &'static str| {
            let value = if failing.contains(&name) { 0.0 } else { 1.0 };
            measured(name, value, Limit::AtLeast(1.0), String::new(), Vec::new())
        };
        CHECKS.into_iter().map(check).collect()
    }

    #[test]
    fn every_check_has_a_weight() {
        assert_eq!(WEIGHTS.map(|(name, ..)| name), CHECKS);
    }

    #[test]
    fn a_failure_that_matters_keeps_the_score_under_sixty() {
        assert_eq!(score(&all(&[])), Some(100));
        for (name, _, matters) in WEIGHTS {
            let score = score(&all(&[name])).unwrap();
            assert_eq!(score < 60, matters, "{name}: {score}");
        }
        assert!(score(&all(&["form", "substance"])) < score(&all(&["form"])));
    }

    #[test]
    fn a_slight_failure_lowers_the_score_and_decides_nothing() {
        let mut checks = all(&["figures_supported"]);
        checks[0].is_slight = true;
        assert!((60..100).contains(&score(&checks).unwrap()));
    }

    #[test]
    fn too_little_measured_is_no_score() {
        let nothing = not_measured("form", Limit::AtLeast(1.0), "");
        assert_eq!((score(&[]), score(&[nothing])), (None, None));
    }
}
