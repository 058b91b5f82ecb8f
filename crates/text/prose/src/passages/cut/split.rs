//! Splits a unit into texts of suitable length.

use crate::sentences;
use domain::articles::passages::PassageKind;
use domain::locale::Language;

use super::blocks::{Line, Role, Unit};
use super::{LONGEST, SHORTEST};

/// The fence around code.
const FENCE: &str = "```";

/// The texts of a unit, in order.
pub(super) fn pieces(unit: &Unit, language: Language) -> Vec<String> {
    let head = unit.lines.iter().find(|line| line.role == Role::Head).map(|line| line.text.clone());
    let mut writer = Writer::new(unit.kind, head);
    for line in &unit.lines {
        match line.role {
            Role::Head => writer.head(),
            Role::Text => writer.text(line, language),
            Role::Entry => writer.entry(line, language),
            Role::Code => writer.code(line),
        }
    }
    writer.finish()
}

struct Writer {
    kind: PassageKind,
    head: Option<String>,
    pieces: Vec<String>,
    open: String,
    /// Whether the piece has more than its head.
    has_text: bool,
    /// The last sentence of running text, for a next sentence that begins with a pronoun.
    last_sentence: Option<String>,
}

impl Writer {
    fn new(kind: PassageKind, head: Option<String>) -> Self {
        Self { kind, head, pieces: Vec::new(), open: String::new(), has_text: false, last_sentence: None }
    }

    /// The head stands where it occurs, and later pieces begin with it.
    fn head(&mut self) {
        if !self.has_text {
            self.begin();
        } else if let Some(head) = self.head.clone() {
            self.push(&head, "\n");
        }
    }

    fn begin(&mut self) {
        self.open.clear();
        self.has_text = false;
        if let Some(head) = &self.head {
            self.open.push_str(head);
            if self.kind == PassageKind::Definition && !head.ends_with([':', '?', '.']) {
                self.open.push(':');
            }
        }
    }

    fn length(&self) -> usize {
        self.open.chars().count()
    }

    fn fits(&self, text: &str) -> bool {
        self.length() + 1 + text.chars().count() <= LONGEST
    }

    fn push(&mut self, text: &str, separator: &str) {
        if !self.open.is_empty() {
            self.open.push_str(if self.open.ends_with(FENCE) { "\n" } else { separator });
        }
        self.open.push_str(text);
        self.has_text = true;
    }

    fn close(&mut self) {
        if self.has_text {
            self.pieces.push(std::mem::take(&mut self.open));
        }
        self.begin();
    }

    /// Adds running text, sentence by sentence if it does not fit as a whole.
    fn text(&mut self, line: &Line, language: Language) {
        let separator = if self.kind == PassageKind::Definition { " " } else { "\n" };
        if self.fits(&line.text) {
            self.push(&line.text, separator);
            self.last_sentence = sentences::split(&line.text, language).last().map(|last| (*last).to_owned());
            return;
        }
        for sentence in sentences::split(&line.text, language) {
            if !self.fits(sentence) && self.length() >= SHORTEST.min(LONGEST / 2) {
                self.close();
                if let Some(before) = self.last_sentence.take().filter(|_| leans_back(sentence, language)) {
                    self.push(&before, " ");
                }
            }
            for part in bounded(sentence) {
                if !self.fits(part) {
                    self.close();
                }
                self.push(part, " ");
            }
            self.last_sentence = Some(sentence.to_owned());
        }
    }

    /// Adds an item or a row, whole if possible.
    fn entry(&mut self, line: &Line, language: Language) {
        if !self.fits(&line.text) {
            self.close();
        }
        if self.fits(&line.text) {
            self.push(&line.text, "\n");
        } else {
            self.text(line, language);
        }
    }

    /// Adds code between fences, with the sentence that introduces it.
    fn code(&mut self, line: &Line) {
        let mut rows = line.text.lines().flat_map(bounded).peekable();
        while rows.peek().is_some() {
            let rest = rows.clone().map(|row| row.chars().count() + 1).sum::<usize>() + 2 * FENCE.len() + 2;
            if self.has_text && self.length() + rest > LONGEST {
                self.close();
                if let Some(before) =
                    self.last_sentence.clone().filter(|before| before.chars().count() < SHORTEST)
                {
                    self.push(&before, " ");
                }
            }
            self.push(FENCE, "\n");
            let first = rows.next();
            self.push(first.unwrap_or_default(), "\n");
            while let Some(row) =
                rows.next_if(|row| self.length() + row.chars().count() + FENCE.len() + 2 <= LONGEST)
            {
                self.push(row, "\n");
            }
            self.push(FENCE, "\n");
        }
    }

    fn finish(mut self) -> Vec<String> {
        // A remainder joins the piece before it if both fit.
        self.close();
        if let [.., before, last] = self.pieces.as_slice()
            && last.chars().count() < SHORTEST / 2
            && self.head.is_none()
            && before.chars().count() + last.chars().count() < LONGEST
        {
            let last = last.clone();
            self.pieces.pop();
            if let Some(before) = self.pieces.last_mut() {
                before.push(if self.kind == PassageKind::Paragraph { ' ' } else { '\n' });
                before.push_str(&last);
            }
        }
        self.pieces
    }
}

/// Splits a sentence that is too long for a passage, which is rare.
fn bounded(sentence: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = sentence;
    while let Some((limit, _)) = rest.char_indices().nth(LONGEST - SHORTEST) {
        if rest.chars().count() <= LONGEST {
            break;
        }
        let at = rest[..limit].rfind(char::is_whitespace).filter(|at| *at > 0).unwrap_or(limit);
        parts.push(&rest[..at]);
        rest = rest[at..].trim_start();
    }
    parts.push(rest);
    parts
}

/// Whether a sentence begins with a word that refers to the previous sentence.
fn leans_back(sentence: &str, language: Language) -> bool {
    let normal = seo::words::normalise(sentence);
    let mut words = seo::words::split(&normal);
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match language {
        Language::VIETNAMESE => {
            matches!(first, "nó" | "chúng" | "họ" | "đó" | "đây" | "vậy")
                || matches!((first, second), ("điều" | "việc" | "cách" | "loại", "này" | "đó" | "ấy"))
        }
        _ => matches!(
            first,
            "it" | "its"
                | "they"
                | "them"
                | "their"
                | "this"
                | "that"
                | "these"
                | "those"
                | "he"
                | "she"
                | "such"
        ),
    }
}
