//! A hole and what may fill it, in one of several sizes.

use super::super::canvas::Canvas;
use crate::mask::Mask;

/// Half of a square's side, without the middle.
pub(super) const RADIUS: usize = 3;

/// A copy of the canvas.
pub(super) struct Level {
    pub(super) canvas: Canvas,
    pub(super) hole: Mask,
    taboo: Mask,
    /// Middles of squares that overlap the hole.
    pub(super) targets: Vec<usize>,
    /// Middles of squares that may be taken.
    pub(super) sources: Vec<usize>,
    /// The same for each pixel.
    pub(super) is_source: Vec<bool>,
}

impl Level {
    /// Copies of falling size, the largest first; none if there are too few sources.
    pub(super) fn pyramid(canvas: &Canvas, hole: &Mask, taboo: &Mask) -> Vec<Self> {
        const MOST: usize = 6;
        const SMALL_HOLE: usize = 150;
        const ENOUGH: usize = 150;
        let mut levels: Vec<Self> = Vec::new();
        let mut next = Some(Self::new(canvas.clone(), hole.clone(), taboo.clone()));
        while let Some(level) = next.take().filter(|level| level.sources.len() >= ENOUGH) {
            if levels.len() + 1 < MOST && level.hole.len() > SMALL_HOLE {
                next = Some(level.halved());
            }
            levels.push(level);
        }
        levels
    }

    fn new(canvas: Canvas, hole: Mask, taboo: Mask) -> Self {
        let (width, height) = (canvas.width, canvas.height);
        let near_hole = hole.widened(RADIUS);
        let near_taboo = taboo.widened(RADIUS);
        let fits = |index: &usize| {
            let (x, y) = (index % width, index / width);
            x >= RADIUS && y >= RADIUS && x + RADIUS < width && y + RADIUS < height
        };
        let fitting = || (0..width * height).filter(fits);
        let targets = fitting().filter(|&index| near_hole.members()[index]).collect();
        let sources: Vec<usize> = fitting().filter(|&index| !near_taboo.members()[index]).collect();
        let mut is_source = vec![false; width * height];
        for &source in &sources {
            is_source[source] = true;
        }
        Self { canvas, hole, taboo, targets, sources, is_source }
    }

    fn halved(&self) -> Self {
        let canvas = self.canvas.halved();
        let any = |mask: &Mask| {
            Mask::of(canvas.width, canvas.height, |x, y| {
                [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .iter()
                    .any(|(right, down)| mask.holds(2 * x + right, 2 * y + down))
            })
        };
        let (hole, taboo) = (any(&self.hole), any(&self.taboo));
        Self::new(canvas, hole, taboo)
    }

    /// How different two squares are, or more than `limit`.
    pub(super) fn difference(&self, target: usize, source: usize, limit: f32) -> f32 {
        const SIDE: usize = 2 * RADIUS + 1;
        let width = self.canvas.width;
        let corner = RADIUS * width + RADIUS;
        let (mut a, mut b) = (target - corner, source - corner);
        let mut sum = 0.0;
        for _ in 0..SIDE {
            let mut lanes = [0.0_f32; 4];
            for (one, other) in self.canvas.pixels[a..a + SIDE].iter().zip(&self.canvas.pixels[b..b + SIDE]) {
                for lane in 0..4 {
                    let apart = one[lane] - other[lane];
                    lanes[lane] += apart * apart;
                }
            }
            sum += lanes.iter().sum::<f32>();
            if sum > limit {
                break;
            }
            a += width;
            b += width;
        }
        sum
    }
}
