//! Reads a prompt: finds its main thing, and the other things that it names.
//!
//! A noun counts where it is the head of a noun phrase, never because of its stem or as part of another noun:
//! `tired` is not a tyre, `orange cat` not an orange and `coffee table` not coffee. Ambiguous words are
//! unknown and not drawn.

mod english;
mod vietnamese;

use domain::locale::Language;

use crate::subjects::Noun;
use crate::words::clauses;

/// The most things that are taken from a prompt besides the main one.
const MOST_OTHERS: usize = 3;
/// Things that contain or carry others. They look wrong beside the main thing, where they are smaller than
/// it.
const FITTINGS: [&str; 9] =
    ["window", "door", "couch-and-lamp", "bed", "bathtub", "chair", "motorway", "national-park", "mirror"];

/// The result of reading a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Its main thing can be drawn.
    Nouns { main: Noun, others: Vec<Noun>, is_alone: bool },
    /// Its main thing, in these words, can't be drawn.
    Unknown(String),
    /// It names no thing at all.
    Nothing,
}

/// The main thing of a noun phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Head {
    Noun(Noun),
    Unknown(String),
    /// It has only words such as `best` or `photo`.
    None,
}

pub(crate) fn read(prompt: &str, language: Language) -> Reading {
    let clauses = clauses(prompt);
    let english = || english::read(&clauses);
    let vietnamese = || vietnamese::read(&clauses);
    if language == Language::VIETNAMESE {
        return vietnamese().or_else(|| if prompt.is_ascii() { english() } else { Reading::Nothing });
    }
    if language != Language::ENGLISH {
        return Reading::Unknown(prompt.chars().take(60).collect());
    }
    match (prompt.is_ascii(), is_vietnamese(prompt)) {
        (true, _) => english(),
        (false, true) => vietnamese().or_else(english),
        (false, false) => english().or_else(vietnamese),
    }
}

impl Reading {
    /// Another reading, if that one recognises the main thing and this one does not.
    fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if matches!(self, Self::Nouns { .. }) {
            return self;
        }
        match other() {
            better @ Self::Nouns { .. } => better,
            _ => self,
        }
    }

    /// The main thing, with those of `others` that can stand beside it.
    fn of(main: Noun, others: impl Iterator<Item = Noun>) -> Self {
        let mut kept: Vec<Noun> = Vec::new();
        let stands_beside = |noun: &Noun| noun.icon().is_some_and(|icon| !FITTINGS.contains(&icon));
        let mut is_alone = true;
        for other in others.filter(|other| !other.is_topic) {
            is_alone = false;
            let is_new = other.icon() != main.icon() && kept.iter().all(|known| known.icon() != other.icon());
            if is_new && stands_beside(&other) && kept.len() < MOST_OTHERS {
                kept.push(other);
            }
        }
        Self::Nouns { main, others: kept, is_alone }
    }
}

/// Whether a text has letters that are almost exclusively Vietnamese.
fn is_vietnamese(text: &str) -> bool {
    use unicode_normalization::UnicodeNormalization as _;
    let own = |letter: char| matches!(letter, 'đ' | 'Đ' | '\u{31b}' | '\u{309}' | '\u{323}' | '\u{306}');
    text.nfd().any(own)
}
