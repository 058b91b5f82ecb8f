//! Measures on one core how long it takes to look for text and to remove it, and how long the network alone
//! takes. Needs `TEST_MODELS`.

#![expect(clippy::expect_used, reason = "a benchmark that can't run has nothing to say")]

#[path = "../tests/support/gallery.rs"]
mod gallery;

use std::path::PathBuf;

use divan::{Bencher, black_box};
use gallery::{Exhibit, LETTERED, PLAIN, USUAL, detector, lettered, plain};
use rten::{Model, RunOptions, ThreadPool, Value};
use text_removal::Remover;

const SIDE: u32 = 1024;

fn main() {
    divan::main();
}

/// The network alone, on the two copies that it reads for one image.
#[divan::bench(sample_count = 10)]
fn floor_network_alone(bencher: Bencher) {
    let folder = PathBuf::from(std::env::var_os("TEST_MODELS").expect("the folder is set"));
    let model = Model::load_file(folder.join("text-detection.onnx")).expect("the network loads");
    let options = RunOptions::default().with_thread_pool(Some(ThreadPool::with_num_threads(1).into()));
    let copies = [768, 256].map(|side: usize| {
        Value::from_shape([1, 3, side, side], vec![0.25_f32; 3 * side * side]).expect("the shape fits")
    });
    bencher.bench_local(|| {
        for copy in &copies {
            black_box(model.run_one(copy.clone().into(), Some(options.clone())).expect("the network runs"));
        }
    });
}

/// Every seventh image without text: gradients, textures, patterns, scenes.
#[divan::bench(args = (0..PLAIN).step_by(7).map(|number| plain(USUAL, number, SIDE, SIDE)), sample_count = 5)]
fn look_at_clean_1024x1024(bencher: Bencher, exhibit: &Exhibit) {
    let detector = detector();
    bencher.bench_local(|| detector.find(black_box(&exhibit.ground)));
}

/// Every seventh image with text, so that all kinds are included.
#[divan::bench(args = (0..LETTERED).step_by(7).map(|number| lettered(USUAL, number, SIDE, SIDE)), sample_count = 3)]
fn remove_from_1024x1024(bencher: Bencher, exhibit: &Exhibit) {
    let remover = Remover::new(detector());
    bencher.with_inputs(|| exhibit.picture.clone()).bench_local_values(|picture| remover.clean(picture));
}
