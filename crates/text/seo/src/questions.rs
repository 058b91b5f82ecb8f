//! Questions on pages with their answers: headings, leads and marked-up FAQs.

mod wording;

use domain::locale::Language;
use domain::search::AskedQuestion;

use crate::dom::{push_collapsed, push_space};
use crate::page::{Block, BlockKind, Page};
use crate::words;

pub use wording::is_question;
pub(crate) use wording::{Asks, asking_words, asks};

/// The longest question, in words.
const MAX_WORDS: u32 = 25;
/// The length of an excerpt of an answer, in characters.
const ANSWER: usize = 300;
/// The most questions of one page.
const MAX_QUESTIONS: usize = 40;

/// The questions of a page with their answers, in order and without duplicates.
#[must_use]
pub fn in_page(page: &Page) -> Vec<AskedQuestion> {
    let language = page.language.unwrap_or_default();
    let mut found = Found::default();
    for (index, block) in page.content.iter().enumerate() {
        if is_asking(block, language) {
            found.add(without_number(&block.text), answer(&page.content[index + 1..]), &page.url);
        }
    }
    for entry in &page.faq {
        found.add(&entry.question, entry.answer.as_deref().and_then(beginning), &page.url);
    }
    found.questions
}

#[derive(Default)]
struct Found {
    questions: Vec<AskedQuestion>,
    known: std::collections::HashMap<String, usize>,
}

impl Found {
    fn add(&mut self, question: &str, answer: Option<String>, url: &str) {
        let key: Vec<String> = words::split(&words::normalise(question)).map(str::to_owned).collect();
        if let Some(index) = self.known.get(&key.join(" ")) {
            let known = &mut self.questions[*index];
            known.answer = known.answer.take().or(answer);
            return;
        }
        if key.is_empty() || self.questions.len() >= MAX_QUESTIONS {
            return;
        }
        self.known.insert(key.join(" "), self.questions.len());
        let (question, source_url) = (question.to_owned(), Some(url.to_owned()));
        self.questions.push(AskedQuestion { question, answer, source_url });
    }
}

/// A question without its question words: `does it keep` of `How long does it keep?`
#[must_use]
pub fn without_asking(question: &str, language: Language) -> String {
    let normal = words::normalise(question);
    let all: Vec<&str> = words::split(&normal).collect();
    let asking = asking_words(&all, language);
    let rest = all.iter().enumerate().filter(|(index, _)| !asking.contains(index));
    rest.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

fn is_asking(block: &Block, language: Language) -> bool {
    let form = match block.kind {
        BlockKind::Heading(_) => is_question(without_number(&block.text), language),
        BlockKind::Lead => block.text.ends_with(['?', '？']),
        _ => false,
    };
    form && words::count(&block.text) <= MAX_WORDS
}

/// A heading without a leading number: `3. Is it safe?`
pub(crate) fn without_number(heading: &str) -> &str {
    // Appendices have letters: `E.21.3. Changes`.
    let heading = match heading.as_bytes() {
        [b'A'..=b'Z', b'.', digit, ..] if digit.is_ascii_digit() => &heading[2..],
        _ => heading,
    };
    let rest = heading.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let rest = if rest.len() == heading.len() {
        heading
    } else {
        rest.trim_start_matches([')', ':', '-', '–', '/', ' '])
    };
    let numbered = rest.len() < heading.len()
        && heading[..heading.len() - rest.len()].contains(['.', ')', ':', '-', '–', '/']);
    if numbered && !rest.is_empty() { rest.trim() } else { heading.trim() }
}

/// The text up to the next heading or lead.
fn answer(following: &[Block]) -> Option<String> {
    let mut text = String::new();
    for block in following {
        let ends = matches!(block.kind, BlockKind::Heading(_) | BlockKind::Lead) || text.len() > 4 * ANSWER;
        // A table is an answer only if there is no other text.
        if ends || (matches!(block.kind, BlockKind::Cell { .. }) && !text.is_empty()) {
            break;
        }
        push_space(&mut text);
        push_collapsed(&mut text, &block.text);
    }
    beginning(&text)
}

/// The first sentences, as many as fit.
pub(crate) fn beginning(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let Some((cut, _)) = text.char_indices().nth(ANSWER) else { return Some(text.to_owned()) };
    let start = &text[..cut];
    let sentence = start.char_indices().rev().find(|(index, letter)| ends_sentence(&text[*index..], *letter));
    if let Some((index, letter)) = sentence
        && index > cut / 3
    {
        return Some(start[..index + letter.len_utf8()].to_owned());
    }
    let word = start.rfind(char::is_whitespace).unwrap_or(cut);
    Some(format!("{}…", start[..word].trim_end()))
}

fn ends_sentence(from: &str, letter: char) -> bool {
    match letter {
        '。' | '！' | '？' => true,
        '.' | '!' | '?' => from[1..].starts_with(char::is_whitespace),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn questions(html: &str) -> Vec<(String, Option<String>)> {
        let page = Page::read(html, &Url::parse("https://example.com/").unwrap());
        in_page(&page).into_iter().map(|asked| (asked.question, asked.answer)).collect()
    }

    #[test]
    fn headings_leads_and_faqs_ask() {
        let found = questions(
            r#"<main><h2>How long does it keep?</h2><p>Two weeks.</p><p>In the fridge.</p>
            <h2>Equipment</h2><p>A jar.</p><details><summary>Is it strong?</summary>Rather.</details>
            <h3>3. Tại sao nên ủ lạnh</h3><p>Vì ít chua.</p></main>
            <script type="application/ld+json">{"@type":"FAQPage","mainEntity":[
              {"@type":"Question","name":"Is it strong?","acceptedAnswer":{"text":"Yes."}},
              {"@type":"Question","name":"Can I heat it?","acceptedAnswer":{"@type":"Answer","text":"<p>Yes, gently.</p>"}}]}
            </script>"#,
        );
        let expected = [
            ("How long does it keep?", Some("Two weeks. In the fridge.")),
            ("Is it strong?", Some("Rather.")),
            ("Can I heat it?", Some("Yes, gently.")),
        ];
        assert_eq!(
            found,
            expected.map(|(question, answer)| (question.to_owned(), answer.map(str::to_owned)))
        );
    }

    #[test]
    fn long_answers_end_with_a_sentence() {
        let long = "A sentence of some length stands here. ".repeat(20);
        let answer = beginning(&long).unwrap();
        assert!(answer.chars().count() <= ANSWER && answer.ends_with("here."), "{answer}");
        let endless = beginning(&"word ".repeat(200)).unwrap();
        assert!(endless.ends_with("word…"), "{endless}");
        assert_eq!(beginning("  "), None);
    }

    #[test]
    fn numbers_before_headings_are_no_part_of_them() {
        assert_eq!(without_number("3. Is it safe?"), "Is it safe?");
        assert_eq!(without_number("2.1) Storage"), "Storage");
        assert_eq!(without_number("10 best grinders"), "10 best grinders");
        assert_eq!(without_number("2024"), "2024");
        assert_eq!(without_number("E.21.3. Changes"), "Changes");
    }
}
