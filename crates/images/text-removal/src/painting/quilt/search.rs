//! The search for similar squares: good matches spread to neighbours, and random ones are tried
//! (`PatchMatch`).

use super::super::canvas::{Colour, plus, times};
use super::super::chance::Chance;
use super::level::{Level, RADIUS};

/// The best square found for each target.
pub(super) struct Search {
    width: usize,
    height: usize,
    /// For each pixel of the level, where its square was found; undefined for pixels that are not a target.
    found: Vec<usize>,
    /// The difference of the squares.
    difference: Vec<f32>,
    /// The distance from a match within which better ones are searched.
    reach: usize,
}

impl Search {
    /// A search that starts where the pixels of the hole were taken from.
    pub(super) fn start(level: &Level, origins: &[usize], chance: &mut Chance) -> Self {
        const NEAR: usize = 16;
        let mut search = Self::empty(level, NEAR);
        let around = [0, 1, search.width, RADIUS, RADIUS * search.width];
        for &target in &level.targets {
            let moved = |at: usize| {
                let is_hole = level.hole.members().get(at) == Some(&true);
                is_hole
                    .then(|| (target + origins[at]).wrapping_sub(at))
                    .filter(|source| level.is_source.get(*source) == Some(&true))
            };
            let mut beside = around.iter().flat_map(|step| [target + step, target.wrapping_sub(*step)]);
            let guess = beside.find_map(moved);
            search.found[target] = guess.unwrap_or_else(|| level.sources[chance.below(level.sources.len())]);
        }
        search
    }

    /// A search that starts with the matches of a smaller copy.
    pub(super) fn refined(coarser: &Self, coarse_width: usize, level: &Level, chance: &mut Chance) -> Self {
        const NEAR: usize = 8;
        let mut search = Self::empty(level, NEAR);
        for &target in &level.targets {
            let (x, y) = (target % search.width, target / search.width);
            let clamped = coarser.nearest_target((x / 2, y / 2));
            let coarse = coarser.found[clamped.1 * coarse_width + clamped.0];
            let moved = |from: usize, to: usize, at: usize| (from * 2 + at).checked_sub(to * 2);
            let guess = moved(coarse % coarse_width, clamped.0, x)
                .filter(|x| *x < search.width)
                .zip(moved(coarse / coarse_width, clamped.1, y))
                .map(|(x, y)| y * search.width + x)
                .filter(|guess| level.is_source.get(*guess) == Some(&true));
            search.found[target] = guess.unwrap_or_else(|| level.sources[chance.below(level.sources.len())]);
        }
        search
    }

    fn empty(level: &Level, reach: usize) -> Self {
        let (width, height) = (level.canvas.width, level.canvas.height);
        Self { width, height, found: vec![0; width * height], difference: vec![0.0; width * height], reach }
    }

    /// The centre of the square inside the image that is nearest to a pixel.
    fn nearest_target(&self, (x, y): (usize, usize)) -> (usize, usize) {
        (x.clamp(RADIUS, self.width - 1 - RADIUS), y.clamp(RADIUS, self.height - 1 - RADIUS))
    }

    /// Where a pixel of the hole is taken from.
    pub(super) fn source(&self, (x, y): (usize, usize)) -> (usize, usize) {
        let middle = self.nearest_target((x, y));
        let found = self.found[middle.1 * self.width + middle.0];
        (found % self.width + x - middle.0, found / self.width + y - middle.1)
    }

    /// Measures all matches again, because the hole's colours have changed.
    pub(super) fn measure(&mut self, level: &Level) {
        for &target in &level.targets {
            self.difference[target] = level.difference(target, self.found[target], f32::MAX);
        }
    }

    /// Tries the matches of the neighbours and random ones for every target.
    pub(super) fn improve(&mut self, level: &Level, chance: &mut Chance, backwards: bool) {
        if backwards {
            level.targets.iter().rev().for_each(|&target| self.improve_one(level, chance, target, true));
        } else {
            level.targets.iter().for_each(|&target| self.improve_one(level, chance, target, false));
        }
    }

    fn improve_one(&mut self, level: &Level, chance: &mut Chance, target: usize, backwards: bool) {
        for step in [1, self.width] {
            // A square fits into the level, so it has pixels on all sides.
            let (neighbour, there) = if backwards {
                (target + step, self.found[target + step].checked_sub(step))
            } else {
                (target - step, Some(self.found[target - step] + step))
            };
            if let Some(source) = there.filter(|_| self.found[neighbour] > 0) {
                self.try_source(level, target, source);
            }
        }
        let mut reach = self.reach;
        while reach > 0 {
            let (x, y) = (self.found[target] % self.width, self.found[target] / self.width);
            let near = |at: usize, side: usize, chance: &mut Chance| {
                let low = at.saturating_sub(reach);
                low + chance.below(side.min(at + reach + 1) - low)
            };
            let (column, row) = (near(x, self.width, chance), near(y, self.height, chance));
            self.try_source(level, target, row * self.width + column);
            reach /= 2;
        }
    }

    fn try_source(&mut self, level: &Level, target: usize, source: usize) {
        if level.is_source.get(source) == Some(&true) && self.found[target] != source {
            let difference = level.difference(target, source, self.difference[target]);
            if difference < self.difference[target] {
                (self.found[target], self.difference[target]) = (source, difference);
            }
        }
    }

    /// Sets the hole's colours to those of the matching squares, weighted by similarity.
    #[expect(clippy::cast_precision_loss, reason = "squares are counted in millions at most")]
    pub(super) fn vote(&self, level: &mut Level) {
        let total: f32 = level.targets.iter().map(|&target| self.difference[target]).sum();
        let usual = total / level.targets.len() as f32 + 1.0;
        let mut votes = vec![Colour::default(); self.found.len()];
        let mut weights = vec![0.0_f32; self.found.len()];
        for &target in &level.targets {
            let weight = (-self.difference[target] / usual).exp() + 1e-6;
            for row in 0..=2 * RADIUS {
                let offset = row * self.width;
                let corner = RADIUS * self.width + RADIUS;
                let (to, from) = (target - corner + offset, self.found[target] - corner + offset);
                for column in (0..=2 * RADIUS).filter(|column| level.hole.members()[to + column]) {
                    let vote = times(level.canvas.pixels[from + column], weight);
                    votes[to + column] = plus(votes[to + column], vote);
                    weights[to + column] += weight;
                }
            }
        }
        for (index, pixel) in level.canvas.pixels.iter_mut().enumerate() {
            if weights[index] > 0.0 {
                *pixel = times(votes[index], 1.0 / weights[index]);
            }
        }
    }
}
