//! Parses an editor's prompt as far as a stand-in needs it. Data in prompts is between marks.

use serde_json::{Value, json};

const OPEN: char = '⟦';
const CLOSE: char = '⟧';

/// A task to write.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    pub(super) query: String,
    pub(super) task: Task,
    /// Marks of passages, each with one line of its passage.
    pub(super) evidence: Vec<(String, String)>,
}

/// The kind of task.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Task {
    Outline {
        sections: usize,
    },
    Section(Vec<PlanLine>),
    /// A whole article, with the headings of an outline if there is one.
    FirstDraft {
        words: usize,
        plan: Vec<PlanLine>,
    },
    Opening {
        introduction: usize,
        conclusion: usize,
    },
    /// Answers with this total number of words, and further questions up to a number.
    Questions {
        asked: Vec<String>,
        words: usize,
        least: usize,
    },
    Labels,
    /// A second draft of a finished article.
    SecondDraft,
    /// Changes of a finished article: these headings are rewritten if checks failed.
    Revision(Vec<PlanLine>),
    /// Grades by these criteria, each with a quote of the article.
    Grades {
        criteria: Vec<String>,
        quote: String,
    },
}

/// A line of a section's outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlanLine {
    pub(super) number: String,
    pub(super) heading: String,
    pub(super) words: usize,
}

impl PlanLine {
    /// The number of its second-level section, from 1.
    pub(super) fn place(&self) -> usize {
        leading_number(&self.number).unwrap_or(1).max(1)
    }

    /// Whether another line is one level below this one.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        let below = other.number.strip_prefix(&self.number).and_then(|rest| rest.strip_prefix('.'));
        below.is_some_and(|rest| !rest.contains('.'))
    }
}

impl Assignment {
    /// Parses a prompt with the schema of its response. `None` if it is not an editor's.
    pub(super) fn read(schema: &Value, prompt: &str) -> Option<Self> {
        let query = prompt.lines().find_map(|line| data(line.strip_prefix("Search query: ")?))?.to_owned();
        let has = |name: &str| schema["properties"].get(name).is_some();
        let task = if has("problems") && has("article") {
            Task::SecondDraft
        } else if has("article") {
            let words = prompt.split("It should have about ").nth(1).and_then(leading_number);
            let plan = prompt.lines().filter_map(plan_line).collect();
            Task::FirstDraft { words: words.unwrap_or(1_500), plan }
        } else if has("parts") {
            Task::Section(prompt.lines().filter_map(plan_line).collect())
        } else if has("sections") {
            let asked = prompt.split("propose ").nth(1).map(|asked| asked.trim_start_matches("exactly "));
            Task::Outline { sections: asked.and_then(leading_number).unwrap_or(4) }
        } else if has("introduction") {
            let mut lengths = prompt.split("about ").skip(1).filter_map(leading_number);
            let introduction = lengths.next().unwrap_or(100);
            Task::Opening { introduction, conclusion: lengths.next().unwrap_or(100) }
        } else if has("items") {
            let words = prompt.split("about ").nth(1).and_then(leading_number);
            let least = prompt.split("until there are ").nth(1).and_then(leading_number).unwrap_or(0);
            Task::Questions { asked: list(prompt, "Questions:"), words: words.unwrap_or(200), least }
        } else if has("edits") {
            let found = prompt.contains("\nWhat checks found:\n");
            Task::Revision(if found { draft_lines(prompt) } else { Vec::new() })
        } else if has("grades") {
            let names = &schema["properties"]["grades"]["items"]["properties"]["criterion"]["enum"];
            let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
            Task::Grades { criteria: names.map(str::to_owned).collect(), quote: quotable(prompt) }
        } else if has("meta_title") {
            Task::Labels
        } else {
            return None;
        };
        Some(Self { query, task, evidence: evidence(prompt) })
    }
}

/// A response without a second draft: the sandbox's texts need no editing.
pub(super) fn no_second_draft() -> Value {
    json!({
        "problems": [], "article": "", "faq_heading": "", "faq": [], "title": "", "meta_title": "", "meta_description": "", "excerpt": "",
    })
}

/// A revision that rewrites these parts and edits nothing: the sandbox's texts need no editing.
pub(super) fn revision(parts: &Value) -> Value {
    json!({ "problems": [], "edits": [], "rewrites": parts })
}

/// The headings of a draft with their numbers and lengths: `## Water` above `{2/1} Water boils.` The last
/// section is the conclusion.
fn draft_lines(prompt: &str) -> Vec<PlanLine> {
    let mut found: Vec<PlanLine> = Vec::new();
    let mut heading = None;
    for line in prompt.lines().skip_while(|line| *line != "Draft:") {
        if line.starts_with("##") {
            heading = Some(line.trim_start_matches('#').trim());
            continue;
        }
        let Some((id, _)) = line.split_once('{').and_then(|(_, rest)| rest.split_once('/')) else { continue };
        let words = line.split_whitespace().filter(|word| !word.starts_with('{')).count();
        if !id.starts_with(|first: char| first.is_ascii_digit()) {
            heading = None;
        } else if let Some(heading) = heading.take() {
            found.push(PlanLine { number: id.to_owned(), heading: heading.to_owned(), words });
        } else if let Some(last) = found.last_mut().filter(|last| last.number == id) {
            last.words += words;
        }
    }
    let conclusion = found.last().map_or(0, PlanLine::place);
    found.retain(|line| line.place() != conclusion);
    found
}

/// The same grade for every criterion, because the sandbox can't judge texts.
pub(super) fn grades(criteria: &[String], quote: &str) -> Value {
    let reason = "The sandbox gives every article the same grade.";
    let grade =
        |criterion: &String| json!({ "criterion": criterion, "quote": quote, "reason": reason, "grade": 3 });
    json!({ "grades": criteria.iter().map(grade).collect::<Vec<_>>() })
}

/// The key by which a flaw that occurs once is counted: for a prompt on a section of an article its search query,
/// `None` for other prompts on an article, and the whole prompt otherwise.
pub(crate) fn place_of_flaw(prompt: &str) -> Option<&str> {
    match prompt.lines().find_map(|line| data(line.strip_prefix("Search query: ")?)) {
        Some(query) => prompt.lines().any(|line| plan_line(line).is_some()).then_some(query),
        None => Some(prompt),
    }
}

/// The text between the first marks of a line.
fn data(line: &str) -> Option<&str> {
    let (_, behind) = line.split_once(OPEN)?;
    Some(behind.split_once(CLOSE)?.0)
}

fn leading_number(text: &str) -> Option<usize> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Parses `2.1 | ⟦heading⟧ | about 90 words`.
fn plan_line(line: &str) -> Option<PlanLine> {
    let (number, rest) = line.split_once(" | ")?;
    let is_number = number.starts_with(|first: char| first.is_ascii_digit());
    let words = rest.rsplit_once("about ").and_then(|(_, words)| leading_number(words))?;
    is_number.then_some(())?;
    Some(PlanLine { number: number.to_owned(), heading: data(rest)?.to_owned(), words })
}

/// Parses `[E12] ⟦the place of a passage`, lines of its text, `⟧`; `[S2]` where only sources are cited.
fn evidence(prompt: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in prompt.split("\n[").skip(1).filter(|part| part.starts_with(['E', 'S'])) {
        let Some((name, rest)) = part.split_once("] ") else { continue };
        let Some(text) = rest.strip_prefix(OPEN).and_then(|rest| Some(rest.split_once(CLOSE)?.0)) else {
            continue;
        };
        let mark = format!("[{name}]");
        let sentences = text.lines().skip(1).flat_map(|line| line.split_inclusive(". "));
        found.extend(sentences.map(|sentence| (mark.clone(), sentence.trim().to_owned())));
    }
    found.retain(|(_, text)| !text.is_empty());
    found
}

/// The first long line of a finished article, without its citations.
fn quotable(prompt: &str) -> String {
    let article = prompt.lines().skip_while(|line| *line != "Article:").skip(2);
    let long = article.map(str::trim).find(|line| !line.starts_with('#') && line.split(' ').count() > 8);
    let words: Vec<&str> = long.unwrap_or_default().split(' ').take(8).collect();
    words.join(" ")
}

/// The entries below a line.
fn list(prompt: &str, name: &str) -> Vec<String> {
    let below = prompt.lines().skip_while(|line| *line != name).skip(1);
    below.map_while(|line| data(line.strip_prefix("- ")?)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(property: &str, prompt: &str) -> Option<Assignment> {
        Assignment::read(&json!({ "properties": { property: {} } }), prompt)
    }

    #[test]
    fn flaws_occur_in_sections_of_articles() {
        let section = "Search query: ⟦green tea⟧\n2 | ⟦Water⟧ | about 90 words";
        assert_eq!(place_of_flaw(section), Some("green tea"));
        assert_eq!(place_of_flaw("Search query: ⟦green tea⟧\n- ⟦Water⟧"), None);
        assert_eq!(place_of_flaw("What is green tea?"), Some("What is green tea?"));
    }

    #[test]
    fn a_section_is_understood() {
        let prompt = "Write one section.\n\nSearch query: ⟦green tea⟧\n\nPlan of this section:\n2 | ⟦Water⟧ | about 90 words\n   - ⟦soft⟧\n\
            2.1 | ⟦Heat | or cold⟧ | about 110 words\n\nPassages:\n[E7] ⟦Tea › Water\nWater boils at 100 °C. Soft water is best.\n- Wait a minute.⟧\n";
        let assignment = read("parts", prompt).unwrap();
        assert_eq!(assignment.query, "green tea");
        let told = ["Water boils at 100 °C.", "Soft water is best.", "- Wait a minute."];
        assert_eq!(assignment.evidence, told.map(|text| ("[E7]".to_owned(), text.to_owned())));
        let Task::Section(lines) = assignment.task else { panic!("a section") };
        assert_eq!(lines[0].words, 90);
        assert_eq!(
            (lines[1].number.as_str(), lines[1].heading.as_str(), lines[1].words),
            ("2.1", "Heat | or cold", 110)
        );
        assert!(lines[0].is_above(&lines[1]) && !lines[1].is_above(&lines[0]));
        assert_eq!(lines[1].place(), 2);
    }

    #[test]
    fn other_tasks_are_understood() {
        let query = "Search query: ⟦tea⟧";
        let task = |property, text: &str| read(property, &format!("{text}\n{query}\n")).unwrap().task;
        assert_eq!(task("sections", "Then propose 7 to 9 main sections"), Task::Outline { sections: 7 });
        let opening =
            task("introduction", "the introduction in about 90 words, the conclusion in about 70 words");
        assert_eq!(opening, Task::Opening { introduction: 90, conclusion: 70 });
        let asked = task("items", "in about 90 words\nQuestions:\n- ⟦Why?⟧\n- ⟦How?⟧\n\nOther:\n- ⟦no⟧");
        let wanted = vec!["Why?".to_owned(), "How?".to_owned()];
        assert_eq!(asked, Task::Questions { asked: wanted, words: 90, least: 0 });
        let draft = "Below is a draft.\nWhat checks found:\n- a\n\nDraft:\n⟦\n# Tea\n{intro/1} Hot.\n\n## Water\n\n{2/1} Soft water. {2/2} Boil it.\n- {2/3} Wait.\n\n### Heat\n{2.1/1} 80 °C.\n\n## Begin\n{3/1} Boil.\n⟧";
        let line = |number: &str, heading: &str, words| PlanLine {
            number: number.into(),
            heading: heading.into(),
            words,
        };
        assert_eq!(task("edits", draft), Task::Revision(vec![line("2", "Water", 6), line("2.1", "Heat", 2)]));
        assert_eq!(task("edits", "Draft:\n## Water\n{2/1} Soft."), Task::Revision(vec![]));
        assert_eq!(task("meta_title", ""), Task::Labels);
        assert_eq!(read("anything", query), None);
        assert_eq!(read("parts", "a prompt of somebody else"), None);
    }
}
