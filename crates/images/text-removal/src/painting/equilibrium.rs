//! Makes the pixels of a hole match their surroundings and each other.
//!
//! Every pair of neighbours has a desired difference of colour. The colours that come closest to all of them
//! solve Poisson's equation, on grids of falling size: coarse ones move colour far, fine ones refine the
//! result.

use super::canvas::{Canvas, Colour, minus, neighbours, plus, times};
use crate::mask::Mask;

/// Changes the pixels of `hole` so that the difference of each pair of neighbours comes as close as possible
/// to `wanted(here, there)`. Pixels outside the hole stay. The closer the hole's pixels already are to the
/// result, the better it becomes.
pub(super) fn settle(canvas: &mut Canvas, hole: &Mask, wanted: impl Fn(usize, usize) -> Colour) {
    const ROUNDS: usize = 8;
    const SETTLED: f32 = 0.05;
    let mut grids = Grid::pyramid(hole);
    let Some(finest) = grids.first_mut() else { return };
    for &here in &finest.unknown {
        finest.tension[here] = canvas.neighbours(here).fold(Colour::default(), |sum, there| {
            let is = minus(canvas.pixels[there], canvas.pixels[here]);
            plus(sum, minus(wanted(here, there), is))
        });
    }
    for _ in 0..ROUNDS {
        solve(&mut grids);
        let Some(finest) = grids.first_mut() else { return };
        if finest.advance(canvas) < SETTLED {
            break;
        }
    }
}

/// Fills a hole as smoothly as its border permits.
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

/// The unknown pixels of a canvas, or of a smaller copy of it. Computed values of known pixels are zero.
struct Grid {
    width: usize,
    height: usize,
    unknown: Vec<usize>,
    is_unknown: Vec<bool>,
    /// Whether each pixel has neighbours on all sides. It is stored, because each step would otherwise need a
    /// division.
    is_inner: Vec<bool>,
    /// The remaining error of each pixel.
    tension: Vec<Colour>,
    /// The change that reduces the tension.
    change: Vec<Colour>,
    /// The tension that the change removes.
    relief: Vec<Colour>,
}

impl Grid {
    /// The hole in falling sizes, the largest first.
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
        let [tension, change, relief] = [(); 3].map(|()| vec![Colour::default(); is_unknown.len()]);
        let is_inner = (0..height)
            .flat_map(|y| (0..width).map(move |x| x > 0 && y > 0 && x + 1 < width && y + 1 < height))
            .collect();
        Self { width, height, unknown, is_unknown, is_inner, tension, change, relief }
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

    /// Passes the remaining tension to the coarser grid: each of its pixels takes that of four.
    fn hand_over(&self, coarser: &mut Self) {
        for &index in &coarser.unknown {
            coarser.tension[index] = Colour::default();
        }
        for &index in &self.unknown {
            let parent = self.parent(index, coarser.width);
            if coarser.is_unknown[parent] {
                let left = minus(self.tension[index], self.relief[index]);
                coarser.tension[parent] = plus(coarser.tension[parent], left);
            }
        }
    }

    /// Adds the coarser grid's change, interpolated smoothly.
    fn take_over(&mut self, coarser: &Self) {
        let beside = |at: usize, last: usize| {
            if at.is_multiple_of(2) { (at / 2).saturating_sub(1) } else { last.min(at / 2 + 1) }
        };
        for &index in &self.unknown {
            let (x, y) = (index % self.width, index / self.width);
            let columns = [(x / 2, 0.75), (beside(x, coarser.width - 1), 0.25)];
            let rows = [(y / 2, 0.75), (beside(y, coarser.height - 1), 0.25)];
            for (row, share) in rows {
                for (column, part) in columns {
                    let more = times(coarser.change[row * coarser.width + column], share * part);
                    self.change[index] = plus(self.change[index], more);
                }
            }
        }
    }

    /// Adapts every pixel to its neighbours, in both directions.
    fn relax(&mut self, rounds: usize) {
        let unknown = std::mem::take(&mut self.unknown);
        for _ in 0..rounds {
            for &index in unknown.iter().chain(unknown.iter().rev()) {
                self.follow(index);
            }
        }
        self.unknown = unknown;
    }

    fn follow(&mut self, index: usize) {
        let (sum, count) = self.around(index);
        self.change[index] = times(minus(sum, self.tension[index]), 1.0 / count);
    }

    fn around(&self, index: usize) -> (Colour, f32) {
        let change = &self.change;
        if self.is_inner[index] {
            let beside = plus(change[index - 1], change[index + 1]);
            return (plus(beside, plus(change[index - self.width], change[index + self.width])), 4.0);
        }
        let start = (Colour::default(), 0.0_f32);
        let sum = neighbours(index, self.width, self.height)
            .fold(start, |(sum, count), there| (plus(sum, change[there]), count + 1.0));
        (sum.0, sum.1.max(1.0))
    }

    fn find_relief(&mut self) {
        let unknown = std::mem::take(&mut self.unknown);
        for &index in &unknown {
            let (sum, count) = self.around(index);
            self.relief[index] = minus(sum, times(self.change[index], count));
        }
        self.unknown = unknown;
    }

    /// Adds the multiple of the change that comes nearest to the solution, so that the result never becomes
    /// worse. Returns the largest remaining tension.
    fn advance(&mut self, canvas: &mut Canvas) -> f32 {
        self.find_relief();
        let along = |a: &[Colour]| -> f32 {
            let product = |at: usize| a[at].iter().zip(&self.change[at]).map(|(a, b)| a * b).sum::<f32>();
            self.unknown.iter().map(|&at| product(at)).sum()
        };
        let curvature = along(&self.relief);
        let step = if curvature == 0.0 { 0.0 } else { along(&self.tension) / curvature };
        let mut left = 0.0_f32;
        for &here in &self.unknown {
            canvas.pixels[here] = plus(canvas.pixels[here], times(self.change[here], step));
            self.tension[here] = minus(self.tension[here], times(self.relief[here], step));
            left = self.tension[here].iter().fold(left, |most, value| most.max(value.abs()));
        }
        left
    }
}

/// Finds the change of the finest grid that removes most of its tension.
fn solve(grids: &mut [Grid]) {
    const ROUNDS: usize = 1;
    const COARSEST_ROUNDS: usize = 20;
    let [grid, coarser @ ..] = grids else { return };
    for &index in &grid.unknown {
        grid.change[index] = Colour::default();
    }
    if let Some(next) = coarser.first_mut() {
        grid.relax(ROUNDS);
        grid.find_relief();
        grid.hand_over(next);
        solve(coarser);
        if let Some(next) = coarser.first() {
            grid.take_over(next);
        }
        grid.relax(ROUNDS);
    } else {
        grid.relax(COARSEST_ROUNDS);
    }
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
