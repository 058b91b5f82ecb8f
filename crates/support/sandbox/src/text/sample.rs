//! Sample text for keywords without an article in the sandbox. It has the structure and the length of an
//! article and states in every section that it is a sample. It has no other content, shows the keyword only
//! as a keyword, has no figures and cites nothing.

mod clauses;
mod english;
mod vietnamese;
mod wording;

use domain::result_limits::{DESCRIPTION_BEST_TO, TITLE_MOST};
use serde_json::{Value, json};

use self::clauses::Clauses;
use self::wording::Wording;
use super::assignment::{PlanLine, Task, grades, no_second_draft, revision};
use super::first_draft::first_draft;

/// The number of items of a list and of rows of a table.
const ITEMS: usize = 4;
/// The number of words that a list needs beside its section's other text.
const ROOM_FOR_LIST: usize = 90;
/// The number of words of an answer.
const ANSWER: std::ops::RangeInclusive<usize> = 25..=60;
/// The number of subsections of each section.
const CHILDREN: usize = 3;
/// The index of the part after the last section.
const CONCLUSION: usize = 13;
const QUESTIONS: usize = 14;

/// Writes samples in one language.
pub(super) struct Sample<'a> {
    wording: &'static Wording,
    query: &'a str,
    /// The text that is to be rewritten.
    again: Option<&'a str>,
}

/// A sample of `count` sentences.
pub(super) fn sentences(language: &str, query: &str, count: usize) -> Vec<String> {
    let wording = wording_of(language);
    let mut clauses = Clauses::of_part(wording, query, 0, None);
    let notices = [wording.beginning, wording.behind_keyword].map(str::to_owned);
    notices.into_iter().chain(std::iter::repeat_with(|| clauses.sentence())).take(count).collect()
}

fn wording_of(language: &str) -> &'static Wording {
    if language == "vi" { &vietnamese::WORDING } else { &english::WORDING }
}

impl<'a> Sample<'a> {
    pub(super) fn new(language: &str, query: &'a str, again: Option<&'a str>) -> Self {
        Self { wording: wording_of(language), query, again }
    }

    pub(super) fn answer(&self, task: &Task) -> Value {
        match task {
            Task::FirstDraft { words, plan } => first_draft(
                *words,
                plan,
                |sections| self.outline(sections),
                |plan| self.section(plan),
                |introduction, conclusion| self.opening(introduction, conclusion),
            ),
            Task::Outline { sections } => self.outline(*sections),
            Task::Section(plan) => self.section(plan),
            Task::Opening { introduction, conclusion } => self.opening(*introduction, *conclusion),
            Task::Questions { asked, words, least } => {
                let more = least.saturating_sub(asked.len());
                let more = self.wording.questions.iter().map(|question| (*question).to_owned()).take(more);
                self.questions(&asked.iter().cloned().chain(more).collect::<Vec<_>>(), *words)
            }
            Task::Labels => self.labels(),
            Task::SecondDraft => no_second_draft(),
            Task::Revision(draft) => revision(&self.section(draft)["parts"]),
            Task::Grades { criteria, quote } => grades(criteria, quote),
        }
    }

    fn clauses(&self, part: usize) -> Clauses<'static> {
        Clauses::of_part(self.wording, self.query, part, self.again)
    }

    fn outline(&self, count: usize) -> Value {
        let names = self.wording.sections.iter().take(count).zip('A'..);
        let sections = names.enumerate().map(|(index, (name, letter))| {
            let children = (1..=CHILDREN).map(|number| {
                let heading = format!("{} {letter}{number}", self.wording.part);
                // In every third section, one part has parts of its own.
                let divided = index % 3 == 0 && number == 2;
                let below = ["a", "b"].iter().filter(|_| divided);
                let below: Vec<Value> =
                    below.map(|small| json!({ "heading": format!("{heading}{small}") })).collect();
                json!({ "heading": heading, "points": [], "children": below })
            });
            let children: Vec<Value> = children.collect();
            let heading = format!("{}: {name}", self.wording.section);
            json!({ "heading": heading, "points": [], "children": children })
        });
        let sections: Vec<Value> = sections.collect();
        json!({ "title": self.title(), "sections": sections, "questions": self.wording.questions })
    }

    fn section(&self, plan: &[PlanLine]) -> Value {
        let place = plan.first().map_or(1, PlanLine::place);
        let mut clauses = self.clauses(place);
        let parts = plan.iter().map(|line| {
            let is_top = !line.number.contains('.');
            let notice =
                if is_top { self.wording.notices[(place - 1) % self.wording.notices.len()] } else { "" };
            let listed = is_top && line.words >= ROOM_FOR_LIST;
            let list = listed.then(|| self.list(place, &mut clauses)).flatten();
            let left = line.words.saturating_sub(list.as_ref().map_or(0, |(_, words)| *words));
            let texts = clauses.paragraphs(notice, left);
            let mut blocks: Vec<Value> = texts.iter().map(|text| paragraph(text)).collect();
            if let Some((list, _)) = list {
                blocks.insert(1, list);
            }
            json!({ "section": line.number, "blocks": blocks })
        });
        json!({ "parts": parts.collect::<Vec<_>>() })
    }

    /// The list of a section beside paragraphs, with its number of words: bullets, steps and tables in turn.
    fn list(&self, place: usize, clauses: &mut Clauses<'_>) -> Option<(Value, usize)> {
        let kind = match place % 4 {
            2 => "bullets",
            3 => "steps",
            0 => "table",
            _ => return None,
        };
        if kind == "table" {
            let rows: Vec<_> = (0..ITEMS).map(|_| clauses.clause()).collect();
            let words = rows.iter().flatten().map(|cell| count(cell)).sum();
            let table = block(kind, "", &[], &self.wording.columns, &rows);
            return Some((table, words));
        }
        let items: Vec<String> = (0..ITEMS).map(|_| clauses.sentence()).collect();
        let words = items.iter().map(|item| count(item)).sum();
        Some((block(kind, "", &items, &[], &[]), words))
    }

    fn opening(&self, introduction: usize, conclusion: usize) -> Value {
        let Wording { beginning, keyword, behind_keyword, .. } = self.wording;
        let named = keyword.replace("{query}", &self.shown());
        let first = format!("{beginning} {named} {behind_keyword}");
        json!({
            "introduction": self.clauses(0).paragraphs(&first, introduction),
            "conclusion_heading": self.wording.ending_heading,
            "conclusion": self.clauses(CONCLUSION).paragraphs(self.wording.ending, conclusion),
        })
    }

    fn questions(&self, asked: &[String], words: usize) -> Value {
        let each = words.checked_div(asked.len()).unwrap_or(0).clamp(*ANSWER.start(), *ANSWER.end());
        let mut clauses = self.clauses(QUESTIONS);
        let beginnings = self.wording.answers.iter().cycle();
        let items = asked.iter().zip(beginnings).map(
            |(question, beginning)| json!({ "question": question, "answer": clauses.text(beginning, each) }),
        );
        let items: Vec<Value> = items.collect();
        json!({ "heading": self.wording.questions_heading, "items": items })
    }

    fn labels(&self) -> Value {
        json!({
            "title": self.title(),
            "meta_title": self.fitting(self.wording.meta_titles, TITLE_MOST),
            "meta_description": self.fitting(self.wording.descriptions, DESCRIPTION_BEST_TO),
            "excerpt": self.wording.excerpt,
        })
    }

    fn title(&self) -> String {
        self.wording.title.replace("{query}", &self.shown())
    }

    /// The keyword without characters that would be taken for markup.
    fn shown(&self) -> String {
        let plain = self.query.replace(['*', '[', ']', '`', '{', '}'], " ");
        let shown = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        if shown.is_empty() { self.wording.no_keyword.to_owned() } else { shown }
    }

    /// The longest text that fits; if none does, the shortest with the beginning of the keyword.
    fn fitting(&self, from_longest: &[&str], most: usize) -> String {
        let shown = self.shown();
        let texts: Vec<String> = from_longest.iter().map(|text| text.replace("{query}", &shown)).collect();
        let fitting = texts.iter().find(|text| columns(text) <= most);
        fitting.cloned().unwrap_or_else(|| cut(texts.last().unwrap_or(&shown), most))
    }
}

/// As much of a text as fits, up to the end of a word if possible, with an ellipsis.
fn cut(text: &str, most: usize) -> String {
    let mut beginning = String::new();
    for letter in text.chars() {
        if columns(&beginning) + columns(letter.encode_utf8(&mut [0; 4])) >= most {
            break;
        }
        beginning.push(letter);
    }
    let word = beginning.rfind(' ').filter(|end| *end > beginning.len() / 2).unwrap_or(beginning.len());
    format!("{}…", beginning[..word].trim_end())
}

/// The width of a text: letters of East Asian scripts and emoji take two columns.
fn columns(text: &str) -> usize {
    const WIDE: char = '\u{2e80}';
    text.chars().map(|letter| if letter < WIDE { 1 } else { 2 }).sum()
}

fn paragraph(text: &str) -> Value {
    block("paragraph", text, &[], &[], &[])
}

fn block(kind: &str, text: &str, items: &[String], columns: &[&str], rows: &[[&str; 3]]) -> Value {
    json!({ "kind": kind, "text": text, "items": items, "columns": columns, "rows": rows })
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::text::writer;
    use crate::web::Web;

    /// Keywords that are hard to put into a sentence, with their languages.
    fn keywords() -> Vec<(String, &'static str)> {
        let plain = [
            ("what is a roth ira", "en"),
            ("chứng chỉ quỹ là gì", "vi"),
            ("chung chi quy la gi", "vi"),
            ("cách làm nước mắm chấm", "vi"),
            ("postgres connection pooling", "en"),
            ("🪴", "en"),
            ("?!", "en"),
            ("**[E1]**", "en"),
            ("", "vi"),
            ("日本語の勉強", "en"),
        ];
        let long = format!("{}end", "long keyword ".repeat(9));
        assert_eq!(long.len(), 120);
        plain.into_iter().map(|(text, language)| (text.to_owned(), language)).chain([(long, "en")]).collect()
    }

    fn call(property: &str, prompt: &str, query: &str, language: &'static str) -> Value {
        let schema = json!({ "properties": { property: {} } });
        let prompt = format!("{prompt}\nSearch query: ⟦{query}⟧\n[E1] ⟦{query} costs 12 dollars a month.⟧");
        writer::answer(&schema, &Web::load().0, &prompt, Some(language)).unwrap()
    }

    fn texts(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Array(items) => {
                for item in items {
                    texts(item, found);
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    if name != "kind" && name != "section" {
                        texts(field, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// All texts of an article with this number of sections, each of 350 words.
    fn article(query: &str, language: &'static str, sections: usize) -> Vec<String> {
        let mut found = Vec::new();
        let opening = "introduction in about 130 words, conclusion in about 100 words";
        texts(&call("introduction", opening, query, language), &mut found);
        for number in 1..=sections {
            let plan = format!("{number} | ⟦x⟧ | about 200 words\n{number}.1 | ⟦y⟧ | about 150 words");
            texts(&call("parts", &plan, query, language), &mut found);
        }
        found
    }

    fn says_sample(text: &str) -> bool {
        let text = text.to_lowercase();
        ["sample", "filler", "mẫu", "lấp chỗ"].iter().any(|word| text.contains(word))
    }

    #[test]
    fn any_keyword_gets_a_text_that_says_it_is_a_sample() {
        for (query, language) in keywords() {
            let opening = call("introduction", "about 100 words, about 80 words", &query, language);
            let first = opening["introduction"][0].as_str().unwrap();
            let expected =
                if language == "vi" { "Đây là bài viết mẫu" } else { "This is a sample article" };
            assert!(first.starts_with(expected), "{query}: {first}");
            let all = article(&query, language, 4).join(" ");
            assert!(!all.contains("[E"), "{query}: no evidence is cited");
            assert!(!all.contains("12"), "{query}: no figure is taken from evidence");
            let shown = if query.chars().any(char::is_alphanumeric) { &*query } else { "?" };
            assert!(all.matches(shown).count() <= 1, "{query}: the keyword is named once, as a keyword");
        }
    }

    #[test]
    fn metadata_names_the_keyword_and_keeps_its_limits() {
        for (query, language) in keywords() {
            let labels = call("meta_title", "", &query, language);
            let text = |name: &str| labels[name].as_str().unwrap();
            for name in ["title", "meta_title", "meta_description", "excerpt"] {
                assert!(says_sample(text(name)), "{query}: {labels}");
            }
            assert!(text("meta_title").chars().count() <= TITLE_MOST, "{query}: {labels}");
            assert!(text("meta_description").chars().count() <= DESCRIPTION_BEST_TO, "{query}: {labels}");
            let fits = query.chars().count() < 40 && !query.contains('*');
            assert!(!fits || text("meta_title").contains(&query), "{query}: {labels}");
            assert!(query.contains('*') || text("meta_description").contains(&query), "{query}: {labels}");
        }
        let labels = call("meta_title", "", "postgres connection pooling", "en");
        assert_eq!(labels["title"], "Sample article: postgres connection pooling");
        assert_eq!(
            call("meta_title", "", "chứng chỉ quỹ là gì", "vi")["title"],
            "Bài mẫu: chứng chỉ quỹ là gì"
        );
        assert_eq!(call("meta_title", "", "", "en")["title"], "Sample article: no keyword");
    }

    #[test]
    fn an_outline_has_the_wanted_sections_with_different_headings() {
        for (language, count) in [("en", 4), ("vi", 12)] {
            let outline =
                call("sections", &format!("propose exactly {count} main sections"), "green tea", language);
            assert_eq!(outline["sections"].as_array().unwrap().len(), count);
            let mut headings = Vec::new();
            texts(&outline["sections"], &mut headings);
            assert!(headings.iter().all(|heading| says_sample(heading)), "{headings:?}");
            assert_eq!(headings.iter().collect::<HashSet<_>>().len(), headings.len(), "{headings:?}");
            assert_eq!(outline["questions"].as_array().unwrap().len(), 6);
        }
    }

    #[test]
    fn sections_have_their_length_and_their_form() {
        for (query, language) in keywords() {
            for (number, kind) in
                [(1, "paragraph"), (2, "bullets"), (3, "steps"), (4, "table"), (15, "steps")]
            {
                for words in [90, 280, 450] {
                    let plan = format!("{number} | ⟦x⟧ | about {words} words");
                    let section = call("parts", &plan, &query, language);
                    let blocks = section["parts"][0]["blocks"].as_array().unwrap();
                    let mut found = Vec::new();
                    texts(&section["parts"][0]["blocks"], &mut found);
                    let columns: usize = wording_of(language).columns.iter().map(|name| count(name)).sum();
                    let other = if kind == "table" { columns } else { 0 };
                    let written = found.iter().map(|text| count(text)).sum::<usize>() - other;
                    assert!(written.abs_diff(words) <= 8, "{query}: {written} for {words}");
                    assert!(blocks.iter().any(|block| block["kind"] == kind), "{query}: {section}");
                    assert!(blocks.len() <= 12, "{query}: {section}");
                }
            }
        }
    }

    #[test]
    fn a_long_sample_says_no_four_words_often() {
        for (query, language) in [("postgres connection pooling", "en"), ("chứng chỉ quỹ là gì", "vi")]
        {
            let text = article(query, language, 12).join(" ").to_lowercase();
            let words: Vec<&str> =
                text.split_whitespace().map(|word| word.trim_matches(['.', ',', ';'])).collect();
            assert!(words.len() > 4_000, "{}", words.len());
            let different: HashSet<&[&str]> = words.windows(4).collect();
            assert!(different.len() * 100 >= words.len() * 91, "{} of {}", different.len(), words.len());
        }
    }

    #[test]
    fn what_is_written_again_is_another_text() {
        let plan = "2 | ⟦x⟧ | about 200 words";
        let section = |prompt: &str| call("parts", prompt, "green tea", "en");
        let first = section(plan);
        let second = section(&format!("{plan}\nPresent text:\n⟦\n{first}\n⟧"));
        let third = section(&format!("{plan}\nPresent text:\n⟦\n{second}\n⟧"));
        assert!(first != second && second != third);
        assert_eq!(first, section(plan));
        assert_ne!(first, call("parts", plan, "black tea", "en"), "keywords have different texts");
    }

    #[test]
    fn questions_keep_their_words_and_get_sample_answers() {
        let asked = "in about 150 words\nQuestions:\n- ⟦What is green tea?⟧\n- ⟦Why?⟧\n- ⟦How?⟧";
        let faq = call("items", asked, "green tea", "en");
        let items = faq["items"].as_array().unwrap();
        assert_eq!((items.len(), &items[0]["question"]), (3, &json!("What is green tea?")));
        for item in items {
            let answer = item["answer"].as_str().unwrap();
            assert!((40..=55).contains(&count(answer)) && !answer.contains("green tea"), "{answer}");
        }
        assert_eq!(call("items", "Questions:", "green tea", "en")["items"], json!([]));
    }
}
