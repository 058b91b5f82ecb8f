//! The grammatical form of a heading, and the other forms that say the same.

use crate::corpus::Corpus;
use crate::lexicon::Lexicon;
use crate::text::{capitalised, count, first_word, lowered, padded};
use crate::topics::Role;

/// What kind of phrase a heading is. Neighbours should differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `How to store it`.
    HowTo,
    /// `Storing it`.
    Gerund,
    /// `How long does it keep?`
    Question,
    /// `What seasoning is`, `Rust is not the end`.
    Clause,
    /// `Costs and savings`.
    Noun,
}

/// A heading that was understood.
#[derive(Debug, Clone)]
pub(super) struct Form {
    shape: Shape,
    /// Without its question mark.
    text: String,
    /// The gerund and the base form, where it has one: `storing it` and `store it`.
    action: Option<(String, String)>,
    /// In lower case, unless it begins with a name.
    continued: String,
    english: bool,
    language: domain::locale::Language,
    activity: Option<String>,
    /// Whether its pronoun means the article's thing.
    means_thing: bool,
}

const ASKING: [&str; 8] = ["what", "why", "how", "which", "when", "where", "who", "whether"];

impl Form {
    /// Reads a heading of a source.
    pub(super) fn of(heading: &str, corpus: &Corpus<'_>) -> Option<Self> {
        let lexicon = corpus.lexicon;
        let asked = seo::questions::is_question(heading, lexicon.language);
        let text = without_number(heading).trim_end_matches(['?', ':', '.', '!', ' ']).to_owned();
        let line = padded(&text);
        let words: Vec<&str> = line.split_whitespace().collect();
        let first = *words.first()?;
        let action = action(&text, &words, lexicon);
        let pronoun = pronoun(&words, action.is_some(), corpus);
        if matches!(first, "and" | "but" | "or" | "so") || pronoun == Pronoun::Elsewhere {
            return None;
        }
        let shape = if asked {
            Shape::Question
        } else if first == "how" && words.get(1) == Some(&"to") && action.is_some() {
            Shape::HowTo
        } else if action.is_some() {
            Shape::Gerund
        } else if ASKING.contains(&first)
            || (lexicon.is_english() && words.iter().any(|word| is_surely_verb(word)))
        {
            Shape::Clause
        } else {
            Shape::Noun
        };
        let activity = corpus.keyword.is_activity.then(|| corpus.keyword.noun.clone());
        let text = capitalised(&text);
        Some(Self {
            means_thing: pronoun == Pronoun::Thing,
            shape,
            continued: corpus.lowered_heading(&text),
            text,
            action,
            english: lexicon.is_english(),
            language: lexicon.language,
            activity,
        })
    }

    /// The headings that say this, ours first.
    pub(super) fn headings(&self, thing: &str, role: Role, with_keyword: bool) -> Vec<(Shape, String)> {
        let mut all = Vec::new();
        match (self.shape, &self.action) {
            (Shape::HowTo, Some((gerund, _))) => all.push((Shape::Gerund, capitalised(gerund))),
            (Shape::Gerund, Some((gerund, base))) => {
                all.push((Shape::HowTo, format!("How to {base}")));
                all.push((Shape::Gerund, capitalised(gerund)));
            }
            (Shape::Question, _) => all.push((Shape::Question, format!("{}?", self.text))),
            (Shape::Noun, _) => all.extend(
                self.with_thing(thing, role).filter(|_| with_keyword).map(|heading| (Shape::Noun, heading)),
            ),
            _ => {}
        }
        if self.shape != Shape::Question && self.shape != Shape::Gerund {
            all.push((self.shape, self.text.clone()));
        }
        if self.means_thing {
            for (_, heading) in &mut all {
                *heading = with_antecedent(heading, thing);
            }
        }
        all
    }

    /// The heading with what the article is about.
    fn with_thing(&self, thing: &str, role: Role) -> Option<String> {
        if padded(&self.text).contains(padded(thing).trim())
            || count(&self.text) > 4
            || self.text.contains([',', '(', ':', '?'])
        {
            return None;
        }
        let link = match (self.english, role) {
            (true, Role::Risk | Role::Compare | Role::Other) => "with",
            (true, _) => "for",
            (false, _) if self.activity.is_some() => "khi",
            (false, _) => "cho",
        };
        let thing = self.activity.as_deref().filter(|_| !self.english).unwrap_or(thing);
        Some(format!("{} {link} {thing}", self.text))
    }

    /// What it is about in at most three words, for titles.
    pub(super) fn short(&self) -> Option<String> {
        if self.shape != Shape::Question
            && let Some(label) = self.label().filter(|label| !ASKING.contains(&first_word(label).as_str()))
        {
            let label = label.strip_prefix("the ").unwrap_or(&label);
            let joins = |word: &str| {
                !seo::words::is_function_word(word, self.language)
                    || matches!(word, "and" | "of" | "a" | "an" | "the" | "và" | "ở" | "đi")
            };
            if count(label) <= 3 && (!self.english || padded(label).split_whitespace().all(joins)) {
                return Some(label.to_owned());
            }
        }
        let before = self.text.split_once(':').map(|(before, _)| before).filter(|before| count(before) <= 2);
        let alone = self.action.as_ref().and_then(|(gerund, _)| gerund.split(' ').next());
        alone.map(str::to_owned).or_else(|| before.map(lowered))
    }

    /// The heading as it stands in an enumeration, if it can.
    pub(super) fn label(&self) -> Option<String> {
        let label = match (self.shape, &self.action) {
            (Shape::HowTo | Shape::Gerund, Some((gerund, _))) => gerund.clone(),
            (Shape::Noun, _) => self.continued.clone(),
            // Half of two questions says too little: `what went in` of `What went in, and what came out`.
            (Shape::Clause, _) if self.english && ASKING.contains(&first_word(&self.text).as_str()) => {
                Some(self.continued.clone()).filter(|label| !label.contains(','))?
            }
            (Shape::Question, _) => embedded(&self.continued)?,
            (Shape::Clause, _) => self.continued.split_once(" that ")?.0.to_owned(),
            _ => return None,
        };
        let label = label.split([',', ':', '(', '–']).next().unwrap_or(&label).trim().to_owned();
        let pronoun =
            padded(&label).split_whitespace().any(|word| matches!(word, "it" | "them" | "this" | "they"));
        (count(&label) <= 6 && !pronoun && !label.contains('?')).then_some(label)
    }
}

/// What a heading tells to do, in the base form and with its pronoun resolved: `store cast iron` of `Storing it`.
pub(crate) fn action_of_heading(heading: &str, corpus: &Corpus<'_>) -> Option<String> {
    let form =
        Form::of(heading, corpus).filter(|form| !heading.ends_with('?') && form.shape != Shape::Clause)?;
    let (_, base) = form.action?;
    let thing = super::core_phrase(corpus);
    let base = if form.means_thing { with_antecedent(&base, &thing) } else { base };
    (count(&base) >= 2).then_some(base)
}

/// The gerund and the base form of a heading about something done.
fn action(text: &str, words: &[&str], lexicon: &Lexicon) -> Option<(String, String)> {
    if !lexicon.is_english() {
        return None;
    }
    let skipped = if words.first() == Some(&"how") && words.get(1) == Some(&"to") { 2 } else { 0 };
    let verb = *words.get(skipped)?;
    let rest = text.split(' ').skip(skipped + 1).collect::<Vec<_>>().join(" ");
    let joined = |form: &str| format!("{form} {rest}").trim().to_owned();
    if let Some(base) = lexicon.base_of(verb)
        && skipped == 0
        && !words
            .get(1)
            .is_some_and(|word| matches!(*word, "and" | "matters" | "is" | "time" | "temperature"))
        && !words.iter().any(|word| is_surely_verb(word))
        && words.len() > 1
    {
        return Some((joined(verb), joined(base)));
    }
    let imperative = words.get(1).is_some_and(|word| matches!(*word, "the" | "a" | "an" | "your" | "it"));
    let gerund = lexicon.gerund_of(verb)?;
    (skipped == 2 || imperative).then(|| (joined(gerund), joined(verb)))
}

fn is_surely_verb(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "does"
            | "do"
            | "can"
            | "should"
            | "has"
            | "have"
            | "matters"
            | "matter"
            | "works"
            | "makes"
            | "keeps"
            | "lasts"
            | "need"
            | "needs"
            | "will"
            | "happens"
            | "means"
            | "costs"
            | "did"
            | "protect"
            | "suits"
            | "goes"
    )
}

/// What a pronoun in a heading means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pronoun {
    /// There is none, or the heading itself says.
    Clear,
    /// The article's thing: `Storing it`.
    Thing,
    /// Something that only its source knows: `What shortens it`.
    Elsewhere,
}

fn pronoun(words: &[&str], is_action: bool, corpus: &Corpus<'_>) -> Pronoun {
    if !corpus.lexicon.is_english() {
        let points = words.iter().any(|word| matches!(*word, "này" | "đó" | "nó"));
        return if points { Pronoun::Elsewhere } else { Pronoun::Clear };
    }
    let found = words.iter().position(|word| {
        matches!(*word, "it" | "them" | "they" | "this" | "these" | "those" | "one" | "its")
    });
    let Some(at) = found else { return Pronoun::Clear };
    let object =
        is_action && matches!(words[at], "it" | "them") && (at == 1 || (at == 3 && words[1] == "to"));
    // `When it makes no sense`, `Living with it`.
    let subject = at == 1 && words[at] == "it" && matches!(words[0], "when" | "how" | "why" | "where");
    let ends = is_action && at + 1 == words.len() && matches!(words[at], "it" | "them");
    // What is used is not the using: `Using it` below `home composting` means the compost.
    let done = corpus.keyword.noun.ends_with("ing");
    if done && (object || ends) {
        return Pronoun::Clear;
    }
    if object || subject || ends || words.starts_with(&["how", "long", "does", "it"]) {
        return Pronoun::Thing;
    }
    let named = words[..at].iter().any(|word| corpus.is_noun(word) || corpus.lexicon.base_of(word).is_some());
    if named && matches!(words[at], "it" | "they" | "its") { Pronoun::Clear } else { Pronoun::Elsewhere }
}

/// A question within a sentence: `which oil should you use` as `which oil to use`.
fn embedded(question: &str) -> Option<String> {
    let words: Vec<&str> = question.split(' ').collect();
    let modal = words.iter().position(|word| matches!(*word, "should" | "do" | "can"))?;
    let asks = ASKING.contains(words.first()?);
    (asks && words.get(modal + 1) == Some(&"you") && words.len() > modal + 2)
        .then(|| format!("{} to {}", words[..modal].join(" "), words[modal + 2..].join(" ")))
}

/// A heading without the writer who speaks: `What we would change` as `What to change`, `Mistakes we saw` as `Mistakes`.
pub(super) fn impersonal(heading: &str) -> Option<String> {
    let words: Vec<&str> = heading.split(' ').collect();
    let at = words.iter().position(|word| matches!(*word, "we" | "I")).filter(|at| *at > 0)?;
    let rest = match words.get(at + 1) {
        Some(&("would" | "should" | "do" | "could")) => words.get(at + 2..)?,
        _ => &[],
    };
    match (words[0], rest) {
        ("What" | "How" | "When" | "Where" | "Which", []) => None,
        ("What" | "How" | "When" | "Where" | "Which", rest) => {
            Some(format!("{} to {}", words[..at].join(" "), rest.join(" ")))
        }
        _ => Some(words[..at].join(" ")),
    }
}

/// `Storing it` as `Storing cast iron`.
fn with_antecedent(heading: &str, thing: &str) -> String {
    let mut resolved: Vec<String> = heading.split(' ').map(str::to_owned).collect();
    let pronoun =
        resolved.iter_mut().skip(1).find(|word| matches!(word.trim_end_matches('?'), "it" | "them"));
    if let Some(word) = pronoun {
        let mark = if word.ends_with('?') { "?" } else { "" };
        *word = format!("{thing}{mark}");
    }
    resolved.join(" ")
}

/// A heading without number and step: `Step 2: Grind the beans`.
fn without_number(heading: &str) -> &str {
    let text = heading.trim();
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ')' | ' '));
    let numbered = rest.len() < text.len() && text[..text.len() - rest.len()].contains(['.', ')']);
    let text = if numbered && !rest.is_empty() { rest } else { text };
    for word in ["Step ", "Bước ", "Phần "] {
        if let Some((_, after)) = text.strip_prefix(word).and_then(|rest| rest.split_once([':', '.'])) {
            return after.trim();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writers_leave_their_headings() {
        assert_eq!(impersonal("What we would do differently").as_deref(), Some("What to do differently"));
        assert_eq!(impersonal("Mistakes we saw most often").as_deref(), Some("Mistakes"));
        assert_eq!(impersonal("How I season pans"), None);
        assert_eq!(
            with_antecedent("When it makes no sense", "a heat pump"),
            "When a heat pump makes no sense"
        );
    }
}
