//! Computes the vitals of a load from what the page observed about itself. Pure.

use domain::rendering::{LabVitals, LargestElement, LayoutShift, LongTask};
use serde::Deserialize;

use crate::text::cut;

const LONGEST_SNIPPET: usize = 300;
const LONGEST_ADDRESS: usize = 4000;
const MOST_LISTED: usize = 20;
/// The longest time in milliseconds that a task may take without blocking.
const UNBLOCKING: f64 = 50.0;

/// What `observe.js` reports. The page can't change it, but it is bounded here once more.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Observed {
    fcp: Option<f64>,
    largest: Option<Largest>,
    shifts: Vec<Shift>,
    tasks: Vec<Task>,
    scripts: Vec<ScriptRun>,
    pub(crate) interactions: Vec<Interaction>,
    ttfb: Option<f64>,
    /// When it was reported.
    now: f64,
}

#[derive(Debug, Clone, Deserialize)]
struct Largest {
    at: f64,
    selector: String,
    snippet: String,
    url: Option<String>,
    lazy: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct Shift {
    value: f64,
    at: f64,
    selector: Option<String>,
    snippet: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Task {
    start: f64,
    duration: f64,
}

#[derive(Debug, Clone, Deserialize)]
struct ScriptRun {
    start: f64,
    duration: f64,
    url: String,
}

/// An event to which the page responded.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Interaction {
    pub(crate) duration: f64,
}

impl Observed {
    /// The vitals. `discovery` returns when an image was requested, and whether the document names it.
    pub(crate) fn vitals(&self, discovery: impl Fn(&str) -> Option<(f64, bool)>) -> LabVitals {
        let window = worst_window(&self.shifts);
        LabVitals {
            lcp_ms: self.largest.as_ref().map(|largest| largest.at),
            lcp_element: self.largest.as_ref().map(|largest| largest.element(discovery)),
            // Not `sum`, which returns minus zero for an empty list.
            cls: window.iter().fold(0.0, |sum, shift| sum + shift.value),
            shifts: listed(window),
            tbt_ms: self.blocking_time(),
            fcp_ms: self.fcp,
            ttfb_ms: self.ttfb,
            long_tasks: self.long_tasks(),
            ..LabVitals::default()
        }
    }

    /// The time of long tasks beyond 50 ms, between the first contentful paint and the end of the
    /// observation, as Lighthouse clips it.
    fn blocking_time(&self) -> f64 {
        let Some(from) = self.fcp else { return 0.0 };
        let clipped = self.tasks.iter().map(|task| {
            let end = (task.start + task.duration).min(self.now);
            (end - task.start.max(from) - UNBLOCKING).max(0.0)
        });
        // Not `sum`, which returns minus zero for an empty list.
        clipped.fold(0.0, |sum, blocked| sum + blocked)
    }

    fn long_tasks(&self) -> Vec<LongTask> {
        let mut tasks = self.tasks.clone();
        tasks.sort_by(|one, other| other.duration.total_cmp(&one.duration));
        tasks.truncate(MOST_LISTED);
        let told = tasks.into_iter().map(|task| LongTask {
            start_ms: task.start,
            duration_ms: task.duration,
            url: self.longest_script_of(task),
        });
        told.collect()
    }

    fn longest_script_of(&self, task: Task) -> Option<String> {
        let overlap = |script: &ScriptRun| {
            let end = (script.start + script.duration).min(task.start + task.duration);
            end - script.start.max(task.start)
        };
        let inside = self.scripts.iter().filter(|script| overlap(script) > 0.0);
        let longest = inside.max_by(|one, other| overlap(one).total_cmp(&overlap(other)))?;
        Some(cut(&longest.url, LONGEST_ADDRESS).to_owned())
    }
}

impl Largest {
    fn element(&self, discovery: impl Fn(&str) -> Option<(f64, bool)>) -> LargestElement {
        let found = self.url.as_deref().and_then(discovery);
        LargestElement {
            selector: self.selector.clone(),
            snippet: cut(&self.snippet, LONGEST_SNIPPET).to_owned(),
            url: self.url.clone(),
            lazy: self.lazy,
            discoverable: found.is_some_and(|(_, named)| named),
            requested_at_ms: found.map(|(at, _)| at),
        }
    }
}

/// The shifts of the worst session: at most one second apart and five seconds in all. All shifts count, even
/// those that the browser marks as the answer to an input: no input has happened yet, and the browser takes a
/// change of the emulated screen for one.
fn worst_window(shifts: &[Shift]) -> &[Shift] {
    const GAP: f64 = 1000.0;
    const SPAN: f64 = 5000.0;
    let sum = |window: &[Shift]| window.iter().map(|shift| shift.value).sum::<f64>();
    let mut worst: &[Shift] = &[];
    let mut first = 0;
    for (index, shift) in shifts.iter().enumerate() {
        let apart = index > 0 && shift.at - shifts[index - 1].at > GAP;
        if apart || shift.at - shifts[first].at > SPAN {
            first = index;
        }
        let window = &shifts[first..=index];
        if sum(window) > sum(worst) {
            worst = window;
        }
    }
    worst
}

fn listed(window: &[Shift]) -> Vec<LayoutShift> {
    let mut shifts = window.to_vec();
    shifts.sort_by(|one, other| other.value.total_cmp(&one.value));
    shifts.truncate(MOST_LISTED);
    let told = shifts.into_iter().map(|shift| LayoutShift {
        value: shift.value,
        at_ms: shift.at,
        selector: shift.selector,
        snippet: shift.snippet.map(|snippet| cut(&snippet, LONGEST_SNIPPET).to_owned()),
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts(values: &[(f64, f64)]) -> Vec<Shift> {
        let shift =
            |(at, value): &(f64, f64)| Shift { value: *value, at: *at, selector: None, snippet: None };
        values.iter().map(shift).collect()
    }

    fn cls(values: &[(f64, f64)]) -> f64 {
        Observed { shifts: shifts(values), ..Observed::default() }.vitals(|_| None).cls
    }

    #[test]
    fn shifts_count_within_the_worst_window() {
        assert_eq!(format!("{}", cls(&[])), "0");
        assert!((cls(&[(100.0, 0.1), (900.0, 0.2)]) - 0.3).abs() < 1e-9);
        assert!((cls(&[(100.0, 0.1), (1200.0, 0.2), (1300.0, 0.05)]) - 0.25).abs() < 1e-9, "a gap of 1.1 s");
        let steady: Vec<(f64, f64)> = (0..12).map(|beat| (f64::from(beat) * 900.0, 0.1)).collect();
        assert!((cls(&steady) - 0.6).abs() < 1e-9, "six shifts begin within five seconds");
    }

    #[test]
    fn the_largest_shifts_of_the_window_come_first() {
        let observed =
            Observed { shifts: shifts(&[(0.0, 0.1), (10.0, 0.3), (20.0, 0.2)]), ..Observed::default() };
        let values: Vec<f64> =
            observed.vitals(|_| None).shifts.into_iter().map(|shift| shift.value).collect();
        assert_eq!(values, [0.3, 0.2, 0.1]);
    }

    #[test]
    fn blocking_counts_from_the_first_paint_on() {
        let tasks = vec![
            Task { start: 0.0, duration: 90.0 },
            Task { start: 90.0, duration: 120.0 },
            Task { start: 500.0, duration: 80.0 },
        ];
        let observed = Observed { fcp: Some(100.0), tasks, now: 3000.0, ..Observed::default() };
        assert!((observed.vitals(|_| None).tbt_ms - (60.0 + 30.0)).abs() < 1e-9);
        let unpainted = Observed { fcp: None, ..observed };
        assert!(unpainted.vitals(|_| None).tbt_ms.abs() < 1e-9);
    }

    #[test]
    fn a_long_task_is_blamed_on_the_script_that_took_most_of_it() {
        let run = |start, duration, url: &str| ScriptRun { start, duration, url: url.to_owned() };
        let observed = Observed {
            tasks: vec![Task { start: 100.0, duration: 100.0 }, Task { start: 400.0, duration: 60.0 }],
            scripts: vec![run(100.0, 20.0, "a.js"), run(120.0, 75.0, "b.js"), run(250.0, 100.0, "c.js")],
            ..Observed::default()
        };
        let urls: Vec<Option<String>> =
            observed.vitals(|_| None).long_tasks.into_iter().map(|task| task.url).collect();
        assert_eq!(urls, [Some("b.js".to_owned()), None]);
    }

    #[test]
    fn the_largest_element_is_told_with_its_discovery() {
        let largest = Largest {
            at: 812.5,
            selector: "img".to_owned(),
            snippet: "x".repeat(400),
            url: Some("https://a.example/hero.jpg".to_owned()),
            lazy: true,
        };
        let observed = Observed { largest: Some(largest), ..Observed::default() };
        let vitals = observed.vitals(|url| url.ends_with("hero.jpg").then_some((40.0, true)));
        let element = vitals.lcp_element.unwrap();
        assert_eq!((vitals.lcp_ms, element.requested_at_ms), (Some(812.5), Some(40.0)));
        assert!(element.discoverable && element.lazy && element.snippet.len() == 300);
    }
}
