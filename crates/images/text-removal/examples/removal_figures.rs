//! Draws images with and without text, removes the text that is found, and prints the results.
//!
//! `removal_figures [--seed NUMBER] [FOLDER]` fails if a target is missed. Another seed gives other images of
//! the same kinds. With a folder, it writes the images before and after into it. Needs `TEST_MODELS`.

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "the figures are what this program is for, and nothing else"
)]

#[path = "../tests/support/gallery.rs"]
mod gallery;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use gallery::{Exhibit, LETTERED, PLAIN, USUAL, detector, lettered, plain};
use image::{Rgb, RgbImage};
use text_removal::{Cleaned, Remover};

const SIDE: u32 = 1024;

/// The result for one image.
struct Outcome {
    name: String,
    found: u32,
    left: u32,
    passes: u32,
    touched: f32,
    remains: f32,
    error: f32,
    identical: bool,
    untouched_identical: bool,
    /// Processor time, which equals the duration on a separate core.
    seconds: f64,
}

/// The arguments of the program.
struct Request {
    seed: u64,
    folder: Option<PathBuf>,
}

impl Request {
    fn read() -> Self {
        let mut request = Self { seed: USUAL, folder: None };
        let mut words = std::env::args_os().skip(1);
        while let Some(word) = words.next() {
            if word == "--seed" {
                let seed = words.next().and_then(|seed| seed.to_str()?.parse().ok());
                request.seed = seed.expect("--seed is followed by a number");
            } else {
                request.folder = Some(PathBuf::from(word));
            }
        }
        request
    }
}

fn main() -> ExitCode {
    let Request { seed, folder } = Request::read();
    let remover = Remover::new(detector());
    let judge = |exhibit: Exhibit| judge(&remover, exhibit, folder.as_ref());
    let with: Vec<Outcome> = (0..LETTERED).map(|number| judge(lettered(seed, number, SIDE, SIDE))).collect();
    let without: Vec<Outcome> = (0..PLAIN).map(|number| judge(plain(seed, number, SIDE, SIDE))).collect();
    report(&with, &without)
}

fn judge(remover: &Remover, exhibit: Exhibit, folder: Option<&PathBuf>) -> Outcome {
    let before = exhibit.picture.clone();
    let start = processor_time();
    let cleaned = remover.clean(exhibit.picture).expect("the network runs");
    let seconds = processor_time().saturating_sub(start).as_secs_f64();
    let left = remover.detector().find(&cleaned.picture).expect("the network runs").len();
    if let Some(folder) = folder {
        for (state, picture) in
            [("before", &before), ("after", &cleaned.picture), ("ground", &exhibit.ground)]
        {
            let file = folder.join(format!("{}-{state}.png", exhibit.name));
            picture.save(file).expect("the folder can be written to");
        }
    }
    let outcome = Outcome {
        name: exhibit.name,
        found: cleaned.regions_found,
        left: u32::try_from(left).unwrap_or(u32::MAX),
        passes: cleaned.passes,
        touched: cleaned.touched.share(),
        remains: remains(&cleaned, &before, &exhibit.ground),
        error: error(&cleaned, &exhibit.ground),
        identical: cleaned.picture == before,
        untouched_identical: untouched_identical(&cleaned, &before),
        seconds,
    };
    println!(
        "{:<32} found {:>3}, left {}, passes {}, touched {:>4.1} %, remains {:>5.2} %, error {:>4.1}, {:.2} s",
        outcome.name,
        outcome.found,
        outcome.left,
        outcome.passes,
        outcome.touched * 100.0,
        outcome.remains * 100.0,
        outcome.error,
        outcome.seconds
    );
    outcome
}

/// The processor time of this process so far, as Linux reports it.
fn processor_time() -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").expect("processor time is told by Linux");
    let (_, fields) = stat.rsplit_once(')').expect("a name in parentheses");
    let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u32>().ok());
    TICK * ticks.sum()
}

/// How different two colours are.
fn apart(one: Rgb<u8>, other: Rgb<u8>) -> u8 {
    one.0.iter().zip(other.0).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// The share of the text's clearly visible pixels that were not painted over.
#[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
fn remains(cleaned: &Cleaned, before: &RgbImage, ground: &RgbImage) -> f32 {
    const VISIBLE: u8 = 16;
    let inked = before.enumerate_pixels().zip(ground.pixels());
    let inked = inked.filter(|((_, _, pixel), ground)| apart(**pixel, **ground) >= VISIBLE);
    let (gone, left): (Vec<_>, Vec<_>) = inked.partition(|((x, y, _), _)| cleaned.touched.contains(*x, *y));
    left.len() as f32 / (gone.len() + left.len()).max(1) as f32
}

/// The mean distance of painted pixels from the background of the text.
#[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
fn error(cleaned: &Cleaned, ground: &RgbImage) -> f32 {
    let pixels = cleaned.picture.enumerate_pixels().zip(ground.pixels());
    let painted = pixels.filter(|((x, y, _), _)| cleaned.touched.contains(*x, *y));
    let sum: u64 = painted.map(|((_, _, pixel), ground)| u64::from(apart(*pixel, *ground))).sum();
    sum as f32 / cleaned.touched.len().max(1) as f32
}

fn untouched_identical(cleaned: &Cleaned, before: &RgbImage) -> bool {
    let same = |(x, y, pixel): (u32, u32, &Rgb<u8>)| {
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
    let partial = count(with, |outcome| outcome.found > 0 && outcome.remains > 0.01);
    let untouched = count(with, |outcome| outcome.untouched_identical);
    let identical = count(without, |outcome| outcome.identical);
    println!("\n| Figure | Target | Result |\n|---|---|---|");
    println!("| pictures with lettering | at least 60 | {} |", with.len());
    println!("| of these found before the removal | at least 90 % | {seen} |");
    println!("| of these found after it | at most 2 % | {dirty} ({} %) |", dirty * 100 / with.len());
    println!("| of these found but more than 1 % of it not painted over | at most 5 % | {partial} |");
    println!("| untouched area identical | all | {untouched} of {} |", with.len());
    println!("| pictures without lettering | at least 30 | {} |", without.len());
    println!("| of these byte-identical | all | {identical} |");
    println!("| seconds of processor time for a removal, median and worst | 2.5 | {} |", times(with));
    println!(
        "| seconds of processor time for a clean picture, median and worst | 0.8 | {} |",
        times(without)
    );
    let met = seen * 10 >= with.len() * 9
        && dirty * 50 <= with.len()
        && partial * 20 <= with.len()
        && untouched == with.len()
        && identical == without.len();
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn times(outcomes: &[Outcome]) -> String {
    let mut seconds: Vec<f64> = outcomes.iter().map(|outcome| outcome.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    format!("{:.2}, {:.2}", seconds[seconds.len() / 2], seconds[seconds.len() - 1])
}
