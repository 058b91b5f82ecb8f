//! Prompts for the parts that need the finished body: introduction and conclusion, questions, metadata. All
//! of them contain the whole body.

use std::fmt::Write as _;

use domain::articles::document::Article;
use domain::articles::order::ArticleInput;
use domain::articles::outline::Outline;
use domain::articles::passages::PassageId;
use domain::result_limits::{DESCRIPTION_BEST_FROM, DESCRIPTION_BEST_TO, TITLE_BEST_FROM, TITLE_MOST};
use prose::passages::{Hit, Index, Query, share_out};

use super::{Brief, Prompt, add_evidence, add_order, add_purpose, data, forms, voice};

/// The weight of the search query relative to a question.
const QUERY: f64 = 0.4;
/// The most characters of passages for the answers, and the most passages for one question.
const ANSWERS: usize = 24_000;
const PER_QUESTION: usize = 8;

/// The prompt for introduction and conclusion of a finished body.
#[must_use]
pub fn opening(brief: &Brief<'_>, outline: &Outline, body: &Article) -> Prompt {
    let order = brief.order;
    let (before, after) = (outline.introduction_words, outline.conclusion_words);
    let mut prompt = format!(
        "The body of an article is finished; you find it below. Write its introduction in {}, one to three short paragraphs. The first \
         two sentences answer the query, with the decisive figure, step or verdict and the reason behind it, so that a reader in a hurry \
         has what they came for. Then write the conclusion in {}: what the reader should do first, and the one \
         thing to remember, in new words and without new facts. Its heading names the topic. Keep citations for figures that you \
         repeat, as [S2].\n",
        voice::words(before, order.language),
        voice::words(after, order.language),
    );
    if let Some(content) = &brief.research.brief {
        let _ = writeln!(prompt, "What the opening must do: {}", data::line(&content.opening));
    }
    add_purpose(&mut prompt, &outline.title, outline);
    add_order(&mut prompt, order);
    add_body(&mut prompt, body);
    frame(brief, prompt, "opening", forms::opening(), before + after)
}

/// The prompt for answers to the planned questions and, if there are fewer than required, to others.
#[must_use]
pub fn questions(brief: &Brief<'_>, outline: &Outline, body: &Article, least: usize) -> Prompt {
    let order = brief.order;
    let mut prompt = format!(
        "The body of an article is finished; you find it below. Answer the questions for its FAQ, in {} or a little more if they need it. Every \
         answer starts with the answer itself in a sentence that takes up the subject of the question, stands without the article, has 30 to 60 words, and adds something that the body does not \
         say in the same words. Rest on the body ([S2] for its \
         citations) and on the passages ([E5]). Keep the questions as they are, in their order. Leave a question out only if neither \
         body nor passages answer it.\n",
        voice::words(outline.question_words, order.language),
    );
    if outline.questions.len() < least {
        let _ =
            writeln!(prompt, "Add what these readers would still ask, until there are {least} questions.");
    }
    data::add_list(&mut prompt, "Questions", outline.questions.iter().map(String::as_str));
    add_order(&mut prompt, order);
    add_body(&mut prompt, body);
    add_evidence(&mut prompt, brief, &answering(brief, outline));
    frame(
        brief,
        prompt,
        "questions",
        forms::questions(outline.questions.len().max(least)),
        outline.question_words,
    )
}

/// The prompt for title, results title, description and excerpt.
#[must_use]
pub fn labels(brief: &Brief<'_>, outline: &Outline, body: &Article) -> Prompt {
    let order = brief.order;
    let mut prompt = format!(
        "The body of an article is finished; you find it below. Write the lines that describe it: {}\n\n",
        label_lines()
    );
    add_working_title(&mut prompt, order, outline);
    add_order(&mut prompt, order);
    add_body(&mut prompt, body);
    frame(brief, prompt, "labels", forms::labels(), 150)
}

/// The descriptions of the metadata fields.
pub(super) fn label_lines() -> String {
    format!(
        "`title`; `meta_title`, for results pages, a complete phrase of {TITLE_BEST_FROM} to {TITLE_MOST} characters; \
         `meta_description`, {DESCRIPTION_BEST_FROM} to {DESCRIPTION_BEST_TO} characters that say what the reader gets; `excerpt`, two \
         sentences. The search query stands in title, results title and description, as near to the beginning as reads well. Promise \
         only what the article keeps, and name something concrete from it. No citations."
    )
}

pub(super) fn add_working_title(prompt: &mut String, order: &ArticleInput, outline: &Outline) {
    let (name, title) = match &order.title {
        Some(title) => ("The customer's title, to be kept as it is", title),
        None => ("Working title", &outline.title),
    };
    let _ = writeln!(prompt, "{name}: {}", data::marked(title));
}

fn frame(
    brief: &Brief<'_>,
    prompt: String,
    form_name: &'static str,
    schema: serde_json::Value,
    words: u32,
) -> Prompt {
    let max_tokens = voice::tokens(words, brief.order.language);
    Prompt { system: voice::system(brief), prompt, form_name, schema, max_tokens }
}

/// The passages that answer the questions: those that the brief names for them, and those that match their
/// words.
pub(super) fn answering(brief: &Brief<'_>, outline: &Outline) -> Vec<PassageId> {
    let (order, research) = (brief.order, brief.research);
    let index = Index::of(&research.passages, order.language);
    let lines: Vec<Vec<Hit>> = outline
        .questions
        .iter()
        .map(|question| {
            let asked = research.brief.iter().flat_map(|brief| brief.all_questions());
            let known = asked.filter(|asked| asked.text.eq_ignore_ascii_case(question));
            let named = known.flat_map(|asked| &asked.evidence);
            let place = |id: &PassageId| research.passages.iter().position(|passage| passage.id == *id);
            let named = named.filter_map(place).map(|passage| Hit { passage, score: f64::MAX });
            let words = seo::questions::without_asking(question, order.language);
            let query = Query::new(&words, order.language).with(&order.focus_keyword, QUERY);
            named.chain(index.search(&query)).take(PER_QUESTION).collect()
        })
        .collect();
    let chosen = share_out(&index, &research.passages, &lines, ANSWERS);
    chosen.into_iter().map(|passage| research.passages[passage].id).collect()
}

/// The whole body, with its citations.
fn add_body(prompt: &mut String, body: &Article) {
    data::add(prompt, "Body", &crate::present::article(body));
}
