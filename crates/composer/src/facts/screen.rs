//! Which sentences say something: notices, calls to action, chatter, personal tales, questions and fragments do not.

use domain::articles::research::{Evidence, EvidencePlace};

use crate::lexicon::Lexicon;
use crate::text::{begins, capitalised, count, ended, has, padded};

/// The longest sentence that an article would print, in words.
const LONGEST: usize = 48;
/// The shortest sentence that says something by itself.
const SHORTEST: usize = 3;

/// The sentence without marks of lists and typing, if it says something.
pub(super) fn cleaned(evidence: &Evidence, lexicon: &Lexicon) -> Option<String> {
    let text = impersonal(&evidence.text.split_whitespace().collect::<Vec<_>>().join(" "), lexicon);
    let text = text.trim_start_matches(['-', '•', '*', '–', '·', ' ']);
    let text = without_dateline(text);
    let line = padded(text);
    let words = count(text);
    let in_list = evidence.place != EvidencePlace::Paragraph;
    let shortest = if in_list { 1 } else { SHORTEST };
    if words < shortest || words > LONGEST || text.contains("http") || text.contains('@') {
        return None;
    }
    let sold = evidence.heading.as_deref().map(padded);
    let sold = sold
        .is_some_and(|heading| lexicon.screen.rows("commerce").iter().any(|known| heading.trim() == *known));
    if sold || is_noise(&line, lexicon) || is_personal(text, lexicon) || is_broken(text) {
        return None;
    }
    if evidence.place == EvidencePlace::Row {
        return Some(text.to_owned());
    }
    if text.ends_with('?')
        || lacks_subject(&line, lexicon)
        || (!in_list && (!(has_verb(&line, lexicon) || is_sentence(text, lexicon)) || has_speaker(text)))
    {
        return None;
    }
    let calm = text.trim_end_matches('!');
    Some(if text.ends_with(':') { text.to_owned() } else { ended(calm) })
}

/// Without the tester who speaks, where the sentence is about something else: `in our tests` is `in tests`.
fn impersonal(text: &str, lexicon: &Lexicon) -> String {
    let mut text = text.to_owned();
    for (from, to) in lexicon.screen.rows("impersonal").iter().filter_map(|row| row.split_once('=')) {
        if let Some(at) = text
            .to_lowercase()
            .find(from)
            .filter(|at| text.is_char_boundary(*at) && text.is_char_boundary(at + from.len()))
        {
            text.replace_range(at..at + from.len(), to);
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" .", ".").replace(" ,", ",");
    capitalised(&text)
}

/// `EASTMERE — Three weeks later` without the place.
fn without_dateline(text: &str) -> &str {
    match text.split_once(" — ") {
        Some((place, rest))
            if !place.is_empty()
                && place.chars().all(|letter| letter.is_uppercase() || matches!(letter, ' ' | ',' | '.')) =>
        {
            rest
        }
        _ => text,
    }
}

fn is_noise(line: &str, lexicon: &Lexicon) -> bool {
    let any = |key: &str| lexicon.screen.rows(key).iter().any(|phrase| has(line, phrase));
    any("boilerplate") || any("chatter")
}

/// Whether a text speaks of its writer.
pub(crate) fn is_personal(text: &str, lexicon: &Lexicon) -> bool {
    let line = padded(text);
    lexicon.screen.rows("first_person").iter().any(|word| has(&line, word))
}

/// Whether quotes or brackets are left open, or a speaker's name stands before: cut out of a dialogue.
fn is_broken(text: &str) -> bool {
    let opened = text.matches(['(', '[', '“']).count() != text.matches([')', ']', '”']).count();
    let quotes = text.matches('"').count() % 2 == 1;
    opened || quotes || text.contains("__") || text.contains(" / ") || text.contains(" = ")
}

/// `Would have been cheaper.`: somebody talks.
fn lacks_subject(line: &str, lexicon: &Lexicon) -> bool {
    const BEFORE_SUBJECTS: [&str; 16] = [
        "would", "could", "should", "was", "were", "is", "are", "has", "had", "did", "does", "can", "may",
        "might", "will", "been",
    ];
    lexicon.is_english() && line.split_whitespace().next().is_some_and(|word| BEFORE_SUBJECTS.contains(&word))
}

/// Whether a sentence tells what happened to something definite: `The installation took five days.`
pub(super) fn tells(text: &str, lexicon: &Lexicon) -> bool {
    const PAST: [&str; 14] = [
        "was", "were", "took", "had", "used", "stayed", "came", "went", "gave", "cost", "could", "did",
        "ran", "fell",
    ];
    const PRESENT: [&str; 6] = ["is", "are", "can", "should", "has", "measures"];
    let line = padded(text);
    let words: Vec<&str> = line.split_whitespace().collect();
    let past = words.iter().position(|word| PAST.contains(word) || word.ends_with("ed"));
    let present = words.iter().position(|word| PRESENT.contains(word));
    let early = past.is_some_and(|past| past <= 7 && present.is_none_or(|present| past < present));
    lexicon.is_english() && words.first() == Some(&"the") && early
}

/// Whether a text lacks a verb.
pub(super) fn is_fragment(text: &str, lexicon: &Lexicon) -> bool {
    !has_verb(&padded(text), lexicon)
}

/// `ohm_sweet: It is high.`: somebody's contribution to a conversation.
fn has_speaker(text: &str) -> bool {
    text.split_once(": ").is_some_and(|(name, said)| {
        !name.contains(' ') && said.chars().next().is_some_and(char::is_uppercase)
    })
}

/// Whether a text with a full stop has a word that may be its verb: not after what only nouns follow.
fn is_sentence(text: &str, lexicon: &Lexicon) -> bool {
    const BEFORE_NOUNS: [&str; 22] = [
        "the", "a", "an", "to", "of", "for", "in", "on", "with", "your", "its", "their", "and", "or", "by",
        "from", "some", "any", "no", "more", "most", "every",
    ];
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let verb = |three: &[String]| {
        lexicon.is_finite(&three[1])
            && !BEFORE_NOUNS.contains(&three[0].as_str())
            && !three[0].ends_with(',')
            && !matches!(three[2].as_str(), "or" | "and")
    };
    lexicon.is_english() && text.ends_with('.') && words.len() > 4 && words.windows(3).any(verb)
}

/// Words that a verb may follow without being one's subject.
const BEFORE_VERBS: [&str; 20] = [
    "you",
    "they",
    "people",
    "who",
    "that",
    "which",
    "often",
    "usually",
    "never",
    "always",
    "also",
    "mostly",
    "rarely",
    "generally",
    "normally",
    "frequently",
    "not",
    "then",
    "still",
    "children",
];

/// Whether a line has a verb that can carry a sentence. In English a word that may be a noun counts only where a verb stands.
fn has_verb(line: &str, lexicon: &Lexicon) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    if !lexicon.is_english() {
        return words.iter().any(|word| lexicon.is_finite(word));
    }
    words.iter().enumerate().any(|(index, word)| {
        let before = index.checked_sub(1).map(|index| words[index]);
        let after_subject = before.is_none_or(|before| {
            BEFORE_VERBS.contains(&before)
                || before.ends_with("ly")
                || (before.ends_with('s') && !before.ends_with("ss") && !lexicon.is_finite(before))
        });
        let after_noun = before.is_some_and(|before| !seo::words::is_function_word(before, lexicon.language));
        match *word {
            word if lexicon.is_auxiliary(word) => true,
            word if lexicon.is_base(word) => after_subject,
            word if word.ends_with("ed") && word.len() > 4 => true,
            word => lexicon.is_finite(word) && (after_noun || after_subject),
        }
    })
}

/// Whether a sentence begins with what only its predecessor explains.
pub(super) fn leans(text: &str, lexicon: &Lexicon) -> bool {
    let line = padded(text);
    if lexicon.screen.rows("existential").iter().any(|phrase| begins(&line, phrase)) {
        return false;
    }
    let early: String = {
        let words: Vec<&str> =
            line.split_whitespace().take(if lexicon.is_english() { 4 } else { 5 }).collect();
        format!(" {} ", words.join(" "))
    };
    lexicon.screen.rows("lean_first").iter().any(|phrase| begins(&line, phrase))
        || lexicon.screen.rows("lean_anywhere").iter().any(|phrase| has(&line, phrase))
        || lexicon.screen.rows("lean_early").iter().any(|phrase| has(&early, phrase))
        || bare_number(&line, lexicon)
        || foreign_object(&line, lexicon)
}

/// `After the bath, rinse it`, `Heating the oven removes it`: something is done to what an earlier sentence named.
fn foreign_object(line: &str, lexicon: &Lexicon) -> bool {
    if !lexicon.is_english() {
        return false;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(at) = words.iter().position(|word| matches!(*word, "it" | "them")).filter(|at| *at > 0) else {
        return false;
    };
    let done = lexicon.is_base(words[at - 1]) && !words[..at - 1].iter().any(|word| lexicon.is_finite(word));
    let last =
        at + 1 == words.len() && lexicon.is_finite(words[at - 1]) && lexicon.base_of(words[0]).is_some();
    done || last
}

/// `Twelve gives a lighter cup`: a number that does not say of what.
fn bare_number(line: &str, lexicon: &Lexicon) -> bool {
    const NUMBERS: [&str; 16] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "fifteen",
        "sixteen", "eighteen", "twenty", "thirty",
    ];
    let mut words = line.split_whitespace();
    let number = words.next().is_some_and(|word| NUMBERS.contains(&word) || word.parse::<f64>().is_ok());
    number && lexicon.is_english() && words.next().is_some_and(|word| lexicon.is_finite(word))
}

#[cfg(test)]
mod tests {
    use domain::articles::research::SourceNumber;
    use domain::locale::Language;

    use super::*;

    fn kept(text: &str, language: Language) -> Option<String> {
        let text = text.to_owned();
        let evidence = Evidence {
            number: 1,
            source: SourceNumber(1),
            heading: None,
            place: EvidencePlace::Paragraph,
            paragraph: 0,
            text,
        };
        cleaned(&evidence, Lexicon::of(language).unwrap())
    }

    #[test]
    fn noise_is_dropped() {
        for text in [
            "We use cookies to improve your experience.",
            "Click here to see our favourite pans.",
            "I bought my first pan at a flea market.",
            "Does soap ruin the seasoning?",
            "ohm_sweet_ohm: That is high for an easy roof.",
            "Soap is.",
            "Supermarket medium roast, pre-ground.",
            "Usually too fine a grind, sometimes too long a soak.",
            "Flat aroma, a cardboard note, a sour smell or any film on top.",
        ] {
            assert_eq!(kept(text, Language::ENGLISH), None, "{text}");
        }
        for text in [
            "Bấm vào đây để đặt tour giá rẻ.",
            "Mình đã đến Hội An bốn lần rồi.",
            "Nên đi Hội An vào tháng mấy?",
        ] {
            assert_eq!(kept(text, Language::VIETNAMESE), None, "{text}");
        }
    }

    #[test]
    fn facts_are_kept() {
        for text in ["Hot water and a stiff brush remove most residue.", "It works like a pump in reverse."] {
            assert_eq!(kept(text, Language::ENGLISH).as_deref(), Some(text));
        }
        assert_eq!(
            kept("Soap is fine for iron!", Language::ENGLISH).as_deref(),
            Some("Soap is fine for iron.")
        );
        assert_eq!(
            kept("Grapeseed oil lasts longest in our tests.", Language::ENGLISH).as_deref(),
            Some("Grapeseed oil lasts longest in tests.")
        );
        assert!(kept("Xe đạp là phương tiện hợp nhất với nơi này.", Language::VIETNAMESE).is_some());
    }

    #[test]
    fn sentences_that_need_their_predecessor_are_known() {
        let english = Lexicon::of(Language::ENGLISH).unwrap();
        for text in [
            "It has no coating.",
            "Without it, iron rusts.",
            "Twelve gives a lighter cup.",
            "Rinse it well.",
            "If that happens, bake it again.",
            "After the bath, rinse it and dry it.",
            "Heating the pan for an hour removes it.",
        ] {
            assert!(leans(text, english), "{text}");
        }
        for text in [
            "Soap is fine.",
            "There are three kinds.",
            "Twelve hours give a lighter cup.",
            "Wash the pan while it is still warm.",
        ] {
            assert!(!leans(text, english), "{text}");
        }
        let vietnamese = Lexicon::of(Language::VIETNAMESE).unwrap();
        assert!(leans("Cách này giúp tiết kiệm nước.", vietnamese));
        assert!(!leans("Có thể đi xe đạp ra biển.", vietnamese));
    }
}
