//! Guarantees of every image: the same commission draws the same pixels, others draw others, and drawing
//! never fails.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use domain::images::{ImageSize, ImageStyle};
use domain::locale::Language;
use illustration::{Commission, LONGEST_SIDE, recognise};
use image::RgbImage;
use proptest::prelude::*;

fn commission(prompt: &str, style: ImageStyle, seed: u32) -> Commission<'_> {
    Commission { prompt, language: Language::ENGLISH, style, width: 96, height: 64, seed }
}

fn draw(commission: &Commission<'_>) -> RgbImage {
    illustration::draw(commission).unwrap().pixels
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
    const THINGS: [&str; 10] = [
        "coffee", "coffee!", "a laptop", "laptops", "cats", "the sea", "cà phê", "a cat", "house", "a house",
    ];
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
        "in summer",
        "in spring",
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
            for prompt in ["a cup of tea", "a city at night"] {
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
    fn a_prompt_is_drawn_or_refused(prompt in prompt(), seed: u32, style in 0usize..5, width in 1u32..90, height in 1u32..90) {
        let language = if seed % 2 == 0 { Language::ENGLISH } else { Language::VIETNAMESE };
        let order = Commission { prompt: &prompt, language, style: ImageStyle::ALL[style], width, height, seed };
        match illustration::draw(&order) {
            Ok(illustration) => prop_assert_eq!(illustration.pixels.dimensions(), (width, height)),
            Err(unknown) => {
                prop_assert!(order.style != ImageStyle::Abstract);
                prop_assert_eq!(recognise(&prompt, language), Err(unknown));
            }
        }
    }
}

/// Any text, and a good share of prompts that can be drawn.
fn prompt() -> impl Strategy<Value = String> {
    let things =
        prop::sample::select(vec!["a cat", "the sea", "savings", "two dogs and a house", "an unknown"]);
    prop_oneof![".{0,80}".boxed(), things.prop_map(str::to_owned).boxed()]
}

fn things(
    prompt: &str,
    language: Language,
    style: ImageStyle,
    (width, height): (u32, u32),
    seed: u32,
) -> Vec<String> {
    let order = Commission { width, height, language, ..commission(prompt, style, seed) };
    illustration::draw(&order).unwrap().depiction.things
}

fn figurative() -> impl Iterator<Item = ImageStyle> {
    ImageStyle::ALL.into_iter().filter(|style| *style != ImageStyle::Abstract)
}

#[test]
fn what_the_prompt_names_is_drawn_in_every_size() {
    for (prompt, language, number) in [
        ("ấm trà và bông sen", Language::VIETNAMESE, 2),
        ("a whale and a cruise ship", Language::ENGLISH, 2),
        ("a forest with a deer and a fox", Language::ENGLISH, 3),
        ("a cat with a dog, a bicycle and a bus", Language::ENGLISH, 4),
    ] {
        for size in [(96, 96), (64, 96), (96, 64), (112, 64)] {
            for (style, seed) in figurative().flat_map(|style| (0..8).map(move |seed| (style, seed))) {
                let things = things(prompt, language, style, size, seed);
                assert_eq!(things.len(), number, "{prompt} {style:?} {size:?} {seed}: {things:?}");
            }
        }
    }
}

#[test]
fn nothing_is_added_to_what_is_no_dish() {
    for prompt in ["a teapot", "a plate", "a jar", "a cast iron skillet with a fried egg", "a dog"] {
        for (style, seed) in figurative().flat_map(|style| (0..4).map(move |seed| (style, seed))) {
            let things = things(prompt, Language::ENGLISH, style, (96, 64), seed);
            assert_eq!(things.len(), 1, "{prompt}: {things:?}");
        }
    }
    let served = things("bowl of beef pho", Language::ENGLISH, ImageStyle::Flat, (96, 64), 1);
    assert!(served.len() > 1, "{served:?}");
    let named = things("bowl of beef pho with noodles", Language::ENGLISH, ImageStyle::Flat, (96, 64), 1);
    assert_eq!(named, ["steaming bowl of noodles"]);
    let pan = commission("a frying pan and an egg", ImageStyle::Flat, 1);
    let pan = illustration::draw(&pan).unwrap().depiction.sentence;
    assert_eq!(pan, "A frying pan with an egg beside an egg");
}

#[test]
fn what_is_drawn_is_told() {
    for style in figurative() {
        for seed in 0..12 {
            let order =
                Commission { width: 192, height: 128, ..commission("a cat and a laptop", style, seed) };
            let depiction = illustration::draw(&order).unwrap().depiction;
            assert_eq!(depiction.things[0], "cat", "{style:?} {seed}");
            assert!(depiction.sentence.starts_with("A cat"), "{depiction:?}");
            assert!(depiction.things.len() <= 4, "{depiction:?}");
        }
    }
    let scene = illustration::draw(&commission("a forest", ImageStyle::Flat, 1)).unwrap().depiction;
    assert_eq!((scene.things, scene.sentence.as_str()), (vec!["forest".to_owned()], "A forest"));
}

#[test]
fn an_unknown_thing_is_drawn_only_as_an_abstract_image() {
    for style in ImageStyle::ALL {
        let drawn = illustration::draw(&commission("a tired nurse", style, 1));
        match style {
            ImageStyle::Abstract => assert_eq!(drawn.unwrap().depiction.things, ["abstract shapes"]),
            _ => assert_eq!(drawn.unwrap_err().words.as_deref(), Some("nurse")),
        }
    }
}
