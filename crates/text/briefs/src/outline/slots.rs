//! Fills the form of a type with the topics of the pages.

use domain::articles::brief::SectionOrigin;
use seo::words;

use super::{Draft, slot_heading};
use crate::form::{Form, Slot};
use crate::texts::Texts;
use crate::topics::PageTopic;
use crate::write::Context;

/// The most topics that one slot takes.
const TOPICS: usize = 3;

/// The sections of a form. A slot takes the topics whose headings belong to it, and the heading of the best
/// one. Other topics stand in the body. Without topics, all slots of the form are present.
pub(super) fn fill<'a>(
    context: &Context<'_>,
    form: &'static Form,
    topics: &'a [PageTopic],
    body: usize,
) -> Vec<Draft<'a>> {
    let mut filled: Vec<Vec<&PageTopic>> = form.slots.iter().map(|_| Vec::new()).collect();
    let mut others: Vec<&PageTopic> = Vec::new();
    let mut chosen: Vec<&PageTopic> = Vec::new();
    for topic in topics {
        if chosen.iter().any(|known| overlap(known, topic)) {
            continue;
        }
        let fitting = best_slot(form, &topic.label);
        match fitting.filter(|slot| filled[*slot].len() < TOPICS && !topic.is_reference) {
            Some(slot) => filled[slot].push(topic),
            None if others.len() < body => others.push(topic),
            None => continue,
        }
        chosen.push(topic);
    }
    others.sort_by(|one, other| one.place.total_cmp(&other.place));
    let mut drafts = Vec::new();
    for (number, (slot, topics)) in form.slots.iter().zip(filled).enumerate() {
        if number == form.body {
            drafts.extend(others.drain(..).map(|topic| of_topic(context, topic)));
        }
        if slot.required || !topics.is_empty() || others_are_missing(context) {
            drafts.push(of_slot(context, slot, topics));
        }
    }
    drafts
}

/// Whether one of two topics is part of the other.
fn overlap(one: &PageTopic, other: &PageTopic) -> bool {
    let common = one.passages.iter().filter(|passage| other.passages.contains(passage)).count();
    common * 2 > one.passages.len().min(other.passages.len())
}

fn others_are_missing(context: &Context<'_>) -> bool {
    context.sources.is_empty()
}

/// The slot that a heading belongs to: the one with most of its words.
fn best_slot(form: &Form, heading: &str) -> Option<usize> {
    let normal = words::normalise(heading);
    let words: Vec<&str> = words::split(&normal).collect();
    let matching = |slot: &Slot| slot.cues.iter().filter(|cue| has(&words, cue)).count();
    let counted = form.slots.iter().map(matching).enumerate();
    let best = counted.max_by(|one, other| one.1.cmp(&other.1).then(other.0.cmp(&one.0)))?;
    (best.1 > 0).then_some(best.0)
}

/// Whether a heading has a cue: a word or a phrase.
fn has(words: &[&str], cue: &str) -> bool {
    let cue: Vec<&str> = cue.split([' ', '_']).collect();
    words.windows(cue.len().max(1)).any(|window| window == cue)
}

fn of_slot<'a>(context: &Context<'_>, slot: &'static Slot, topics: Vec<&'a PageTopic>) -> Draft<'a> {
    Draft {
        // The wording of one page may fit that page only.
        heading: topics
            .iter()
            .find(|topic| topic.sources > 1)
            .map_or_else(|| slot_heading(context, slot), |topic| topic.label.clone()),
        purpose: slot.purpose.to_owned(),
        form: slot.form.unwrap_or(domain::articles::brief::SectionForm::Prose),
        weight: slot.share,
        origin: if topics.is_empty() { SectionOrigin::Form } else { SectionOrigin::Pages },
        topics,
        slot: Some(slot),
        questions: slot.questions.clone(),
    }
}

fn of_topic<'a>(context: &Context<'_>, topic: &'a PageTopic) -> Draft<'a> {
    let texts = Texts::of(context.keyword.language);
    let (purpose, questions, least) = if topic.is_reference {
        (texts.purpose_of_reference, texts.reference_questions, 10)
    } else {
        (texts.purpose_of_topic, texts.topic_questions, 6)
    };
    // The most relevant topics get the most room.
    let weight = least
        + if topic.strength > 0.6 {
            14
        } else if topic.strength > 0.35 {
            8
        } else {
            3
        };
    Draft {
        heading: topic.label.clone(),
        purpose: purpose.to_owned(),
        form: topic.form,
        weight,
        topics: vec![topic],
        slot: None,
        questions: questions.to_vec(),
        origin: SectionOrigin::Pages,
    }
}
