//! Checks of how well an article can be quoted: questions, answers, sources.

use domain::locale::Language;
use seo::questions::is_question;
use seo::words;

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::document::{Block, BlockKind, Document, Target};
use crate::facts::Facts;

use super::article::{self, NO_ARTICLE};
use super::figures::counted;

/// How many blocks after a heading may hold the answer: a date, a name or an image may come between.
const NEAREST: usize = 5;
/// The shortest block that counts as an answer, in words.
const SHORTEST_ANSWER: u32 = 6;
/// The longest first sentence of a quick answer, in words.
const LONGEST_SENTENCE: u32 = 50;
/// Articles with fewer sections don't need questions.
const FEWEST_SECTIONS: usize = 4;
const SHORTEST_GUIDE: usize = 600;
/// The shortest paragraph below a heading that begins a section, in bytes.
const SHORTEST_SECTION: usize = 80;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "ai.answer_first",
        category: Category::AiSearch,
        severity: Severity::Low,
        expects: "Questions in headings are answered in the first sentence below them",
        fix: "Begin the text below the heading with the answer in one or two short sentences, and explain after that.",
        needs: Needs::Markup,
        run: answer_first,
    },
    Check {
        id: "ai.question_headings",
        category: Category::AiSearch,
        severity: Severity::Low,
        expects: "Some subheadings are questions that readers have",
        fix: "Word a few subheadings as the questions that people type or say, such as “How long does cold brew keep?”.",
        needs: Needs::Markup,
        run: question_headings,
    },
    Check {
        id: "ai.citations",
        category: Category::AiSearch,
        severity: Severity::Low,
        expects: "An article links to its sources",
        fix: "Link figures and claims to where they come from: studies, standards, official pages.",
        needs: Needs::Markup,
        run: citations,
    },
];

/// Why the text below a question is no quick answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delay {
    Filler,
    Question,
    Long,
}

impl Delay {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Filler => "the text begins with an introduction",
            Self::Question => "the text begins with another question",
            Self::Long => "the first sentence is very long",
        }
    }
}

fn answer_first(facts: &Facts<'_>) -> Outcome {
    if !article::is_article(facts) {
        return Outcome::skipped(NO_ARTICLE);
    }
    let document = facts.document;
    let language = document.language().unwrap_or_default();
    let blocks: Vec<&Block> = document.text.main_blocks().collect();
    let questions: Vec<(&Block, &str)> = (0..blocks.len())
        .filter(|index| matches!(blocks[*index].kind, BlockKind::Heading(1..=3)))
        .filter(|index| is_question(document.text.of(blocks[*index]), language))
        .filter_map(|index| Some((blocks[index], text_below(document, &blocks[index + 1..])?)))
        .collect();
    if questions.is_empty() {
        return Outcome::skipped("no heading with text below it asks a question");
    }
    let asked = questions.len();
    let delayed =
        questions.into_iter().filter_map(|(question, text)| Some((question, delay(text, language)?)));
    Outcome::of_each(
        delayed,
        |(block, delay)| document.evidence(block.node).detailed(delay.as_str()),
        |count| {
            let questions = counted(asked, "question", "questions");
            let verb = if count == 1 { "is" } else { "are" };
            format!("Of {questions} in headings, {count} {verb} not answered in the first sentence.")
        },
    )
}

/// The first long enough text between a heading and the next heading; `after` is what follows the heading.
fn text_below<'a>(document: &'a Document, after: &[&Block]) -> Option<&'a str> {
    let section = after.iter().take(NEAREST).take_while(|block| !matches!(block.kind, BlockKind::Heading(_)));
    section.map(|block| document.text.of(block)).find(|text| words::count(text) >= SHORTEST_ANSWER)
}

/// What delays an answer, if anything.
fn delay(answer: &str, language: Language) -> Option<Delay> {
    let first = prose::sentences::split(answer, language).first().copied()?;
    let normal = words::normalise(first);
    if normal.ends_with(['?', '？']) {
        return Some(Delay::Question);
    }
    if FILLERS.iter().any(|filler| normal.starts_with(filler)) {
        return Some(Delay::Filler);
    }
    (words::count(first) > LONGEST_SENTENCE).then_some(Delay::Long)
}

/// How texts begin that announce their content instead of stating it.
#[rustfmt::skip]
const FILLERS: [&str; 34] = [
    "in this article", "in this post", "in this guide", "in this section", "in today's", "before we", "let's ", "let us ",
    "have you ever", "if you have ever", "if you've ever", "are you looking", "welcome to", "we all know", "as we all know",
    "as you may know", "great question", "many people wonder", "many people ask", "you may be wondering", "you might be wondering",
    "it's no secret", "it is no secret", "nowadays",
    "trong bài viết này", "trong bài này", "hãy cùng", "cùng tìm hiểu", "như các bạn đã biết", "như chúng ta đã biết",
    "chắc hẳn", "hẳn là bạn", "trước khi tìm hiểu", "ngày nay,",
];

fn question_headings(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    if !article::is_article(facts) || document.text.word_count() < SHORTEST_GUIDE {
        return Outcome::skipped("the page is no long article");
    }
    let Some(language) = document.language().filter(|language| words::has_list(*language)) else {
        return Outcome::skipped("questions are known in English and Vietnamese only");
    };
    let headings = sections(document);
    let asks = |block: &&Block| asks(document.text.of(block), language);
    if headings.len() < FEWEST_SECTIONS || headings.iter().any(asks) {
        return Outcome::Passed;
    }
    let evidence = headings.iter().take(3).map(|block| document.evidence(block.node)).collect();
    let message =
        format!("None of the {} subheadings asks a question that readers may have.", headings.len());
    Outcome::Found(Finding { evidence, ..Finding::new(message) })
}

/// The subheadings with running text below them. Boxes for signing in, sharing and so on have headings, too.
fn sections(document: &Document) -> Vec<&Block> {
    let blocks: Vec<&Block> = document.text.main_blocks().collect();
    let begins = |pair: &[&Block]| {
        matches!(pair[0].kind, BlockKind::Heading(2..=3))
            && pair[1].kind == BlockKind::Paragraph
            && document.text.of(pair[1]).len() >= SHORTEST_SECTION
    };
    blocks.windows(2).filter(|pair| begins(pair)).map(|pair| pair[0]).collect()
}

/// Words of headings that are questions or promise an answer: users also search for “How to store it”.
const ASKING: [&str; 19] = [
    "how", "what", "why", "when", "where", "who", "which", "can", "should", "is", "are", "does", "do",
    "cách", "vì", "tại", "khi", "có", "làm",
];

fn asks(heading: &str, language: Language) -> bool {
    let normal = words::normalise(heading);
    let first = words::split(&normal).find(|word| !word.chars().all(|letter| letter.is_ascii_digit()));
    is_question(heading, language) || first.is_some_and(|word| ASKING.contains(&word))
}

/// Hosts that articles link to for sharing, not as sources.
const SHARING: [&str; 14] = [
    "facebook.com",
    "twitter.com",
    "x.com",
    "linkedin.com",
    "pinterest.com",
    "reddit.com",
    "t.me",
    "telegram.me",
    "wa.me",
    "whatsapp.com",
    "instagram.com",
    "zalo.me",
    "threads.net",
    "tiktok.com",
];

fn citations(facts: &Facts<'_>) -> Outcome {
    if !article::is_article(facts) {
        return Outcome::skipped(NO_ARTICLE);
    }
    let document = facts.document;
    let is_sharing = |host: &str| {
        SHARING
            .iter()
            .any(|known| host == *known || host.strip_suffix(known).is_some_and(|rest| rest.ends_with('.')))
    };
    let cites = document.anchors.iter().any(|anchor| match &anchor.target {
        Target::External(url) => {
            !anchor.in_furniture && !anchor.has_rel("sponsored") && !url.host_str().is_some_and(is_sharing)
        }
        _ => false,
    });
    let finding = (!cites).then(|| {
        let words = document.text.word_count();
        Finding::new(format!("The article has {words} words and no link to a source on another site."))
    });
    Outcome::of(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_at_once_or_late() {
        let english = |text: &str| delay(text, Language::ENGLISH);
        assert_eq!(english("It keeps for a week in the fridge. In this article we show more."), None);
        assert_eq!(english("In this article, we look at how long it keeps."), Some(Delay::Filler));
        assert_eq!(english("Have you tasted it? It keeps for a week."), Some(Delay::Question));
        assert_eq!(english(&"very ".repeat(51)), Some(Delay::Long));
        assert_eq!(delay("Hãy cùng tìm hiểu nhé.", Language::VIETNAMESE), Some(Delay::Filler));
    }

    #[test]
    fn headings_ask_with_and_without_marks() {
        for heading in [
            "How to store it",
            "2. Why is it sweet?",
            "Is it strong",
            "Cách pha cà phê",
            "Cà phê ủ lạnh là gì",
        ] {
            assert!(
                asks(heading, if heading.is_ascii() { Language::ENGLISH } else { Language::VIETNAMESE }),
                "{heading}"
            );
        }
        assert!(!asks("Storage", Language::ENGLISH) && !asks("Bảo quản", Language::VIETNAMESE));
    }
}
