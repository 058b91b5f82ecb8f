//! What every picture keeps: the same commission draws the same pixels, others draw others, and nothing makes drawing fail.

use std::collections::BTreeMap;

use domain::images::{ImageSize, ImageStyle};
use domain::locale::Language;
use illustration::{Commission, LONGEST_SIDE, draw};
use proptest::prelude::*;

fn commission(prompt: &str, style: ImageStyle, seed: u32) -> Commission<'_> {
    Commission { prompt, language: Language::ENGLISH, style, width: 96, height: 64, seed }
}

#[test]
fn the_same_commission_draws_the_same_pixels() {
    for style in ImageStyle::ALL {
        for seed in 0..8 {
            let order = commission("a sailing boat at sunset near the city", style, seed);
            assert_eq!(draw(&order), draw(&order), "{style:?} {seed}");
        }
    }
}

#[test]
fn another_seed_draws_a_visibly_different_picture() {
    for style in ImageStyle::ALL {
        for seed in 0..6 {
            let one = draw(&commission("coffee and books", style, seed));
            let two = draw(&commission("coffee and books", style, seed + 1));
            let apart = one.iter().zip(two.iter()).filter(|(one, two)| one.abs_diff(**two) > 12).count();
            assert!(apart * 10 > one.len(), "{style:?} {seed}: {apart} of {}", one.len());
        }
    }
}

/// Prompts that share most of their words and subjects.
fn prompts() -> impl Iterator<Item = String> {
    const THINGS: [&str; 10] =
        ["coffee", "coffee!", "a laptop", "laptops", "xyzzy", "the sea", "cà phê", "", "house", "a house"];
    const WAYS: [&str; 20] = [
        "in winter",
        "In winter",
        "at night",
        "by day",
        "today",
        "tomorrow",
        "1",
        "2",
        "for you",
        "for me",
        "mùa hè",
        "mua he",
        "?",
        "…",
        "red",
        "blue",
        "and more",
        "and less",
        "in Hanoi",
        "in Huế",
    ];
    THINGS.into_iter().flat_map(|thing| WAYS.into_iter().map(move |way| format!("{thing} {way}")))
}

#[test]
fn no_two_prompts_draw_the_same_picture() {
    for style in ImageStyle::ALL {
        let mut seen: BTreeMap<Vec<u8>, String> = BTreeMap::new();
        for prompt in prompts() {
            let order = Commission { width: 24, height: 16, ..commission(&prompt, style, 7) };
            let twin = seen.insert(draw(&order).into_raw(), prompt.clone());
            assert_eq!(twin, None, "{style:?}: drawn like {prompt:?}");
        }
        assert_eq!(seen.len(), 200);
    }
}

#[test]
fn every_size_is_kept() {
    for size in ImageSize::ALL {
        let (width, height) = size.pixels();
        let (width, height) = (width / 8, height / 8);
        for style in ImageStyle::ALL {
            let order = Commission { width, height, ..commission("a robot", style, 3) };
            assert_eq!(draw(&order).dimensions(), (width, height));
        }
    }
}

#[test]
fn odd_sizes_are_drawn() {
    for (width, height) in [(1, 1), (1, 300), (300, 1), (16, 2000), (2000, 16), (7, 5)] {
        for style in ImageStyle::ALL {
            for seed in 0..6 {
                let order = Commission { width, height, ..commission("a boat on the sea", style, seed) };
                assert_eq!(draw(&order).dimensions(), (width, height), "{style:?}");
            }
        }
    }
}

#[test]
fn sizes_are_bounded() {
    let empty = Commission { width: 0, height: 3, ..commission("a boat", ImageStyle::Abstract, 0) };
    assert_eq!(draw(&empty).dimensions(), (1, 3));
    let endless = Commission { width: u32::MAX, height: 2, ..commission("a boat", ImageStyle::Abstract, 0) };
    assert_eq!(draw(&endless).dimensions(), (LONGEST_SIDE, 2));
}

#[test]
fn pictures_have_light_and_dark() {
    for style in ImageStyle::ALL {
        for seed in 0..8 {
            for prompt in ["a cup of tea", "nothing that has a name"] {
                let picture = draw(&commission(prompt, style, seed));
                let (dark, light) =
                    picture.iter().fold((255, 0), |(dark, light), part| (dark.min(*part), light.max(*part)));
                assert!(light - dark > 90, "{style:?} {seed} {prompt}: {dark} to {light}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_prompt_makes_drawing_fail(prompt in ".{0,80}", seed: u32, style in 0usize..5, width in 1u32..90, height in 1u32..90) {
        let language = if seed % 2 == 0 { Language::ENGLISH } else { Language::VIETNAMESE };
        let order = Commission { prompt: &prompt, language, style: ImageStyle::ALL[style], width, height, seed };
        prop_assert_eq!(draw(&order).dimensions(), (width, height));
    }
}
