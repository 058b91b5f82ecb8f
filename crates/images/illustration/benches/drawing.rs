//! Measures drawing at the usual size, style by style, on one thread: `cargo bench -p illustration`.

use divan::{Bencher, black_box};
use domain::images::ImageStyle;
use domain::locale::Language;
use illustration::{Commission, draw};

fn main() {
    divan::main();
}

/// Several seeds in turn, because every style has several compositions.
#[divan::bench(args = ["photo", "illustration", "flat", "3d", "abstract"], sample_count = 24)]
fn landscape(bencher: Bencher<'_, '_>, name: &str) {
    let style = ImageStyle::ALL.into_iter().find(|style| style.as_str() == name).unwrap_or_default();
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            Commission {
                prompt: "a cup of coffee beside a laptop in the morning",
                language: Language::ENGLISH,
                style,
                width: 1536,
                height: 1024,
                seed,
            }
        })
        .bench_local_values(|commission| black_box(draw(&commission)));
}
