//! How tokens look at those before them.

use fearless_simd::{Level, dispatch};

use super::memory::{LayerMemory, Places};
use super::shape::Shape;
use crate::vector::{add_scaled, dot, to_shares};

/// Turns pairs of numbers by angles that depend on the place, so that products of two tokens depend on their distance.
pub(super) struct Rotations {
    head_width: usize,
    /// For each token, the cosine and sine for each pair of a head.
    turns: Vec<(f32, f32)>,
}

impl Rotations {
    pub(super) fn new(shape: &Shape, places: &Places) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "widths and positions are small")]
        let speeds: Vec<f32> = (0..shape.head_width / 2)
            .map(|pair| shape.rotation_base.powf(-2.0 * pair as f32 / shape.head_width as f32))
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "widths and positions are small")]
        let turns = places.positions().flat_map(|position| {
            speeds.iter().map(move |speed| {
                let (sine, cosine) = (position as f32 * speed).sin_cos();
                (cosine, sine)
            })
        });
        Self { head_width: shape.head_width, turns: turns.collect() }
    }

    /// Turns all heads of each row.
    pub(super) fn apply(&self, rows: &mut [f32]) {
        let pairs = self.head_width / 2;
        let row_width = rows.len() * pairs / self.turns.len();
        for (row, turns) in rows.chunks_exact_mut(row_width).zip(self.turns.chunks_exact(pairs)) {
            for head in row.chunks_exact_mut(self.head_width) {
                for ([first, second], (cosine, sine)) in head.as_chunks_mut().0.iter_mut().zip(turns) {
                    (*first, *second) = (*first * cosine - *second * sine, *first * sine + *second * cosine);
                }
            }
        }
    }
}

/// What each token gathers from those it sees.
pub(super) fn attend(
    level: Level,
    shape: &Shape,
    places: &Places,
    memory: &LayerMemory,
    queries: &[f32],
) -> Vec<f32> {
    let mut gathered = vec![0.0; queries.len()];
    let mut shares = Vec::new();
    let rows = queries.chunks_exact(shape.width).zip(gathered.chunks_exact_mut(shape.width)).enumerate();
    for (token, (query, gathered)) in rows {
        dispatch!(level, _ => attend_one(shape, &places.seen_by(token), memory, query, gathered, &mut shares));
    }
    gathered
}

#[inline(always)]
fn attend_one(
    shape: &Shape,
    seen: &[std::ops::Range<usize>; 2],
    memory: &LayerMemory,
    query: &[f32],
    gathered: &mut [f32],
    shares: &mut Vec<f32>,
) {
    let width = shape.head_width;
    let heads_per_key = shape.heads / shape.key_heads;
    #[expect(clippy::cast_precision_loss, reason = "heads have some dozen numbers")]
    let scale = 1.0 / (width as f32).sqrt();
    let heads = query.chunks_exact(width).zip(gathered.chunks_exact_mut(width)).enumerate();
    for (head, (query, gathered)) in heads {
        let start = head / heads_per_key * width;
        shares.clear();
        for range in seen {
            for token in range.clone() {
                shares.push(dot(query, &memory.of(token).0[start..start + width]) * scale);
            }
        }
        to_shares(shares);
        let mut remaining = shares.iter();
        for range in seen {
            for (token, &share) in range.clone().zip(remaining.by_ref()) {
                add_scaled(gathered, &memory.of(token).1[start..start + width], share);
            }
        }
    }
}
