//! Lines of a terminal: this module alone cleans, wraps and colours text.

use domain::vitals::Rating;

use super::TerminalStyle;
use crate::check::Severity;
use crate::sheet::figures::steers;

/// The narrowest supported line, in columns.
const NARROWEST: usize = 40;
/// Separates pieces of a line.
const BETWEEN: &str = " · ";
/// Replaces a character that would control the terminal.
const HARMLESS: char = '\u{FFFD}';

/// The look of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Strong,
    Quiet,
    Address,
    Code,
    Good,
    Middling,
    Poor,
    Alarming,
}

impl Tone {
    pub(super) const fn of(rating: Rating) -> Self {
        match rating {
            Rating::Good => Self::Good,
            Rating::NeedsImprovement => Self::Middling,
            Rating::Poor => Self::Poor,
        }
    }

    pub(super) const fn of_severity(severity: Severity) -> Self {
        match severity {
            Severity::Critical => Self::Alarming,
            Severity::High => Self::Poor,
            Severity::Medium => Self::Middling,
            Severity::Low => Self::Address,
            Severity::Info => Self::Quiet,
        }
    }

    /// The parameters of "select graphic rendition" (ECMA-48).
    const fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Strong => Some("1"),
            Self::Quiet => Some("2"),
            Self::Address => Some("36"),
            Self::Code => Some("35"),
            Self::Good => Some("32"),
            Self::Middling => Some("33"),
            Self::Poor => Some("31"),
            Self::Alarming => Some("1;31"),
        }
    }
}

pub(super) struct Canvas {
    text: String,
    colour: bool,
    width: usize,
}

impl Canvas {
    pub(super) fn new(style: TerminalStyle) -> Self {
        Self { text: String::new(), colour: style.colour, width: style.width.max(NARROWEST) }
    }

    pub(super) fn blank(&mut self) {
        self.text.push('\n');
    }

    /// A line of trusted text that is not wrapped.
    pub(super) fn line(&mut self, indent: usize, pieces: &[(Tone, &str)]) {
        self.indent(indent);
        for (tone, words) in pieces {
            self.paint(*tone, &clean(words));
        }
        self.blank();
    }

    /// A line after an empty line.
    pub(super) fn heading(&mut self, tone: Tone, words: &str) {
        self.blank();
        self.line(0, &[(tone, words)]);
    }

    /// Wrapped text after a lead; further lines are indented by the width of the lead.
    pub(super) fn paragraph(&mut self, indent: usize, lead: (Tone, &str), words: (Tone, &str)) {
        let begin = indent + columns(lead.1);
        let lines = wrapped(words.1, self.width.saturating_sub(begin).max(NARROWEST / 2));
        for (place, line) in lines.iter().enumerate() {
            if place == 0 {
                self.indent(indent);
                self.paint(lead.0, &clean(lead.1));
            } else {
                self.indent(begin);
            }
            self.paint(words.0, line);
            self.blank();
        }
    }

    /// Pieces in sequence, as many per line as fit.
    pub(super) fn flow(
        &mut self,
        indent: usize,
        lead: &str,
        pieces: impl IntoIterator<Item = (Tone, String)>,
    ) {
        let begin = indent + columns(lead);
        self.indent(indent);
        self.paint(Tone::Plain, &clean(lead));
        let mut used = begin;
        for (place, (tone, words)) in pieces.into_iter().enumerate() {
            let words = clean(&words);
            let needed = columns(&words);
            if place > 0 && used + columns(BETWEEN) + needed > self.width {
                self.blank();
                self.indent(begin);
                used = begin;
            } else if place > 0 {
                self.paint(Tone::Quiet, BETWEEN);
                used += columns(BETWEEN);
            }
            self.paint(tone, &words);
            used += needed;
        }
        self.blank();
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    fn indent(&mut self, columns: usize) {
        self.text.extend(std::iter::repeat_n(' ', columns));
    }

    fn paint(&mut self, tone: Tone, clean: &str) {
        match tone.code().filter(|_| self.colour && !clean.is_empty()) {
            Some(code) => {
                for part in ["\x1b[", code, "m", clean, "\x1b[0m"] {
                    self.text.push_str(part);
                }
            }
            None => self.text.push_str(clean),
        }
    }
}

/// The text without anything that controls a terminal.
fn clean(words: &str) -> String {
    let shown = |character: char| match character {
        '\n' | '\r' | '\t' => ' ',
        steering if steers(steering) => HARMLESS,
        harmless => harmless,
    };
    words.chars().map(shown).collect()
}

/// Clean lines of at most `width` columns, at least one line. Longer words are split.
fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in clean(words).split_whitespace() {
        let between = usize::from(used > 0);
        if used + between + columns(word) > width && used > 0 {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut().filter(|_| used > 0) {
            line.push(' ');
            used += 1;
        }
        for character in word.chars() {
            let needed = columns_of(character);
            if used + needed > width {
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(character);
            }
            used += needed;
        }
    }
    lines
}

fn columns(words: &str) -> usize {
    words.chars().map(columns_of).sum()
}

/// The width of a character in a terminal: combining marks have none, East Asian characters and images are
/// twice as wide as others. The ranges are the large ones; a rare mistake only ends a line early or late.
const fn columns_of(character: char) -> usize {
    match character {
        '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}' => 0,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1FAFF}'
        | '\u{20000}'..='\u{3FFFD}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_long_ones_cut() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a abcdefghij b", 4), ["a", "abcd", "efgh", "ij b"]);
        assert_eq!(wrapped("漢字漢字", 4), ["漢字", "漢字"]);
        assert_eq!(wrapped("  ", 4), [""]);
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(clean("a\x1b[31mb\x07\u{9b}c\u{202e}\r\nd"), "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}c\u{FFFD}  d");
    }

    #[test]
    fn pieces_flow_into_further_lines() {
        let mut canvas = Canvas::new(TerminalStyle { colour: false, width: 40 });
        let piece = |letter: &str| (Tone::Plain, letter.repeat(15));
        canvas.flow(2, "Lead ", [piece("a"), piece("b"), piece("c")]);
        let expected = "  Lead aaaaaaaaaaaaaaa · bbbbbbbbbbbbbbb\n       ccccccccccccccc\n";
        assert_eq!(canvas.finish(), expected);
    }
}
