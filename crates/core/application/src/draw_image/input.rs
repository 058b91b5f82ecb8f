//! Image requests, checked by the same rules for every caller.

use std::ops::RangeInclusive;

use domain::images::{DrawingRequest, ImageFormat, ImageSeed, ImageSize, ImageStyle, LARGEST_SEED};
use domain::locale::Language;

use super::ImageParams;

/// An image request as it was typed.
#[derive(Debug, Clone)]
pub struct ImageInput {
    /// What the image is to show.
    pub prompt: String,
    /// The language of the prompt.
    pub language: Language,
    pub style: ImageStyle,
    pub size: ImageSize,
    pub seed: ImageSeed,
    /// Whether the image may contain text.
    pub allow_text: bool,
    /// The customer's description; derived from what is drawn if left out.
    pub alt: Option<String>,
    /// The format of the files.
    pub format: ImageFormat,
    /// Their quality, if not the default.
    pub quality: Option<u8>,
    /// Whether smaller copies are made, too.
    pub responsive: bool,
}

/// A field that can't be accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {message}")]
pub struct Flaw {
    /// The name of the field.
    pub field: &'static str,
    pub kind: FlawKind,
    /// What the value should be, in words that continue the name.
    pub message: String,
}

/// The kinds of invalid values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlawKind {
    Invalid,
    /// Is too small, too large or too long.
    OutOfRange,
    /// Does not fit the rest of the request.
    NotAllowed,
}

impl ImageInput {
    /// The longest prompt, in characters.
    pub const LONGEST_PROMPT: usize = 2_000;
    /// The longest description, in characters.
    pub const LONGEST_ALT: usize = 250;
    /// The allowed range of qualities.
    pub const QUALITIES: RangeInclusive<u8> = 1..=100;

    /// Checks all fields at once.
    pub fn check(self) -> Result<ImageParams, Vec<Flaw>> {
        let mut flaws = Vec::new();
        self.check_numbers(&mut flaws);
        let order = DrawingRequest {
            prompt: one_line("prompt", &self.prompt, Self::LONGEST_PROMPT, &mut flaws),
            language: self.language,
            style: self.style,
            size: self.size,
            seed: self.seed,
            allow_text: self.allow_text,
        };
        let alt = self.alt.as_deref().map(|alt| one_line("alt", alt, Self::LONGEST_ALT, &mut flaws));
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let Self { format, quality, responsive, .. } = self;
        Ok(ImageParams { order, alt, expected: None, only_own: false, format, quality, responsive })
    }

    fn check_numbers(&self, flaws: &mut Vec<Flaw>) {
        let mut add = |field, kind, message: String| flaws.push(Flaw { field, kind, message });
        let (finest, largest) = (Self::QUALITIES.end(), LARGEST_SEED);
        if self.quality.is_some_and(|quality| !Self::QUALITIES.contains(&quality)) {
            let message = format!("must be between {} and {finest}", Self::QUALITIES.start());
            add("quality", FlawKind::OutOfRange, message);
        } else if self.quality.is_some() && self.format == ImageFormat::Png {
            add("quality", FlawKind::NotAllowed, "must be left out with png, which is lossless".to_owned());
        }
        if self.seed > largest {
            add("seed", FlawKind::OutOfRange, format!("must be between 0 and {largest}"));
        }
    }
}

/// A text on one line without control characters, of 1 to `longest` characters.
fn one_line(field: &'static str, text: &str, longest: usize, flaws: &mut Vec<Flaw>) -> String {
    let plain = text.replace(char::is_control, " ");
    let clean = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if clean.is_empty() {
        flaws.push(Flaw { field, kind: FlawKind::Invalid, message: "must not be empty".to_owned() });
    } else if text.chars().count() > longest {
        let message = format!("must have 1 to {longest} characters");
        flaws.push(Flaw { field, kind: FlawKind::OutOfRange, message });
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid_input() -> ImageInput {
        ImageInput {
            prompt: " a cup\nof  tea\u{7} ".to_owned(),
            language: Language::ENGLISH,
            style: ImageStyle::Flat,
            size: ImageSize::Square,
            seed: LARGEST_SEED,
            allow_text: false,
            alt: None,
            format: ImageFormat::Png,
            quality: None,
            responsive: false,
        }
    }

    #[test]
    fn texts_come_on_one_line() {
        let wanted = ImageInput { alt: Some("Tea\tin a cup".to_owned()), ..valid_input() }.check().unwrap();
        assert_eq!(
            (wanted.order.prompt.as_str(), wanted.alt.as_deref()),
            ("a cup of tea", Some("Tea in a cup"))
        );
    }

    #[test]
    fn all_flaws_are_told_at_once() {
        let bad = ImageInput {
            prompt: "é".repeat(2_001),
            alt: Some(" ".to_owned()),
            quality: Some(80),
            seed: u32::MAX,
            ..valid_input()
        };
        let told: Vec<String> = bad.clone().check().unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "quality must be left out with png, which is lossless",
                "seed must be between 0 and 4294967294",
                "prompt must have 1 to 2000 characters",
                "alt must not be empty",
            ]
        );
        let fine = ImageInput { format: ImageFormat::Webp, quality: Some(101), ..bad };
        assert_eq!(fine.check().unwrap_err()[0].to_string(), "quality must be between 1 and 100");
    }
}
