//! The file of an image, the same for the same prompt and size.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

use super::canvas::Canvas;
use super::{letters, png, scene};
use crate::faults::{self, Flaw};
use crate::seed::Seed;

/// The longest side that is drawn, in pixels.
const LONGEST_SIDE: u32 = 2048;
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// An image to draw.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    seed: Seed,
    flaw: Option<Flaw>,
}

impl Picture {
    /// The image of a prompt; longer sides are limited.
    pub(crate) fn of(prompt: &str, width: u32, height: u32, number: u64) -> Self {
        let seed = Seed::of(&["picture", &faults::without_words(prompt), &number.to_string()]);
        let side = |side: u32| side.clamp(1, LONGEST_SIDE);
        Self { width: side(width), height: side(height), seed, flaw: None }
    }

    pub(crate) fn with(self, flaw: Option<Flaw>) -> Self {
        Self { flaw, ..self }
    }

    /// The file's media type.
    pub(crate) const fn media_type(&self) -> &'static str {
        match self.flaw {
            Some(Flaw::WrongType) => "image/gif",
            _ => "image/png",
        }
    }

    pub(crate) fn file(&self) -> Bytes {
        match self.flaw {
            None => png::encoded(&self.drawn()),
            Some(Flaw::Lettering) => {
                let mut canvas = self.drawn();
                letters::write_signs(&mut canvas);
                png::encoded(&canvas)
            }
            Some(Flaw::StubbornLettering) => {
                let mut canvas = self.drawn();
                letters::fill(&mut canvas);
                png::encoded(&canvas)
            }
            Some(Flaw::WrongType) => Bytes::from_static(GIF),
            Some(Flaw::Huge) => png::huge(),
            Some(Flaw::Bomb) => png::bomb(),
            Some(Flaw::TruncatedPicture) => {
                let whole = png::encoded(&self.drawn());
                whole.slice(..whole.len() / 2)
            }
        }
    }

    /// The file in base64.
    pub(crate) fn base64(&self) -> String {
        STANDARD.encode(self.file())
    }

    fn drawn(&self) -> Canvas {
        scene::drawn(self.width, self.height, &mut self.seed.generator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_depend_on_prompt_and_number_alone() {
        let file = |prompt, number| Picture::of(prompt, 64, 64, number).file();
        assert_eq!(file("a cat", 1), file("a cat sandbox-fault:latency-5", 1));
        assert_ne!(file("a cat", 1), file("a dog", 1));
        assert_ne!(file("a cat", 1), file("a cat", 2));
    }

    #[test]
    fn lettering_changes_the_picture_and_nothing_else() {
        let picture = Picture::of("a cat", 300, 200, 1);
        let [plain, some, full] = [None, Some(Flaw::Lettering), Some(Flaw::StubbornLettering)]
            .map(|flaw| picture.with(flaw).file());
        assert_eq!(plain[..33], some[..33], "the same header");
        assert!(plain != some && some != full);
    }

    #[test]
    fn half_of_a_file_is_missing_on_demand() {
        let picture = Picture::of("a cat", 64, 64, 1);
        let (whole, half) = (picture.file(), picture.with(Some(Flaw::TruncatedPicture)).file());
        assert_eq!(half, whole[..whole.len() / 2]);
    }

    #[test]
    fn another_type_says_so() {
        let picture = Picture::of("a cat", 64, 64, 1).with(Some(Flaw::WrongType));
        assert_eq!(picture.media_type(), "image/gif");
        assert!(picture.file().starts_with(b"GIF89a"));
    }

    #[test]
    fn sides_are_bounded() {
        let picture = Picture::of("x", 0, 99_999, 0);
        assert_eq!((picture.width, picture.height), (1, 2048));
        assert!(!picture.file().is_empty());
    }
}
