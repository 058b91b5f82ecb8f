//! Writes what stands around the body: introduction, conclusion, questions and answers, title and description.

mod meta;

use std::sync::atomic::AtomicBool;

use domain::articles::document::{Block, Faq, FaqItem, Section, Span};
use domain::articles::order::ArticleOrder;
use domain::articles::outline::Outline;
use ports::language_model::LanguageModel;

use crate::corpus;
use crate::error::{DraftError, Part};
use crate::openers::Openers;
use crate::repetition::{Said, sentences};
use crate::section::block;
use crate::seed::{chance, seed};
use crate::sensitive::check;
use crate::sentence::stems;
use crate::topic::Topic;
use crate::writer::{Spot, Writer, count};

/// Words of an answer.
const ANSWER: (u32, u32) = (40, 60);
/// How often an answer is tried.
const TRIES: u32 = 3;
/// The fewest and the most answers.
const ANSWERS: (usize, usize) = (4, 6);
/// The least part of the wanted words, in hundredths.
const LEAST: u32 = 10;

/// What stands around the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edges {
    /// The title.
    pub title: String,
    /// The title for results pages.
    pub meta_title: String,
    /// The description for results pages.
    pub meta_description: String,
    /// Two sentences for lists.
    pub excerpt: String,
    /// What stands before the first heading.
    pub introduction: Vec<Block>,
    /// The heading of the last section.
    pub conclusion_heading: String,
    /// Its text.
    pub conclusion: Vec<Block>,
    /// Questions and answers.
    pub faq: Faq,
}

/// Writes what stands around a body. Takes seconds; `cancelled` ends it early.
pub fn edges(
    model: &dyn LanguageModel,
    order: &ArticleOrder,
    outline: &Outline,
    body: &[Section],
    cancelled: &AtomicBool,
) -> Result<Edges, DraftError> {
    check(order)?;
    let topic = Topic::of(&order.focus_keyword);
    let told: Vec<String> = body.iter().flat_map(sentences).collect();
    let headings: Vec<&str> = outline.sections.iter().map(|section| section.heading.as_str()).collect();
    let said = Said::of(told.iter().map(String::as_str));
    let mut desk = Desk {
        order,
        outline,
        topic: &topic,
        writer: Writer::new(model, cancelled, &topic, &headings, said),
    };
    let introduction = desk.introduction()?;
    let (conclusion_heading, conclusion) = desk.conclusion()?;
    let faq = desk.faq()?;
    let first: Vec<&str> = introduction.iter().flatten().map(String::as_str).take(2).collect();
    Ok(Edges {
        title: outline.title.clone(),
        meta_title: meta::title(&topic),
        meta_description: meta::description(&topic, &headings),
        excerpt: first.join(" "),
        introduction: introduction.iter().map(|paragraph| block(paragraph)).collect(),
        conclusion_heading,
        conclusion: conclusion.iter().map(|paragraph| block(paragraph)).collect(),
        faq,
    })
}

/// How many words the questions and answers of a plan usually have.
pub(crate) fn words_of_answers(outline: &Outline) -> u32 {
    let count = outline.questions.len().clamp(ANSWERS.0, ANSWERS.1);
    let asked: u32 = outline.questions.iter().take(count).map(|question| seo::words::count(question)).sum();
    asked + u32::try_from(count).unwrap_or(0) * u32::midpoint(ANSWER.0, ANSWER.1)
}

struct Desk<'a> {
    order: &'a ArticleOrder,
    outline: &'a Outline,
    topic: &'a Topic,
    writer: Writer<'a>,
}

impl Desk<'_> {
    fn introduction(&mut self) -> Result<Vec<Vec<String>>, DraftError> {
        let words = self.outline.introduction_words;
        let first = first_sentence(self.topic);
        self.writer.say(&first);
        let spot = self.spot(&[]);
        let mut openers = Openers::of_edge(self.topic, "open");
        let beginning = [first];
        let own = count(&beginning);
        let usual = words.min(60);
        let mut paragraph = beginning.to_vec();
        paragraph.extend(self.writer.paragraph(
            &spot,
            &mut openers,
            usual,
            words.max(own + 30),
            &beginning,
        )?);
        let left = words.saturating_sub(count(&paragraph));
        let mut paragraphs = vec![paragraph];
        paragraphs.extend(self.writer.paragraphs(&spot, &mut openers, left)?);
        enough(paragraphs, words, Part::Introduction)
    }

    fn conclusion(&mut self) -> Result<(String, Vec<Vec<String>>), DraftError> {
        let heading = self.heading(&corpus::closing_headings(), "closing");
        let spot = self.spot(&[&heading]);
        let mut openers = Openers::of_edge(self.topic, "close");
        let words = self.outline.conclusion_words;
        let paragraphs = self.writer.paragraphs(&spot, &mut openers, words)?;
        Ok((heading, enough(paragraphs, words, Part::Conclusion)?))
    }

    fn faq(&mut self) -> Result<Faq, DraftError> {
        let heading = self.heading(&corpus::faq_headings(), "faq");
        let wanted = self.outline.questions.len().clamp(ANSWERS.0, ANSWERS.1);
        let spare = crate::plan(self.order).questions;
        let spare = spare.iter().filter(|question| !self.outline.questions.contains(question));
        let questions: Vec<&String> = self.outline.questions.iter().chain(spare).collect();
        let mut items = Vec::new();
        for question in questions {
            if items.len() == wanted {
                break;
            }
            let answer = self.answer(&heading, question)?;
            items.extend(
                answer
                    .map(|answer| FaqItem { question: question.clone(), answer: vec![Span::Plain(answer)] }),
            );
        }
        if items.is_empty() {
            let found = u32::try_from(items.len()).unwrap_or(0) * ANSWER.0;
            return Err(DraftError::TooLittle {
                place: Part::Questions,
                found,
                wanted: self.outline.question_words,
            });
        }
        Ok(Faq { heading, items })
    }

    fn answer(&mut self, heading: &str, question: &str) -> Result<Option<String>, DraftError> {
        let spot = self.spot(&[heading, question]);
        let opener = opener_of(self.topic, question);
        for attempt in 1..=TRIES {
            let before = self.writer.remembered();
            let mut openers = Openers::of_answer(self.topic, opener.clone());
            let sentences = self.writer.paragraph(&spot, &mut openers, ANSWER.0 + 10, ANSWER.1, &[])?;
            let takes_up = sentences.first().is_some_and(|first| first.starts_with(&opener));
            // An answer that does not take up its question is better than none.
            if count(&sentences) >= ANSWER.0 && (takes_up || attempt == TRIES) {
                return Ok(Some(sentences.join(" ")));
            }
            self.writer.go_back(before);
        }
        Ok(None)
    }

    fn spot(&self, headings: &[&str]) -> Spot {
        let last = headings.last().copied().unwrap_or("introduction");
        let seed = seed(&[&self.topic.keyword, "edges", last]);
        Spot::below(&self.outline.title, headings.iter().copied(), self.topic, seed)
    }

    /// A heading that no section has.
    fn heading(&self, patterns: &[&str], purpose: &str) -> String {
        let mut filled: Vec<String> =
            patterns.iter().filter_map(|pattern| self.topic.fill(pattern)).collect();
        chance(&[&self.topic.keyword, purpose]).shuffle(&mut filled);
        let taken = |heading: &String| {
            self.outline.flattened().iter().any(|(_, section)| section.heading == *heading)
        };
        filled.into_iter().find(|heading| !taken(heading)).unwrap_or_default()
    }
}

fn enough(paragraphs: Vec<Vec<String>>, wanted: u32, place: Part) -> Result<Vec<Vec<String>>, DraftError> {
    let found = paragraphs.iter().map(|paragraph| count(paragraph)).sum::<u32>();
    if found * 100 < wanted * LEAST {
        Err(DraftError::TooLittle { place, found, wanted })
    } else {
        Ok(paragraphs)
    }
}

/// A first sentence that has the keyword.
fn first_sentence(topic: &Topic) -> String {
    let wanted = stems(&topic.keyword);
    let filled: Vec<String> =
        corpus::introductions(topic.kind).into_iter().filter_map(|sentence| topic.fill(sentence)).collect();
    let (any, own) = filled.split_last().map_or((None, &[][..]), |(any, own)| (Some(any), own));
    let complete: Vec<&String> = own.iter().filter(|sentence| wanted.is_subset(&stems(sentence))).collect();
    chance(&[&topic.keyword, "first sentence"]).choice(complete).or(any).cloned().unwrap_or_default()
}

/// The first words of an answer: planned ones, or such as fit how the question is put.
fn opener_of(topic: &Topic, question: &str) -> String {
    let planned = corpus::questions(topic.kind)
        .into_iter()
        .find(|(pattern, _)| topic.fill(pattern).as_deref() == Some(question))
        .and_then(|(_, opener)| topic.fill_short(opener));
    let lower = question.to_lowercase();
    let usual = [
        ("how long", "How long it takes depends on"),
        ("how often", "How often depends on"),
        ("how much", "The amount depends on"),
        ("how many", "The number depends on"),
        ("how", "The simplest way is to"),
        ("when", "The best moment is when"),
        ("where", "A good place is one that"),
        ("why", "The usual reason is that"),
        ("who", "It suits people who"),
        ("which", "The right choice depends on"),
        ("what", "In most cases, it"),
    ];
    let by_word = || {
        usual
            .iter()
            .find(|(word, _)| lower.starts_with(word))
            .map_or("That depends on", |(_, opener)| *opener)
    };
    planned.unwrap_or_else(|| by_word().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentences_have_the_keyword() {
        for keyword in [
            "how to descale a kettle",
            "gas vs electric stove",
            "lisbon travel guide",
            "beekeeping",
            "why does my cat meow at night",
            "how long does cold brew last",
            "emergency dentist near me",
        ] {
            let sentence = first_sentence(&Topic::of(keyword));
            assert!(stems(keyword).is_subset(&stems(&sentence)), "{keyword}: {sentence}");
        }
    }

    #[test]
    fn answers_take_up_the_question() {
        let topic = Topic::of("how to descale a kettle");
        assert_eq!(opener_of(&topic, "What can go wrong?"), "Most problems with the kettle start when");
        assert_eq!(opener_of(&topic, "How often should I do it?"), "How often depends on");
        assert_eq!(opener_of(&topic, "Is it loud?"), "That depends on");
    }
}
