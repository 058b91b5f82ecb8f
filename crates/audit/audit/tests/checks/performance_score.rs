//! Tests which figures the performance score follows.

use audit::Category;
use audit::report::PerformanceBasis;

use crate::scenario::Scenario;

const PAGE: &str = "---\n<!doctype html><html lang=en><head><title>Cold brew</title></head><body><h1>Cold brew</h1></body></html>";
const SLOW_LAB: &str =
    r#"rendering: {"vitals": {"lcp_ms": 9000.0, "fcp_ms": 9000.0, "speed_index_ms": 9000.0}}"#;
const NO_BROWSER: &str = "no-browser: there is no browser";

fn field(scope: &str, lcp: f64, inp: f64, cls: f64) -> String {
    format!(
        r#"field: {{"scope": "{scope}", "lcp": {{"p75": {lcp:?}}}, "inp": {{"p75": {inp:?}}}, "cls": {{"p75": {cls:?}}}}}"#
    )
}

/// The performance score of a page with these settings, and the figures that it follows.
fn performance(settings: &[&str]) -> (u8, Option<PerformanceBasis>) {
    let page = Scenario::parse(&format!("{}\n{PAGE}", settings.join("\n")));
    let facts = page.facts();
    let score = audit::run::run(&facts).scores.get(&Category::Performance).copied().unwrap();
    let measured = audit::vitals_score::performance(&facts);
    assert!(measured.is_none_or(|(measured, _)| measured == score));
    (score, measured.map(|(_, basis)| basis))
}

#[test]
fn without_field_data_the_score_is_that_of_the_lab() {
    assert_eq!(performance(&[]), (100, Some(PerformanceBasis::Lab)));
    assert!(performance(&[SLOW_LAB]).0 < 90);
    assert_eq!(performance(&[NO_BROWSER]).1, None, "the issues count");
}

#[test]
fn a_fast_load_does_not_hide_what_visitors_experience() {
    for scope in ["page", "origin"] {
        for (lcp, inp, cls, most) in [
            (4320.0, 441.0, 0.13, 49),
            (4320.0, 90.0, 0.01, 49),
            (900.0, 700.0, 0.01, 49),
            (900.0, 90.0, 0.3, 49),
            (900.0, 441.0, 0.01, 89),
        ] {
            let (score, basis) = performance(&[&field(scope, lcp, inp, cls)]);
            assert!(score <= most, "{scope} {lcp} {inp} {cls}: {score}");
            assert_eq!(basis, Some(PerformanceBasis::Field));
        }
    }
    let without_lab = performance(&[NO_BROWSER, &field("page", 4320.0, 90.0, 0.01)]);
    assert!(without_lab.0 <= 49 && without_lab.1 == Some(PerformanceBasis::Field), "{without_lab:?}");
}

#[test]
fn the_score_of_the_whole_page_follows_too() {
    let whole = |settings: &str| {
        let page = Scenario::parse(&format!("{settings}\n{PAGE}"));
        audit::run::run(&page.facts()).score
    };
    assert!(whole(&field("page", 4320.0, 441.0, 0.13)) < whole(&field("page", 900.0, 90.0, 0.01)));
}

#[test]
fn visitors_of_the_page_decide_and_those_of_its_origin_only_if_they_have_it_worse() {
    let good = |scope| field(scope, 900.0, 90.0, 0.01);
    let of_page = performance(&[SLOW_LAB, &good("page")]);
    assert!(of_page.0 >= 90 && of_page.1 == Some(PerformanceBasis::Field), "{of_page:?}");
    let of_origin = performance(&[SLOW_LAB, &good("origin")]);
    assert_eq!(of_origin, performance(&[SLOW_LAB]));
    assert_eq!(of_origin.1, Some(PerformanceBasis::Lab));
}

#[test]
fn field_data_without_core_web_vitals_changes_nothing() {
    let rest = r#"field: {"scope": "page", "fcp": {"p75": 9000.0}, "ttfb": {"p75": 9000.0}}"#;
    assert_eq!(performance(&[rest]), performance(&[]));
}
