//! The first estimate of a hole's content: pieces of the surroundings, laid from its border inwards
//! (Criminisi's method).
//!
//! Edges that run into the hole are continued first, so that lines and corners of a pattern precede the areas
//! between them.

use super::super::canvas::{Colour, minus};
use super::level::{Level, RADIUS};

/// Fills the hole of `level`. Returns for each of its pixels where it was taken from, and for the other
/// pixels themselves.
pub(super) fn lay(level: &mut Level) -> Vec<usize> {
    let mut layer = Layer::new(level);
    while let Some(place) = layer.most_urgent() {
        let source = layer.most_similar(place);
        layer.copy(place, source);
    }
    layer.origins
}

/// A level while it is filled.
struct Layer<'l> {
    level: &'l mut Level,
    width: usize,
    is_known: Vec<bool>,
    /// How much of a pixel's surroundings was known when it became known.
    confidence: Vec<f32>,
    origins: Vec<usize>,
    /// Pixels of the hole beside known ones, if the squares around them fit into the level, with their
    /// urgency.
    front: Vec<(usize, f32)>,
    /// Only every `step`th source is tried, so that the work is bounded.
    step: usize,
}

impl<'l> Layer<'l> {
    /// The approximate number of comparisons of squares.
    const WORK: usize = 2_000_000;

    fn new(level: &'l mut Level) -> Self {
        let is_known: Vec<bool> = level.hole.members().iter().map(|hole| !hole).collect();
        let confidence = is_known.iter().map(|known| if *known { 1.0 } else { 0.0 }).collect();
        let mut layer = Self {
            width: level.canvas.width,
            confidence,
            origins: (0..is_known.len()).collect(),
            front: Vec::new(),
            step: level.work().div_ceil(Self::WORK).max(1),
            level,
            is_known,
        };
        let everywhere: Vec<usize> = layer.level.targets.clone();
        layer.renew_front(&everywhere);
        layer
    }

    /// The pixels of a square, row by row.
    fn square(&self, middle: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, corner) = (self.width, middle - RADIUS * self.width - RADIUS);
        (0..=2 * RADIUS)
            .flat_map(move |row| (0..=2 * RADIUS).map(move |column| corner + row * width + column))
    }

    fn most_urgent(&self) -> Option<usize> {
        let best = self.front.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        best.map(|(place, _)| *place)
    }

    /// The source whose square differs least from the known part of the square around `place`.
    fn most_similar(&self, place: usize) -> usize {
        let known: Vec<usize> = self.square(place).filter(|at| self.is_known[*at]).collect();
        let mut best = (f32::MAX, self.level.sources[0]);
        for &source in self.level.sources.iter().skip(place % self.step).step_by(self.step) {
            let difference = self.difference(&known, place, source, best.0);
            if difference < best.0 {
                best = (difference, source);
            }
        }
        best.1
    }

    fn difference(&self, known: &[usize], place: usize, source: usize, limit: f32) -> f32 {
        let pixels = &self.level.canvas.pixels;
        let mut sum = 0.0;
        for &at in known {
            let apart = minus(pixels[at], pixels[at + source - place]);
            sum += apart.iter().map(|value| value * value).sum::<f32>();
            if sum >= limit {
                break;
            }
        }
        sum
    }

    #[expect(clippy::cast_precision_loss, reason = "squares have few pixels")]
    fn copy(&mut self, place: usize, source: usize) {
        let square: Vec<usize> = self.square(place).collect();
        let confidence = square.iter().map(|at| self.confidence[*at]).sum::<f32>() / square.len() as f32;
        for &at in square.iter().filter(|at| !self.is_known[**at]) {
            self.level.canvas.pixels[at] = self.level.canvas.pixels[at + source - place];
            self.origins[at] = at + source - place;
            self.confidence[at] = confidence;
        }
        for at in square {
            self.is_known[at] = true;
        }
        self.renew_front(&self.nearby(place));
    }

    /// The pixels whose squares overlap that of `place`, and the pixels beside those.
    fn nearby(&self, place: usize) -> Vec<usize> {
        const REACH: usize = 2 * RADIUS + 1;
        let (x, y) = (place % self.width, place / self.width);
        let rows = y.saturating_sub(REACH)..self.level.canvas.height.min(y + REACH + 1);
        let columns = x.saturating_sub(REACH)..self.width.min(x + REACH + 1);
        rows.flat_map(|row| columns.clone().map(move |column| (column, row)))
            .map(|(column, row)| row * self.width + column)
            .filter(|at| self.level.fits(*at))
            .collect()
    }

    /// Updates the front among the given pixels, which must fit and be in order.
    fn renew_front(&mut self, among: &[usize]) {
        let is_known = &self.is_known;
        self.front.retain(|(place, _)| !is_known[*place] && among.binary_search(place).is_err());
        for &place in among.iter().filter(|place| !self.is_known[**place]) {
            if [place - 1, place + 1, place - self.width, place + self.width]
                .iter()
                .any(|at| self.is_known[*at])
            {
                self.front.push((place, self.urgency(place)));
            }
        }
    }

    /// How much is known around a pixel, and how strong an edge runs from there into the hole.
    #[expect(clippy::cast_precision_loss, reason = "squares have few pixels")]
    fn urgency(&self, place: usize) -> f32 {
        const WITHOUT_EDGE: f32 = 8.0;
        let (mut confidence, mut inwards, mut edge) = (0.0, (0.0_f32, 0.0_f32), (0.0_f32, 0.0_f32));
        let centre = ((place % self.width) as f32, (place / self.width) as f32);
        for at in self.square(place) {
            confidence += self.confidence[at];
            if self.is_known[at] {
                let slope = self.slope(at);
                if slope.0.hypot(slope.1) > edge.0.hypot(edge.1) {
                    edge = slope;
                }
            } else {
                inwards.0 += (at % self.width) as f32 - centre.0;
                inwards.1 += (at / self.width) as f32 - centre.1;
            }
        }
        let length = inwards.0.hypot(inwards.1).max(1e-3);
        let along = (edge.0 * inwards.1 - edge.1 * inwards.0).abs() / length;
        confidence * (along + WITHOUT_EDGE)
    }

    /// How steeply brightness rises to the right and downwards, where it is known.
    fn slope(&self, at: usize) -> (f32, f32) {
        let difference = |before: usize, after: usize| {
            let both = self.is_known.get(before) == Some(&true) && self.is_known.get(after) == Some(&true);
            if both {
                brightness(self.level.canvas.pixels[after]) - brightness(self.level.canvas.pixels[before])
            } else {
                0.0
            }
        };
        (difference(at.wrapping_sub(1), at + 1), difference(at.wrapping_sub(self.width), at + self.width))
    }
}

fn brightness(colour: Colour) -> f32 {
    (colour[0] + colour[1] + colour[2]) / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;
    use crate::painting::canvas::Canvas;

    #[test]
    fn a_line_goes_on_through_a_hole() {
        let colour = |index: usize| if (20..23).contains(&(index / 60)) { [200.0; 4] } else { [40.0; 4] };
        let expected = Canvas { width: 60, height: 44, pixels: (0..60 * 44).map(colour).collect() };
        let hole = Mask::of(60, 44, |x, y| (22..36).contains(&x) && (14..30).contains(&y));
        let mut blank = expected.clone();
        for (pixel, _) in blank.pixels.iter_mut().zip(hole.members()).filter(|(_, hole)| **hole) {
            *pixel = [120.0; 4];
        }
        let mut level = Level::pyramid(&blank, &hole, &hole).remove(0);
        let origins = lay(&mut level);
        assert_eq!(level.canvas.pixels, expected.pixels);
        assert!(origins.iter().all(|origin| !hole.members()[*origin]));
    }
}
