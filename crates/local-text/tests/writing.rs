//! What an order promises, tried with a tiny network whose weights are chance.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/tiny.rs"]
mod tiny;

use std::io::Cursor;
use std::sync::atomic::AtomicBool;
use std::thread;

use local_text::LocalModel;
use ports::language_model::{
    Continuation, ContinuationEnding, Continued, LanguageModel, LanguageModelError, Sampling, Stop,
};
use proptest::prelude::*;

static GO_ON: AtomicBool = AtomicBool::new(false);
const CREATIVE: Sampling =
    Sampling { temperature: 1.0, top_p: 1.0, repeat_penalty: 1.0, no_repeat_ngram: 0, seed: 1 };

fn model() -> LocalModel {
    LocalModel::read(Cursor::new(tiny::file())).unwrap()
}

fn write(model: &LocalModel, order: &Continuation<'_>) -> Continued {
    model.continue_text(order, &GO_ON).unwrap()
}

fn order(prompt: &str, seed: u64) -> Continuation<'_> {
    Continuation { sampling: Sampling { seed, ..CREATIVE }, ..Continuation::new(prompt, 40) }
}

#[test]
fn a_seed_writes_the_same_text_and_another_one_another() {
    let model = model();
    let texts = [1, 1, 2].map(|seed| write(&model, &order("in the", seed)));
    assert_eq!(texts[0], texts[1]);
    assert_ne!(texts[0].text, texts[2].text);
}

#[test]
fn threads_share_a_model_and_do_not_disturb_each_other() {
    let model = model();
    let alone: Vec<_> = (0..4).map(|seed| write(&model, &order("on", seed))).collect();
    let together = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|seed| {
                scope.spawn({
                    let model = &model;
                    move || write(model, &order("on", seed))
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(alone, together);
}

/// Letters that no merge joins, so that each is a token.
fn is_other_letter(character: char) -> bool {
    !"bcdfgk".contains(character)
}

#[test]
fn banned_words_are_not_written() {
    let model = model();
    let plain = write(&model, &order("the", 0)).text;
    assert!(plain.contains(is_other_letter), "{plain:?}");
    let banned = |word: &str| word.contains(is_other_letter) || word.len() > 3;
    for seed in 0..20 {
        let written = write(&model, &Continuation { banned: &banned, ..order("the", seed) });
        for word in written.text.split_whitespace() {
            assert!(!word.contains(is_other_letter) && word.len() <= 3, "{written:?}");
        }
    }
    let nothing = write(&model, &Continuation { banned: &|_| true, ..order("the", 0) });
    assert!(nothing.text.is_empty(), "{nothing:?}");
}

#[test]
fn no_sequence_comes_twice() {
    let model = model();
    let banned = |word: &str| word.is_empty() || word.contains(is_other_letter);
    let repeats = |sampling: Sampling| {
        let text =
            write(&model, &Continuation { banned: &banned, sampling, ..Continuation::new("the", 100) }).text;
        let pairs: Vec<_> = text.as_bytes().windows(2).collect();
        pairs.iter().enumerate().any(|(at, pair)| pairs[at + 1..].contains(pair))
    };
    let repeating = |no_repeat_ngram| {
        (0..50).filter(|&seed| repeats(Sampling { no_repeat_ngram, seed, ..CREATIVE })).count()
    };
    assert!(repeating(0) > 0);
    assert_eq!(repeating(2), 0);
}

#[test]
fn a_cancelled_order_stops() {
    let model = model();
    let stop = AtomicBool::new(true);
    assert_eq!(model.continue_text(&order("the", 0), &stop), Err(LanguageModelError::Cancelled));
    assert_eq!(model.score("", &["the"], &stop), Err(LanguageModelError::Cancelled));
}

#[test]
fn what_does_not_fit_is_refused() {
    let model = model();
    let long = "x".repeat(250);
    let error = LanguageModelError::TooLong { tokens: 291, limit: 256 };
    assert_eq!(model.continue_text(&order(&long, 0), &GO_ON), Err(error));
    assert!(matches!(model.score(&long, &["0123456"], &GO_ON), Err(LanguageModelError::TooLong { .. })));
    assert!(model.score(&long, &["01234"], &GO_ON).is_ok());
    let book = "x".repeat(100_000_000);
    assert!(matches!(model.score("", &[&book], &GO_ON), Err(LanguageModelError::TooLong { .. })));
    let endless = Continuation { max_tokens: usize::MAX, ..order("a", 0) };
    assert!(matches!(model.continue_text(&endless, &GO_ON), Err(LanguageModelError::TooLong { .. })));
}

#[test]
fn the_limit_and_strings_end_a_text() {
    let model = model();
    let cut = write(&model, &order("the", 3));
    assert_eq!((cut.tokens, cut.ending), (40, ContinuationEnding::CutOff));
    let first = cut.text.chars().find(char::is_ascii_alphanumeric).unwrap().to_string();
    let strings = [first.as_str()];
    let stop = Stop { at_sentence_end: 0, strings: &strings };
    let stopped = write(&model, &Continuation { stop, ..order("the", 3) });
    assert_eq!(stopped.ending, ContinuationEnding::StopString);
    assert_eq!(stopped.text, cut.text.split(&first).next().unwrap().trim_end());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Texts that are judged together get what they would get alone.
    #[test]
    fn neighbours_do_not_matter(beginning in ".{0,20}", texts in prop::collection::vec(".{0,40}", 1..6)) {
        let model = model();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let together = model.score(&beginning, &texts, &GO_ON).unwrap();
        prop_assert_eq!(together.len(), texts.len());
        for (text, together) in texts.iter().zip(together) {
            let alone = model.score(&beginning, &[text], &GO_ON).unwrap()[0];
            prop_assert_eq!(alone.tokens, together.tokens);
            prop_assert!((alone.logprob - together.logprob).abs() <= 1e-3 * alone.logprob.abs());
        }
    }

    /// What was written is as likely as a judgement of it says.
    #[test]
    fn writing_and_judging_agree(seed in any::<u64>()) {
        let model = model();
        let banned = |word: &str| word.is_empty() || word.contains(is_other_letter);
        let written = write(&model, &Continuation { banned: &banned, ..order("the", seed) });
        let judged = model.score("the", &[&written.text], &GO_ON).unwrap()[0];
        prop_assert_eq!(judged.tokens, written.tokens);
        prop_assert!(judged.tokens == 0 || (judged.mean() - written.mean_logprob).abs() < 1e-3);
    }
}
