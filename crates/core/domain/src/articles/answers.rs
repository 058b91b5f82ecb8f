//! A customer's answers to the questions of a content brief, as notes to write an article from.

use serde::{Deserialize, Serialize};

use super::brief::ContentBrief;

/// The most answers to one brief.
pub const MOST_ANSWERS: usize = 100;
/// The longest answer, in characters.
pub const LONGEST_ANSWER: usize = 10_000;

/// An answer to one question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefAnswer {
    /// The question's id in the brief.
    pub question: String,
    /// The answer, plain or Markdown.
    pub text: String,
}

/// The answers as Markdown. Each section heading is followed by the answers to its questions; the other
/// questions are headings of their own. Sections without an answer are left out.
#[must_use]
pub fn notes(brief: &ContentBrief, answers: &[BriefAnswer]) -> String {
    let answer = |id: &str| {
        let text = answers.iter().find(|answer| answer.question == id).map(|answer| answer.text.trim());
        text.filter(|text| !text.is_empty())
    };
    let mut parts: Vec<String> = Vec::new();
    for section in &brief.sections {
        let texts: Vec<&str> = section.questions.iter().filter_map(|question| answer(&question.id)).collect();
        if !texts.is_empty() {
            parts.push(format!("## {}\n\n{}", section.heading, texts.join("\n\n")));
        }
    }
    let others = brief.questions.iter().filter_map(|question| Some((question, answer(&question.id)?)));
    parts.extend(others.map(|(question, text)| format!("## {}\n\n{text}", question.text)));
    parts.join("\n\n")
}
