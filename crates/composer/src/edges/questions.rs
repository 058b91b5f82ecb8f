//! Questions that searchers ask, answered by the evidence. A unit that answers one stands nowhere else.

mod answering;
mod asked;
mod formed;

use std::collections::BTreeSet;

use domain::articles::document::{Block, Faq, FaqItem, Text};

use crate::corpus::Corpus;
use crate::discourse::{Sentence, Writer, paragraphs};
use crate::facts::{Content, Unit};
use crate::text::capitalised;
use crate::topics::{core_phrase, is_same_heading};
use crate::wording::Acts;

use answering::Answering;
use asked::Asked;

/// How many questions are answered at most.
const MOST_QUESTIONS: usize = 6;
/// How many questions make it worth to ask at all. What the sources do not ask is only asked up to this number.
const ENOUGH: usize = 5;
/// How many there should be in any case.
const WANTED: usize = 4;
/// Fewer are no section.
const LEAST_QUESTIONS: usize = 2;
/// How many questions of one build there may be.
const MOST_ALIKE: usize = 2;

/// A question and the units that answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlannedAnswer {
    pub(crate) question: String,
    pub(crate) units: Vec<usize>,
}

/// Plans answers to what searchers ask, then to what the sources ask, then to what their facts answer. `spare` are units that the
/// sections have no room for.
pub(crate) fn answers(
    units: &[Unit],
    taken: &[usize],
    spare: &BTreeSet<usize>,
    keywords: &[String],
    corpus: &Corpus<'_>,
) -> Vec<PlannedAnswer> {
    let mut planned: Vec<PlannedAnswer> = Vec::new();
    let mut answering = Answering { units, taken: taken.iter().copied().collect(), spare, corpus };
    for asked in asked::by_searchers(keywords, corpus).into_iter().chain(asked::by_sources(units, corpus)) {
        if planned.len() < MOST_QUESTIONS && is_new(&asked.question, &planned, corpus) {
            answer(&asked, &mut planned, &mut answering);
        }
    }
    let mut forming = Forming { acts: Acts::new(corpus.lexicon, &corpus.keyword.full), builds: Vec::new() };
    let candidates = formed::candidates(units, spare, corpus);
    forming.ask(&candidates, ENOUGH, false, &mut planned, &mut answering);
    forming.ask(&candidates, WANTED, true, &mut planned, &mut answering);
    if planned.len() < LEAST_QUESTIONS { Vec::new() } else { planned }
}

/// Questions of our own words.
struct Forming {
    acts: Acts,
    builds: Vec<formed::Build>,
}

impl Forming {
    /// Asks until there are enough questions. `freely`, an answer may go on with whatever stood behind it.
    fn ask(
        &mut self,
        candidates: &[formed::Candidate],
        enough: usize,
        freely: bool,
        planned: &mut Vec<PlannedAnswer>,
        answering: &mut Answering<'_>,
    ) {
        for candidate in candidates {
            if planned.len() >= enough {
                return;
            }
            let alike = self.builds.iter().filter(|build| **build == candidate.build).count();
            let Some(question) = candidate.question(&self.acts).filter(|_| alike < MOST_ALIKE) else {
                continue;
            };
            let starts = Some(candidate.unit);
            let asked = Asked { question, starts, spoken: freely, whole: candidate.whole };
            if is_new(&asked.question, planned, answering.corpus) && answer(&asked, planned, answering) {
                candidate.use_up(&mut self.acts);
                self.builds.push(candidate.build);
            }
        }
    }
}

fn answer(asked: &Asked, planned: &mut Vec<PlannedAnswer>, answering: &mut Answering<'_>) -> bool {
    let Some(units) = answering.answer(asked) else { return false };
    answering.taken.extend(&units);
    planned.push(PlannedAnswer { question: capitalised(&asked.question), units });
    true
}

fn is_new(question: &str, planned: &[PlannedAnswer], corpus: &Corpus<'_>) -> bool {
    !planned.iter().any(|known| is_same_question(&known.question, question, corpus))
}

fn is_same_question(one: &str, other: &str, corpus: &Corpus<'_>) -> bool {
    is_same_heading(one, other) || corpus.vocabulary.bag(one).likeness(&corpus.vocabulary.bag(other)) > 0.6
}

/// Writes the answers.
pub(crate) fn faq(planned: &[PlannedAnswer], units: &[Unit], writer: &mut Writer<'_>) -> Option<Faq> {
    let mut items = Vec::new();
    for plan in planned {
        let mut told: Vec<Sentence> = Vec::new();
        for unit in &plan.units {
            if let Content::Prose(facts) = &units[*unit].content {
                told.extend(writer.say_all(facts));
            }
        }
        if !told.is_empty() {
            items.push(FaqItem { question: plan.question.clone(), answer: paragraph(told) });
        }
    }
    let pattern = writer.acts.next("faq")?;
    let keyword = &writer.corpus.keyword;
    let in_text = keyword.in_text(&core_phrase(writer.corpus));
    let heading = pattern.replace("{k}", &in_text).replace("{K}", &capitalised(&keyword.full));
    (!items.is_empty()).then_some(Faq { heading, items })
}

fn paragraph(sentences: Vec<Sentence>) -> Text {
    let blocks = paragraphs(&[vec![sentences]]);
    let mut text = Text::new();
    for block in blocks {
        if let Block::Paragraph(more) = block {
            if !text.is_empty() {
                text.push(domain::articles::document::Span::Plain(" ".to_owned()));
            }
            text.extend(more);
        }
    }
    text
}
