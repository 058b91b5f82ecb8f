//! Colours that text has and its surroundings do not have.

use super::part::Part;
use crate::mask::Mask;

/// The frequency of colours, by shades.
struct Palette {
    shares: Vec<f32>,
}

impl Palette {
    /// The number of shades per channel.
    const SHADES: usize = 16;

    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
    fn of(part: &Part, pixels: &Mask) -> Self {
        let mut counts = vec![0_u32; Self::SHADES.pow(3)];
        for (colour, _) in part.colours.iter().zip(pixels.members()).filter(|(_, belongs)| **belongs) {
            counts[Self::shade(*colour)] += 1;
        }
        let total = counts.iter().sum::<u32>().max(1) as f32;
        let mut shares: Vec<f32> = counts.into_iter().map(|count| count as f32 / total).collect();
        for stride in [1, Self::SHADES, Self::SHADES.pow(2)] {
            shares = Self::softened(&shares, stride);
        }
        Self { shares }
    }

    fn shade(colour: [u8; 3]) -> usize {
        colour
            .into_iter()
            .fold(0, |shade, value| shade * Self::SHADES + usize::from(value) * Self::SHADES / 256)
    }

    /// Spreads each share to the neighbouring shades in one channel.
    fn softened(shares: &[f32], stride: usize) -> Vec<f32> {
        let mut softened = vec![0.0; shares.len()];
        for (at, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let shade = at / stride % Self::SHADES;
            softened[at] += share / 2.0;
            softened[if shade > 0 { at - stride } else { at }] += share / 4.0;
            softened[if shade + 1 < Self::SHADES { at + stride } else { at }] += share / 4.0;
        }
        softened
    }
}

/// The pixels whose colour is much more common in `core` than in `ground`, and not more common in `rim`,
/// which is between them; `None` if they are too few or too many to be the text in `core`.
pub(super) fn inked(part: &Part, core: &Mask, rim: &Mask, ground: &Mask) -> Option<Mask> {
    const MUCH: f32 = 4.0;
    /// Smaller shares are random.
    const CHANCE: f32 = 0.001;
    const PLAUSIBLE: std::ops::Range<f32> = 0.1..0.75;
    let [inside, beside, outside] = [core, rim, ground].map(|pixels| Palette::of(part, pixels));
    let is_ink: Vec<bool> = inside
        .shares
        .iter()
        .zip(&beside.shares)
        .zip(&outside.shares)
        .map(|((inside, beside), outside)| inside >= beside && *inside > MUCH * (outside + CHANCE))
        .collect();
    let ink =
        Mask::of(part.width, part.height, |x, y| is_ink[Palette::shade(part.colours[y * part.width + x])]);
    PLAUSIBLE.contains(&ink.share_of(core)).then_some(ink)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(colour: impl Fn(usize, usize) -> [u8; 3]) -> Part {
        let colours = (0..80 * 60).map(|index| colour(index % 80, index / 80)).collect();
        Part { left: 0, top: 0, width: 80, height: 60, colours }
    }

    fn core() -> Mask {
        Mask::of(80, 60, |x, y| (20..60).contains(&x) && (20..40).contains(&y))
    }

    fn ground() -> Mask {
        Mask::of(80, 60, |x, y| !((10..70).contains(&x) && (10..50).contains(&y)))
    }

    #[test]
    fn ink_is_told_from_a_pattern_of_lines_as_thin() {
        let is_letter = |x: usize, y: usize| (20..60).contains(&x) && (20..40).contains(&y) && x % 6 < 2;
        let part = part(|x, y| match (is_letter(x, y), y % 4 < 2) {
            (true, _) => [200, 30, 30],
            (false, true) => [90; 3],
            (false, false) => [220; 3],
        });
        let ink = inked(&part, &core(), &Mask::empty(80, 60), &ground()).unwrap();
        assert_eq!(ink, Mask::of(80, 60, is_letter));
    }

    #[test]
    fn what_is_in_no_other_colour_than_its_ground_has_no_ink() {
        let pattern = part(|x, _| [if x % 6 < 2 { 30 } else { 200 }; 3]);
        assert!(inked(&pattern, &core(), &Mask::empty(80, 60), &ground()).is_none());
    }

    #[test]
    fn the_colour_between_letters_is_no_ink_though_it_ends_soon() {
        let is_letter = |x: usize, y: usize| (20..60).contains(&x) && (22..38).contains(&y) && x % 6 < 2;
        let part = part(|x, y| match (is_letter(x, y), (10..50).contains(&y)) {
            (true, _) => [200, 30, 30],
            (false, true) => [90; 3],
            (false, false) => [220; 3],
        });
        let rim = Mask::of(80, 60, |x, y| !ground().holds(x, y) && !core().holds(x, y));
        assert_eq!(inked(&part, &core(), &rim, &ground()), Some(Mask::of(80, 60, is_letter)));
    }
}
