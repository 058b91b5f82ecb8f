//! Noise that is the same in every run.

/// A stream of numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(scramble(seed ^ 0x5eed))
    }

    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        self.0 = scramble(self.0);
        (self.0 >> 40) as f32 / 16_777_216.0
    }

    /// A colour with every channel between two values.
    pub(crate) fn colour(&mut self, low: f32, high: f32) -> [f32; 3] {
        [(); 3].map(|()| low + self.unit() * (high - low))
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[((self.unit() * choices.len() as f32) as usize).min(choices.len() - 1)]
    }
}

fn scramble(value: u64) -> u64 {
    let mixed = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A number from 0 to 1 for each whole place.
pub(crate) fn speckle(x: f32, y: f32, seed: u64) -> f32 {
    let place = (x.floor() as i64 as u64) << 32 ^ (y.floor() as i64 as u64 & 0xffff_ffff);
    (scramble(place ^ scramble(seed)) >> 40) as f32 / 16_777_216.0
}

/// Soft noise from 0 to 1: a sum of several scales.
pub(crate) fn cloud(x: f32, y: f32, seed: u64, octaves: u32) -> f32 {
    let mut sum = 0.0;
    let (mut strength, mut scale) = (0.5, 1.0);
    for octave in 0..octaves {
        sum += strength * soft(x * scale, y * scale, seed + u64::from(octave));
        strength *= 0.5;
        scale *= 2.0;
    }
    sum / (1.0 - strength * 2.0)
}

fn soft(x: f32, y: f32, seed: u64) -> f32 {
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (left, top) = (x.floor(), y.floor());
    let (u, v) = (ease(x - left), ease(y - top));
    let at = |right: f32, down: f32| speckle(left + right, top + down, seed);
    let upper = at(0.0, 0.0) + (at(1.0, 0.0) - at(0.0, 0.0)) * u;
    let lower = at(0.0, 1.0) + (at(1.0, 1.0) - at(0.0, 1.0)) * u;
    upper + (lower - upper) * v
}
