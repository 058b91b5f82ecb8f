//! The checks of content on articles that people labelled.

use std::fmt::Write as _;

use domain::articles::record::Tier;
use domain::articles::research::{Grounding, Research};
use editorial::content::{CheckStatus, ContentCheck, score};
use editorial::gates::{GateContext, measure};

use crate::content_labelled::{Labelled, read};
use crate::samples;

macro_rules! labelled {
    ($($name:literal),* $(,)?) => {
        [$(read($name, include_str!(concat!("../labelled/", $name, ".md")))),*]
    };
}

/// The articles with which the limits were calibrated.
fn articles() -> Vec<Labelled> {
    labelled![
        "good_autovacuum",
        "good_kettle",
        "good_rebase",
        "good_tra_sen",
        "good_chung_chi_quy",
        "good_houseplants",
        "bad_autovacuum",
        "bad_kettle",
        "bad_cold_brew",
        "bad_ca_phe_phin",
        "bad_quy_mo",
        "bad_puncture",
    ]
    .into()
}

/// Articles that were written after the limits were set, in two rounds. At their first measurement, four of
/// the five were classified correctly:
/// - in the first round, all three were, but honest citations of `later_dua_cai` failed; since then figures
///   count in `citation_support`, and two limits are lower;
/// - in the second round, `later_noi_chien`, a good one, got 58 because of `heading_matter`, which no longer
///   limits the score; `later_wallpaper` was found bad for its reason, and also for a false contradiction.
///
/// The checks were changed after each round, so these articles are no longer independent evidence.
fn later() -> Vec<Labelled> {
    labelled!["later_heat_pump", "later_dua_cai", "later_ev_charging", "later_noi_chien", "later_wallpaper"]
        .into()
}

pub(crate) fn good() -> Vec<Labelled> {
    articles().into_iter().filter(|article| article.publishable).collect()
}

fn report(article: &Labelled, checks: &[ContentCheck]) -> String {
    let mut text = format!("{}: {:?}\n", article.name, score(checks));
    for ContentCheck { name, status, value, limit, detail, findings, is_slight: _ } in checks {
        writeln!(text, "  {name:18} {:12} {value:?} {limit} {detail}", status.as_str()).unwrap();
        for finding in findings.iter().filter(|_| *status == CheckStatus::Fail) {
            writeln!(text, "      {:?} {} | {:?}", finding.place, finding.problem, finding.excerpt).unwrap();
        }
    }
    text
}

fn failed(checks: &[ContentCheck]) -> Vec<&str> {
    checks.iter().filter(|check| check.status == CheckStatus::Fail).map(|check| check.name).collect()
}

#[test]
fn publishable_articles_are_told_from_the_others() {
    separates(articles());
}

#[test]
fn articles_that_were_written_later_are_told_apart_too() {
    separates(later());
}

fn separates(articles: Vec<Labelled>) {
    for article in articles {
        let checks = article.checks();
        let score = score(&checks).unwrap();
        let right = if article.publishable { score >= 75 } else { score < 60 };
        let failed = failed(&checks);
        let for_its_reason = article.fails.iter().all(|name| failed.contains(&name.as_str()));
        assert!(right && for_its_reason, "{}", report(&article, &checks));
    }
}

#[test]
fn bad_articles_are_delivered_with_a_score_under_sixty_and_held() {
    for labelled in articles().into_iter().chain(later()).filter(|article| !article.publishable) {
        let Labelled { name, article, query_type, facts, terms, passages, own, .. } = labelled;
        let mut brief = samples::brief(&article.focus_keyword, article.language);
        (brief.query_type, brief.facts, brief.terms) = (query_type, facts, terms);
        let mut sources = article.sources.clone();
        for source in sources.iter_mut().filter(|source| own.contains(&source.number)) {
            source.url = None;
        }
        let research = Research {
            grounding: Grounding::Search,
            sources,
            passages,
            brief: Some(Box::new(brief)),
            ..Research::default()
        };
        let order = samples::order(&article.focus_keyword, article.language, editorial::words(&article));
        let context = GateContext {
            order: &order,
            research: &research,
            internal_links: &[],
            own_articles: &[],
            json_ld_problems: &[],
            tier: Tier::Standard,
            is_sample: false,
        };
        let quality = measure(&article, &context);
        assert!(quality.score.is_some_and(|score| score < 60), "{name}: {:?}", quality.score);
        assert!(quality.failures().next().is_some(), "{name} is held");
    }
}

#[test]
fn scores_and_failures_of_the_labelled_articles() {
    let mut table = String::new();
    for article in articles().into_iter().chain(later()) {
        let checks = article.checks();
        let score = score(&checks).unwrap();
        writeln!(table, "{:20} {score:3} {}", article.name, failed(&checks).join(", ")).unwrap();
    }
    insta::assert_snapshot!(table);
}
