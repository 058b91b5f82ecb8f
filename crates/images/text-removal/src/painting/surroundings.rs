//! The texture of the surroundings of a hole.

use super::canvas::{Canvas, Colour, minus, plus, times};
use super::gradient::Gradient;
use crate::mask::Mask;

/// How rough the pixels around a hole are.
pub(super) struct Surroundings {
    /// The share of pixels that differ visibly from those around them.
    visible: f32,
    /// The mean difference of pixels from those around them.
    roughness: f32,
    /// The mean difference of pixels from the gradient that fits them best.
    unevenness: f32,
}

impl Surroundings {
    /// Measures the pixels near `hole` that are not `taboo`.
    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
    pub(super) fn of(canvas: &Canvas, hole: &Mask, taboo: &Mask) -> Self {
        const NEAR: usize = 12;
        const VISIBLE: f32 = 4.0;
        let near = hole.widened(NEAR);
        let is_ring = |index: &usize| near.members()[*index] && !taboo.members()[*index];
        let ring: Vec<usize> = (0..canvas.pixels.len()).filter(is_ring).collect();
        let differences: Vec<f32> =
            ring.iter().filter_map(|&index| difference(canvas, taboo, index)).collect();
        let count = differences.len().max(1) as f32;
        let visible = differences.iter().filter(|difference| **difference > VISIBLE).count() as f32 / count;
        let roughness = differences.iter().sum::<f32>() / count;
        Self { visible, roughness, unevenness: Gradient::fit(canvas, &ring).distance(canvas, &ring) }
    }

    /// Whether a hole is best filled smoothly.
    pub(super) fn are_smooth(&self) -> bool {
        const FEW: f32 = 0.004;
        const LITTLE: f32 = 3.0;
        self.visible < FEW && self.unevenness < LITTLE
    }

    /// The strength of grain that looks the same.
    pub(super) fn grain(&self) -> f32 {
        // Differences of brightness below this come from rounding.
        const INVISIBLE: f32 = 0.4;
        const FROM_MEAN_TO_LIMIT: f32 = 3.0;
        if self.roughness < INVISIBLE { 0.0 } else { self.roughness.min(4.0) * FROM_MEAN_TO_LIMIT }
    }
}

/// The difference of a pixel from the mean of the square around it; `None` if that is not whole.
fn difference(canvas: &Canvas, taboo: &Mask, index: usize) -> Option<f32> {
    const RADIUS: usize = 2;
    const COUNT: f32 = 25.0;
    let (x, y) = (index % canvas.width, index / canvas.width);
    let (left, top) = (x.checked_sub(RADIUS)?, y.checked_sub(RADIUS)?);
    if x + RADIUS >= canvas.width || y + RADIUS >= canvas.height {
        return None;
    }
    let mut sum = Colour::default();
    for row in top..=y + RADIUS {
        for at in row * canvas.width + left..=row * canvas.width + x + RADIUS {
            if taboo.members()[at] {
                return None;
            }
            sum = plus(sum, canvas.pixels[at]);
        }
    }
    let apart = minus(canvas.pixels[index], times(sum, 1.0 / COUNT));
    Some(apart.iter().fold(0.0, |most, value| most.max(value.abs())))
}
