//! Changes of a few words within a sentence: which there are, and how they are made.

use crate::english;
use crate::grammar::Tongue;
use crate::phrases::Edit;
use crate::sentence::Token;

/// The most tokens that a change replaces.
const LONGEST: usize = 8;

/// Every change that touches tokens between two places, from left to right.
pub(crate) fn between(tokens: &[Token], first: usize, last: usize, tongue: Tongue) -> Vec<Edit> {
    let mut edits = Vec::new();
    for at in first.saturating_sub(LONGEST)..=last {
        edits.extend(tongue.phrases().edits_at(tokens, at, tongue));
        if tongue == Tongue::English {
            edits.extend(english::local::edits_at(tokens, at));
        }
    }
    edits.retain(|edit| edit.end > first && !repeats(tokens, edit));
    edits
}

/// The sentence with one change made.
pub(crate) fn applied(tokens: &[Token], edit: &Edit, tongue: Tongue) -> Vec<Token> {
    let mut changed = tokens[..edit.start].to_vec();
    changed.extend(edit.tokens.iter().cloned());
    changed.extend(tokens[edit.end..].iter().cloned());
    tongue.tidy(&mut changed);
    changed
}

/// Whether it brings in a long word that the sentence has already: `find it hard to find` reads badly.
fn repeats(tokens: &[Token], edit: &Edit) -> bool {
    let times = |tokens: &[Token], word: &str| tokens.iter().filter(|token| token.lower == word).count();
    edit.tokens.iter().filter(|made| made.locked && is_noticed(&made.lower)).any(|made| {
        let before = times(tokens, &made.lower);
        let replaced = times(&tokens[edit.start..edit.end], &made.lower);
        let after = before - replaced + times(&edit.tokens, &made.lower);
        after > 1 && after > before
    })
}

/// Short words that hold sentences together may come again.
fn is_noticed(word: &str) -> bool {
    word.chars().count() > 3 && !(word.len() < 5 && english::lexicon::is_closed(word))
}
