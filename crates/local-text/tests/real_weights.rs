//! The real weights against figures of another implementation, computed with 32-bit numbers throughout. Needs `TEST_MODELS`.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use local_text::LocalModel;
use ports::language_model::{Continuation, ContinuationEnding, LanguageModel, Sampling, Stop};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn model() -> LocalModel {
    let hint = "set TEST_MODELS to a folder with text.gguf, which `rankwright models pull` fetches";
    let folder = PathBuf::from(std::env::var_os("TEST_MODELS").expect(hint));
    LocalModel::load(&folder.join("text.gguf")).unwrap()
}

#[test]
fn likelihoods_are_those_of_the_reference() {
    let model = model();
    for (text, tokens, logprob) in [
        ("The best way to brew coffee at home is to use a coffee maker.", 15_u8, -37.995),
        ("In 2024, the city of Paris had 12,345 visitors and more of them came by train.", 28, -75.367),
        (
            "Solar panels convert sunlight into electricity.\n\n## How they work\n\nA solar panel is a device that converts \
             sunlight into electricity.",
            27,
            -48.013,
        ),
        ("It's the dog's ball, isn't it? She said \"no\" – and left.", 20, -80.129),
    ] {
        let found = model.score("", &[text], &GO_ON).unwrap()[0];
        assert_eq!(found.tokens, usize::from(tokens), "{text}");
        assert!((found.logprob - logprob).abs() < 0.03 * f32::from(tokens), "{text}: {found:?}");
    }
}

#[test]
fn it_goes_on_in_sentences() {
    let model = model();
    let sampling =
        Sampling { temperature: 0.0, top_p: 1.0, repeat_penalty: 1.0, no_repeat_ngram: 0, seed: 0 };
    let stop = Stop { at_sentence_end: 1, strings: &[] };
    let prompt = "Solar panels convert sunlight into electricity.\n\n## How they work\n\nA solar panel ";
    let order = Continuation { sampling, stop, ..Continuation::new(prompt, 30) };
    let written = model.continue_text(&order, &GO_ON).unwrap();
    assert_eq!(written.text, "is a device that converts sunlight into electricity.");
    assert_eq!(written.ending, ContinuationEnding::Sentences);
}

#[test]
fn fluent_wordings_beat_clumsy_ones() {
    let model = model();
    for (fluent, clumsy) in [
        (
            "Most electric kettles switch off automatically once the water boils.",
            "Most of electric kettles are switching off in an automatic way when boiled is the water.",
        ),
        (
            "If the shoes do not fit, you can return them within thirty days for a full refund.",
            "Shoes not fit, thirty days returning for refund is.",
        ),
        (
            "Puppies need short, frequent training sessions.",
            "Puppies needs training session short and of frequent.",
        ),
    ] {
        let judged = model.score("", &[fluent, clumsy], &GO_ON).unwrap();
        assert!(judged[0].fluency() > judged[1].fluency(), "{fluent}: {judged:?}");
    }
}
