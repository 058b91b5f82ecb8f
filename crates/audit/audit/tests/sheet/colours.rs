//! Tests that the page is readable: contrasts as required by WCAG 2, level AA.

use std::collections::HashMap;

use audit::sheet::STYLE;

/// The colours of text. Bars and rings use the same.
const WORDS: [&str; 11] =
    ["ink", "quiet", "link", "good", "middling", "poor", "critical", "high", "medium", "low", "info"];
const GROUNDS: [&str; 2] = ["paper", "card"];

#[test]
fn words_of_the_sheet_stand_out_from_their_ground() {
    let palettes: Vec<HashMap<&str, f64>> = STYLE.split(":root {").skip(1).map(palette).collect();
    assert_eq!(palettes.len(), 3, "light, dark, print");
    for palette in palettes {
        let pairs = WORDS.iter().flat_map(|word| GROUNDS.map(|ground| (*word, ground)));
        for (word, ground) in pairs.chain([("ink", "tint"), ("quiet", "tint")]) {
            let (one, other) = (palette[word], palette[ground]);
            let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(contrast >= 4.5, "{word} on {ground}: {contrast:.2}");
        }
    }
}

/// The luminance of every colour that a rule declares.
fn palette(rule: &str) -> HashMap<&str, f64> {
    let declared =
        rule.split('}').next().unwrap().split(';').filter_map(|line| line.trim().split_once(": #"));
    declared.map(|(name, digits)| (name.trim_start_matches("--"), luminance(digits))).collect()
}

fn luminance(digits: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&digits[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}
