//! The notebook of a text model on a topic: one long article in its own words (`writing.md`), of which it
//! writes as much as is requested.

use std::collections::HashMap;

/// The text of a topic.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Notebook {
    /// Titles and descriptions by their names.
    labels: HashMap<String, String>,
    pub(crate) introduction: Vec<String>,
    pub(crate) sections: Vec<Passage>,
    /// The heading and the text of the last section.
    pub(crate) conclusion: (String, Vec<String>),
    pub(crate) questions_heading: String,
    /// Questions with their answers.
    pub(crate) questions: Vec<(String, String)>,
}

/// A section with its subsections.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) heading: String,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) children: Vec<Passage>,
}

/// A block, such as a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Paragraph(String),
    Bullets(Vec<String>),
    Steps(Vec<String>),
    Table { columns: Vec<String>, rows: Vec<Vec<String>> },
}

/// What is wrong with a notebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotebookProblem {
    #[error("it does not begin with labels between lines of ---")]
    Beginning,
    #[error("it has no line {0:?}")]
    LabelMissing(&'static str),
    #[error("it has no part {0:?}")]
    PartMissing(&'static str),
}

const LABELS: [&str; 7] =
    ["title", "other-title", "meta-title", "other-meta-title", "description", "other-description", "excerpt"];

impl Notebook {
    pub(crate) fn parse(text: &str) -> Result<Self, NotebookProblem> {
        let (labels, body) = text
            .strip_prefix("---\n")
            .and_then(|text| text.split_once("\n---\n"))
            .ok_or(NotebookProblem::Beginning)?;
        let labels: HashMap<String, String> = labels
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
            .collect();
        if let Some(missing) = LABELS.into_iter().find(|name| !labels.contains_key(*name)) {
            return Err(NotebookProblem::LabelMissing(missing));
        }
        let mut notebook = Self { labels, ..Self::default() };
        for passage in parts(body, "## ") {
            notebook.add(passage);
        }
        notebook.whole()
    }

    fn add(&mut self, (heading, text): (&str, &str)) {
        if heading == "Introduction" {
            self.introduction = paragraphs(text);
        } else if let Some(heading) = heading.strip_prefix("Conclusion: ") {
            self.conclusion = (heading.to_owned(), paragraphs(text));
        } else if let Some(heading) = heading.strip_prefix("Questions: ") {
            heading.clone_into(&mut self.questions_heading);
            let asked = parts(text, "### ");
            self.questions =
                asked.map(|(question, answer)| (question.to_owned(), paragraphs(answer).join(" "))).collect();
        } else {
            self.sections.push(Passage::parse(heading, text));
        }
    }

    fn whole(self) -> Result<Self, NotebookProblem> {
        let parts = [
            ("## Introduction", self.introduction.is_empty()),
            ("## Conclusion: heading", self.conclusion.1.is_empty()),
            ("## Questions: heading", self.questions.is_empty()),
            ("## heading of a section", self.sections.is_empty()),
        ];
        match parts.into_iter().find(|(_, missing)| *missing) {
            Some((part, _)) => Err(NotebookProblem::PartMissing(part)),
            None => Ok(self),
        }
    }

    /// A label, for the topic's own query or with another query in it.
    pub(crate) fn label(&self, name: &'static str, other_query: Option<&str>) -> String {
        let found = |name: &str| self.labels.get(name).cloned().unwrap_or_default();
        match other_query {
            Some(query) => capital(&found(&format!("other-{name}")).replace("{query}", query)),
            None => found(name),
        }
    }
}

impl Passage {
    fn parse(heading: &str, text: &str) -> Self {
        Self::parse_below(heading, text, "### ")
    }

    /// A passage with the subsections whose headings begin with `mark`.
    fn parse_below(heading: &str, text: &str, mark: &str) -> Self {
        let own = text.split(&format!("\n{mark}")).next().unwrap_or_default();
        let own = if text.starts_with(mark) { "" } else { own };
        let children = parts(text, mark).map(|(heading, text)| Self::parse_below(heading, text, "#### "));
        Self { heading: heading.to_owned(), pieces: pieces(own), children: children.collect() }
    }

    /// All its pieces, followed by those of its subsections.
    pub(crate) fn all_pieces(&self) -> Vec<&Piece> {
        self.pieces.iter().chain(self.children.iter().flat_map(Self::all_pieces)).collect()
    }
}

/// The parts below headings that begin with `mark`, with their headings.
fn parts<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let mut starts: Vec<usize> = text.starts_with(mark).then_some(0).into_iter().collect();
    let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
    starts.extend(breaks.filter(|at| text[*at..].starts_with(mark)));
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(move |(start, end)| {
        let part = &text[start + mark.len()..end];
        let (heading, text) = part.split_once('\n').unwrap_or((part, ""));
        (heading.trim(), text)
    })
}

fn chunks(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|chunk| !chunk.is_empty() && !chunk.starts_with('#'))
}

fn paragraphs(text: &str) -> Vec<String> {
    chunks(text).map(|chunk| chunk.replace('\n', " ")).collect()
}

fn pieces(text: &str) -> Vec<Piece> {
    chunks(text).map(piece).collect()
}

fn piece(chunk: &str) -> Piece {
    let items = |bullet: fn(&str) -> Option<&str>| -> Option<Vec<String>> {
        chunk.lines().map(|line| bullet(line).map(|item| item.trim().to_owned())).collect()
    };
    if let Some(items) = items(|line| line.strip_prefix("- ")) {
        return Piece::Bullets(items);
    }
    if let Some(items) =
        items(|line| line.trim_start_matches(|digit: char| digit.is_ascii_digit()).strip_prefix(". "))
    {
        return Piece::Steps(items);
    }
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut rows = chunk.lines().filter(|line| line.starts_with('|')).map(cells);
    match rows.next() {
        // The line below the column names is only a rule.
        Some(columns) => Piece::Table { columns, rows: rows.skip(1).collect() },
        None => Piece::Paragraph(chunk.replace('\n', " ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\ntitle: Tea at home\nother-title: {query}: at home\nmeta-title: Tea\nother-meta-title: {query}: short\n\
        description: About tea\nother-description: About {query}\nexcerpt: Two. Sentences.\n---\n## Introduction\nOne.\n\nTwo.\n\
        ## Water\nOwn text.\n\n### Heat\n- hot\n- cold\n\n1. Boil.\n2. Wait.\n### Hardness\n| a | b |\n|---|---|\n| c | d |\n\
        ## Conclusion: In short\nDone.\n## Questions: On tea\n### Why?\nBecause.\n### How?\nSo.\n";

    #[test]
    fn a_notebook_has_its_parts() {
        let notebook = Notebook::parse(TEXT).unwrap();
        assert_eq!(notebook.introduction, ["One.", "Two."]);
        assert_eq!(notebook.conclusion, ("In short".to_owned(), vec!["Done.".to_owned()]));
        assert_eq!(notebook.questions[1], ("How?".to_owned(), "So.".to_owned()));
        let water = &notebook.sections[0];
        assert_eq!(water.pieces, [Piece::Paragraph("Own text.".to_owned())]);
        assert_eq!(water.children.len(), 2);
        assert_eq!(water.children[0].pieces[1], Piece::Steps(vec!["Boil.".to_owned(), "Wait.".to_owned()]));
        assert!(matches!(&water.children[1].pieces[0], Piece::Table { rows, .. } if rows == &[["c", "d"]]));
        assert_eq!(water.all_pieces().len(), 4);
        assert_eq!(notebook.label("title", None), "Tea at home");
        assert_eq!(notebook.label("title", Some("green tea")), "Green tea: at home");
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(Notebook::parse("## Introduction"), Err(NotebookProblem::Beginning));
        assert_eq!(
            Notebook::parse(&TEXT.replace("excerpt", "x")),
            Err(NotebookProblem::LabelMissing("excerpt"))
        );
        let cut = TEXT.split("## Questions").next().unwrap();
        assert_eq!(Notebook::parse(cut), Err(NotebookProblem::PartMissing("## Questions: heading")));
    }
}
