//! Draws pictures with and without lettering, removes what is found, and prints what came of it.
//!
//! Fails if a target is missed. Given a folder, it writes the pictures before and after into it. Needs `TEST_MODELS`.

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "the figures are what this program is for, and nothing else"
)]

#[path = "../tests/support/gallery.rs"]
mod gallery;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gallery::{Exhibit, LETTERED, PLAIN, detector, lettered, plain};
use image::RgbImage;
use lettering::{Cleaned, Remover};

const SIDE: u32 = 1024;

/// What became of one picture.
struct Outcome {
    name: String,
    found: u32,
    left: u32,
    passes: u32,
    identical: bool,
    untouched_identical: bool,
    seconds: f64,
}

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let remover = Remover::new(detector());
    let judge = |exhibit: Exhibit| judge(&remover, exhibit, folder.as_ref());
    let with: Vec<Outcome> = (0..LETTERED).map(|number| judge(lettered(number, SIDE, SIDE))).collect();
    let without: Vec<Outcome> = (0..PLAIN).map(|number| judge(plain(number, SIDE, SIDE))).collect();
    report(&with, &without)
}

fn judge(remover: &Remover, exhibit: Exhibit, folder: Option<&PathBuf>) -> Outcome {
    let before = exhibit.picture.clone();
    let start = Instant::now();
    let cleaned = remover.clean(exhibit.picture).expect("the network runs");
    let seconds = Duration::as_secs_f64(&start.elapsed());
    let left = remover.detector().find(&cleaned.picture).expect("the network runs").len();
    if let Some(folder) = folder.filter(|_| cleaned.passes > 0) {
        before
            .save(folder.join(format!("{}-before.png", exhibit.name)))
            .expect("the folder can be written to");
        cleaned
            .picture
            .save(folder.join(format!("{}-after.png", exhibit.name)))
            .expect("the folder can be written to");
    }
    let outcome = Outcome {
        name: exhibit.name,
        found: cleaned.regions_found,
        left: u32::try_from(left).unwrap_or(u32::MAX),
        passes: cleaned.passes,
        identical: cleaned.picture == before,
        untouched_identical: untouched_identical(&cleaned, &before),
        seconds,
    };
    println!(
        "{:<32} found {:>3}, left {}, passes {}, {:.2} s",
        outcome.name, outcome.found, outcome.left, outcome.passes, outcome.seconds
    );
    outcome
}

fn untouched_identical(cleaned: &Cleaned, before: &RgbImage) -> bool {
    let same = |(x, y, pixel): (u32, u32, &image::Rgb<u8>)| {
        cleaned.touched.contains(x, y) || before.get_pixel(x, y) == pixel
    };
    cleaned.picture.enumerate_pixels().all(same)
}

fn report(with: &[Outcome], without: &[Outcome]) -> ExitCode {
    let count = |outcomes: &[Outcome], holds: fn(&Outcome) -> bool| {
        outcomes.iter().filter(|outcome| holds(outcome)).count()
    };
    let seen = count(with, |outcome| outcome.found > 0);
    let dirty = count(with, |outcome| outcome.left > 0);
    let untouched = count(with, |outcome| outcome.untouched_identical);
    let identical = count(without, |outcome| outcome.identical);
    println!("\n| Figure | Target | Result |\n|---|---|---|");
    println!("| pictures with lettering | at least 60 | {} |", with.len());
    println!("| of these found before the removal | at least 95 % | {seen} |");
    println!("| of these found after it | at most 2 % | {dirty} ({} %) |", dirty * 100 / with.len());
    println!("| untouched area identical | all | {untouched} of {} |", with.len());
    println!("| pictures without lettering | at least 30 | {} |", without.len());
    println!("| of these byte-identical | all | {identical} |");
    println!("| seconds for a removal, median and worst | 2.5 | {} |", times(with));
    println!("| seconds for a clean picture, median and worst | 0.8 | {} |", times(without));
    let met = seen * 20 >= with.len() * 19
        && dirty * 50 <= with.len()
        && untouched == with.len()
        && identical == without.len();
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn times(outcomes: &[Outcome]) -> String {
    let mut seconds: Vec<f64> = outcomes.iter().map(|outcome| outcome.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    format!("{:.2}, {:.2}", seconds[seconds.len() / 2], seconds[seconds.len() - 1])
}
