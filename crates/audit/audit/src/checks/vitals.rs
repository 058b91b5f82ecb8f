//! Checks of how the page loaded in a browser.

use domain::rendering::{LabVitals, LargestElement};

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity, shortened};
use crate::checks::figures::time;
use crate::facts::{Facts, Probe};
use crate::vitals_score::curves;

/// Above this, single shifts are examined.
const GOOD_SHIFT: f64 = 0.1;
/// Above this, the layout is poor.
const POOR_SHIFT: f64 = 0.25;
/// The longest task that users don't notice.
const LONGEST_TASK_MS: f64 = 200.0;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "cwv.lcp",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The largest element is painted within 2.5 seconds",
        fix: "Let the HTML name the largest image without lazy loading, give it fetchpriority=\"high\" and fewer bytes, and shorten what comes before it: server time, blocking styles and scripts.",
        needs: Needs::Browser,
        run: largest_paint,
    },
    Check {
        id: "cwv.cls",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The layout stays where it is (cumulative layout shift up to 0.1)",
        fix: "Give images, frames and advertisements their width and height, and insert nothing above what is already shown.",
        needs: Needs::Browser,
        run: layout_shift,
    },
    Check {
        id: "cwv.inp_lab",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The page answers a click within 200 ms",
        fix: "Do less in the event handler: split long work, move it to after the next paint, and change less of the page at once.",
        needs: Needs::Browser,
        run: interaction,
    },
    Check {
        id: "perf.tbt",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "Scripts hardly block the page while it loads",
        fix: "Send less script, split it by page, and load what is not needed at once later; start with the longest tasks.",
        needs: Needs::Browser,
        run: blocking_time,
    },
    Check {
        id: "perf.fcp",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The first text or image is painted within 1.8 seconds",
        fix: "Answer faster, and remove what the browser must fetch before it can paint: styles and scripts in the head.",
        needs: Needs::Browser,
        run: first_paint,
    },
    Check {
        id: "perf.si",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The visible part of the page fills quickly",
        fix: "Send the visible part as HTML instead of building it by script, and load its images and fonts first.",
        needs: Needs::Browser,
        run: speed_index,
    },
    Check {
        id: "perf.cls_culprit",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "No element makes the layout shift noticeably",
        fix: "Reserve the room of what moves these elements: width and height of images above them, min-height for what scripts fill in, fonts of similar width.",
        needs: Needs::Browser,
        run: shift_culprits,
    },
    Check {
        id: "perf.lcp_lazy",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The largest image is not loaded lazily",
        fix: "Remove loading=\"lazy\" from this image, and give it fetchpriority=\"high\".",
        needs: Needs::Browser,
        run: largest_is_lazy,
    },
    Check {
        id: "perf.lcp_not_preloaded",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The browser finds the largest image in the HTML",
        fix: "Put the image into the HTML as <img src>, or add <link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"...\"> to the head.",
        needs: Needs::Browser,
        run: largest_is_hidden,
    },
    Check {
        id: "perf.long_tasks",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "No task holds the page up for long",
        fix: "Split these scripts or load them later; give way to the browser between steps, as with scheduler.yield().",
        needs: Needs::Browser,
        run: long_tasks,
    },
];

/// Judges the figures if a browser measured them.
fn judge<'a>(facts: &Facts<'a>, judge: impl FnOnce(&'a LabVitals) -> Outcome) -> Outcome {
    match facts.browser {
        Probe::Known(rendered) => judge(&rendered.rendering.vitals),
        Probe::Unknown(reason) => Outcome::skipped(reason),
    }
}

/// The severity of a figure by the limits of good and poor.
fn rated(value: f64, good: f64, poor: f64) -> Option<Severity> {
    if value > poor {
        Some(Severity::High)
    } else if value > good {
        Some(Severity::Medium)
    } else {
        None
    }
}

/// `Found` if a time is above the limit of good; `what` completes the sentence, as in "The first paint came
/// after".
fn of_time(value: Option<f64>, (good, poor): (f64, f64), what: &str) -> Outcome {
    let Some(value) = value else { return Outcome::skipped("the browser could not measure it") };
    let finding = rated(value, good, poor).map(|severity| {
        let (value, good, poor) = (time(value), time(good), time(poor));
        let message = format!("{what} {value}; good is up to {good}, poor is above {poor}.");
        Finding::new(message).severe(severity)
    });
    Outcome::of(finding)
}

/// Adds this evidence if something was found.
fn shown(outcome: Outcome, evidence: Option<Evidence>) -> Outcome {
    match (outcome, evidence) {
        (Outcome::Found(finding), Some(evidence)) => Outcome::Found(finding.at(evidence)),
        (outcome, _) => outcome,
    }
}

fn of_element(element: &LargestElement) -> Evidence {
    Evidence {
        selector: Some(element.selector.clone()),
        snippet: Some(shortened(&element.snippet)),
        url: element.url.clone(),
        ..Evidence::default()
    }
}

fn largest_paint(facts: &Facts<'_>) -> Outcome {
    judge(facts, |vitals| {
        let outcome =
            of_time(vitals.lcp_ms, (2500.0, 4000.0), "The largest contentful paint (LCP) came after");
        shown(outcome, vitals.lcp_element.as_ref().map(of_element))
    })
}

fn layout_shift(facts: &Facts<'_>) -> Outcome {
    judge(facts, |vitals| {
        let finding = rated(vitals.cls, GOOD_SHIFT, POOR_SHIFT).map(|severity| {
            let message = format!(
                "The layout shifts by {:.2} while the page loads (CLS); good is up to {GOOD_SHIFT}, poor is above {POOR_SHIFT}.",
                vitals.cls
            );
            Finding::new(message).severe(severity)
        });
        Outcome::of(finding)
    })
}

fn interaction(facts: &Facts<'_>) -> Outcome {
    judge(facts, |vitals| {
        if vitals.inp_ms.is_none() {
            return Outcome::skipped("there was nothing to click");
        }
        let outcome = of_time(vitals.inp_ms, (200.0, 500.0), "A click was answered (INP) after");
        let selector = vitals.inp_element.clone();
        shown(outcome, selector.map(|selector| Evidence { selector: Some(selector), ..Evidence::default() }))
    })
}

fn blocking_time(facts: &Facts<'_>) -> Outcome {
    let limits = curves(facts.device).blocking_time;
    judge(facts, |vitals| {
        of_time(
            Some(vitals.tbt_ms),
            (limits.good, limits.median),
            "While the page loads, long tasks block it (TBT) for",
        )
    })
}

fn first_paint(facts: &Facts<'_>) -> Outcome {
    judge(facts, |vitals| {
        of_time(vitals.fcp_ms, (1800.0, 3000.0), "The first contentful paint (FCP) came after")
    })
}

fn speed_index(facts: &Facts<'_>) -> Outcome {
    let limits = curves(facts.device).speed_index;
    judge(facts, |vitals| {
        of_time(
            vitals.speed_index_ms,
            (limits.good, limits.median),
            "The speed index, the time in which the visible part fills, is",
        )
    })
}

fn shift_culprits(facts: &Facts<'_>) -> Outcome {
    judge(facts, |vitals| {
        if vitals.cls <= GOOD_SHIFT {
            return Outcome::Passed;
        }
        let mut named = vitals.shifts.iter().filter(|shift| shift.selector.is_some()).peekable();
        if named.peek().is_none() {
            return Outcome::skipped("the browser does not say what moved");
        }
        let largest = vitals.shifts.first().map_or(0.0, |shift| shift.value);
        Outcome::of_each(
            named,
            |shift| Evidence {
                selector: shift.selector.clone(),
                snippet: shift.snippet.as_deref().map(shortened),
                detail: Some(format!("adds {:.3} at {}", shift.value, time(shift.at_ms))),
                ..Evidence::default()
            },
            |count| {
                let what = if count == 1 {
                    "An element moves".to_owned()
                } else {
                    format!("Elements move in {count} shifts")
                };
                format!("{what} while the page loads; the largest shift adds {largest:.2}.")
            },
        )
    })
}

/// Judges the image that is the largest element.
fn judge_picture(facts: &Facts<'_>, message: impl Fn(&LargestElement) -> Option<String>) -> Outcome {
    judge(facts, |vitals| {
        let picture = vitals.lcp_element.as_ref().filter(|element| {
            element.url.as_deref().is_some_and(|url| !url.starts_with("data:") && !url.starts_with("blob:"))
        });
        let finding =
            picture.and_then(|picture| Some(Finding::new(message(picture)?).at(of_element(picture))));
        Outcome::of(finding)
    })
}

fn asked_for(picture: &LargestElement) -> String {
    picture
        .requested_at_ms
        .map_or(String::new(), |at| format!(", which was asked for only after {}", time(at)))
}

fn largest_is_lazy(facts: &Facts<'_>) -> Outcome {
    judge_picture(facts, |picture| {
        let asked_for = asked_for(picture);
        picture.lazy.then(|| format!("The largest element is a picture with loading=\"lazy\"{asked_for}."))
    })
}

fn largest_is_hidden(facts: &Facts<'_>) -> Outcome {
    judge_picture(facts, |picture| {
        let asked_for = asked_for(picture);
        (!picture.discoverable).then(|| {
            format!("The HTML does not name the largest picture{asked_for}; a style or script does.")
        })
    })
}

fn long_tasks(facts: &Facts<'_>) -> Outcome {
    judge(facts, |vitals| {
        let long = || vitals.long_tasks.iter().filter(|task| task.duration_ms > LONGEST_TASK_MS);
        let sum: f64 = long().map(|task| task.duration_ms).sum();
        Outcome::of_each(
            long(),
            |task| Evidence {
                url: task.url.clone(),
                detail: Some(format!("{} from {} on", time(task.duration_ms), time(task.start_ms))),
                ..Evidence::default()
            },
            |count| match count {
                1 => format!("A task holds the page up for {}; it can't answer meanwhile.", time(sum)),
                _ => format!(
                    "{count} tasks of more than {} hold the page up for {}; it can't answer meanwhile.",
                    time(LONGEST_TASK_MS),
                    time(sum)
                ),
            },
        )
    })
}
