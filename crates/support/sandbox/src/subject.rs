//! Extracts the subject of a query: `roth ira` for `what is a roth ira`, `chứng chỉ quỹ` for
//! `chứng chỉ quỹ là gì`. Questions, titles and keywords are built from the subject, so that no question
//! contains another.

use crate::folding::fold;

/// Beginnings of questions about a thing.
const ASKING: &[&str] = &[
    "how much does",
    "how much do",
    "how much is",
    "how much are",
    "how long does",
    "how long do",
    "how long is",
    "how does",
    "how do",
    "what does",
    "what do",
    "what is",
    "what are",
    "what s",
    "whats",
    "who is",
    "who are",
    "why is",
    "why are",
    "why does",
    "why do",
    "where is",
    "where are",
    "where to buy",
    "where to find",
    "where to get",
    "when is",
    "which",
    "is",
    "are",
    "does",
    "do",
    "tai sao",
    "vi sao",
    "the nao la",
];
/// Beginnings of questions about doing something; a verb follows.
const ASKING_HOW: &[&str] = &[
    "how to",
    "how do i",
    "how do you",
    "how can i",
    "how can you",
    "when to",
    "can i",
    "can you",
    "should i",
    "should you",
    "huong dan cach",
    "huong dan",
    "lam the nao de",
    "lam sao de",
    "cach de",
    "cach",
    "co nen",
];
const ASKED: &[&str] = &[
    "nghia la gi",
    "la gi",
    "la sao",
    "la ai",
    "gia bao nhieu",
    "bao nhieu tien",
    "mat bao lau",
    "bao nhieu",
    "bao lau",
    "nhu the nao",
    "the nao",
    "ra sao",
    "o dau",
    "co tot khong",
    "co nen khong",
];
/// Ends of questions that also have the beginning of a question.
const ASKED_BEHIND: &[&str] = &["worth it", "cost", "work", "mean", "take", "last", "khong"];
/// Words between a question and its thing.
const BEFORE_THING: &[&str] = &["a", "an", "the", "my", "your"];
/// The same, with words that follow English verbs.
const BEHIND_VERB: &[&str] = &[
    "a", "an", "the", "my", "your", "up", "out", "off", "rid", "of", "for", "with", "in", "on", "to", "at",
    "from", "into", "about", "started", "over", "down", "back", "through", "as", "by",
];
/// Vietnamese verbs that precede the thing. Those of other languages are unknown, so any first word counts as
/// a verb in English.
const VIETNAMESE_VERBS: &[&str] = &[
    "làm", "nấu", "pha", "trồng", "nuôi", "trị", "chữa", "mua", "bán", "dùng", "chọn", "học", "viết", "vẽ",
    "sửa", "tính", "cài", "tải", "tạo", "giảm", "tăng", "xem", "dọn", "giặt", "muối", "ủ",
];

/// The words of a query without those that only form the question. All of them if nothing else is left.
pub(crate) fn subject(words: &[String]) -> Vec<String> {
    let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let bounds = bounds(words, &folded);
    words.get(bounds).filter(|rest| !rest.is_empty()).unwrap_or(words).to_vec()
}

/// Whether a query is a question.
pub(crate) fn is_question(words: &[String]) -> bool {
    subject(words).len() < words.len()
}

fn bounds(words: &[String], folded: &[String]) -> std::ops::Range<usize> {
    let begins = |phrases: &[&str]| {
        let fitting = phrases.iter().map(|phrase| split(phrase)).filter(|phrase| starts(folded, phrase));
        fitting.map(|phrase| phrase.len()).max()
    };
    let (asking, how) = (begins(ASKING), begins(ASKING_HOW));
    let begun = asking.max(how);
    let mut start = begun.unwrap_or(0);
    let ends: &[&[&str]] = if begun.is_some() { &[ASKED, ASKED_BEHIND] } else { &[ASKED] };
    let rest = folded.get(start..).unwrap_or_default();
    let asked = ends.iter().flat_map(|phrases| *phrases).map(|phrase| split(phrase));
    let asked = asked.filter(|phrase| phrase.len() < rest.len() && ends_with(rest, phrase));
    let end = folded.len() - asked.map(|phrase| phrase.len()).max().unwrap_or(0);
    let skip = |start: usize, is_skipped: &dyn Fn(usize) -> bool| {
        (start..end.saturating_sub(1))
            .take_while(|index| is_skipped(*index))
            .last()
            .map_or(start, |last| last + 1)
    };
    let listed = |list: &'static [&'static str]| move |index: usize| list.contains(&folded[index].as_str());
    if begun.is_some() && how == begun {
        let is_vietnamese = words[..start].iter().any(|word| !word.is_ascii());
        let is_verb = |index: usize| {
            index == start && (!is_vietnamese || VIETNAMESE_VERBS.contains(&words[index].as_str()))
        };
        let behind_verb = skip(start, &is_verb);
        start = if is_vietnamese { behind_verb } else { skip(behind_verb, &listed(BEHIND_VERB)) };
    } else if begun.is_some() {
        start = skip(start, &listed(BEFORE_THING));
    }
    start..end
}

fn split(phrase: &str) -> Vec<&str> {
    phrase.split(' ').collect()
}

fn starts(words: &[String], phrase: &[&str]) -> bool {
    words.len() > phrase.len() && words.iter().zip(phrase).all(|(word, other)| word == other)
}

fn ends_with(words: &[String], phrase: &[&str]) -> bool {
    words.len() >= phrase.len()
        && words[words.len() - phrase.len()..].iter().zip(phrase).all(|(word, other)| word == other)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(query: &str) -> String {
        subject(&query.split(' ').map(str::to_owned).collect::<Vec<_>>()).join(" ")
    }

    #[test]
    fn a_question_is_about_its_thing() {
        for (query, thing) in [
            ("what is a roth ira", "roth ira"),
            ("how much does a new roof cost", "new roof"),
            ("is a heat pump worth it", "heat pump"),
            ("how to get rid of ants", "ants"),
            ("how to train for a marathon", "marathon"),
            ("how do i set up a vpn", "vpn"),
            ("how to meditate", "meditate"),
            ("chứng chỉ quỹ là gì", "chứng chỉ quỹ"),
            ("chung chi quy la gi", "chung chi quy"),
            ("cách làm nước mắm chấm", "nước mắm chấm"),
            ("cách trị mụn đầu đen tại nhà", "mụn đầu đen tại nhà"),
            ("cách đi tàu điện", "đi tàu điện"),
            ("đàn tranh giá bao nhiêu", "đàn tranh"),
            ("có nên mua căn hộ không", "căn hộ"),
            ("postgres connection pooling", "postgres connection pooling"),
            ("emergency dentist near me", "emergency dentist near me"),
            ("what is", "what is"),
            ("là gì", "là gì"),
            ("", ""),
        ] {
            assert_eq!(of(query), thing, "{query}");
        }
    }

    proptest! {
        #[test]
        fn something_is_left_of_any_query(words in prop::collection::vec("what|is|how|to|a|the|cost|cách|làm|là|gì|không|tea", 0..8)) {
            prop_assert_eq!(subject(&words).is_empty(), words.is_empty());
        }
    }
}
