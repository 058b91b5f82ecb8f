//! The prompt for the outline of an article, from its content brief.

use std::fmt::Write as _;

use domain::articles::brief::{Agreement, ContentBrief, FactGroup, RankingPage};
use domain::articles::passages::PassageId;

use super::sources::{MOST_OF_SECTION, within};
use super::{Brief, MOST_HINTS, Prompt, add_evidence, add_order, data, form, forms, voice};
use crate::planning::{body_words, most_sections, question_count, section_count};

/// The most subsections of a section, unless the customer requests more.
const MOST_SUBSECTIONS: usize = 3;
/// Sections are divided from the first length on, and divided twice from the second.
const DIVIDED: u32 = 1_400;
const DEEP: u32 = 3_000;
/// The most pages whose headings are shown, and the most headings of each.
const MOST_PAGES: usize = 8;
const MOST_HEADINGS: usize = 14;
const MOST_FACTS: usize = 40;

/// The prompt for an outline.
#[must_use]
pub fn outline(brief: &Brief<'_>) -> Prompt {
    let order = brief.order;
    let wanted = &order.outline;
    let count = if wanted.is_empty() { section_count(order.words) } else { wanted.len() };
    let divided = order.words >= DIVIDED;
    let below = wanted.iter().map(|heading| heading.children.len()).max().unwrap_or(0);
    let below = below.max(if divided { MOST_SUBSECTIONS } else { 0 });
    let most = if wanted.is_empty() { most_sections(order.words) } else { count };
    let sections = if count == most { format!("exactly {count}") } else { format!("{count} to {most}") };
    let mut prompt = format!(
        "Plan an article of {} on the search query below. Think first of the people who search for it: the situations that they are in, \
         the cases in which the answer is different, what they must find out, decide and do, what they will want to work out, and how \
         they check the result. Plan for them, not by the order of the pages. Decide what the article says in one sentence (`thesis`) \
         and what the reader can do or decide afterwards (`takeaway`). Then propose {sections} main sections, one for each thing that a \
         reader looks for, in the order in which they need them. For each section give a short, specific heading; its purpose; the form \
         that fits it; how many words it needs, of about {} for all (a table takes about 12 words a row); \
         two to five points, each a complete statement with the figures, names and commands that belong to it, not a topic; the ideas \
         and the customer's instructions that only this section covers (`owns`), so that nothing is said twice; and the marks of the \
         passages that it rests on. What belongs together, such as all steps of a schedule or all settings, stands in one section.",
        voice::words(order.words, order.language),
        body_words(order.words),
    );
    prompt.push_str(match order.words {
        ..DIVIDED => " The article is too short for subsections.",
        DIVIDED..DEEP => {
            " Give the one or two sections with most to say, of 250 words or more, two or three subsections each, and the others none; put \
             each point under the heading that will say it."
        }
        DEEP.. => {
            " Give a section two or three subsections where its subject divides naturally, otherwise none; put each point under the heading \
             that will say it. In every third section divide one subsection once more, into two or three parts."
        }
    });
    let _ = writeln!(
        prompt,
        " Leave out introduction, conclusion and FAQ; they are written later. For the FAQ give {questions} questions: first those of the customer \
         and of searchers, if any are listed below, then others that people ask and that the sections leave open. The title holds the query \
         and promises only what the article keeps.",
        questions = question_count(order.words)
    );
    prompt.push_str(EXAMPLE);
    let images = usize::try_from(order.images).unwrap_or(0);
    if images > 0 {
        let _ = writeln!(
            prompt,
            "Propose {images} image(s), the first for the place below the title (section 0), the others for the sections that gain most by one. \
             The subject of an image is a thing, named by a noun, and what stands beside it: \"a kettle on a stove\", not an idea and no text."
        );
    }
    add_order(&mut prompt, order);
    let headings = wanted.iter().map(|heading| heading.heading.as_str());
    data::add_list(&mut prompt, "Headings that the customer wants, to be kept as they are", headings);
    let mut shown: Vec<PassageId> = Vec::new();
    if let Some(content) = &brief.research.brief {
        add_brief(&mut prompt, content);
        shown = within(brief, brief.tokens.outline).into_iter().map(|passage| passage.id).collect();
    }
    add_evidence(&mut prompt, brief, &shown);
    Prompt {
        system: voice::system(brief),
        prompt,
        form_name: "outline",
        schema: forms::outline((count, most), below, order.words >= DEEP || !wanted.is_empty(), images),
        max_tokens: voice::tokens(1_600, order.language),
    }
}

const EXAMPLE: &str = "\
Example of a good point, on another topic: \"With hard water a kettle needs descaling every six weeks, with soft water twice a year\". A \
bad one: \"explain how often to descale\".\n";

/// The known facts about the query: search intent, suitable form, and the topics that ranking pages have and
/// lack.
fn add_brief(prompt: &mut String, content: &ContentBrief) {
    let _ = writeln!(
        prompt,
        "\nWhat searchers want: {}. {}",
        content.intent.primary.as_str(),
        data::line(&content.query_type_reason)
    );
    let _ = writeln!(prompt, "The form that fits: {}", data::line(&content.form));
    let _ = writeln!(prompt, "What the opening must do: {}", data::line(&content.opening));
    prompt.push_str("\nA first outline, made by rule from the ranking pages; improve on it where you can:\n");
    for section in &content.sections {
        let marks: Vec<String> =
            section.evidence.iter().take(MOST_OF_SECTION).map(|id| format!("[E{}]", id.0)).collect();
        let _ = writeln!(
            prompt,
            "- {} ({}). {} {}",
            data::marked(&section.heading),
            form(section.form),
            data::line(&section.purpose),
            marks.concat()
        );
    }
    let pages = content.pages.iter().filter(|page| page.source.is_some()).take(MOST_PAGES);
    let pages: Vec<&RankingPage> = pages.collect();
    if !pages.is_empty() {
        prompt.push_str("\nRanking pages with their headings:\n");
    }
    for page in pages {
        let headings: Vec<String> =
            page.headings.iter().take(MOST_HEADINGS).map(|heading| data::line(&heading.text)).collect();
        let headings = data::marked(&headings.join(" | "));
        let _ = writeln!(prompt, "{}. {}: {headings}", page.position, data::marked(&page.title));
    }
    add_facts(prompt, &content.facts);
    let gaps = content.gaps.iter().take(MOST_HINTS).map(|gap| gap.topic.as_str());
    data::add_list(prompt, "What ranking pages lack", gaps);
    let questions = content.all_questions().filter(|question| question.origin.is_asked());
    data::add_list(
        prompt,
        "Questions that people ask",
        questions.take(MOST_HINTS).map(|question| question.text.as_str()),
    );
    let terms: Vec<String> =
        content.terms.iter().take(MOST_HINTS).map(|term| data::line(&term.text)).collect();
    if !terms.is_empty() {
        let _ = writeln!(
            prompt,
            "\nTerms that writers who know the topic use: {}",
            data::marked(&terms.join(", "))
        );
    }
}

fn add_facts(prompt: &mut String, facts: &[FactGroup]) {
    if facts.is_empty() {
        return;
    }
    prompt.push_str("\nFacts on the pages, with the passages that give them:\n");
    for fact in facts.iter().take(MOST_FACTS) {
        let value = |value: &domain::articles::brief::FactValue| {
            format!("{} [E{}]", data::line(&value.value), value.passage.0)
        };
        let values: Vec<String> = fact.values.iter().map(value).collect();
        let differ = if fact.agreement == Agreement::Differ { " (sources differ)" } else { "" };
        let _ = writeln!(prompt, "- {}: {}{differ}", data::marked(&fact.about), values.join("; "));
    }
}
