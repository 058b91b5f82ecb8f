//! English: the head of a noun phrase is its last noun, and the first noun phrase is the subject of the
//! prompt.

use super::{Head, Reading};
use crate::grammar::{ENGLISH, Grammar};
use crate::subjects::{Kind, Noun, nouns};
use crate::words::Word;

/// The thing that follows one of these must not be in the image.
const NEGATIONS: [&str; 3] = ["without", "no", "not"];
/// Endings of words that describe a thing or what it does.
const ADJECTIVE_ENDINGS: [&str; 7] = ["ed", "ous", "ful", "less", "ish", "able", "ible"];

pub(super) fn read(clauses: &[Vec<Word>]) -> Reading {
    let mut unknown = None;
    for (index, clause) in clauses.iter().enumerate() {
        let phrases: Vec<Phrase<'_>> = Phrases::of(clause).collect();
        let Some(first) = phrases.iter().position(|phrase| phrase.head != Head::None) else { continue };
        let main = match &phrases[first].head {
            Head::Noun(noun) => *noun,
            Head::Unknown(words) => {
                unknown.get_or_insert_with(|| words.clone());
                let is_a_place = phrases.len() == 1 && ENGLISH.place.has(words);
                // `Lisbon, a tram at dusk` is of a tram.
                if is_a_place {
                    continue;
                }
                break;
            }
            Head::None => continue,
        };
        let rest = &phrases[first + 1..];
        if let Some(person) = person_beside(rest).filter(|_| !main.is_topic) {
            return Reading::Unknown(person);
        }
        let later: Vec<Phrase<'_>> =
            clauses[index + 1..].iter().flat_map(|clause| Phrases::of(clause)).collect();
        return Reading::of(main, rest.iter().chain(&later).filter_map(Phrase::wanted));
    }
    unknown.map_or(Reading::Nothing, Reading::Unknown)
}

/// A noun phrase of a clause.
#[derive(Debug)]
struct Phrase<'a> {
    head: Head,
    /// The word before it, which belongs to no phrase.
    before: &'a str,
}

impl Phrase<'_> {
    fn wanted(&self) -> Option<Noun> {
        match self.head {
            Head::Noun(noun) if !NEGATIONS.contains(&self.before) => Some(noun),
            _ => None,
        }
    }
}

/// The first person in the image: people can't be drawn, and must not be left out. A phrase after `and` is in
/// the same place as the phrase before it.
fn person_beside(phrases: &[Phrase<'_>]) -> Option<String> {
    let mut is_apart = false;
    phrases.iter().find_map(|phrase| {
        is_apart = if ENGLISH.and.has(phrase.before) { is_apart } else { ENGLISH.apart.has(phrase.before) };
        match &phrase.head {
            Head::Unknown(words) if !is_apart && ENGLISH.person.has_noun(words) => Some(words.clone()),
            _ => None,
        }
    })
}

/// Iterates over the noun phrases of a clause.
struct Phrases<'a> {
    words: Vec<&'a str>,
    clause: &'a [Word],
    at: usize,
}

impl<'a> Phrases<'a> {
    fn of(clause: &'a [Word]) -> Self {
        let words: Vec<&str> = clause.iter().map(|word| word.text.as_str()).collect();
        let at = after_leads(&words);
        Self { words, clause, at }
    }

    /// Skips the words between two phrases, and returns the last of them.
    fn skip(&mut self) -> &'a str {
        let mut before = "";
        while let Some(word) = self.words.get(self.at) {
            let is_article = is_article(word);
            if !is_article && (!ENGLISH.stop.has(word) || phrase_at(&self.words[self.at..]) > 1) {
                break;
            }
            if !is_article {
                before = word;
            }
            self.at += 1;
        }
        before
    }

    /// The words of the phrase that starts here: up to a preposition, an article or a verb.
    fn chunk(&mut self) -> &'a [Word] {
        let start = self.at;
        let mut end = start;
        while let Some(word) = self.words.get(end).copied() {
            let known = phrase_at(&self.words[end..]);
            if known > 1 {
                end += known;
                continue;
            }
            if ENGLISH.stop.has(word) {
                break;
            }
            if ENGLISH.determiner.has(word) && end > start {
                // Only a verb can stand between a noun and an article.
                self.at = end;
                return &self.clause[start..end - 1];
            }
            let has_noun =
                self.words[start..end].iter().any(|word| !is_adjective(word) && !ENGLISH.material.has(word));
            if has_noun && (ENGLISH.verb.has(word) || self.is_action(start, end)) {
                break;
            }
            end += 1;
        }
        // A verb at the end does not belong to the phrase, and no word is read twice.
        self.at = end.max(start + 1).min(self.words.len());
        let mut chunk = &self.clause[start..end];
        while let [before @ .., last] = chunk
            && is_participle(&last.text)
            && !before.is_empty()
        {
            chunk = before;
        }
        chunk
    }

    /// Whether the word at `end` is an action of the noun before it, as in `a cat yawning`. In `pen testing`
    /// it is the main noun.
    fn is_action(&self, start: usize, end: usize) -> bool {
        let has_article = self.words[..start].last().is_some_and(|word| is_article(word));
        let is_last = self.words.get(end + 1).is_none_or(|next| ENGLISH.stop.has(next));
        has_article && is_last && is_verb(self.words[end]) && phrase_at(&self.words[end..=end]) == 0
    }
}

impl<'a> Iterator for Phrases<'a> {
    type Item = Phrase<'a>;

    fn next(&mut self) -> Option<Phrase<'a>> {
        let before = self.skip();
        if self.at >= self.words.len() {
            return None;
        }
        let chunk = self.chunk();
        let of = self.words.get(self.at).is_some_and(|word| *word == "of");
        let measure = chunk.last().and_then(|last| ENGLISH.measure(&last.text)).filter(|_| of);
        let Some(icons) = measure else {
            // A palace is drawn, the Palace of Versailles is not.
            let is_particular = of && self.clause.get(self.at + 1).is_some_and(|word| word.capital);
            let head = match head(chunk) {
                Head::Noun(noun) if is_particular && noun.is(Kind::Place) => Head::Unknown(text(chunk)),
                head => head,
            };
            return Some(Phrase { head, before });
        };
        self.skip();
        let head = match head(self.chunk()) {
            Head::Noun(noun) if fits(noun, icons) => Head::Noun(noun),
            Head::Unknown(words) => Head::Unknown(words),
            Head::Noun(_) | Head::None => Head::Unknown(text(chunk)),
        };
        Some(Phrase { head, before })
    }
}

/// Whether an icon shows a measure of something, such as a cup of it.
fn fits(noun: Noun, icons: &str) -> bool {
    icons == "*" || noun.icon().is_some_and(|icon| icons.split(' ').any(|name| name == icon))
}

/// Where a clause starts after words such as `a photo of` and `how to repair`.
fn after_leads(words: &[&str]) -> usize {
    let grammar: &Grammar = &ENGLISH;
    let mut start = 0;
    loop {
        let mut at = start;
        let next = loop {
            let rest = &words[at..];
            if let Some(length) = grammar.lead_verb.start(rest) {
                break Some(after_verb(words, at + length));
            }
            if let Some(length) = grammar.lead.start(rest) {
                break Some(at + length);
            }
            match rest.first() {
                Some(word) if is_article(word) || is_adjective(word) => at += 1,
                _ => break None,
            }
        };
        match next {
            Some(next) => start = next,
            None => return start,
        }
    }
}

fn after_verb(words: &[&str], start: usize) -> usize {
    let adverbs = words[start.min(words.len())..].iter().take_while(|word| word.ends_with("ly")).count();
    let verb = (start + adverbs).min(words.len());
    (verb + ENGLISH.verb.start(&words[verb..]).unwrap_or(1)).min(words.len())
}

/// The number of words of the known phrase that starts here; 0 if there is none.
fn phrase_at(words: &[&str]) -> usize {
    let known = nouns().english_start(words).map_or(0, |found| found.words);
    known.max(ENGLISH.other.start(words).unwrap_or(0))
}

/// The main thing of a noun phrase.
fn head(chunk: &[Word]) -> Head {
    let words: Vec<&str> = chunk.iter().map(|word| word.text.as_str()).collect();
    let Some((last, before)) = words.split_last() else { return Head::None };
    let says_nothing =
        |word: &&str| is_adjective(word) || ENGLISH.tail.has_noun(word) || is_verb(word) || is_number(word);
    let found = nouns().english_end(&words);
    let length = found.map_or(0, |found| found.words);
    if let Some(other) = ENGLISH.other.end(&words).filter(|other| *other >= length) {
        return Head::Unknown(words[words.len() - other..].join(" "));
    }
    let is_part = ENGLISH.part.has_noun(last);
    if (is_part || ENGLISH.tail.has_noun(last)) && length < 2 {
        let owner = head(&chunk[..before.len()]);
        let is_owned = matches!(owner, Head::Noun(noun) if !is_part || !noun.is_topic);
        let is_unknown = matches!(owner, Head::Unknown(_));
        if is_owned || found.is_none() && is_unknown {
            return owner;
        }
    }
    if let Some(found) = found {
        let (modifiers, noun) = chunk.split_at(words.len() - found.words);
        let is_name = matches!(noun, [name] if name.capital && ENGLISH.name.has(&name.text));
        if !is_name
            && modifiers.iter().enumerate().all(|(index, word)| is_harmless(word, index, found.meaning))
        {
            return Head::Noun(found.meaning);
        }
        return Head::Unknown(text(chunk));
    }
    if words.iter().all(says_nothing) {
        return Head::None;
    }
    if is_adjective(last) || is_number(last) {
        return head(&chunk[..before.len()]);
    }
    Head::Unknown((*last).to_owned())
}

/// Whether a noun stays the same thing after this word.
fn is_harmless(word: &Word, index: usize, noun: Noun) -> bool {
    let text = word.text.as_str();
    if ENGLISH.cooked.has(text) {
        return noun.is(Kind::Food);
    }
    if ENGLISH.material.has(text) {
        return !noun.is(Kind::Food) && !noun.is(Kind::Living) && noun.icon().is_some();
    }
    let known = nouns().english_end(&[text]).map(|found| found.meaning);
    is_adjective(text)
        || is_number(text)
        || word.possessive
        || index == 0 && is_verb(text)
        || noun.is(Kind::Food)
            && (ENGLISH.ingredient.has(text) || known.is_some_and(|known| known.is(Kind::Food)))
}

fn is_adjective(word: &str) -> bool {
    let ends = |ending: &&str| word.len() > ending.len() + 3 && word.ends_with(*ending);
    ENGLISH.adjective.has(word) || ADJECTIVE_ENDINGS.iter().any(ends) && phrase_at(&[word]) == 0
}

fn is_article(word: &str) -> bool {
    ENGLISH.determiner.has(word) || is_number(word)
}

fn is_number(word: &str) -> bool {
    word.chars().all(|letter| letter.is_ascii_digit())
}

fn is_verb(word: &str) -> bool {
    let is_noun = [&ENGLISH.tail, &ENGLISH.part, &ENGLISH.other].into_iter().any(|class| class.has(word));
    let is_gerund = word.len() > 5 && word.ends_with("ing") && !is_noun;
    ENGLISH.verb.has(word) || is_gerund
}

/// Whether a word after a noun is a participle: `a car parked`.
fn is_participle(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ed") && phrase_at(&[word]) == 0
}

fn text(chunk: &[Word]) -> String {
    chunk.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}
