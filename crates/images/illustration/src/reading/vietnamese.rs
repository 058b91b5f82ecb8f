//! Vietnamese: the head of a noun phrase is its first noun. If only one syllable is known, the next words
//! must show that the word ends there.

use super::{Head, Reading};
use crate::grammar::{BARE_VIETNAMESE, Grammar, VIETNAMESE};
use crate::subjects::{Kind, Noun, nouns};
use crate::words::Word;

pub(super) fn read(clauses: &[Vec<Word>]) -> Reading {
    let is_bare = clauses.iter().flatten().all(|word| word.text.is_ascii());
    let reader = Reader { grammar: if is_bare { &BARE_VIETNAMESE } else { &VIETNAMESE } };
    let mut unknown = None;
    for (index, clause) in clauses.iter().enumerate() {
        let (head, end) = reader.head(clause, true);
        let main = match head {
            Head::Noun(noun) => noun,
            Head::None => continue,
            Head::Unknown(words) => {
                let is_a_place = end >= clause.len() && reader.grammar.place.has(&text(clause));
                unknown.get_or_insert(words);
                if is_a_place {
                    continue;
                }
                break;
            }
        };
        if let Some(person) = reader.person_beside(&clause[end..]).filter(|_| !main.is_topic) {
            return Reading::Unknown(person);
        }
        let here = reader.others(&clause[end..]);
        let later = clauses[index + 1..].iter().flat_map(|clause| match reader.head(clause, true) {
            (Head::Noun(noun), _) => vec![noun],
            _ => Vec::new(),
        });
        return Reading::of(main, here.into_iter().chain(later));
    }
    unknown.map_or(Reading::Nothing, Reading::Unknown)
}

struct Reader {
    grammar: &'static Grammar,
}

impl Reader {
    /// The main thing of a clause, and where its words end. Words such as `cách nấu` may precede it in a
    /// whole clause.
    fn head(&self, clause: &[Word], is_whole: bool) -> (Head, usize) {
        let words: Vec<&str> = clause.iter().map(|word| word.text.as_str()).collect();
        let grammar = self.grammar;
        let (mut at, mut classified) = (0, false);
        while at < words.len() {
            let rest = &words[at..];
            let found = nouns().vietnamese_start(rest);
            let known = found.map_or(0, |found| found.words);
            let length = |length: Option<usize>| length.unwrap_or(0);
            let not_drawn = length(grammar.other.start(rest)).max(length(grammar.person.start(rest)));
            let lead = if is_whole {
                length(grammar.lead.start(rest)).max(length(grammar.verb.start(rest)))
            } else {
                0
            };
            let skipped = lead.max(length(grammar.determiner.start(rest)));
            if not_drawn > 0 && not_drawn >= known && not_drawn >= skipped {
                return (Head::Unknown(rest[..not_drawn].join(" ")), at + not_drawn);
            }
            if let Some(found) = found.filter(|found| found.words >= skipped) {
                let end = at + found.words;
                let is_whole_word =
                    found.words > 1 || classified || is_foreign(rest[0]) || self.ends_a_word(&clause[end..]);
                let is_particular = found.meaning.is(Kind::Place) && self.is_named(&clause[end..]);
                if is_whole_word && !is_particular {
                    return (Head::Noun(found.meaning), end);
                }
                return (Head::Unknown(words[at..(end + 1).min(words.len())].join(" ")), end);
            }
            if skipped == 0 && rest[0].chars().all(|letter| letter.is_ascii_digit()) {
                at += 1;
                continue;
            }
            if skipped == 0 {
                let end = (at + 2).min(words.len());
                return (Head::Unknown(words[at..end].join(" ")), words.len());
            }
            classified = lead < skipped;
            at += skipped;
        }
        (Head::None, words.len())
    }

    /// Whether the word before these ends there: they are empty, or start with a word for how, where or what
    /// happens.
    fn ends_a_word(&self, rest: &[Word]) -> bool {
        let words: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
        let grammar = self.grammar;
        let classes = [&grammar.stop, &grammar.adjective, &grammar.place];
        rest.first().is_none_or(|next| next.capital)
            || classes.into_iter().any(|class| class.start(&words).is_some())
    }

    /// Whether the name of a particular place follows: `núi Bà Đen`.
    fn is_named(&self, rest: &[Word]) -> bool {
        let capitals = rest.iter().take_while(|word| word.capital).count();
        let words: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
        let is_adjective = self.grammar.adjective.has(&words[..capitals].join(" "));
        self.grammar.place.start(&words).is_some() || capitals > 0 && !is_adjective
    }

    /// The things that follow words such as `trên`.
    fn others(&self, rest: &[Word]) -> Vec<Noun> {
        let behind_joints = rest.iter().enumerate().filter(|(_, word)| self.is_joint(word));
        let heads = behind_joints.map(|(index, _)| self.head(&rest[index + 1..], false).0);
        heads.filter_map(|head| if let Head::Noun(noun) = head { Some(noun) } else { None }).collect()
    }

    fn is_joint(&self, word: &Word) -> bool {
        self.grammar.and.has(&word.text) || self.grammar.joint.has(&word.text)
    }

    /// The person beside the main thing, joined to it as an equal: people can't be drawn, and must not be
    /// left out.
    fn person_beside(&self, rest: &[Word]) -> Option<String> {
        let words: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
        let joints = words.iter().enumerate().filter(|(_, word)| self.grammar.and.has(word));
        let mut behind = joints.map(|(index, _)| index + 1);
        let start = behind.find(|start| {
            let determiners = self.grammar.determiner.start(&words[*start..]).unwrap_or(0);
            let is_person = |skipped| self.grammar.person.start(&words[start + skipped..]).is_some();
            is_person(0) || is_person(determiners)
        });
        start.map(|start| text(&rest[start..]))
    }
}

/// Whether a word is too long to be one Vietnamese syllable without accents.
fn is_foreign(word: &str) -> bool {
    word.is_ascii() && word.len() > 4
}

fn text(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}
