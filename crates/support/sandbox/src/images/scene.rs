//! A landscape: sky, sun, a few clouds of light, and hills. Its edges are soft enough not to be taken for
//! text.

use fastrand::Rng;

use super::canvas::{Canvas, Colour, mixed, pixels};

/// Upper sky, sky at the horizon, sun, distant hills, near hills.
type Palette = [Colour; 5];

const PALETTES: [Palette; 6] = [
    [[38, 84, 160], [196, 220, 240], [255, 244, 214], [120, 156, 176], [30, 70, 62]],
    [[60, 40, 92], [246, 168, 124], [255, 226, 170], [150, 96, 122], [44, 30, 58]],
    [[18, 30, 66], [92, 124, 176], [236, 240, 250], [58, 80, 120], [12, 22, 40]],
    [[130, 190, 200], [246, 240, 220], [255, 252, 236], [150, 178, 140], [70, 104, 62]],
    [[206, 120, 96], [250, 218, 176], [255, 240, 210], [190, 132, 96], [96, 58, 46]],
    [[90, 120, 110], [214, 226, 206], [250, 248, 228], [126, 152, 120], [40, 62, 52]],
];
const LAYERS: u32 = 3;
const CLOUDS: usize = 4;
/// The number of summits of a layer of hills, with smooth curves between them.
const SUMMITS: u32 = 7;

/// A landscape of a size, with random `choices`.
pub(super) fn drawn(width: u32, height: u32, choices: &mut Rng) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    let [above, horizon, sun, far, near] = PALETTES[choices.usize(..PALETTES.len())];
    let (wide, high) = (f64::from(width), f64::from(height));
    for y in 0..height {
        let colour = mixed(above, horizon, f64::from(y) / (high * 0.75));
        canvas.row_mut(y).for_each(|pixel| *pixel = colour);
    }
    let mut between = |low: f64, high: f64| low + (high - low) * choices.f64();
    let size = wide.min(high);
    for _ in 0..CLOUDS {
        let centre = (wide * between(0.0, 1.0), high * between(0.0, 0.6));
        glow(&mut canvas, centre, size * between(0.2, 0.4), sun, between(0.1, 0.3));
    }
    let centre = (wide * between(0.15, 0.85), high * between(0.12, 0.35));
    glow(&mut canvas, centre, size * between(0.16, 0.24), sun, 1.0);
    for layer in 0..LAYERS {
        let depth = f64::from(layer) / f64::from(LAYERS - 1);
        let base = 0.5 + 0.2 * depth;
        let summits: [f64; SUMMITS as usize] = std::array::from_fn(|_| high * between(base, base + 0.18));
        hills(&mut canvas, &ridge(width, &summits), mixed(far, near, depth));
    }
    canvas
}

/// A disc that fades towards its edge.
fn glow(canvas: &mut Canvas, (x, y): (f64, f64), radius: f64, colour: Colour, strength: f64) {
    let left = pixels(x - radius);
    for row in pixels(y - radius)..pixels(y + radius).min(canvas.height) {
        let across = (f64::from(row) - y).powi(2);
        for (column, pixel) in (left..).zip(canvas.part_mut(row, left, pixels(x + radius))) {
            let distance = across + (f64::from(column) - x).powi(2);
            let fading = (1.0 - distance / (radius * radius)).max(0.0);
            *pixel = mixed(*pixel, colour, strength * fading * fading * (3.0 - 2.0 * fading));
        }
    }
}

/// The height of a layer at each column.
fn ridge(width: u32, summits: &[f64; SUMMITS as usize]) -> Vec<f64> {
    let last = width.max(2) - 1;
    let height = |x: u32| {
        let along = f64::from(x) / f64::from(last) * f64::from(SUMMITS - 1);
        let before = pixels(along).min(SUMMITS - 2);
        let share = along - f64::from(before);
        let smooth = share * share * (3.0 - 2.0 * share);
        let (left, right) = (summits[before as usize], summits[before as usize + 1]);
        left + (right - left) * smooth
    };
    (0..width).map(height).collect()
}

/// Fills everything below the ridge, lighter towards the ridge.
fn hills(canvas: &mut Canvas, ridge: &[f64], colour: Colour) {
    let top = ridge.iter().copied().fold(f64::INFINITY, f64::min);
    let high = f64::from(canvas.height);
    for y in pixels(top)..canvas.height {
        let row = f64::from(y);
        let shaded = mixed(mixed(colour, [255; 3], 0.12), colour, (row - top) / (high * 0.2));
        for (pixel, ridge) in canvas.row_mut(y).zip(ridge) {
            let covered = row + 1.0 - ridge;
            if covered >= 1.0 {
                *pixel = shaded;
            } else if covered > 0.0 {
                *pixel = mixed(*pixel, shaded, covered);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landscapes_change_softly_along_their_rows() {
        for seed in 0..12 {
            let canvas = drawn(600, 400, &mut Rng::with_seed(seed));
            let rows: Vec<&[u8]> = canvas.rows().collect();
            let sky = rows.iter().take(120).flat_map(|row| row.as_chunks::<3>().0.windows(2));
            let steepest = sky.map(|pair| pair[0][0].abs_diff(pair[1][0])).max().unwrap();
            assert!(steepest <= 12, "seed {seed}: {steepest}");
            assert!(rows[0] != rows[200] && rows[200] != rows[399], "seed {seed}");
        }
    }

    #[test]
    fn ridges_pass_through_their_summits() {
        let summits = [10.0, 20.0, 15.0, 30.0, 5.0, 12.0, 18.0];
        let ridge = ridge(601, &summits);
        for (index, summit) in summits.iter().enumerate() {
            assert!((ridge[index * 100] - summit).abs() < 1e-9, "{index}: {}", ridge[index * 100]);
        }
    }

    #[test]
    fn every_size_can_be_drawn() {
        for (width, height) in [(1, 1), (1, 50), (50, 1), (2, 2), (33, 7)] {
            assert_eq!(drawn(width, height, &mut Rng::with_seed(1)).rows().count(), height as usize);
        }
    }
}
