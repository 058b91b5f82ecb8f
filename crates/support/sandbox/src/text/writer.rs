//! Writes parts of articles like an obedient model: from its notebook on the topic, with the requested
//! length, and with marks of the evidence for its sentences. Without evidence, it uses no figures except
//! those of the prompt.

use serde_json::{Value, json};

use super::assignment::{Assignment, PlanLine, Task, grades, no_second_draft, revision};
use super::first_draft::first_draft;
use super::given::Given;
use super::library::split;
use super::sample::Sample;
use crate::folding::{content_words, likeness, normalised};
use crate::web::{Notebook, Passage, Piece, Topic, Web, guessed_language};

/// The similarity that a question needs to a question in the notebook.
const SAME_QUESTION: f64 = 0.6;
/// The text before a passage that is to be rewritten.
const PRESENT_TEXT: &str = "Present text:";
/// The fewest words of a shortened paragraph.
const SHORTEST_PARAGRAPH: usize = 20;
/// How many words too long a list may be.
const LIST_OVERHANG: usize = 20;
/// The maximum number of subsections that are distinguished.
const MOST_CHILDREN: usize = 6;

/// The response to an editor's prompt; `None` for other prompts. Queries without a topic get sample text, in
/// the language that the editor requests.
pub(super) fn answer(
    schema: &Value,
    web: &Web,
    prompt: &str,
    language: Option<&'static str>,
) -> Option<Value> {
    let assignment = Assignment::read(schema, prompt)?;
    let query = assignment.query.as_str();
    let Some(topic) = web.topic_of(query) else {
        let language = language.unwrap_or_else(|| guessed_language(query));
        let again = prompt.split_once(PRESENT_TEXT).map(|(_, present)| present);
        return Some(Sample::new(language, query, again).answer(&assignment.task));
    };
    let other_query = (!topic.is_about(&normalised(query))).then_some(OtherQuery { query, topic });
    let given = Given { prompt, evidence: &assignment.evidence };
    let writer = Writer { notebook: &topic.notebook, given, other_query };
    Some(writer.answer(&assignment.task))
}

struct Writer<'a> {
    notebook: &'a Notebook,
    given: Given<'a>,
    /// The query, if it differs from the topic's own.
    other_query: Option<OtherQuery<'a>>,
}

/// A query that a topic answers although its text was written for another.
#[derive(Clone, Copy)]
struct OtherQuery<'a> {
    query: &'a str,
    topic: &'a Topic,
}

impl OtherQuery<'_> {
    /// A first sentence that states the query that the text was written for.
    fn notice(self) -> String {
        let (query, own) = (self.query, self.topic.query());
        if self.topic.language == "vi" {
            format!("Sandbox trả lời “{query}” bằng bài viết sẵn về “{own}”.")
        } else {
            format!("The sandbox answers “{query}” with its article on “{own}”.")
        }
    }
}

impl Writer<'_> {
    fn answer(&self, task: &Task) -> Value {
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
            Task::Questions { asked, least, .. } => self.questions(asked, *least),
            Task::Labels => self.labels(),
            Task::SecondDraft => no_second_draft(),
            Task::Revision(draft) => revision(&self.section(draft)["parts"]),
            Task::Grades { criteria, quote } => grades(criteria, quote),
        }
    }

    fn outline(&self, count: usize) -> Value {
        let sections: Vec<Value> =
            self.notebook.sections.iter().take(count).map(|passage| proposed(passage, 2)).collect();
        let questions: Vec<&String> = self.notebook.questions.iter().map(|(question, _)| question).collect();
        json!({ "title": self.label("title"), "sections": sections, "questions": questions })
    }

    fn section(&self, plan: &[PlanLine]) -> Value {
        let parts = plan.iter().map(|line| {
            let passage = self.passage_for(line, plan);
            let divided = plan.iter().any(|other| line.is_above(other));
            let mut pieces = match passage {
                Some(passage) if divided => passage.pieces.iter().collect(),
                Some(passage) => chosen(passage, line.words),
                None => Vec::new(),
            };
            // A repeated request needs a different text.
            if self.given.prompt.contains(PRESENT_TEXT) && pieces.len() > 1 {
                pieces.rotate_left(1);
            }
            json!({ "section": line.number, "blocks": self.blocks(&pieces, line.words) })
        });
        json!({ "parts": parts.collect::<Vec<_>>() })
    }

    /// The notebook's passage for a line of an outline, inside the passage for the line above it.
    fn passage_for(&self, line: &PlanLine, plan: &[PlanLine]) -> Option<&Passage> {
        match plan.iter().find(|other| other.is_above(line)) {
            None => nearest(&self.notebook.sections, &line.heading),
            Some(above) => nearest(&self.passage_for(above, plan)?.children, &line.heading),
        }
    }

    /// Pieces up to the number of words; the last one is cut after a sentence.
    fn blocks(&self, pieces: &[&Piece], words: usize) -> Vec<Value> {
        let mut left = words;
        let mut blocks = Vec::new();
        for piece in pieces {
            let Some((block, length)) = self.block(piece, left) else { continue };
            blocks.push(block);
            left = left.saturating_sub(length);
            if left < SHORTEST_PARAGRAPH {
                break;
            }
        }
        blocks
    }

    /// A piece within `room` words, with its length. Lists and tables are not cut, and may be slightly too
    /// long.
    fn block(&self, piece: &Piece, room: usize) -> Option<(Value, usize)> {
        let block = |kind: &str, text: &str, items: &[String], columns: &[String], rows: &[Vec<String>]| json!({ "kind": kind, "text": text, "items": items, "columns": columns, "rows": rows });
        match piece {
            Piece::Paragraph(text) => {
                let text = self.paragraph(text, room);
                let length = count(&text);
                (length > 0).then(|| (block("paragraph", &text, &[], &[], &[]), length))
            }
            Piece::Bullets(items) | Piece::Steps(items) => {
                let kind = if matches!(piece, Piece::Steps(_)) { "steps" } else { "bullets" };
                let (items, length) = self.items(items, room)?;
                Some((block(kind, "", &items, &[], &[]), length))
            }
            Piece::Table { columns, rows } => {
                let allowed = rows.iter().flatten().all(|cell| self.given.marked(cell).is_some());
                let length = rows.iter().flatten().map(|cell| count(cell)).sum();
                (allowed && length <= room + LIST_OVERHANG)
                    .then(|| (block("table", "", &[], columns, rows), length))
            }
        }
    }

    /// The items of a list with their length: whole, or the first sentence of each where that is too long.
    fn items(&self, items: &[String], room: usize) -> Option<(Vec<String>, usize)> {
        let brief: Vec<String> = items.iter().filter_map(|item| split(item).into_iter().next()).collect();
        [items, &brief].into_iter().find_map(|items| {
            let told = items.iter().map(|item| self.paragraph(item, usize::MAX));
            let told: Vec<String> = told.filter(|item| !item.is_empty()).collect();
            let length = told.iter().map(|item| count(item)).sum();
            (told.len() > 1 && length <= room + LIST_OVERHANG).then_some((told, length))
        })
    }

    /// The usable sentences of a text, with marks, as many as fit best into `room` words. A beginning without
    /// continuation is left out.
    fn paragraph(&self, text: &str, room: usize) -> String {
        let whole = count(text);
        let mut taken: Vec<String> = Vec::new();
        let mut length = 0;
        for sentence in split(text) {
            let Some(marked) = self.given.marked(&sentence) else { continue };
            let words = count(&sentence);
            let overshoot = (length + words).saturating_sub(room);
            if overshoot > words / 2 {
                break;
            }
            length += words;
            taken.push(marked);
        }
        if length < whole && length < SHORTEST_PARAGRAPH { String::new() } else { taken.join(" ") }
    }

    fn opening(&self, introduction: usize, conclusion: usize) -> Value {
        let (heading, closing) = &self.notebook.conclusion;
        let mut opening = self.paragraphs(&self.notebook.introduction, introduction);
        if let (Some(other), Some(first)) = (self.other_query, opening.first_mut()) {
            *first = format!("{} {first}", other.notice());
        }
        json!({
            "introduction": opening,
            "conclusion_heading": heading,
            "conclusion": self.paragraphs(closing, conclusion),
        })
    }

    fn paragraphs(&self, texts: &[String], words: usize) -> Vec<String> {
        let mut left = words;
        let mut paragraphs = Vec::new();
        for text in texts {
            let paragraph = self.paragraph(text, left);
            left = left.saturating_sub(count(&paragraph));
            if !paragraph.is_empty() {
                paragraphs.push(paragraph);
            }
            if left < SHORTEST_PARAGRAPH {
                break;
            }
        }
        paragraphs
    }

    fn questions(&self, asked: &[String], least: usize) -> Value {
        let known = &self.notebook.questions;
        let mut used = Vec::new();
        let mut items = Vec::new();
        for question in asked {
            let words = content_words(question);
            let near =
                |at: &usize| known.get(*at).map_or(0.0, |(one, _)| likeness(&words, &content_words(one)));
            let best = (0..known.len()).max_by(|one, other| near(one).total_cmp(&near(other)));
            if let Some(at) = best.filter(|at| near(at) >= SAME_QUESTION) {
                items.extend(self.answered(question, at));
                used.push(at);
            }
        }
        for (at, (question, _)) in known.iter().enumerate() {
            if items.len() < least && !used.contains(&at) {
                items.extend(self.answered(question, at));
            }
        }
        json!({ "heading": self.notebook.questions_heading, "items": items })
    }

    /// A question with one of the notebook's answers.
    fn answered(&self, question: &str, at: usize) -> Option<Value> {
        let answer = self.paragraph(&self.notebook.questions.get(at)?.1, usize::MAX);
        (!answer.is_empty()).then(|| json!({ "question": question, "answer": answer }))
    }

    fn labels(&self) -> Value {
        json!({
            "title": self.label("title"),
            "meta_title": self.label("meta-title"),
            "meta_description": self.label("description"),
            "excerpt": self.notebook.label("excerpt", None),
        })
    }

    fn label(&self, name: &'static str) -> String {
        self.notebook.label(name, self.other_query.map(|other| other.query))
    }
}

/// A passage as a section of an outline. The deepest sections are only headings.
fn proposed(passage: &Passage, level: u8) -> Value {
    const DEEPEST: u8 = 4;
    if level == DEEPEST {
        return json!({ "heading": passage.heading });
    }
    let children: Vec<Value> = passage.children.iter().map(|child| proposed(child, level + 1)).collect();
    json!({ "heading": passage.heading, "points": points(passage), "children": children })
}

/// The pieces of a passage for this number of words: its own and those of the subsections that fit best
/// together.
fn chosen(passage: &Passage, words: usize) -> Vec<&Piece> {
    let own = length(passage.pieces.iter());
    let children: Vec<Vec<&Piece>> = passage.children.iter().map(Passage::all_pieces).collect();
    let lengths: Vec<usize> = children.iter().map(|pieces| length(pieces.iter().copied())).collect();
    let taken = |set: u32, index: usize| set & (1 << index) != 0;
    let sum = |set: u32| {
        own + lengths
            .iter()
            .enumerate()
            .filter(|(index, _)| taken(set, *index))
            .map(|(_, length)| length)
            .sum::<usize>()
    };
    let sets = 0..(1_u32 << children.len().min(MOST_CHILDREN));
    // A text that is too long can be cut, one that is too short can't be extended.
    let instructs =
        |set: u32| children.iter().enumerate().any(|(index, pieces)| taken(set, index) && has_steps(pieces));
    let best =
        sets.min_by_key(|set| (sum(*set) < words, !instructs(*set), sum(*set).abs_diff(words))).unwrap_or(0);
    let below = children
        .into_iter()
        .enumerate()
        .filter(|(index, _)| taken(best, *index))
        .flat_map(|(_, pieces)| pieces);
    passage.pieces.iter().chain(below).collect()
}

fn has_steps(pieces: &[&Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Steps(_)))
}

fn length<'a>(pieces: impl Iterator<Item = &'a Piece>) -> usize {
    let words = |texts: &[String]| texts.iter().map(|text| count(text)).sum::<usize>();
    pieces
        .map(|piece| match piece {
            Piece::Paragraph(text) => count(text),
            Piece::Bullets(items) | Piece::Steps(items) => words(items),
            Piece::Table { rows, .. } => rows.iter().map(|row| words(row)).sum(),
        })
        .sum()
}

/// A passage summarised in two sentences.
fn points(passage: &Passage) -> Vec<String> {
    let texts = passage.all_pieces().into_iter().filter_map(|piece| match piece {
        Piece::Paragraph(text) => split(text).into_iter().next(),
        _ => None,
    });
    texts.take(2).collect()
}

/// The passage with this heading, or the most similar one.
fn nearest<'a>(passages: &'a [Passage], heading: &str) -> Option<&'a Passage> {
    let line = normalised(heading);
    let words = content_words(heading);
    let near = |passage: &Passage| {
        if normalised(&passage.heading) == line {
            return 2.0;
        }
        likeness(&words, &content_words(&passage.heading))
    };
    passages.iter().max_by(|one, other| near(one).total_cmp(&near(other)))
}

fn count(text: &str) -> usize {
    text.split_whitespace().filter(|word| !word.starts_with("[E")).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::given::figures;
    use crate::web::Web;

    fn call(property: &str, prompt: &str) -> Value {
        let schema = json!({ "properties": { property: {} } });
        answer(&schema, &Web::load().0, prompt, None).unwrap()
    }

    fn words(value: &Value) -> usize {
        match value {
            Value::String(text) => count(text),
            Value::Array(items) => items.iter().map(words).sum(),
            Value::Object(fields) => fields
                .iter()
                .filter(|(name, _)| !["kind", "section"].contains(&name.as_str()))
                .map(|(_, field)| words(field))
                .sum(),
            _ => 0,
        }
    }

    const QUERY: &str = "Search query: ⟦how to make cold brew coffee⟧";

    #[test]
    fn a_list_that_does_not_fit_is_told_in_brief() {
        let web = Web::load().0;
        let notebook = &web.topics()[0].notebook;
        let writer = Writer { notebook, given: Given { prompt: "", evidence: &[] }, other_query: None };
        let items = ["Grind the beans.", "Pour the water."]
            .map(|step| format!("{step} {}", "Take your time. ".repeat(9)));
        let whole = writer.items(&items, 80).unwrap();
        assert_eq!(whole.1, 60, "{whole:?}");
        let brief = writer.items(&items, 6).unwrap();
        assert_eq!(brief, (vec!["Grind the beans.".to_owned(), "Pour the water.".to_owned()], 6));
        assert_eq!(writer.items(&items[..1], 80), None, "one item is no list");
    }

    #[test]
    fn every_section_of_every_topic_can_be_written_to_length() {
        let web = Web::load().0;
        for topic in web.topics() {
            let notebook = &topic.notebook;
            assert!(notebook.sections.len() == 12 && notebook.questions.len() >= 8, "{}", topic.slug);
            let writer = Writer {
                notebook,
                given: Given { prompt: "", evidence: &[("[E1]".to_owned(), "x".to_owned())] },
                other_query: None,
            };
            for passage in &notebook.sections {
                for wanted in [280, 340, 380] {
                    let plan = [PlanLine {
                        number: "1".to_owned(),
                        heading: passage.heading.clone(),
                        words: wanted,
                    }];
                    let written = words(&writer.section(&plan));
                    assert!(
                        written.abs_diff(wanted) <= wanted / 4,
                        "{}: {}: {written} for {wanted}",
                        topic.slug,
                        passage.heading
                    );
                }
            }
        }
    }

    #[test]
    fn what_was_proposed_can_be_written() {
        let outline = call("sections", &format!("Then propose exactly 5 main sections\n{QUERY}"));
        let sections = outline["sections"].as_array().unwrap();
        assert_eq!(sections.len(), 5);
        let heading = sections[1]["heading"].as_str().unwrap();
        let prompt = format!(
            "{QUERY}\n2 | ⟦{heading}⟧ | about 300 words\n[E4] ⟦Coffee\nWas it measured on a scale or in cups⟧"
        );
        let section = call("parts", &prompt);
        assert_eq!(section["parts"][0]["section"], "2");
        assert!(section.to_string().contains("[E4]"), "{section}");
        let without = call("parts", &format!("{QUERY}\n2 | ⟦{heading}⟧ | about 300 words"));
        assert!(figures(&without["parts"][0]["blocks"].to_string()).next().is_none(), "{without}");
    }

    #[test]
    fn questions_are_answered_in_the_words_of_whoever_asks() {
        let asked = "Questions:\n- ⟦Why is my cold brew bitter?⟧\n- ⟦Who won the war?⟧\n";
        let faq = call("items", &format!("{asked}\n{QUERY}"));
        assert_eq!(faq["items"].as_array().unwrap().len(), 1);
        assert_eq!(faq["items"][0]["question"], "Why is my cold brew bitter?");
    }

    #[test]
    fn another_query_stands_in_titles_and_in_the_first_sentence() {
        let query = "Search query: ⟦cold brew ratio⟧";
        let labels = call("meta_title", query);
        assert!(labels["title"].as_str().unwrap().starts_with("Cold brew ratio"), "{labels}");
        let opening = call(
            "introduction",
            &format!("introduction in about 90 words, conclusion in about 80 words\n{query}"),
        );
        let first =
            "The sandbox answers “cold brew ratio” with its article on “how to make cold brew coffee”. ";
        assert!(opening["introduction"][0].as_str().unwrap().starts_with(first), "{opening}");
    }
}
