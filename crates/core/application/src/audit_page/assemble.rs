//! Assembles the report of an audit.

use audit::check::Evidence;
use audit::facts::{Facts, Hop, Probe};
use audit::report::{
    CoreWebVitals, FieldFigures, LabFigures, PerformanceBasis, RatedFigure, RedirectSeen, Report, Timing,
    Verdicts,
};
use audit::{Category, summary, vitals_score};
use domain::Timestamp;
use domain::rendering::Rendering;
use domain::search::Device;
use domain::vitals::{FieldMetric, FieldVitals, Metric};
use ports::Served;
use tokio::time::Instant;

use super::milliseconds;

/// How long the parts took so far.
pub(super) struct Timings {
    pub(super) started: Instant,
    pub(super) fetched_ms: u64,
    pub(super) probes_ms: u64,
    pub(super) browser_ms: u64,
}

pub(super) fn report(
    facts: &Facts<'_>,
    verdicts: Verdicts,
    field: &Probe<Served<Option<FieldVitals>>>,
    audited_at: Timestamp,
    timings: &Timings,
    analysis_ms: u64,
) -> Report {
    let answer = facts.answer;
    Report {
        url: answer.requested.to_string(),
        final_url: answer.url.to_string(),
        status_code: answer.response.as_ref().map(|response| response.status),
        redirects: answer.redirects.iter().map(redirect).collect(),
        device: facts.device,
        audited_at,
        summary: summary::of(facts, &verdicts),
        core_web_vitals: core_web_vitals(facts, &verdicts, field),
        verdicts,
        screenshot: None,
        comparison: None,
        timing: Timing {
            fetch_ms: timings.fetched_ms,
            analysis_ms,
            probes_ms: timings.probes_ms,
            browser_ms: timings.browser_ms,
            total_ms: milliseconds(timings.started),
        },
    }
}

fn redirect(hop: &Hop) -> RedirectSeen {
    RedirectSeen { from: hop.from.to_string(), status: hop.status, to: hop.to.to_string() }
}

fn core_web_vitals(
    facts: &Facts<'_>,
    verdicts: &Verdicts,
    field: &Probe<Served<Option<FieldVitals>>>,
) -> CoreWebVitals {
    let (lab, lab_skipped) = match facts.browser {
        Probe::Known(rendered) => (Some(lab(&rendered.rendering, facts)), None),
        Probe::Unknown(reason) => (None, Some(reason.clone())),
    };
    let (field, field_skipped) = match field {
        Probe::Known(Served { engine, answer: Some(vitals), .. }) => {
            (Some(field_figures(engine, vitals)), None)
        }
        Probe::Known(_) => (None, Some("too few visitors to tell".to_owned())),
        Probe::Unknown(reason) => (None, Some(reason.clone())),
    };
    let measured = vitals_score::performance(facts).map(|(_, basis)| basis);
    let scored = verdicts.scores.contains_key(&Category::Performance);
    let performance_basis = scored.then(|| measured.unwrap_or(PerformanceBasis::Issues));
    CoreWebVitals { lab, lab_skipped, field, field_skipped, performance_basis }
}

fn lab(rendering: &Rendering, facts: &Facts<'_>) -> LabFigures {
    let vitals = &rendering.vitals;
    let rated = |metric: Metric, value: Option<f64>| value.map(|value| rated(metric, value));
    let ttfb = facts.answer.response.as_ref().map(|response| response.first_byte_ms);
    let device: Device = facts.device;
    LabFigures {
        score: vitals_score::score(vitals, device),
        lcp: rated(Metric::Lcp, vitals.lcp_ms),
        lcp_element: vitals.lcp_element.as_ref().map(|element| Evidence {
            selector: Some(element.selector.clone()),
            snippet: Some(element.snippet.clone()),
            url: element.url.clone(),
            ..Evidence::default()
        }),
        cls: rated(Metric::Cls, Some(vitals.cls)),
        cls_culprits: vitals.shifts.iter().take(5).map(culprit).collect(),
        tbt: Some(vitals_score::rated_blocking_time(vitals.tbt_ms, device)),
        fcp: rated(Metric::Fcp, vitals.fcp_ms),
        speed_index: vitals.speed_index_ms.map(|value| vitals_score::rated_speed_index(value, device)),
        inp: rated(Metric::Inp, vitals.inp_ms),
        ttfb: rated(Metric::Ttfb, ttfb),
        load: rendering.load.clone(),
        throttling: Some(rendering.throttling),
    }
}

fn culprit(shift: &domain::rendering::LayoutShift) -> Evidence {
    Evidence {
        selector: shift.selector.clone(),
        snippet: shift.snippet.clone(),
        detail: Some(format!("moved by {:.3} after {:.0} ms", shift.value, shift.at_ms)),
        ..Evidence::default()
    }
}

fn rated(metric: Metric, value: f64) -> RatedFigure {
    RatedFigure { value, rating: metric.rate(value) }
}

fn field_figures(provider: &str, vitals: &FieldVitals) -> FieldFigures {
    let figure = |metric: Metric| vitals.of(metric).map(|FieldMetric { p75, .. }| rated(metric, *p75));
    FieldFigures {
        score: vitals_score::field_score(vitals),
        provider: provider.to_owned(),
        scope: vitals.scope.as_str().to_owned(),
        period: vitals.period.clone(),
        lcp: figure(Metric::Lcp),
        inp: figure(Metric::Inp),
        cls: figure(Metric::Cls),
        fcp: figure(Metric::Fcp),
        ttfb: figure(Metric::Ttfb),
    }
}
