//! Removes instructions for the image model from a prompt, clause by clause.

use super::phrases::{Class, Phrases};

/// A clause and its closing mark.
struct Clause<'a> {
    words: Vec<&'a str>,
    mark: char,
}

/// The image content in a prompt; empty if there is none.
pub(super) fn described(text: &str, phrases: &Phrases) -> String {
    let mut said = String::new();
    let mut mark = None;
    for clause in clauses(text) {
        let mut words = clause.words;
        if said.is_empty() {
            words.drain(..opening(&words, phrases));
        }
        let words = without_noise(&words, phrases);
        if words.is_empty() {
            continue;
        }
        if let Some(mark) = mark {
            said.push(mark);
            said.push(' ');
        }
        said.push_str(&words.join(" "));
        mark = Some(clause.mark);
    }
    said
}

fn clauses(text: &str) -> Vec<Clause<'_>> {
    let mut clauses = Vec::new();
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches([',', ';', '.', '!', '?', ':', '|']);
        if !bare.is_empty() {
            words.push(bare);
        }
        if let Some(mark) = word[bare.len()..].chars().next() {
            let mark = if mark == '|' { ',' } else { mark };
            clauses.push(Clause { words: std::mem::take(&mut words), mark });
        }
    }
    clauses.push(Clause { words, mark: ',' });
    clauses
}

/// The number of words at the start of a prompt that only request an image:
/// `please draw me a detailed picture of`.
fn opening(words: &[&str], phrases: &Phrases) -> usize {
    let mut dropped = 0;
    while let Some(more) = one_opening(&words[dropped..], phrases).filter(|more| *more > 0) {
        dropped += more;
    }
    dropped
}

fn one_opening(words: &[&str], phrases: &Phrases) -> Option<usize> {
    let polite = skip_all(words, 0, &[Class::Polite], phrases);
    let request = skip_all(words, polite, &[Class::Request, Class::Recipient], phrases);
    let article = skip_all(words, request, &[Class::Article], phrases);
    let quality = skip_all(words, article, &[Class::Quality], phrases);
    if let Some(end) = kind(words, quality, phrases).or_else(|| kind(words, article, phrases)) {
        return Some(end);
    }
    // `draw a cat`, but not `paint brushes`.
    let told = (polite..request).any(|at| phrases.at_start(&words[at..], Class::Recipient).is_some());
    let asks = polite > 0 || told || (request > 0 && article > request);
    asks.then_some(request)
}

/// The end of the kind of image at `start`, with the words that link it to the content.
fn kind(words: &[&str], start: usize, phrases: &Phrases) -> Option<usize> {
    let rest = words.get(start..)?;
    if let Some(length) = phrases.at_start(rest, Class::PlainKind) {
        let end = skip_all(words, start + length, &[Class::Quality], phrases);
        let linked = skip_one(words, end, Class::Link, phrases);
        return Some(if linked > end { linked } else { start + length });
    }
    let length = phrases.at_start(rest, Class::Kind)?;
    let end = skip_all(words, start + length, &[Class::Kind], phrases);
    let linked = skip_one(words, end, Class::Link, phrases);
    (linked > end || end == words.len()).then_some(linked)
}

fn skip_all(words: &[&str], start: usize, classes: &[Class], phrases: &Phrases) -> usize {
    let mut at = start;
    while let Some(length) = classes.iter().find_map(|class| phrases.at_start(&words[at..], *class)) {
        at += length;
    }
    at
}

fn skip_one(words: &[&str], start: usize, class: Class, phrases: &Phrases) -> usize {
    start + phrases.at_start(&words[start..], class).unwrap_or(0)
}

/// The clause without words that do not describe the content.
fn without_noise<'a>(words: &[&'a str], phrases: &Phrases) -> Vec<&'a str> {
    if phrases.at_start(words, Class::Alone) == Some(words.len()) {
        return Vec::new();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let rest = &words[at..];
        if phrases.at_start(rest, Class::Tail).is_some() {
            break;
        }
        if let Some(length) = phrases.at_start(rest, Class::Noise) {
            at += length;
            agree(&mut kept, words.get(at).copied());
            continue;
        }
        kept.push(words[at]);
        at += 1;
    }
    while let Some(length) = phrases.at_end(&kept, Class::Aside) {
        kept.truncate(kept.len() - length);
    }
    if kept.len() < words.len() {
        trim_loose_ends(&mut kept, phrases);
    }
    kept
}

/// `an ultra detailed cat` becomes `a cat`.
fn agree(kept: &mut [&str], next: Option<&str>) {
    let (Some(article), Some(next)) = (kept.last_mut(), next) else { return };
    let vowel = next.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    match (*article, vowel) {
        ("an", false) => *article = "a",
        ("a", true) => *article = "an",
        ("An", false) => *article = "A",
        ("A", true) => *article = "An",
        _ => {}
    }
}

/// Removes words that led to removed text.
fn trim_loose_ends(kept: &mut Vec<&str>, phrases: &Phrases) {
    while kept.last().is_some_and(|word| phrases.is_loose(word)) {
        kept.pop();
    }
    if kept.first().is_some_and(|word| matches!(*word, "and" | "with" | "or" | "và" | "với" | "hoặc")) {
        kept.remove(0);
    }
}
