//! Question wordings of languages.

use std::borrow::Cow;
use std::ops::Range;

use domain::locale::Language;

use crate::words;

/// The kind of a question. Two questions about the same words may differ in this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Asks {
    What,
    How,
    HowLong,
    HowMuch,
    Why,
    When,
    Where,
    Who,
    Which,
    Whether,
}

/// The position of question words in a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Start,
    Anywhere,
    End,
}

/// Question words, longest first within a language. In Vietnamese and similar languages they stand anywhere.
#[rustfmt::skip]
const WORDINGS: &[(&str, Asks, At, &[&str])] = &[
    ("en", Asks::HowLong, At::Start, &["how long", "how often", "how soon"]),
    ("en", Asks::HowMuch, At::Start, &["how much", "how many", "how big", "how far", "how strong", "how hot", "how old"]),
    ("en", Asks::How, At::Start, &["how"]),
    ("en", Asks::What, At::Start, &["what", "what's"]),
    ("en", Asks::Why, At::Start, &["why"]),
    ("en", Asks::When, At::Start, &["when"]),
    ("en", Asks::Where, At::Start, &["where"]),
    ("en", Asks::Who, At::Start, &["who", "whose"]),
    ("en", Asks::Which, At::Start, &["which"]),
    ("en", Asks::Whether, At::Start, &["is", "are", "can", "could", "do", "does", "did", "should", "will", "would", "has", "have"]),
    ("vi", Asks::HowLong, At::Anywhere, &["bao lâu", "mấy ngày", "mấy tháng", "mấy giờ", "bao nhiêu ngày", "bao nhiêu lâu"]),
    ("vi", Asks::HowMuch, At::Anywhere, &["bao nhiêu", "giá bao nhiêu", "mấy tuổi", "mấy cái"]),
    ("vi", Asks::Why, At::Anywhere, &["tại sao", "vì sao", "sao lại"]),
    ("vi", Asks::How, At::Anywhere, &["như thế nào", "thế nào", "làm sao", "ra sao", "bằng cách nào"]),
    ("vi", Asks::When, At::Anywhere, &["khi nào", "bao giờ", "lúc nào"]),
    ("vi", Asks::Where, At::Anywhere, &["ở đâu", "nơi nào", "chỗ nào"]),
    ("vi", Asks::What, At::Anywhere, &["là gì", "gì", "những gì"]),
    ("vi", Asks::Which, At::Anywhere, &["loại nào", "cái nào", "hãng nào", "nào"]),
    ("vi", Asks::Who, At::Start, &["ai"]),
    ("vi", Asks::Whether, At::Start, &["có nên", "liệu", "có phải"]),
    ("vi", Asks::Whether, At::End, &["không", "chưa", "được không", "có không", "hay không"]),
    ("es", Asks::HowMuch, At::Start, &["cuánto", "cuánta", "cuántos", "cuántas"]),
    ("es", Asks::How, At::Start, &["cómo"]),
    ("es", Asks::What, At::Start, &["qué"]),
    ("es", Asks::Why, At::Start, &["por qué"]),
    ("es", Asks::When, At::Start, &["cuándo"]),
    ("es", Asks::Where, At::Start, &["dónde"]),
    ("es", Asks::Who, At::Start, &["quién", "quiénes"]),
    ("es", Asks::Which, At::Start, &["cuál", "cuáles"]),
    ("fr", Asks::HowMuch, At::Start, &["combien"]),
    ("fr", Asks::How, At::Start, &["comment"]),
    ("fr", Asks::What, At::Start, &["qu'est", "que", "quoi"]),
    ("fr", Asks::Why, At::Start, &["pourquoi"]),
    ("fr", Asks::When, At::Start, &["quand"]),
    ("fr", Asks::Where, At::Start, &["où"]),
    ("fr", Asks::Who, At::Start, &["qui"]),
    ("fr", Asks::Which, At::Start, &["quel", "quelle", "quels", "quelles"]),
    ("fr", Asks::Whether, At::Start, &["est"]),
    ("de", Asks::HowLong, At::Start, &["wie lange", "wie oft"]),
    ("de", Asks::HowMuch, At::Start, &["wie viel", "wieviel", "wie viele"]),
    ("de", Asks::How, At::Start, &["wie"]),
    ("de", Asks::What, At::Start, &["was"]),
    ("de", Asks::Why, At::Start, &["warum", "wieso", "weshalb"]),
    ("de", Asks::When, At::Start, &["wann"]),
    ("de", Asks::Where, At::Start, &["wo"]),
    ("de", Asks::Who, At::Start, &["wer"]),
    ("de", Asks::Which, At::Start, &["welche", "welcher", "welches"]),
    ("pt", Asks::HowMuch, At::Start, &["quanto", "quanta", "quantos", "quantas"]),
    ("pt", Asks::How, At::Start, &["como"]),
    ("pt", Asks::What, At::Start, &["o que", "que"]),
    ("pt", Asks::Why, At::Start, &["por que", "porque"]),
    ("pt", Asks::When, At::Start, &["quando"]),
    ("pt", Asks::Where, At::Start, &["onde"]),
    ("pt", Asks::Which, At::Start, &["qual", "quais"]),
    ("it", Asks::HowMuch, At::Start, &["quanto", "quanta", "quanti", "quante"]),
    ("it", Asks::How, At::Start, &["come"]),
    ("it", Asks::What, At::Start, &["cosa", "che cosa", "cos'è"]),
    ("it", Asks::Why, At::Start, &["perché"]),
    ("id", Asks::HowMuch, At::Anywhere, &["berapa"]),
    ("id", Asks::How, At::Anywhere, &["bagaimana", "gimana"]),
    ("id", Asks::What, At::Start, &["apa", "apakah"]),
    ("id", Asks::Why, At::Anywhere, &["mengapa", "kenapa"]),
    ("id", Asks::When, At::Anywhere, &["kapan"]),
    ("id", Asks::Where, At::Anywhere, &["di mana", "dimana"]),
    ("id", Asks::Who, At::Start, &["siapa"]),
];

/// Question syllables of scripts without spaces, searched in the text itself.
const RUNNING: &[(Asks, &[&str])] = &[
    (Asks::What, &["とは", "什么是", "是什么", "什麼", "무엇", "คืออะไร"]),
    (Asks::How, &["どうやって", "怎么", "如何", "怎麼", "어떻게", "ยังไง", "อย่างไร"]),
    (Asks::Why, &["なぜ", "どうして", "为什么", "為什麼", "왜", "ทำไม"]),
    (Asks::HowMuch, &["いくら", "多少", "얼마", "เท่าไหร่"]),
];

/// The kind of question of a heading or query, if it is one.
pub(crate) fn asks(text: &str, language: Language) -> Option<Asks> {
    let normal = words::normalise(text);
    let words: Vec<&str> = words::split(&normal).collect();
    wording(&words, language).map(|(asks, _)| asks).or_else(|| {
        let running =
            RUNNING.iter().find(|(_, syllables)| syllables.iter().any(|syllable| normal.contains(syllable)));
        running.map(|(asks, _)| *asks)
    })
}

/// The indices of the question words.
pub(crate) fn asking_words(words: &[&str], language: Language) -> Range<usize> {
    wording(words, language).map_or(0..0, |(_, range)| range)
}

fn wording(words: &[&str], language: Language) -> Option<(Asks, Range<usize>)> {
    let typed_without_marks = words.iter().all(|word| word.is_ascii());
    WORDINGS
        .iter()
        .filter(|(code, ..)| *code == language.as_str())
        .flat_map(|(_, asks, at, phrases)| phrases.iter().map(move |phrase| (*asks, *at, *phrase)))
        .find_map(|(asks, at, phrase)| {
            let phrase =
                if typed_without_marks { words::fold_diacritics(phrase) } else { Cow::Borrowed(phrase) };
            place(words, &phrase, at).map(|range| (asks, range))
        })
}

/// Whether a heading is a question. A question word at the start, as in `How to brew`, is not enough: without
/// a question mark the heading needs the word order of a question.
#[must_use]
pub fn is_question(text: &str, language: Language) -> bool {
    let text = text.trim_end();
    if text.ends_with(['?', '？', '؟']) {
        return true;
    }
    match language {
        Language::VIETNAMESE => {
            let normal = words::normalise(text);
            ["là gì", "bao nhiêu", "bao lâu", "như thế nào", "ở đâu", "khi nào", "được không", "hay không"]
                .iter()
                .any(|ending| normal.ends_with(ending))
                || ["tại sao", "vì sao", "có nên"].iter().any(|beginning| normal.starts_with(beginning))
        }
        Language::ENGLISH => {
            let normal = words::normalise(text);
            let words: Vec<&str> = words::split(&normal).take(4).collect();
            let asks_for_amount = matches!(words[..], ["how", "much" | "many" | "long" | "often", ..]);
            let verb = if asks_for_amount { 2..words.len() } else { 1..words.len().min(2) };
            matches!(words.first(), Some(&("what" | "why" | "how" | "when" | "where" | "who" | "which")))
                && words[verb].iter().any(|word| AUXILIARIES.contains(word))
                && !words.contains(&"not")
        }
        _ => RUNNING.iter().any(|(_, syllables)| syllables.iter().any(|syllable| text.ends_with(syllable))),
    }
}

const AUXILIARIES: [&str; 14] = [
    "is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "would", "will", "has", "have",
];

fn place(words: &[&str], phrase: &str, at: At) -> Option<Range<usize>> {
    let length = phrase.split(' ').count();
    let last = words.len().checked_sub(length)?;
    let starts = match at {
        At::Start => 0..1,
        At::Anywhere => 0..last + 1,
        At::End => last..last + 1,
    };
    starts
        .into_iter()
        .map(|start| start..start + length)
        .find(|range| words[range.clone()].iter().copied().eq(phrase.split(' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_from_headings() {
        for (text, language) in [
            ("Is it safe?", "en"),
            ("What is cold brew", "en"),
            ("How much caffeine does it have", "en"),
            ("Cold brew là gì", "vi"),
            ("Tại sao nên uống trà xanh", "vi"),
            ("コーヒーとは", "ja"),
        ] {
            assert!(is_question(text, language.parse().unwrap()), "{text}");
        }
        for (text, language) in [
            ("What you need", "en"),
            ("How We Tested", "en"),
            ("How long to leave it", "en"),
            ("What did not matter", "en"),
            ("Cách pha cà phê", "vi"),
            ("", "en"),
        ] {
            assert!(!is_question(text, language.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn what_is_asked_is_recognised() {
        for (text, language, expected) in [
            ("How long does it last?", "en", Some(Asks::HowLong)),
            ("How to store it", "en", Some(Asks::How)),
            ("Uống mấy ly là đủ, giá bao nhiêu?", "vi", Some(Asks::HowMuch)),
            ("Để được bao lâu?", "vi", Some(Asks::HowLong)),
            ("Có nên uống không?", "vi", Some(Asks::Whether)),
            ("Wie lange hält es?", "de", Some(Asks::HowLong)),
            ("咖啡是什么", "zh", Some(Asks::What)),
            ("Storage", "en", None),
        ] {
            assert_eq!(asks(text, language.parse().unwrap()), expected, "{text}");
        }
    }
}
