//! Makes the pixels of a hole fit their surroundings and each other.
//!
//! Every pair of neighbours has a wanted difference of colour. The colours that come closest to all of them solve Poisson's equation, which
//! is done on grids of falling size: coarse ones move colour far, fine ones settle it.

use super::canvas::{Canvas, Colour, minus, neighbours, plus, times};
use crate::mask::Mask;

/// Changes the pixels of `hole` so that the difference of each pair of neighbours, `wanted(here, there)`, comes about as well as it can.
/// What is outside the hole stays. The nearer the hole's pixels are to the result, the better it becomes.
pub(super) fn settle(canvas: &mut Canvas, hole: &Mask, wanted: impl Fn(usize, usize) -> Colour) {
    const ROUNDS: usize = 8;
    const SETTLED: f32 = 0.05;
    let grids = Grid::pyramid(hole);
    let Some(finest) = grids.first() else { return };
    let mut tension = vec![Colour::default(); canvas.pixels.len()];
    for &here in &finest.unknown {
        tension[here] = canvas.neighbours(here).fold(Colour::default(), |sum, there| {
            let is = minus(canvas.pixels[there], canvas.pixels[here]);
            plus(sum, minus(wanted(here, there), is))
        });
    }
    for _ in 0..ROUNDS {
        let change = solve(&grids, &tension);
        let relief = finest.relief(&change);
        let step = best_step(&finest.unknown, &change, &relief, &tension);
        let mut left = 0.0_f32;
        for &here in &finest.unknown {
            canvas.pixels[here] = plus(canvas.pixels[here], times(change[here], step));
            tension[here] = minus(tension[here], times(relief[here], step));
            left = tension[here].iter().fold(left, |most, value| most.max(value.abs()));
        }
        if left < SETTLED {
            break;
        }
    }
}

/// How much of a change brings the pixels nearest to the solution. With it no round makes anything worse.
fn best_step(pixels: &[usize], change: &[Colour], relief: &[Colour], tension: &[Colour]) -> f32 {
    let along = |a: &[Colour]| -> f32 {
        pixels.iter().map(|&at| a[at].iter().zip(&change[at]).map(|(a, b)| a * b).sum::<f32>()).sum()
    };
    let curvature = along(relief);
    if curvature == 0.0 { 0.0 } else { along(tension) / curvature }
}

/// Fills a hole as smoothly as its border allows.
pub(super) fn fill_smoothly(canvas: &mut Canvas, hole: &Mask) {
    let inside: Vec<usize> = (0..canvas.pixels.len()).filter(|&index| hole.members()[index]).collect();
    let border =
        inside.iter().flat_map(|&here| canvas.neighbours(here)).filter(|&there| !hole.members()[there]);
    let (sum, count) = border
        .fold((Colour::default(), 0.0), |(sum, count), there| (plus(sum, canvas.pixels[there]), count + 1.0));
    let mean = if count > 0.0 { times(sum, 1.0 / count) } else { [127.0; 4] };
    for index in inside {
        canvas.pixels[index] = mean;
    }
    settle(canvas, hole, |_, _| Colour::default());
}

/// The unknown pixels of a canvas, or of a smaller copy of it.
struct Grid {
    width: usize,
    height: usize,
    unknown: Vec<usize>,
    is_unknown: Vec<bool>,
}

impl Grid {
    /// The hole in falling sizes, the finest first.
    fn pyramid(hole: &Mask) -> Vec<Self> {
        const COARSEST: usize = 12;
        let mut grids: Vec<Self> = Vec::new();
        let mut next = Self::new(hole.width(), hole.height(), hole.members().to_vec());
        while !next.unknown.is_empty() {
            let coarser = next.halved();
            let done = next.unknown.len() < COARSEST;
            grids.push(next);
            if done {
                break;
            }
            next = coarser;
        }
        grids
    }

    fn new(width: usize, height: usize, is_unknown: Vec<bool>) -> Self {
        let unknown = (0..is_unknown.len()).filter(|&index| is_unknown[index]).collect();
        Self { width, height, unknown, is_unknown }
    }

    fn halved(&self) -> Self {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let mut children = vec![0u8; width * height];
        for &index in &self.unknown {
            children[self.parent(index, width)] += 1;
        }
        Self::new(width, height, children.into_iter().map(|count| count == 4).collect())
    }

    fn parent(&self, index: usize, coarse_width: usize) -> usize {
        index / self.width / 2 * coarse_width + index % self.width / 2
    }

    /// The tension of the coarser grid's pixels: the sum of that of their four.
    fn gather(&self, tension: &[Colour], coarser: &Self) -> Vec<Colour> {
        let mut gathered = vec![Colour::default(); coarser.is_unknown.len()];
        for &index in &self.unknown {
            let parent = self.parent(index, coarser.width);
            gathered[parent] = plus(gathered[parent], tension[index]);
        }
        gathered
    }

    /// The coarser grid's change, drawn smoothly over this one.
    fn spread(&self, change: &[Colour], coarser: &Self) -> Vec<Colour> {
        let mut spread = vec![Colour::default(); self.is_unknown.len()];
        let beside = |at: usize, last: usize| {
            if at.is_multiple_of(2) { (at / 2).saturating_sub(1) } else { last.min(at / 2 + 1) }
        };
        for &index in &self.unknown {
            let (x, y) = (index % self.width, index / self.width);
            let columns = [(x / 2, 0.75), (beside(x, coarser.width - 1), 0.25)];
            let rows = [(y / 2, 0.75), (beside(y, coarser.height - 1), 0.25)];
            for (row, share) in rows {
                for (column, part) in columns {
                    spread[index] =
                        plus(spread[index], times(change[row * coarser.width + column], share * part));
                }
            }
        }
        spread
    }

    /// Lets every pixel follow its neighbours, to and fro.
    fn relax(&self, change: &mut [Colour], tension: &[Colour], rounds: usize) {
        for _ in 0..rounds {
            self.unknown.iter().for_each(|&index| self.follow(index, change, tension));
            self.unknown.iter().rev().for_each(|&index| self.follow(index, change, tension));
        }
    }

    fn follow(&self, index: usize, change: &mut [Colour], tension: &[Colour]) {
        let (sum, count) = self.around(index, change);
        change[index] = times(minus(sum, tension[index]), 1.0 / count);
    }

    fn around(&self, index: usize, change: &[Colour]) -> (Colour, f32) {
        let (x, y) = (index % self.width, index / self.width);
        if x > 0 && y > 0 && x + 1 < self.width && y + 1 < self.height {
            let beside = plus(change[index - 1], change[index + 1]);
            return (plus(beside, plus(change[index - self.width], change[index + self.width])), 4.0);
        }
        let start = (Colour::default(), 0.0_f32);
        let sum = neighbours(index, self.width, self.height)
            .fold(start, |(sum, count), there| (plus(sum, change[there]), count + 1.0));
        (sum.0, sum.1.max(1.0))
    }

    /// The tension that a change relieves.
    fn relief(&self, change: &[Colour]) -> Vec<Colour> {
        let mut relief = vec![Colour::default(); change.len()];
        for &index in &self.unknown {
            let (sum, count) = self.around(index, change);
            relief[index] = minus(sum, times(change[index], count));
        }
        relief
    }
}

/// The change that relieves most of the tension.
fn solve(grids: &[Grid], tension: &[Colour]) -> Vec<Colour> {
    const ROUNDS: usize = 1;
    const COARSEST_ROUNDS: usize = 20;
    let [grid, coarser @ ..] = grids else { return Vec::new() };
    let mut change = vec![Colour::default(); grid.is_unknown.len()];
    let Some(next) = coarser.first() else {
        grid.relax(&mut change, tension, COARSEST_ROUNDS);
        return change;
    };
    grid.relax(&mut change, tension, ROUNDS);
    let relief = grid.relief(&change);
    let left: Vec<Colour> =
        tension.iter().zip(&relief).map(|(before, relief)| minus(*before, *relief)).collect();
    let coarse_change = solve(coarser, &grid.gather(&left, next));
    for (here, more) in change.iter_mut().zip(grid.spread(&coarse_change, next)) {
        *here = plus(*here, more);
    }
    grid.relax(&mut change, tension, ROUNDS);
    change
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn canvas(width: usize, height: usize, value: impl Fn(f32, f32) -> f32) -> Canvas {
        let colour = |index: usize| [value((index % width) as f32, (index / width) as f32); 4];
        Canvas { width, height, pixels: (0..width * height).map(colour).collect() }
    }

    fn largest_error(canvas: &Canvas, expected: &Canvas) -> f32 {
        let errors = canvas.pixels.iter().zip(&expected.pixels).map(|(is, should)| (is[0] - should[0]).abs());
        errors.fold(0.0, f32::max)
    }

    #[test]
    fn a_hole_in_a_gradient_is_restored() {
        let expected = canvas(200, 120, |x, y| 20.0 + x * 0.7 + y * 0.4);
        let hole =
            Mask::of(200, 120, |x, y| (20..180).contains(&x) && (30..90).contains(&y) && x * y % 977 != 0);
        let mut painted = expected.clone();
        painted
            .pixels
            .iter_mut()
            .zip(hole.members())
            .filter(|(_, hole)| **hole)
            .for_each(|(pixel, _)| *pixel = [255.0; 4]);
        fill_smoothly(&mut painted, &hole);
        assert!(largest_error(&painted, &expected) < 1.0);
    }

    #[test]
    fn a_hole_at_the_edge_takes_the_colour_of_its_border() {
        let expected = canvas(64, 64, |_, _| 90.0);
        let hole = Mask::of(64, 64, |x, y| x < 40 && y < 30);
        let mut painted = expected.clone();
        fill_smoothly(&mut painted, &hole);
        assert!(largest_error(&painted, &expected) < 0.1);
    }

    #[test]
    fn wanted_differences_come_about() {
        let wave = |x: f32, y: f32| 100.0 + (x / 3.0).sin() * 20.0 + (y / 5.0).cos() * 30.0;
        let expected = canvas(90, 90, wave);
        let hole = Mask::of(90, 90, |x, y| (15..70).contains(&x) && (20..75).contains(&y));
        let mut painted = expected.clone();
        painted
            .pixels
            .iter_mut()
            .zip(hole.members())
            .filter(|(_, hole)| **hole)
            .for_each(|(pixel, _)| *pixel = [0.0; 4]);
        settle(&mut painted, &hole, |here, there| minus(expected.pixels[there], expected.pixels[here]));
        assert!(largest_error(&painted, &expected) < 1.0);
    }

    #[test]
    fn nothing_but_hole_is_painted_somehow() {
        let mut painted = canvas(16, 16, |x, _| x);
        fill_smoothly(&mut painted, &Mask::of(16, 16, |_, _| true));
        assert!(painted.pixels.iter().all(|pixel| pixel[0].is_finite()));
    }
}
