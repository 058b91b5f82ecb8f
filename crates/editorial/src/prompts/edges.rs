//! What is asked last, when the body stands: introduction and conclusion, questions, lines for results pages.

use std::fmt::Write as _;

use domain::articles::document::Article;
use domain::articles::outline::Outline;
use domain::result_limits::{DESCRIPTION_BEST_FROM, DESCRIPTION_BEST_TO, TITLE_BEST_FROM, TITLE_MOST};

use super::{Brief, Prompt, add_evidence, add_order, data, forms, voice};
use crate::visible::{Passage, PassageKind, Place, passages};

/// How much of each section the edges are written from, in sentences and characters.
const SENTENCES: usize = 3;
const CHARACTERS: usize = 420;

/// Asks for introduction and conclusion of a finished body.
#[must_use]
pub fn opening(brief: &Brief<'_>, outline: &Outline, body: &Article) -> Prompt {
    let order = brief.order;
    let (before, after) = (outline.introduction_words, outline.conclusion_words);
    let mut prompt = format!(
        "The body of an article stands; its beginnings are below. Write the introduction in {}, one to three paragraphs: the first \
         sentence answers the query or names the problem at once, the query stands in the first two sentences, and the rest says what \
         the reader will be able to do or decide. Then write the conclusion in {}: what follows from the body, in new words, without new \
         facts, with one next step. Its heading names the topic.\n",
        voice::words(before, order.language),
        voice::words(after, order.language),
    );
    add_order(&mut prompt, order);
    add_body(&mut prompt, body, order.language);
    edge(brief, prompt, "opening", forms::opening(), before + after)
}

/// Asks for answers to the planned questions.
#[must_use]
pub fn questions(brief: &Brief<'_>, outline: &Outline, body: &Article) -> Prompt {
    let order = brief.order;
    let mut prompt = format!(
        "The body of an article stands; its beginnings are below. Answer these questions in {} together, each in one paragraph of 40 to 60 \
         words that stands by itself and begins with the answer. Use only what the body and the evidence say. Keep the questions as they \
         are, in their order. If neither body nor evidence answers one, leave it out.\n",
        voice::words(outline.question_words, order.language),
    );
    data::add_list(&mut prompt, "Questions", outline.questions.iter());
    add_order(&mut prompt, order);
    add_body(&mut prompt, body, order.language);
    add_evidence(&mut prompt, relevant(brief, outline));
    edge(brief, prompt, "questions", forms::questions(outline.questions.len()), outline.question_words)
}

/// Asks for title, results title, description and excerpt.
#[must_use]
pub fn labels(brief: &Brief<'_>, outline: &Outline, body: &Article) -> Prompt {
    let order = brief.order;
    let mut prompt = format!(
        "The body of an article stands; its beginnings are below. Write its title, a title for results pages of {TITLE_BEST_FROM} to \
         {TITLE_MOST} characters, a description of {DESCRIPTION_BEST_FROM} to {DESCRIPTION_BEST_TO} characters that says what the reader \
         gets, and an excerpt of two sentences. The search query stands in title, results title and description, as near to the \
         beginning as reads well. Promise only what the body keeps. No marks of evidence.\n"
    );
    let (name, title) = match &order.title {
        Some(title) => ("The customer's title, to be kept as it is", title),
        None => ("Working title", &outline.title),
    };
    let _ = writeln!(prompt, "\n{name}: {}", data::marked(title));
    add_order(&mut prompt, order);
    add_body(&mut prompt, body, order.language);
    edge(brief, prompt, "labels", forms::labels(), 150)
}

fn edge(
    brief: &Brief<'_>,
    prompt: String,
    form_name: &'static str,
    schema: serde_json::Value,
    words: u32,
) -> Prompt {
    let max_tokens = voice::tokens(words, brief.order.language);
    Prompt { system: voice::system(brief.order), prompt, form_name, schema, max_tokens }
}

/// Evidence that shares words with the questions, best first.
fn relevant<'a>(
    brief: &Brief<'a>,
    outline: &Outline,
) -> impl Iterator<Item = &'a domain::articles::research::Evidence> {
    let language = brief.order.language;
    let asked = crate::comparison::Gist::of(&outline.questions.join(" "), language);
    let fit = |text: &str| asked.within(&crate::comparison::Gist::of(text, language));
    let mut ranked: Vec<_> =
        brief.research.evidence.iter().map(|evidence| (fit(&evidence.text), evidence)).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.number.cmp(&other.1.number)));
    ranked.into_iter().filter(|(fit, _)| *fit > 0.0).map(|(_, evidence)| evidence)
}

/// The headings of the body with the beginnings of their texts.
fn add_body(prompt: &mut String, body: &Article, language: domain::locale::Language) {
    let mut lines = String::new();
    let mut current: Option<(Place, String)> = None;
    for Passage { place, kind, text } in passages(body) {
        match (kind, &place) {
            (PassageKind::Heading, Place::Section(_)) => {
                finish(&mut lines, current.take(), language);
                let _ = writeln!(lines, "{text}");
            }
            (PassageKind::Paragraph | PassageKind::Item, Place::Section(_)) => {
                let (_, gathered) = current.get_or_insert_with(|| (place.clone(), String::new()));
                if gathered.len() < CHARACTERS * 2 {
                    gathered.push_str(&text);
                    gathered.push('\n');
                }
            }
            _ => {}
        }
    }
    finish(&mut lines, current, language);
    data::add(prompt, "Body", &lines);
}

fn finish(lines: &mut String, section: Option<(Place, String)>, language: domain::locale::Language) {
    let Some((_, text)) = section else { return };
    let sentences = prose::sentences::split(&text, language);
    let beginning: String = sentences.into_iter().take(SENTENCES).collect::<Vec<_>>().join(" ");
    let cut: String = beginning.chars().take(CHARACTERS).collect();
    let _ = writeln!(lines, "{cut}");
}
