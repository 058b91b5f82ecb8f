//! Every measure accepts any text, and none is slow for a hostile one.

use domain::locale::Language;
use proptest::prelude::*;
use prose::copying::Library;
use prose::fingerprint::Fingerprint;
use prose::{Reading, diversity, purity, quantities, readability, repetition};

fn everything(text: &str, source: &str, language: Language) -> usize {
    let reading = Reading::of(text, language);
    let sources = [Reading::of(source, language)];
    let copying = Library::new(&sources).compare(&reading);
    let shares = [
        repetition::repeated_grams(&reading, 4),
        copying.all,
        Fingerprint::of(&reading).overlap(&Fingerprint::of(&sources[0])),
        purity::marked_syllables(&reading).unwrap_or(0.0),
    ];
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
    let figures =
        [readability::reading_ease(&reading), readability::variation(&reading), diversity::mtld(&reading)];
    assert!(figures.iter().flatten().all(|figure| figure.is_finite()), "{figures:?}");
    let found = reading
        .sentences()
        .map(|sentence| quantities::in_sentence(sentence.text(), language).len())
        .sum::<usize>();
    found
        + purity::foreign_sentences(&reading).map_or(0, |all| all.len())
        + repetition::near_duplicates(&reading).len()
        + repetition::equal_starts(&reading, |_, _| true).len()
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(Language::all().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn any_text_in_any_language(text: String, source: String, language in language()) {
        everything(&text, &source, language);
    }
}

#[test]
fn monotonous_texts_are_measured_too() {
    let same = "The cat sat on the mat again. ".repeat(4_000);
    assert!(everything(&same, &same, Language::ENGLISH) > 3_000);
    let letters = "a ".repeat(50_000);
    everything(&letters, &letters, Language::ENGLISH);
    let numbers = "1,".repeat(50_000);
    everything(&numbers, &numbers, Language::VIETNAMESE);
    let points = ". ".repeat(50_000) + &"\"".repeat(50_000);
    everything(&points, &points, Language::ENGLISH);
}
