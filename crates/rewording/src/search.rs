//! Finds wordings: first the build of the sentence, then as few changes of words as break every long run.

use crate::edits;
use crate::facts::Facts;
use crate::grammar::Tongue;
use crate::phrases::Edit;
use crate::runs::{self, Run};
use crate::sentence::{Sentence, Token};
use crate::{Wording, facts};

/// Runs of this length hold no eight words in a row, which is what copies are counted in.
const WANTED_RUN: usize = 7;
/// A longer wanted run, for fewer and safer changes.
const EASY_RUN: usize = 10;
/// Below this, too much was guessed.
const LEAST_SAFETY: f32 = 0.8;
const MOST_BUILDS: usize = 16;
const MOST_EDITS: usize = 10;
/// How often each build is worded, each time avoiding the changes made before.
const ROUNDS: usize = 3;

#[derive(Debug, Clone)]
struct Draft {
    sentence: Sentence,
    steps: Vec<&'static str>,
    safety: f32,
}

struct Finding {
    wording: Wording,
    /// How many times eight words in a row are left.
    copied: usize,
}

/// Distinct wordings that keep the facts, safest first.
pub(crate) fn wordings(original: &Sentence, tongue: Tongue, most: usize) -> Vec<Wording> {
    let source = word_places(&original.tokens).0;
    let text = original.write();
    let known = Facts::of(&text, tongue);
    let whole = source.len().max(1);
    let mut findings: Vec<Finding> = Vec::new();
    for build in builds(original, tongue) {
        let mut made: Vec<(usize, String)> = Vec::new();
        for _ in 0..ROUNDS {
            for wanted in [WANTED_RUN.min(whole / 2 + 1), EASY_RUN.min(whole - 1)] {
                let draft = worded(&build, &source, wanted, &mut made, tongue);
                let text = draft.sentence.write();
                let longest = longest_run(&draft.sentence.tokens, &source).map_or(0, |run| run.length);
                let fresh = longest < whole && !findings.iter().any(|other| other.wording.text == text);
                if fresh && draft.safety >= LEAST_SAFETY && facts::agree(&known, &Facts::of(&text, tongue)) {
                    findings.push(Finding {
                        wording: Wording { text, steps: draft.steps, safety: draft.safety },
                        copied: copied(&draft.sentence.tokens, &source),
                    });
                }
            }
        }
    }
    chosen(findings, most)
}

/// The best of them: those without long runs first, then the safest; in the order of their safety.
fn chosen(mut findings: Vec<Finding>, most: usize) -> Vec<Wording> {
    // Up to three such places are one run that no rule minds.
    let tier = |copied: usize| if (1..=EASY_RUN - WANTED_RUN).contains(&copied) { 1 } else { copied };
    findings.sort_by(|a, b| {
        tier(a.copied).cmp(&tier(b.copied)).then(b.wording.safety.total_cmp(&a.wording.safety))
    });
    findings.truncate(most);
    findings.sort_by(|a, b| b.wording.safety.total_cmp(&a.wording.safety));
    findings.into_iter().map(|finding| finding.wording).collect()
}

/// The sentence as it is, and after one or two moves.
fn builds(original: &Sentence, tongue: Tongue) -> Vec<Draft> {
    let mut builds = vec![Draft { sentence: original.clone(), steps: Vec::new(), safety: 1.0 }];
    let mut next = 0;
    while let Some(draft) = builds.get(next).cloned() {
        next += 1;
        if draft.steps.len() >= 2 {
            continue;
        }
        for step in tongue.moves() {
            if builds.len() >= MOST_BUILDS || draft.steps.contains(&step.name) {
                continue;
            }
            let Some(mut sentence) = (step.apply)(&draft.sentence) else { continue };
            tongue.tidy(&mut sentence.tokens);
            if builds.iter().all(|other| other.sentence != sentence) {
                let mut steps = draft.steps.clone();
                steps.push(step.name);
                builds.push(Draft { sentence, steps, safety: draft.safety * step.safety });
            }
        }
    }
    builds
}

/// Changes words until no run is longer than wanted, or none is left that would help. `made` remembers the changes.
fn worded(
    build: &Draft,
    source: &[String],
    wanted: usize,
    made: &mut Vec<(usize, String)>,
    tongue: Tongue,
) -> Draft {
    let mut draft = build.clone();
    let mut here: Vec<(usize, String)> = Vec::new();
    for _ in 0..MOST_EDITS {
        let tokens = &draft.sentence.tokens;
        let runs = runs::longer_than(wanted, source, &word_places(tokens).0);
        let Some(edit) = runs.iter().find_map(|run| best_edit(tokens, *run, made, tongue)) else { break };
        here.push(signature(&edit));
        draft.sentence.tokens = edits::applied(&draft.sentence.tokens, &edit, tongue);
        draft.safety *= edit.safety;
        if !draft.steps.contains(&"other words") {
            draft.steps.push("other words");
        }
    }
    made.extend(here);
    draft
}

fn signature(edit: &Edit) -> (usize, String) {
    (edit.start, crate::sentence::write(&edit.tokens, ""))
}

/// The change that breaks a run best: near its middle, safe, and not made in another wording.
fn best_edit(tokens: &[Token], run: Run, made: &[(usize, String)], tongue: Tongue) -> Option<Edit> {
    let places = word_places(tokens).1;
    let first = *places.get(run.start)?;
    let last = *places.get(run.start + run.length - 1)?;
    let mut best: Option<(f32, Edit)> = None;
    for edit in edits::between(tokens, first, last, tongue) {
        let left = places.iter().filter(|place| (first..edit.start).contains(*place)).count();
        let right = places.iter().filter(|place| (edit.end..=last).contains(*place)).count();
        let again = if made.contains(&signature(&edit)) { 6.0 } else { 0.0 };
        let cost = as_f32(left.max(right)) + (1.0 - edit.safety) * 60.0 + again;
        if left.max(right) < run.length && best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, edit));
        }
    }
    best.map(|(_, edit)| edit)
}

fn as_f32(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

/// The words of a sentence, and at which token each stands.
fn word_places(tokens: &[Token]) -> (Vec<String>, Vec<usize>) {
    let spread =
        |(place, token): (usize, &Token)| runs::words(&token.text).into_iter().map(move |word| (word, place));
    tokens.iter().enumerate().flat_map(spread).unzip()
}

fn longest_run(tokens: &[Token], source: &[String]) -> Option<Run> {
    runs::longest(source, &word_places(tokens).0)
}

fn copied(tokens: &[Token], source: &[String]) -> usize {
    let runs = runs::longer_than(WANTED_RUN, source, &word_places(tokens).0);
    runs.iter().map(|run| run.length - WANTED_RUN).sum()
}
