//! Which sentences of a model may stay. It knows little, so whatever states a fact that nobody checked is a fault.

use std::collections::HashSet;

use domain::locale::Language;
use prose::quantities;
use seo::words::{is_function_word, normalise, split};

use crate::corpus::{STARTERS, UNWANTED_PHRASES, UNWANTED_WORDS, VERBS};
use crate::grammar::{capitalised, uncapitalised};
use crate::topic::Topic;

/// Shorter sentences say nothing, longer ones lose the thread; in words.
const LENGTH: std::ops::RangeInclusive<usize> = 4..=38;
/// The least share of words that hold English sentences together.
const HELD: f64 = 0.2;
/// A word that comes so often in one sentence shows that the model is lost.
const LOST: usize = 3;
/// Words that no sentence ends with.
const OPEN_ENDS: &[&str] = &[
    "a", "an", "the", "and", "or", "but", "of", "to", "with", "for", "in", "on", "at", "by", "from", "as",
    "than", "that", "your", "their", "its", "is", "are",
];
/// Beginnings that refer to the sentence before.
const ANAPHORS: &[&str] = &[
    "it",
    "its",
    "it's",
    "this",
    "these",
    "those",
    "that",
    "they",
    "their",
    "such",
    "then",
    "otherwise",
    "likewise",
    "similarly",
    "another",
    "also",
    "however",
    "instead",
    "so",
    "but",
    "or",
    "yet",
];

/// What is wrong with a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Length,
    Incomplete,
    Sign,
    Name,
    Word,
    Phrase,
    Quantity,
    Language,
    Lost,
    Verbless,
    Question,
}

/// What sentences of one article may say.
pub(crate) struct Rules {
    /// Words of the keyword, in lower case.
    keyword: HashSet<String>,
    /// Its names, in lower case.
    names: HashSet<String>,
    starters: Vec<String>,
}

impl Rules {
    /// Rules for a topic. Words of headings may begin sentences.
    pub(crate) fn new(topic: &Topic, headings: &[&str]) -> Self {
        let normal = normalise(&topic.keyword).into_owned();
        let keyword: HashSet<String> = split(&normal).map(str::to_owned).collect();
        let mut starters: Vec<String> = STARTERS.iter().map(|word| (*word).to_owned()).collect();
        let subject = [topic.subject()];
        for text in headings.iter().chain(&subject) {
            let normal = normalise(text);
            for word in split(&normal).filter(|word| !UNWANTED_WORDS.contains(word)) {
                starters.push(capitalised(word));
                starters.push(format!("{}s", capitalised(word)));
            }
        }
        let is_name = |word: &&str| word.starts_with(char::is_uppercase);
        let names = topic.keyword.split(' ').filter(is_name).map(str::to_lowercase).collect();
        Self { keyword, names, starters }
    }

    /// Whether a word must not be written. Beginnings of words are asked for too.
    pub(crate) fn is_banned(&self, word: &str) -> bool {
        if word == "\n" {
            return false;
        }
        if word.is_empty() || word.contains(is_unwanted_sign) {
            return true;
        }
        let bare = bare(word);
        // A dash between words.
        if bare.is_empty() && word.starts_with('-') {
            return true;
        }
        if bare.contains(|sign: char| sign.is_uppercase()) {
            return bare == "I" || !(self.begins_sentence(bare) || self.is_own_name(bare));
        }
        UNWANTED_WORDS.contains(bare) && !self.keyword.contains(bare)
    }

    fn begins_sentence(&self, word: &str) -> bool {
        self.starters.iter().any(|starter| starter.starts_with(word))
    }

    fn is_own_name(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        self.keyword.iter().any(|own| own.starts_with(&lower))
    }

    /// What is wrong with a sentence, if anything is.
    pub(crate) fn fault(&self, sentence: &str) -> Option<Fault> {
        let words: Vec<&str> =
            sentence.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let line = format!(" {} ", lower.join(" "));
        let unwanted = |word: &String| {
            (UNWANTED_WORDS.contains(word.as_str()) && !self.keyword.contains(word)) || is_misshapen(word)
        };
        let checks: [(Fault, &dyn Fn() -> bool); 11] = [
            (Fault::Length, &|| !LENGTH.contains(&words.len())),
            (Fault::Incomplete, &|| is_incomplete(sentence, &lower)),
            (Fault::Sign, &|| {
                sentence.contains(is_unwanted_sign)
                    || ["- ", " -", " '", "' ", "'."].iter().any(|mark| sentence.contains(mark))
            }),
            (Fault::Name, &|| {
                words.iter().skip(1).any(|word| self.is_foreign_name(word) || self.names.contains(*word))
            }),
            (Fault::Word, &|| lower.iter().any(unwanted)),
            (Fault::Phrase, &|| UNWANTED_PHRASES.iter().any(|phrase| line.contains(&format!(" {phrase}")))),
            (Fault::Quantity, &|| !quantities::in_sentence(sentence, Language::ENGLISH).is_empty()),
            (Fault::Language, &|| !is_english(&lower)),
            (Fault::Lost, &|| is_lost(&lower)),
            (Fault::Verbless, &|| !lower.iter().any(|word| VERBS.contains(word.as_str()))),
            (Fault::Question, &|| is_question(&lower)),
        ];
        checks.iter().find(|(_, is_broken)| is_broken()).map(|(fault, _)| *fault)
    }

    fn is_foreign_name(&self, word: &str) -> bool {
        word.contains(|sign: char| sign.is_uppercase()) && !self.keyword.contains(&word.to_lowercase())
    }
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(['.', ',', '\'', '-'])
}

fn is_unwanted_sign(sign: char) -> bool {
    !(sign.is_ascii_alphabetic() || matches!(sign, ' ' | '.' | ',' | '\'' | '-'))
}

fn is_incomplete(sentence: &str, words: &[String]) -> bool {
    let begins = sentence.starts_with(|sign: char| sign.is_uppercase());
    let ends = sentence.ends_with('.') && !sentence.ends_with("..");
    let open = words.last().is_none_or(|word| OPEN_ENDS.contains(&word.as_str()));
    !begins || !ends || open || sentence.contains("..") || sentence[..sentence.len() - 1].contains(". ")
}

#[expect(clippy::cast_precision_loss, reason = "sentences are short")]
fn is_english(words: &[String]) -> bool {
    let held = words.iter().filter(|word| is_function_word(word, Language::ENGLISH)).count();
    held as f64 >= HELD * words.len() as f64
}

/// Whether a sentence stumbles: a word twice in a row, or one word over and over.
fn is_lost(words: &[String]) -> bool {
    let content: Vec<String> = words
        .iter()
        .filter(|word| !is_function_word(word, Language::ENGLISH))
        .map(|word| seo::stem(word, Language::ENGLISH))
        .collect();
    let over_and_over =
        content.iter().any(|word| content.iter().filter(|other| *other == word).count() >= LOST);
    over_and_over || words.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether it is a single letter, or an apostrophe stands where none does in English.
fn is_misshapen(word: &str) -> bool {
    let is_letter = word.len() == 1 && word != "a";
    is_letter || word.contains('\'') && !["n't", "'s", "'re"].iter().any(|ending| word.ends_with(ending))
}

/// Sentences of which one that goes on with the one before may have joined it, so that lengths differ. The longest pair is joined.
pub(crate) fn joined(sentences: Vec<String>) -> Vec<String> {
    const GOING_ON: [&str; 10] =
        ["It ", "They ", "You ", "There ", "This ", "These ", "The ", "Some ", "But ", "So "];
    const LONG: std::ops::Range<usize> = 20..41;
    let length = |pair: &[String]| pair.iter().map(|sentence| sentence.split(' ').count()).sum::<usize>();
    let fits = |pair: &[String]| {
        let plain = !pair.iter().any(|sentence| sentence.contains(", and ") || sentence.contains(", but "));
        plain
            && !pair[1].contains(',')
            && LONG.contains(&length(pair))
            && GOING_ON.iter().any(|word| pair[1].starts_with(word))
    };
    let pairs = sentences.windows(2).enumerate().filter(|(_, pair)| fits(pair));
    let Some((at, _)) = pairs.max_by_key(|(_, pair)| length(pair)) else { return sentences };
    let mut joined = sentences;
    let second = joined.remove(at + 1);
    let first = joined[at].trim_end_matches('.').to_owned();
    let has_joint = ["But ", "So "].iter().any(|joint| second.starts_with(joint));
    let joint = if has_joint { "" } else { "and " };
    joined[at] = format!("{first}, {joint}{}", uncapitalised(&second));
    joined
}

/// Whether two sentences begin with the same two words.
pub(crate) fn begin_alike(one: &str, other: &str) -> bool {
    one.split(' ').take(2).eq(other.split(' ').take(2))
}

/// Whether a sentence asks, with or without a mark.
fn is_question(words: &[String]) -> bool {
    const ASKING: [&str; 7] = ["what", "how", "why", "who", "which", "where", "when"];
    const INVERTED: [&str; 9] = ["do", "does", "is", "are", "can", "should", "will", "would", "could"];
    let at = |index: usize, list: &[&str]| words.get(index).is_some_and(|word| list.contains(&word.as_str()));
    let asks_somebody = words.windows(2).any(|pair| INVERTED.contains(&pair[0].as_str()) && pair[1] == "you");
    at(0, &ASKING) && (at(1, &INVERTED) || asks_somebody)
}

/// Two sentences where the end of one, behind a `which`, can stand by itself.
pub(crate) fn parted(sentence: &str) -> Vec<String> {
    const ONE: [&str; 10] = ["is", "can", "makes", "means", "allows", "helps", "gives", "will", "has", "may"];
    const MANY: [&str; 3] = ["are", "have", "make"];
    const MARK: &str = ", which ";
    let whole = || vec![sentence.to_owned()];
    let Some((before, after)) = sentence.split_once(MARK).filter(|(_, after)| !after.contains(',')) else {
        return whole();
    };
    let verb = after.split(' ').next().unwrap_or_default();
    let subject = match verb {
        verb if ONE.contains(&verb) => "This",
        verb if MANY.contains(&verb) => "These",
        _ => return whole(),
    };
    let stands = before.split(' ').map(bare).any(|word| VERBS.contains(word.to_lowercase().as_str()));
    let long = [before, after].iter().all(|part| part.split(' ').count() >= *LENGTH.start());
    if stands && long && !is_conditional(before) {
        vec![format!("{before}."), format!("{subject} {after}")]
    } else {
        whole()
    }
}

fn is_conditional(clause: &str) -> bool {
    ["If ", "When ", "While ", "Before ", "After ", "Once "].iter().any(|word| clause.starts_with(word))
}

/// A sentence without words before it that only fill.
pub(crate) fn without_filler(sentence: &str) -> String {
    const FILLERS: [&str; 12] = [
        "In fact, ",
        "Overall, ",
        "In other words, ",
        "In this case, ",
        "In some cases, ",
        "Ultimately, ",
        "Remember, ",
        "In addition, ",
        "In reality, ",
        "In general, ",
        "Remember that ",
        "Of course, ",
    ];
    let rest = FILLERS.iter().find_map(|filler| sentence.strip_prefix(filler));
    rest.map_or_else(|| sentence.to_owned(), capitalised)
}

/// Two sentences where a long one joins two that stand by themselves.
pub(crate) fn relaxed(sentence: &str) -> Vec<String> {
    const JOINTS: [&str; 3] = [", but ", ", so ", ", and "];
    const SUBJECTS: [&str; 6] = ["it ", "they ", "you ", "this ", "there ", "these "];
    for joint in JOINTS {
        let Some((before, after)) = sentence.split_once(joint) else { continue };
        let stands =
            |text: &str| text.split(' ').map(bare).any(|word| VERBS.contains(word.to_lowercase().as_str()));
        let long = [before, after].iter().all(|part| part.split(' ').count() >= *LENGTH.start());
        let own = SUBJECTS.iter().any(|subject| after.starts_with(subject));
        if own && long && !is_conditional(before) && stands(before) && !after.contains(joint) {
            let lead = if joint == ", and " {
                capitalised(after)
            } else {
                format!("{} {after}", capitalised(joint.trim_matches([',', ' '])))
            };
            return vec![format!("{before}."), lead];
        }
    }
    vec![sentence.to_owned()]
}

/// Whether a sentence says something after its first words, which were given.
pub(crate) fn goes_beyond(sentence: &str, opener: &str) -> bool {
    const LEAST_WORDS: usize = 3;
    let Some(rest) = sentence.strip_prefix(opener) else { return true };
    // A comma where a verb is due makes a fragment.
    let is_fragment = rest.starts_with(',') || (opener.ends_with(',') && rest.starts_with(" and "));
    opener.is_empty() || (!is_fragment && rest.split_whitespace().count() >= LEAST_WORDS)
}

/// Whether a sentence can't be understood without the one before.
pub(crate) fn refers_back(sentence: &str) -> bool {
    let first = sentence.split_whitespace().next().map(|word| bare(word).to_lowercase());
    first.is_some_and(|word| ANAPHORS.contains(&word.as_str()))
}

/// The words that carry a text's meaning, without endings.
pub(crate) fn stems(text: &str) -> HashSet<String> {
    seo::stems(text, Language::ENGLISH).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules::new(&Topic::of("how to descale a kettle"), &["Tools and materials"])
    }

    #[test]
    fn plain_sentences_may_stay() {
        for sentence in [
            "The kettle should be cool before you empty it.",
            "A soft cloth is enough for the outside, and vinegar does the rest.",
        ] {
            assert_eq!(rules().fault(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn doubtful_sentences_may_not() {
        for (sentence, fault) in [
            ("Use it often.", Fault::Length),
            ("The kettle should be cool before you empty the", Fault::Incomplete),
            ("The kettle should be cool before you empty the.", Fault::Incomplete),
            ("The kettle holds 2 litres and boils quickly every time.", Fault::Sign),
            ("The kettle is \"cool\" before you empty it again.", Fault::Sign),
            ("The kettle from Bosch should be cool before use.", Fault::Name),
            ("In the morning we should always empty the kettle.", Fault::Word),
            ("The kettle boils in ten minutes when it is full.", Fault::Word),
            ("But let't just focus on the kettle and the water.", Fault::Word),
            ("The kettle takes around x amount of water each time.", Fault::Word),
            ("Ask a doctor before you drink from the kettle.", Fault::Word),
            ("It is important to empty the kettle before cleaning it.", Fault::Word),
            ("When it comes to the kettle, water is enough.", Fault::Phrase),
            ("A warm corner in the kitchen with plenty of light.", Fault::Verbless),
            ("What do you want to put into the kettle.", Fault::Question),
            ("How much time do you have for the kettle.", Fault::Question),
            ("This is often called an 'immaculate kettle' by the owner.", Fault::Sign),
            ("Kettle vinegar water descaling lime residue boiling steam heat.", Fault::Language),
            ("The kettle is a kettle that looks like a kettle.", Fault::Lost),
            ("The kettle is is cool before you empty it.", Fault::Lost),
        ] {
            assert_eq!(rules().fault(sentence), Some(fault), "{sentence}");
        }
    }

    #[test]
    fn names_keep_their_capitals() {
        let rules = Rules::new(&Topic::of("things to do in lisbon"), &[]);
        assert_eq!(rules.fault("The streets of Lisbon are quiet in the morning."), None);
        assert_eq!(rules.fault("The streets of lisbon are quiet in the morning."), Some(Fault::Name));
    }

    #[test]
    fn names_and_digits_can_not_even_be_written() {
        let rules = rules();
        for word in ["Samsung", "2", "", "we", "(", "I", "studies", "“", "-"] {
            assert!(rules.is_banned(word), "{word}");
        }
        for word in ["The", "Th", "Kettles", "Materials", "water", "well.", "don't", "\n", "It"] {
            assert!(!rules.is_banned(word), "{word}");
        }
    }

    #[test]
    fn first_words_alone_are_no_sentence() {
        assert!(goes_beyond("Good work on the lid takes some time.", "Good work on the lid"));
        for fragment in ["Good work on the lid.", "Good work on the lid, while it is cold."] {
            assert!(!goes_beyond(fragment, "Good work on the lid"), "{fragment}");
        }
        assert!(!goes_beyond("If it fits, and you like the lid.", "If it fits,"));
        assert!(goes_beyond("Short.", ""));
    }

    #[test]
    fn fillers_go() {
        assert_eq!(without_filler("In fact, the lid is hot."), "The lid is hot.");
        assert_eq!(without_filler("The lid is hot."), "The lid is hot.");
    }

    #[test]
    fn long_sentences_are_relaxed() {
        assert_eq!(
            relaxed("The lid keeps the heat inside for long, but it needs a little care now."),
            ["The lid keeps the heat inside for long.", "But it needs a little care now."]
        );
        for whole in ["If the lid is open all the time, so you know, it cools.", "It works, but it is slow."]
        {
            assert_eq!(relaxed(whole), [whole]);
        }
    }

    #[test]
    fn sentences_that_go_on_are_joined_once() {
        let said = [
            "The lid keeps the heat inside for a long time.",
            "It needs some gentle care after each and every use.",
            "It is cheap.",
        ];
        let joined = joined(said.map(str::to_owned).to_vec());
        assert_eq!(joined.len(), 2);
        assert_eq!(
            joined[0],
            "The lid keeps the heat inside for a long time, and it needs some gentle care after each and every use."
        );
    }

    #[test]
    fn what_stands_behind_which_can_stand_alone() {
        assert_eq!(
            parted("The lid keeps the heat inside, which makes the tea stronger."),
            ["The lid keeps the heat inside.", "This makes the tea stronger."]
        );
        for whole in
            ["If the lid is open, which is rare, it cools.", "The lid, which is red, keeps the heat."]
        {
            assert_eq!(parted(whole), [whole]);
        }
    }

    #[test]
    fn sentences_that_begin_with_a_joint_keep_it() {
        let said = [
            "The lid keeps the heat inside for a long time.",
            "But it needs some gentle care after each and every use.",
        ];
        assert_eq!(
            joined(said.map(str::to_owned).to_vec()),
            [
                "The lid keeps the heat inside for a long time, but it needs some gentle care after each and every use."
            ]
        );
    }

    #[test]
    fn some_sentences_lean_on_others() {
        assert!(refers_back("This helps a lot.") && refers_back("However, it may not."));
        assert!(!refers_back("The water boils."));
    }
}
