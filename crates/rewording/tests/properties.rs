//! Whatever the text, nothing panics, facts stay, and the same text gets the same wordings.

use domain::locale::Language;
use proptest::prelude::*;
use rewording::{merge, overlap, question_from, rewordings, same_facts, split};

/// Words that rules look for, in any order: sentences that nobody would write.
fn word_salad() -> impl Strategy<Value = String> {
    let corpora = [include_str!("data/english.txt"), include_str!("data/vietnamese.txt")];
    let words: Vec<&str> = corpora.iter().flat_map(|corpus| corpus.split_whitespace()).collect();
    proptest::collection::vec(proptest::sample::select(words), 0..60).prop_map(|words| words.join(" "))
}

fn languages() -> impl Strategy<Value = Language> {
    prop_oneof![Just(Language::ENGLISH), Just(Language::VIETNAMESE)]
}

proptest! {
    #[test]
    fn any_text_is_survived(first in ".{0,200}", second in ".{0,80}", language in languages()) {
        let _ = rewordings(&first, language, 5);
        let _ = merge(&first, &second, language);
        let _ = split(&first, language);
        let _ = question_from(&first, language);
        let _ = overlap(&first, &second);
        prop_assert!(same_facts(&first, &first, language));
    }

    #[test]
    fn wordings_keep_the_facts_and_differ(text in word_salad(), language in languages()) {
        let wordings = rewordings(&text, language, 6);
        prop_assert!(wordings.len() <= 6);
        for wording in &wordings {
            prop_assert_ne!(&wording.text, &text);
            prop_assert!(same_facts(&text, &wording.text, language), "{} became {}", text, wording.text);
            prop_assert!(wording.safety > 0.0 && wording.safety <= 1.0);
            prop_assert!(!wording.steps.is_empty());
        }
        prop_assert_eq!(wordings, rewordings(&text, language, 6));
        let _ = split(&text, language);
        let _ = question_from(&text, language);
    }
}
