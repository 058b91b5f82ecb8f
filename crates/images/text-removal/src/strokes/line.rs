//! Follows a line of text beyond its ends.

use super::part::Part;
use crate::detection::{Rectangle, Region};
use crate::mask::Mask;

/// The strokes that may continue a line.
pub(super) struct Trail<'t> {
    part: &'t Part,
    strokes: &'t Mask,
    /// The share of the background that resembles strokes.
    noise: f32,
    picture: &'t Mask,
}

/// The continuation of a line beyond one end.
struct Continuation {
    length: f32,
    leaves_part: bool,
}

impl<'t> Trail<'t> {
    /// How many cells, each as long as a line is high, may be empty before a line continues.
    const GAP: u8 = 2;

    pub(super) fn new(part: &'t Part, strokes: &'t Mask, ground: &Mask, picture: &'t Mask) -> Self {
        Self { part, strokes, noise: strokes.share_of(ground), picture }
    }

    /// The place with the continuations at both ends, and whether they may continue beyond the part.
    pub(super) fn follow(&self, region: &Region) -> (Region, bool) {
        let mut leaves_part = false;
        let line = region.lengthened(|rectangle| {
            let [before, after] = [-1.0, 1.0].map(|side| self.beyond(rectangle, side));
            leaves_part |= before.leaves_part || after.leaves_part;
            (before.length, after.length)
        });
        (line, leaves_part)
    }

    fn beyond(&self, line: &Rectangle, side: f32) -> Continuation {
        /// The share of the line's own density that a cell needs.
        const ENOUGH: f32 = 0.25;
        /// The multiple of the noise that a line needs to be followed.
        const CLEAR: f32 = 2.0;
        let mut continuation = Continuation { length: 0.0, leaves_part: false };
        let density = self.part.share(self.strokes, line).unwrap_or(0.0);
        if density < CLEAR * self.noise || line.length() < 1.5 * line.breadth() {
            return continuation;
        }
        let least = self.noise + ENOUGH * (density - self.noise);
        let (mut at, mut empty) = (0.0, 0);
        while empty < Self::GAP {
            let cell = line.next(side, at);
            at += line.breadth();
            let Some(share) = self.part.share(self.strokes, &cell) else {
                continuation.leaves_part = is_inside(&cell, self.picture);
                break;
            };
            if share >= least {
                (continuation.length, empty) = (at, 0);
            } else {
                empty += 1;
            }
        }
        continuation
    }
}

#[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
fn is_inside(rectangle: &Rectangle, picture: &Mask) -> bool {
    let (x, y) = rectangle.centre();
    (0.0..picture.width() as f32).contains(&x) && (0.0..picture.height() as f32).contains(&y)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: (usize, usize) = (400, 60);

    /// Strokes of text 20 pixels high, from the start of each of `words`, 60 pixels long.
    fn strokes(words: &[usize]) -> Mask {
        let is_in = |x: usize| words.iter().any(|start| (*start..start + 60).contains(&x));
        Mask::of(PART.0, PART.1, |x, y| is_in(x) && (20..40).contains(&y) && x % 8 < 3)
    }

    fn followed(strokes: &Mask, picture_width: u32) -> (Region, bool) {
        let part = Part { left: 0, top: 0, width: PART.0, height: PART.1, colours: Vec::new() };
        let ground = Mask::of(PART.0, PART.1, |_, y| !(10..50).contains(&y));
        let picture = Mask::empty(picture_width, 60);
        Trail::new(&part, strokes, &ground, &picture).follow(&Region::upright(
            (100.0, 26.0),
            (160.0, 34.0),
            6.0,
        ))
    }

    fn reaches(region: &Region, x: f32) -> bool {
        region.rectangles().iter().any(|rectangle| rectangle.contains((x, 30.0)))
    }

    #[test]
    fn words_before_and_after_belong_to_a_line_and_what_is_far_does_not() {
        let (line, goes_on) = followed(&strokes(&[20, 100, 180, 330]), 400);
        assert!(reaches(&line, 25.0) && reaches(&line, 235.0) && !reaches(&line, 330.0));
        assert!(!goes_on);
    }

    #[test]
    fn a_line_that_leaves_the_part_goes_on_only_in_a_larger_picture() {
        let words = strokes(&[100, 170, 240, 310, 370]);
        assert!(followed(&words, 500).1 && !followed(&words, 400).1);
    }

    #[test]
    fn a_line_that_its_ground_resembles_is_not_followed() {
        let (line, _) = followed(&Mask::of(PART.0, PART.1, |x, _| x % 8 < 3), 400);
        assert_eq!(line, Region::upright((100.0, 26.0), (160.0, 34.0), 6.0));
    }
}
