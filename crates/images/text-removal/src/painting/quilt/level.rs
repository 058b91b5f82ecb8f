//! A hole and the pieces that may fill it, in one of several sizes.

use super::super::canvas::Canvas;
use crate::mask::Mask;

/// Half of a square's side, without the middle.
pub(super) const RADIUS: usize = 3;

/// A copy of the canvas, with its hole and sources.
pub(super) struct Level {
    pub(super) canvas: Canvas,
    pub(super) hole: Mask,
    taboo: Mask,
    /// Centres of squares that overlap the hole.
    pub(super) targets: Vec<usize>,
    /// Centres of squares that may be taken.
    pub(super) sources: Vec<usize>,
    /// Whether each pixel is such a centre.
    pub(super) is_source: Vec<bool>,
}

impl Level {
    /// Copies of falling size, the largest first, until the hole is thin and quickly filled; none if there
    /// are too few sources.
    pub(super) fn pyramid(canvas: &Canvas, hole: &Mask, taboo: &Mask) -> Vec<Self> {
        const MOST: usize = 6;
        const ENOUGH: usize = 150;
        const WORK: usize = 1_000_000;
        let mut levels: Vec<Self> = Vec::new();
        let mut next = Some(Self::new(canvas.clone(), hole.clone(), taboo.clone()));
        while let Some(level) = next.take().filter(|level| level.sources.len() >= ENOUGH) {
            if levels.len() + 1 < MOST && (!level.is_thin() || level.work() > WORK) {
                next = Some(level.halved());
            }
            levels.push(level);
        }
        levels
    }

    /// The approximate number of comparisons to fill the hole once.
    pub(super) fn work(&self) -> usize {
        const FILLED_BY_ONE: usize = 12;
        (self.hole.len() / FILLED_BY_ONE + 1) * self.sources.len()
    }

    /// Whether every pixel of the hole is so close to its border that squares around it reach beyond the
    /// hole.
    fn is_thin(&self) -> bool {
        let (width, height) = (self.canvas.width, self.canvas.height);
        let outside = Mask::of(width, height, |x, y| !self.hole.holds(x, y)).widened(RADIUS);
        self.hole.members().iter().zip(outside.members()).all(|(hole, near)| !hole || *near)
    }

    fn new(canvas: Canvas, hole: Mask, taboo: Mask) -> Self {
        let (near_hole, near_taboo) = (hole.widened(RADIUS), taboo.widened(RADIUS));
        let is_source = vec![false; canvas.pixels.len()];
        let mut level = Self { canvas, hole, taboo, targets: Vec::new(), sources: Vec::new(), is_source };
        level.targets = level.fitting().filter(|index| near_hole.members()[*index]).collect();
        level.sources = level.fitting().filter(|index| !near_taboo.members()[*index]).collect();
        for &source in &level.sources {
            level.is_source[source] = true;
        }
        level
    }

    /// The pixels around which a square fits.
    fn fitting(&self) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = (self.canvas.width, self.canvas.height);
        let rows = RADIUS..height.saturating_sub(RADIUS);
        rows.flat_map(move |row| row * width + RADIUS..row * width + width.saturating_sub(RADIUS).max(RADIUS))
    }

    /// Whether the square around a pixel fits.
    pub(super) const fn fits(&self, index: usize) -> bool {
        let (x, y) = (index % self.canvas.width, index / self.canvas.width);
        x >= RADIUS && y >= RADIUS && x + RADIUS < self.canvas.width && y + RADIUS < self.canvas.height
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
