//! Prompts: the customer's words, the style of the image, and that it must not contain text.
//!
//! Our additions are English whatever the language of the words, because models follow English best. A prompt
//! is longer than the customer's words by a few hundred characters at most.

use domain::images::{DrawingRequest, ImageStyle};

/// Characters with a special meaning in weighted prompts: weights, alternatives, names of files to load.
const COMMANDS: [char; 10] = ['(', ')', '[', ']', '{', '}', '<', '>', '|', '\\'];

/// The prompt for a model that follows instructions.
pub(super) fn instructions(order: &DrawingRequest) -> String {
    let words = order.prompt.trim();
    let style = style(order.style);
    if order.allow_text {
        return format!("{words}\n\nStyle: {style}.");
    }
    format!(
        "{words}\n\nStyle: {style}. \
         The picture must contain no text, letters, numbers, watermarks, logos or signatures."
    )
}

/// The prompt for a model that weighs words. It would draw even what the prompt excludes, so that goes into
/// [`unwanted`].
pub(super) fn wanted(order: &DrawingRequest) -> String {
    let words = order.prompt.replace(COMMANDS, " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{words}, {}", style(order.style))
}

/// The negative prompt that belongs to [`wanted`]; empty if text is allowed.
pub(super) const fn unwanted(order: &DrawingRequest) -> &'static str {
    if order.allow_text {
        ""
    } else {
        "text, letters, words, numbers, captions, watermarks, logos, signatures"
    }
}

const fn style(style: ImageStyle) -> &'static str {
    match style {
        ImageStyle::Photo => "realistic photograph, natural light, sharp focus, true colours",
        ImageStyle::Illustration => {
            "editorial illustration, clear composition, harmonious colours, fine detail"
        }
        ImageStyle::Flat => "flat vector illustration, plain shapes, even colours, no depth",
        ImageStyle::ThreeD => "3D render, rounded bodies, soft studio light, smooth materials",
        ImageStyle::Abstract => "abstract composition of forms and colours that shows no things",
    }
}

#[cfg(test)]
mod tests {
    use domain::images::ImageSize;

    use super::*;

    fn order(prompt: &str, style: ImageStyle, allow_text: bool) -> DrawingRequest {
        DrawingRequest {
            prompt: prompt.to_owned(),
            language: "vi".parse().unwrap(),
            style,
            size: ImageSize::Landscape,
            seed: 1,
            allow_text,
        }
    }

    #[test]
    fn instructions_hold_words_style_and_the_ban_of_lettering() {
        let told = instructions(&order(" cà phê phin ", ImageStyle::Photo, false));
        assert_eq!(
            told,
            "cà phê phin\n\nStyle: realistic photograph, natural light, sharp focus, true colours. \
             The picture must contain no text, letters, numbers, watermarks, logos or signatures."
        );
    }

    #[test]
    fn lettering_that_is_wanted_is_not_banned() {
        let order = order("a logo that says TEA", ImageStyle::Flat, true);
        for told in [instructions(&order), wanted(&order), unwanted(&order).to_owned()] {
            assert!(!told.contains("watermark"), "{told}");
        }
    }

    #[test]
    fn weighed_words_never_name_what_is_unwanted() {
        let order = order("a cat", ImageStyle::ThreeD, false);
        assert_eq!(wanted(&order), "a cat, 3D render, rounded bodies, soft studio light, smooth materials");
        assert!(unwanted(&order).starts_with("text, letters"));
    }

    #[test]
    fn words_of_customers_are_no_commands() {
        let order = order("a (cat:1.9) <lora:secret:1> [dog|fish] {x} \\(y\\)", ImageStyle::Photo, false);
        assert!(wanted(&order).starts_with("a cat:1.9 lora:secret:1 dog fish x y, "), "{}", wanted(&order));
    }

    #[test]
    fn every_style_has_words_of_its_own_and_prompts_stay_short() {
        let longest = "ữ".repeat(2_000);
        let mut seen = Vec::new();
        for style in ImageStyle::ALL {
            let order = order(&longest, style, false);
            for told in [instructions(&order), wanted(&order)] {
                assert!(told.chars().count() < 2_400, "{style:?}");
                assert!(!seen.contains(&told), "{style:?}");
                seen.push(told);
            }
        }
    }
}
