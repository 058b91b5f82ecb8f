//! The outline: the form of the query type, filled with the topics that the pages have and lack.

mod slots;

use std::collections::BTreeSet;

use domain::articles::brief::{BriefQuestion, BriefSection, QuestionOrigin, SectionForm, SectionOrigin};
use domain::articles::order::WantedHeading;
use domain::articles::outline::SectionId;
use domain::articles::passages::PassageId;
use seo::analysis::SerpAnalysis;
use seo::gaps::GapKind;

use crate::casing::capitalised;
use crate::evidence::{self, Lines};
use crate::form::{Form, Slot};
use crate::metadata::Wording;
use crate::questions::{self, Asked};
use crate::texts::Texts;
use crate::topics::PageTopic;
use crate::write::Context;

/// The words of the article per topic of the pages that becomes a section of its own.
const WORDS_OF_A_TOPIC: u32 = 400;
/// How many topics of the pages become sections of their own.
const BODY: std::ops::RangeInclusive<u32> = 3..=6;
/// The most questions that people ask in one section.
const ASKED: usize = 4;
/// A gap gets a section from this opportunity on.
const WORTH_A_SECTION: f64 = 0.6;
/// The shares of the introduction and of the FAQ, per cent.
const INTRODUCTION: u32 = 6;
const FAQ: u32 = 10;

/// A section before it has passages.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    heading: String,
    purpose: String,
    form: SectionForm,
    weight: u32,
    topics: Vec<&'a PageTopic>,
    slot: Option<&'a Slot>,
    questions: Vec<&'a str>,
    origin: SectionOrigin,
}

/// The outline and the questions that no section answers.
pub(crate) struct Planned {
    pub(crate) sections: Vec<BriefSection>,
    pub(crate) questions: Vec<BriefQuestion>,
}

/// Plans the sections. The ids of passages are their indices, from 0.
pub(crate) fn plan(
    context: &Context<'_>,
    form: &'static Form,
    topics: &[PageTopic],
    analysis: Option<&SerpAnalysis>,
    asked: Vec<Asked>,
    words: u32,
) -> Planned {
    let texts = Texts::of(context.keyword.language);
    let drafts = if context.input.outline.is_empty() {
        let mut drafts = slots::fill(context, form, topics, body_size(words));
        add_gap(context, &mut drafts, analysis, form.body);
        drafts
    } else {
        wanted(context, &context.input.outline, topics, texts)
    };
    let (assigned, left) = assign(context, &drafts, asked);
    let share = if left.is_empty() { INTRODUCTION } else { INTRODUCTION + FAQ };
    let body_words = words.saturating_mul(100_u32.saturating_sub(share)) / 100;
    let whole: u32 = drafts.iter().map(|draft| draft.weight).sum();
    let of_topics: BTreeSet<usize> = drafts.iter().flat_map(Draft::below).collect();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut sections: Vec<BriefSection> = Vec::new();
    for (draft, asked) in drafts.iter().zip(assigned) {
        let id = SectionId::top(sections.len() + 1);
        let target = body_words.saturating_mul(draft.weight) / whole.max(1);
        sections.push(draft.section(context, id, rounded(target), &asked, &of_topics, &mut taken));
    }
    Planned {
        sections,
        questions: left.into_iter().map(|asked| question(context, &asked.text, asked.origin)).collect(),
    }
}

fn body_size(words: u32) -> usize {
    let sections = (words / WORDS_OF_A_TOPIC).clamp(*BODY.start(), *BODY.end());
    usize::try_from(sections).unwrap_or(3)
}

fn rounded(words: u32) -> u32 {
    ((words + 5) / 10 * 10).max(50)
}

/// The sections that the customer requested, unchanged.
fn wanted<'a>(
    context: &Context<'_>,
    headings: &[WantedHeading],
    topics: &'a [PageTopic],
    texts: &'static Texts,
) -> Vec<Draft<'a>> {
    let draft = |wanted: &WantedHeading| {
        let about = |topic: &&PageTopic| context.shared(&topic.label, &wanted.heading) >= 2;
        Draft {
            heading: wanted.heading.clone(),
            purpose: texts.purpose_of_customer.to_owned(),
            form: SectionForm::Prose,
            weight: 10,
            topics: topics.iter().filter(about).take(2).collect(),
            slot: None,
            questions: texts.topic_questions.to_vec(),
            origin: SectionOrigin::Customer,
        }
    };
    headings.iter().map(draft).collect()
}

/// Adds a section for a topic that searchers look for and ranking pages lack, if a gap is worth it.
fn add_gap(context: &Context<'_>, drafts: &mut Vec<Draft<'_>>, analysis: Option<&SerpAnalysis>, body: usize) {
    let texts = Texts::of(context.keyword.language);
    let gaps = analysis.iter().flat_map(|analysis| &analysis.gaps);
    let is_worth_it =
        |topic: &str| drafts.iter().all(|draft| context.shared_beyond_keyword(&draft.heading, topic) == 0);
    let gap = gaps
        .filter(|gap| gap.kind != GapKind::UnansweredQuestion && gap.opportunity >= WORTH_A_SECTION)
        .find(|gap| is_worth_it(&gap.topic) && context.shared(&context.keyword.text, &gap.topic) >= 1);
    let Some(gap) = gap else { return };
    let mut heading = capitalised(&context.casing.sentence(&gap.topic, context.keyword.language));
    if seo::questions::is_question(&gap.topic, context.keyword.language) && !heading.ends_with('?') {
        heading.push('?');
    }
    let after = drafts.iter().filter(|draft| draft.slot.is_none()).count() + body;
    let draft = Draft {
        heading,
        purpose: texts.purpose_of_gap.to_owned(),
        form: SectionForm::Prose,
        weight: 10,
        topics: Vec::new(),
        slot: None,
        questions: texts.topic_questions.to_vec(),
        origin: SectionOrigin::Gap,
    };
    drafts.insert(after.min(drafts.len()), draft);
}

/// Assigns each question to the section that has its answer or its words, and returns the others.
fn assign(context: &Context<'_>, drafts: &[Draft<'_>], asked: Vec<Asked>) -> (Vec<Vec<Asked>>, Vec<Asked>) {
    let mut assigned: Vec<Vec<Asked>> = drafts.iter().map(|_| Vec::new()).collect();
    let mut left = Vec::new();
    for question in asked {
        let best = evidence::for_question(context, &question.text);
        let holds = |draft: &Draft<'_>| {
            draft
                .topics
                .iter()
                .any(|topic| best.first().is_some_and(|passage| topic.passages.contains(passage)))
        };
        let named = |draft: &Draft<'_>| context.shared_beyond_keyword(&draft.heading, &question.text) >= 1;
        let place = drafts.iter().position(named).or_else(|| drafts.iter().position(holds));
        match place.and_then(|place| assigned.get_mut(place)).filter(|questions| questions.len() < ASKED) {
            Some(questions) => questions.push(question),
            None => left.push(question),
        }
    }
    (assigned, left)
}

fn question(context: &Context<'_>, text: &str, origin: QuestionOrigin) -> BriefQuestion {
    BriefQuestion {
        id: questions::id(text, context.keyword.language),
        text: text.to_owned(),
        origin,
        evidence: evidence::for_question(context, text).into_iter().map(index_id).collect(),
    }
}

/// A question of the form. The same question may stand in several sections, so its id includes the heading.
fn form_question(context: &Context<'_>, text: &str, heading: &str) -> BriefQuestion {
    let id = questions::id(&format!("{heading} {text}"), context.keyword.language);
    BriefQuestion { id, text: text.to_owned(), origin: QuestionOrigin::Form, evidence: Vec::new() }
}

/// Until the brief is complete, the id of a passage is its index.
pub(crate) fn index_id(index: usize) -> PassageId {
    PassageId(u32::try_from(index).unwrap_or(u32::MAX))
}

impl Draft<'_> {
    /// The passages below the headings of its topics.
    fn below(&self) -> impl Iterator<Item = usize> {
        self.topics.iter().flat_map(|topic| topic.passages.iter().copied())
    }

    fn section(
        &self,
        context: &Context<'_>,
        id: SectionId,
        words: u32,
        asked: &[Asked],
        of_topics: &BTreeSet<usize>,
        taken: &mut BTreeSet<usize>,
    ) -> BriefSection {
        let mut below: Vec<usize> = self.below().collect();
        let mut seen = BTreeSet::new();
        below.retain(|passage| seen.insert(*passage));
        let cues = self.slot.map(|slot| slot.cues.as_slice()).unwrap_or_default();
        let is_reference = self.topics.iter().any(|topic| topic.is_reference);
        let lines = Lines {
            heading: &self.heading,
            cues,
            below: &below,
            is_reference,
            form: self.form,
            questions: asked.iter().map(|asked| asked.text.as_str()).collect(),
        };
        let found = evidence::for_section(context, &lines, taken, of_topics);
        taken.extend(&found);
        // A question that reads like the heading is the section itself, so it is not repeated.
        let form = self.questions.iter().map(|text| form_question(context, text, &self.heading));
        let asked = asked.iter().map(|asked| question(context, &asked.text, asked.origin));
        let mut points: Vec<String> = Vec::new();
        for topic in &self.topics {
            let own = (topic.label != self.heading).then(|| topic.label.clone());
            points.extend(
                own.into_iter().chain(topic.points.iter().cloned()).filter(|point| *point != self.heading),
            );
        }
        let mut listed = BTreeSet::new();
        points.retain(|point| listed.insert(point.clone()));
        let mut covered_by: Vec<u32> =
            self.topics.iter().flat_map(|topic| topic.positions.iter().copied()).collect();
        covered_by.sort_unstable();
        covered_by.dedup();
        BriefSection {
            id,
            heading: self.heading.clone(),
            purpose: self.purpose.clone(),
            form: self.form,
            words,
            points,
            questions: asked.chain(form).collect(),
            evidence: found.into_iter().map(index_id).collect(),
            covered_by,
            origin: self.origin,
        }
    }
}

impl Context<'_> {
    /// How many content words two texts share.
    pub(crate) fn shared(&self, one: &str, other: &str) -> usize {
        let words = |text: &str| -> BTreeSet<String> {
            prose::passages::words(text, self.keyword.language).into_iter().collect()
        };
        words(one).intersection(&words(other)).count()
    }

    /// How many content words two texts share, without those of the keyword and common words.
    pub(crate) fn shared_beyond_keyword(&self, one: &str, other: &str) -> usize {
        let language = self.keyword.language;
        let keyword: BTreeSet<String> =
            prose::passages::words(&self.keyword.text, language).into_iter().collect();
        let telling = |text: &str| -> BTreeSet<String> {
            let words = prose::passages::words(text, language).into_iter();
            words
                .filter(|word| !keyword.contains(word) && !seo::words::is_background(word, language))
                .collect()
        };
        telling(one).intersection(&telling(other)).count()
    }
}

/// A heading for a slot: the first variant that the keyword fits into.
pub(crate) fn slot_heading(context: &Context<'_>, slot: &Slot) -> String {
    let wording = Wording { keyword: &context.keyword, casing: &context.casing };
    let variants = slot.heading.split("//").map(str::trim);
    variants.clone().find_map(|variant| wording.fill(variant)).unwrap_or_else(|| slot.heading.to_owned())
}
