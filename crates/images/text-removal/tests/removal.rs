//! Text is found and removed, and nothing else is touched.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/gallery.rs"]
mod gallery;

use std::sync::LazyLock;

use gallery::{Exhibit, LETTERED, PLAIN, USUAL, detector, lettered, plain};
use image::RgbImage;
use proptest::prelude::*;
use text_removal::{Cleaned, Remover};

static REMOVER: LazyLock<Remover> = LazyLock::new(|| Remover::new(detector()));

fn clean(picture: &RgbImage) -> Cleaned {
    REMOVER.clean(picture.clone()).unwrap()
}

fn only_touched_changed(cleaned: &Cleaned, before: &RgbImage) -> bool {
    cleaned
        .picture
        .enumerate_pixels()
        .all(|(x, y, pixel)| cleaned.touched.contains(x, y) || before.get_pixel(x, y) == pixel)
}

/// How many pixels with text were painted over, and how many were not. It counts all of them, not only those
/// that a detector notices.
fn painted_over(cleaned: &Cleaned, before: &RgbImage, ground: &RgbImage) -> (usize, usize) {
    let pixels = before.enumerate_pixels().zip(ground.pixels());
    let written = pixels.filter(|((_, _, written), ground)| written != ground);
    let (gone, left): (Vec<_>, Vec<_>) = written.partition(|((x, y, _), _)| cleaned.touched.contains(*x, *y));
    (gone.len(), left.len())
}

#[test]
fn lettering_is_removed() {
    let (mut all_gone, mut all_left) = (0, 0);
    let mut unseen = Vec::new();
    for number in (0..LETTERED).step_by(7) {
        let Exhibit { name, picture, ground } = lettered(USUAL, number, 768, 768);
        let cleaned = clean(&picture);
        if cleaned.regions_found == 0 {
            unseen.push(name);
            continue;
        }
        assert_eq!(cleaned.regions_left, 0, "something left in {name}");
        assert!(
            REMOVER.detector().find(&cleaned.picture).unwrap().is_empty(),
            "something found again in {name}"
        );
        assert!(only_touched_changed(&cleaned, &picture), "something else changed in {name}");
        let (gone, left) = painted_over(&cleaned, &picture, &ground);
        (all_gone, all_left) = (all_gone + gone, all_left + left);
        assert!(cleaned.picture != picture, "nothing changed in {name}");
    }
    assert!(unseen.len() < 2, "nothing found in {unseen:?}");
    assert!(all_left * 10 < all_gone, "{all_left} pixels of letters were left, {all_gone} painted over");
}

#[test]
fn large_words_on_busy_ground_and_words_that_the_network_overlooks_are_removed_whole() {
    for (seed, number) in [(USUAL, 31), (USUAL, 35), (USUAL, 46), (11, 29), (12, 53)] {
        let Exhibit { name, picture, ground } = lettered(seed, number, 1024, 1024);
        let cleaned = clean(&picture);
        let (gone, left) = painted_over(&cleaned, &picture, &ground);
        assert!(left * 50 < gone, "{left} pixels of letters were left in {name}, {gone} painted over");
    }
}

#[test]
fn pictures_without_lettering_stay_as_they_are() {
    for number in (0..PLAIN).step_by(4) {
        let Exhibit { name, picture, .. } = plain(USUAL, number, 768, 768);
        let buffer = picture.as_ptr();
        let cleaned = REMOVER.clean(picture).unwrap();
        assert_eq!((cleaned.regions_found, cleaned.passes), (0, 0), "something found in {name}");
        assert_eq!(cleaned.picture.as_ptr(), buffer, "{name} was copied");
        assert!(cleaned.touched.is_empty());
    }
}

#[test]
fn a_removal_can_be_repeated_and_shared_between_threads() {
    let picture = lettered(USUAL, 0, 512, 384).picture;
    let first = clean(&picture);
    std::thread::scope(|scope| {
        let others: Vec<_> = (0..3).map(|_| scope.spawn(|| clean(&picture))).collect();
        for other in others {
            assert!(other.join().unwrap() == first);
        }
    });
}

#[test]
fn odd_sizes_are_looked_at() {
    for (width, height) in [(0, 0), (1, 1), (3, 700), (700, 3), (33, 31)] {
        let picture = RgbImage::from_pixel(width, height, image::Rgb([90, 140, 200]));
        assert_eq!(clean(&picture).picture, picture);
    }
}

#[test]
fn a_file_that_is_no_network_is_refused() {
    let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    assert!(text_removal::Detector::load(&manifest).is_err());
    assert!(text_removal::Detector::load("missing.onnx".as_ref()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn nothing_but_touched_pixels_changes(number in 0..LETTERED, width in 200u32..420, height in 160u32..360) {
        let picture = lettered(USUAL, number, width, height).picture;
        let cleaned = clean(&picture);
        prop_assert_eq!(cleaned.picture.dimensions(), picture.dimensions());
        prop_assert!(only_touched_changed(&cleaned, &picture));
    }
}
