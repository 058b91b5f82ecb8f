//! Answers to the questions of a brief, as notes that an article can be made from.

use domain::articles::brief::ContentBrief;
use domain::articles::order::SourceOrder;

/// The notes that answers make: each section with its answers in the order of the brief, then the other questions. Nothing if nobody
/// answered. Answers go with the id of their question; unknown ids and empty answers are left out.
#[must_use]
pub fn notes(brief: &ContentBrief, answers: &[(String, String)]) -> Option<SourceOrder> {
    let answer = |id: &str| {
        let found = answers.iter().find(|(known, _)| known == id);
        found.map(|(_, answer)| answer.trim()).filter(|answer| !answer.is_empty())
    };
    let mut text = String::new();
    for section in &brief.sections {
        let given: Vec<&str> = section.questions.iter().filter_map(|question| answer(&question.id)).collect();
        if !given.is_empty() {
            text.push_str(&format!("## {}\n\n{}\n\n", section.heading, given.join("\n\n")));
        }
    }
    for question in &brief.questions {
        if let Some(given) = answer(&question.id) {
            text.push_str(&format!("## {}\n\n{given}\n\n", question.text));
        }
    }
    (!text.is_empty()).then(|| SourceOrder::Text {
        title: brief.titles.first().map(|title| title.text.clone()),
        text: text.trim_end().to_owned(),
    })
}
