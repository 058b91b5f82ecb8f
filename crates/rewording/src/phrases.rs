//! Words and phrases that may stand for each other, read from tables.
//!
//! A line is `from`, `to` (alternatives between bars), what must stand before, what must stand after, between tabs. `= 97` sets the
//! safety of the lines below it in percent. A leading `~` lets the line work both ways. In patterns, `<use>` is a verb in any
//! form (its counterpart takes the same one), `<use:ing>` one form, `[num]` any word of a class, which `to` may repeat; `[base>ing]`
//! repeats it in another form. Contexts list words and classes of which one must stand there; with `!` none may; `!*with` allows no
//! `with` anywhere after.

use std::collections::HashMap;

use crate::english::verbs::{self, Form};
use crate::grammar::{Class, Tongue};
use crate::sentence::Token;

/// All phrases of a language, by the first word.
pub(crate) struct Phrases {
    rules: Vec<Rule>,
    by_word: HashMap<String, Vec<usize>>,
    by_class: Vec<usize>,
    /// Lines that could not be read. Tests hold it at nothing.
    pub(crate) unread: Vec<String>,
}

#[derive(Debug, Clone)]
struct Rule {
    from: Vec<Piece>,
    to: Vec<Piece>,
    before: Context,
    after: Context,
    safety: f32,
}

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Word(String),
    Verb { lemma: String, form: Option<Form> },
    Slot { class: Class, form: Option<Form> },
}

#[derive(Debug, Clone, Default)]
struct Context {
    wanted: Vec<Condition>,
    unwanted: Vec<Condition>,
    unwanted_later: Vec<String>,
}

#[derive(Debug, Clone)]
enum Condition {
    Word(String),
    Class(Class),
}

/// A change of some tokens.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) tokens: Vec<Token>,
    pub(crate) safety: f32,
}

impl Phrases {
    pub(crate) fn read(tables: &[&str]) -> Self {
        let mut phrases =
            Self { rules: Vec::new(), by_word: HashMap::new(), by_class: Vec::new(), unread: Vec::new() };
        for table in tables {
            phrases.read_table(table);
        }
        phrases
    }

    fn read_table(&mut self, table: &str) {
        let mut safety = 0.9;
        for line in table.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            if let Some(percent) = line.strip_prefix("= ") {
                match percent.trim().parse::<f32>() {
                    Ok(percent) => safety = percent / 100.0,
                    Err(_) => self.unread.push(line.to_owned()),
                }
                continue;
            }
            if self.read_line(line, safety).is_none() {
                self.unread.push(line.to_owned());
            }
        }
    }

    fn read_line(&mut self, line: &str, safety: f32) -> Option<()> {
        let mut columns = line.split('\t');
        let (from, to) = (columns.next()?, columns.next()?);
        let before = Context::read(columns.next().unwrap_or_default())?;
        let after = Context::read(columns.next().unwrap_or_default())?;
        let (both_ways, from) = from.strip_prefix('~').map_or((false, from), |rest| (true, rest));
        let from = pieces(from)?;
        for to in to.split('|') {
            let to = pieces(to)?;
            if both_ways {
                self.add(Rule {
                    from: to.clone(),
                    to: from.clone(),
                    before: before.clone(),
                    after: after.clone(),
                    safety,
                });
            }
            self.add(Rule { from: from.clone(), to, before: before.clone(), after: after.clone(), safety });
        }
        Some(())
    }

    fn add(&mut self, rule: Rule) {
        let index = self.rules.len();
        match rule.from.first() {
            Some(Piece::Word(word)) => self.by_word.entry(word.clone()).or_default().push(index),
            Some(Piece::Verb { lemma, .. }) => {
                let mut forms = verbs::forms(lemma);
                forms.dedup();
                for form in forms {
                    self.by_word.entry(form).or_default().push(index);
                }
            }
            Some(Piece::Slot { .. }) => self.by_class.push(index),
            None => {}
        }
        self.rules.push(rule);
    }

    /// Every change that is possible from a place on.
    pub(crate) fn edits_at(&self, tokens: &[Token], at: usize, tongue: Tongue) -> Vec<Edit> {
        let Some(first) = tokens.get(at) else { return Vec::new() };
        let mut indices: Vec<usize> = self.by_word.get(&first.lower).into_iter().flatten().copied().collect();
        indices.extend(&self.by_class);
        indices.sort_unstable();
        indices.dedup();
        indices
            .iter()
            .filter_map(|index| self.rules.get(*index))
            .filter_map(|rule| rule.edit(tokens, at, tongue))
            .collect()
    }
}

impl Rule {
    fn edit(&self, tokens: &[Token], at: usize, tongue: Tongue) -> Option<Edit> {
        let end = at + self.from.len();
        let span = tokens.get(at..end)?;
        if span.iter().any(|token| token.locked) {
            return None;
        }
        let mut verb_forms = Vec::new();
        let mut slots = Vec::new();
        for (offset, piece) in self.from.iter().enumerate() {
            let token = span.get(offset)?;
            match piece {
                Piece::Word(word) => (token.lower == *word && token.is_common()).then_some(())?,
                Piece::Verb { lemma, form } => {
                    let found = tongue.verb_form(tokens, at + offset, lemma)?;
                    form.is_none_or(|form| found.serves_as(form)).then_some(())?;
                    verb_forms.push(found);
                }
                Piece::Slot { class, .. } => {
                    tongue.is(tokens, Some(at + offset), *class).then_some(())?;
                    slots.push((*class, token));
                }
            }
        }
        let holds = self.before.holds(tokens, at.checked_sub(1), tongue)
            && self.after.holds(tokens, Some(end), tongue);
        holds.then_some(())?;
        let mut made = self.filled(&verb_forms, &slots)?;
        if let (Some(first), Some(old)) = (made.first_mut(), span.first()) {
            first.glued = old.glued;
        }
        Some(Edit { start: at, end, tokens: made, safety: self.safety })
    }

    fn filled(&self, verb_forms: &[Form], slots: &[(Class, &Token)]) -> Option<Vec<Token>> {
        let mut forms = verb_forms.iter();
        let mut slots: Vec<(Class, &Token)> = slots.to_vec();
        let mut made = Vec::with_capacity(self.to.len());
        for piece in &self.to {
            match piece {
                Piece::Word(word) => made.push(Token::made(word)),
                Piece::Verb { lemma, form } => {
                    let form = (*form).or_else(|| forms.next().copied())?;
                    for word in verbs::inflected(lemma, form)?.split(' ') {
                        made.push(Token::made(word));
                    }
                }
                Piece::Slot { class, form } => {
                    let index = slots.iter().position(|(other, _)| other == class)?;
                    let (_, token) = slots.remove(index);
                    made.push(match form {
                        None => token.clone(),
                        Some(form) => Token::made(&verbs::converted(&token.lower, *form)?),
                    });
                }
            }
        }
        Some(made)
    }
}

impl Context {
    fn read(text: &str) -> Option<Self> {
        let mut context = Self::default();
        for part in text.split_whitespace() {
            if let Some(word) = part.strip_prefix("!*") {
                context.unwanted_later.push(word.to_owned());
                continue;
            }
            let (list, name) = match part.strip_prefix('!') {
                Some(rest) => (&mut context.unwanted, rest),
                None => (&mut context.wanted, part),
            };
            let class = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
            list.push(match class {
                Some(name) => Condition::Class(Class::named(name)?),
                None => Condition::Word(name.to_owned()),
            });
        }
        Some(context)
    }

    fn holds(&self, tokens: &[Token], at: Option<usize>, tongue: Tongue) -> bool {
        let met = |condition: &Condition| match condition {
            Condition::Word(word) => {
                at.and_then(|at| tokens.get(at)).is_some_and(|token| token.lower == *word)
            }
            Condition::Class(class) => tongue.is(tokens, at, *class),
        };
        let later = at.and_then(|at| tokens.get(at..)).unwrap_or_default();
        let clear = !later.iter().any(|token| self.unwanted_later.contains(&token.lower));
        clear && (self.wanted.is_empty() || self.wanted.iter().any(met)) && !self.unwanted.iter().any(met)
    }
}

fn pieces(text: &str) -> Option<Vec<Piece>> {
    let pieces: Option<Vec<Piece>> = text.split_whitespace().map(piece).collect();
    pieces.filter(|pieces| !pieces.is_empty())
}

fn piece(text: &str) -> Option<Piece> {
    if let Some(verb) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) {
        let (lemma, form) = verb.split_once(':').map_or((verb, None), |(lemma, form)| (lemma, Some(form)));
        let form = match form {
            Some(form) => Some(Form::named(form)?),
            None => None,
        };
        let lemma = lemma.replace('_', " ");
        verbs::knows(&lemma).then_some(())?;
        return Some(Piece::Verb { lemma, form });
    }
    if let Some(slot) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let (class, form) = slot.split_once('>').map_or((slot, None), |(class, form)| (class, Some(form)));
        let form = match form {
            Some(form) => Some(Form::named(form)?),
            None => None,
        };
        return Some(Piece::Slot { class: Class::named(class)?, form });
    }
    Some(Piece::Word(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentence::{Sentence, write};

    fn edited(table: &str, text: &str) -> Vec<String> {
        let phrases = Phrases::read(&[table]);
        assert_eq!(phrases.unread, Vec::<String>::new());
        let sentence = Sentence::read(text, Tongue::English, 70).unwrap();
        let all =
            (0..sentence.tokens.len()).flat_map(|at| phrases.edits_at(&sentence.tokens, at, Tongue::English));
        all.map(|edit| write(&edit.tokens, "")).collect()
    }

    #[test]
    fn verbs_keep_their_form() {
        let table = "= 97\n<buy> [det]\t<purchase> [det]";
        assert_eq!(edited(table, "She is buying a house."), ["Purchasing a"]);
        assert_eq!(edited(table, "She bought the house."), ["Purchased the"]);
        assert_eq!(edited(table, "A good buy is rare."), Vec::<String>::new());
    }

    #[test]
    fn slots_are_repeated_and_converted() {
        assert_eq!(
            edited("ways to [base]\tways of [base>ing]", "It has ways to help you."),
            ["Ways of helping"]
        );
        assert_eq!(
            edited("between [num] and [num]\t[num] to [num]", "It costs between 3 and 5 euros."),
            ["3 to 5"]
        );
    }

    #[test]
    fn contexts_want_and_refuse() {
        let table = "that\twhich\t[noun] !idea\t[finite] !*however";
        assert_eq!(edited(table, "A tool that is old works."), ["Which"]);
        assert_eq!(edited(table, "The idea that is old works."), Vec::<String>::new());
        assert_eq!(edited(table, "A tool that you know works."), Vec::<String>::new());
        assert_eq!(edited(table, "A tool that is old works however."), Vec::<String>::new());
    }

    #[test]
    fn lines_that_make_no_sense_are_told() {
        for line in ["alone", "<nosuchverb>\tuse", "[nosuchclass]\tuse", "a\tb\t[nosuchclass]", "= many"] {
            assert_eq!(Phrases::read(&[line]).unread, [line]);
        }
    }

    #[test]
    fn no_phrase_stands_for_itself() {
        for tongue in [Tongue::English, Tongue::Vietnamese] {
            assert!(tongue.phrases().rules.iter().all(|rule| rule.from != rule.to));
        }
    }
}
