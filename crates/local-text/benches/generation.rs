//! How fast the model writes, reads and judges on one core, and how fast its weights can be read at all. Needs `TEST_MODELS`.

#![expect(clippy::expect_used, reason = "a benchmark that can't run has nothing to say")]

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use local_text::LocalModel;
use ports::language_model::{Continuation, LanguageModel, Sampling};

static GO_ON: AtomicBool = AtomicBool::new(false);
const PROMPT: &str =
    "# Puppy Training\n\nA new puppy brings joy.\n\n## House Training\n\nThe key to house training is";
const SENTENCE: &str = "Most electric kettles switch off automatically once the water boils.";

fn main() {
    divan::main();
}

fn weights() -> PathBuf {
    PathBuf::from(std::env::var_os("TEST_MODELS").expect("the folder is set")).join("text.gguf")
}

fn model() -> LocalModel {
    LocalModel::load(&weights()).expect("the model loads")
}

/// Every byte of the weights once: no token can take less.
#[divan::bench(sample_count = 20)]
fn floor_pass_over_the_weights(bencher: Bencher) {
    let file = std::fs::read(weights()).expect("the file is there");
    let words: Vec<u64> = file.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    bencher.counter(BytesCount::of_slice(&words)).bench_local(|| {
        let mut sums = [0_u64; 16];
        for chunk in black_box(&words).as_chunks::<16>().0 {
            for (sum, word) in sums.iter_mut().zip(chunk) {
                *sum = sum.wrapping_add(*word);
            }
        }
        sums
    });
}

/// Tokens one after the other, after a prompt of some 25.
#[divan::bench(args = [64], sample_count = 5)]
fn write(bencher: Bencher, tokens: usize) {
    let model = model();
    let sampling =
        Sampling { temperature: 0.0, top_p: 1.0, repeat_penalty: 1.0, no_repeat_ngram: 3, seed: 0 };
    // Line breaks are where the model would end.
    let order = Continuation { sampling, banned: &|word| word == "\n", ..Continuation::new(PROMPT, tokens) };
    bencher.counter(ItemsCount::new(tokens)).bench_local(|| model.continue_text(&order, &GO_ON));
}

/// Wordings of a sentence, side by side.
#[divan::bench(args = [1, 4, 16], sample_count = 5)]
fn judge(bencher: Bencher, wordings: usize) {
    let model = model();
    let texts = vec![SENTENCE; wordings];
    let judged = model.score("", &texts, &GO_ON).expect("the sentences are short");
    let tokens: usize = judged.iter().map(|likelihood| likelihood.tokens).sum();
    bencher.counter(ItemsCount::new(tokens)).bench_local(|| model.score("", &texts, &GO_ON));
}

#[divan::bench(sample_count = 5)]
fn load(bencher: Bencher) {
    bencher.bench_local(model);
}
