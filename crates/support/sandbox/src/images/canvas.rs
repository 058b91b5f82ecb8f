//! Pixels to draw on.

pub(super) type Colour = [u8; 3];

/// An image under construction, row by row.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    pub(super) width: u32,
    pub(super) height: u32,
    rgb: Vec<u8>,
}

impl Canvas {
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self { width, height, rgb: vec![0; width as usize * height as usize * 3] }
    }

    /// The rows from the top, three bytes for each pixel.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.rgb.chunks_exact(self.width as usize * 3)
    }

    /// The pixels of a row; empty below the last row.
    pub(super) fn row_mut(&mut self, y: u32) -> impl Iterator<Item = &mut [u8; 3]> {
        let length = self.width as usize * 3;
        let start = (y as usize * length).min(self.rgb.len());
        let end = (start + length).min(self.rgb.len());
        self.rgb[start..end].as_chunks_mut().0.iter_mut()
    }

    /// A part of a row, without what lies beyond the edges.
    pub(super) fn part_mut(&mut self, y: u32, from: u32, to: u32) -> impl Iterator<Item = &mut [u8; 3]> {
        self.row_mut(y).take(to as usize).skip(from as usize)
    }
}

/// Mixes two colours; `share` is that of `over`, from 0 to 1.
pub(super) fn mixed(under: Colour, over: Colour, share: f64) -> Colour {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|channel| {
        let (under, over) = (f64::from(under[channel]), f64::from(over[channel]));
        byte(under + (over - under) * share)
    })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast ends at 0 and at 255")]
fn byte(value: f64) -> u8 {
    (value + 0.5) as u8
}

/// A length in whole pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast ends at 0 and at the largest"
)]
pub(super) fn pixels(length: f64) -> u32 {
    length as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mixed_within_their_bounds() {
        let (black, white) = ([0; 3], [255; 3]);
        assert_eq!(mixed(black, white, 0.5), [128; 3]);
        assert_eq!(mixed(black, white, -1.0), black);
        assert_eq!(mixed(black, white, 7.0), white);
    }

    #[test]
    fn what_lies_beyond_the_edges_is_left_out() {
        let mut canvas = Canvas::new(4, 2);
        assert_eq!(canvas.row_mut(1).count(), 4);
        assert_eq!(canvas.row_mut(2).count(), 0);
        assert_eq!(canvas.part_mut(1, 3, 9).count(), 1);
        assert_eq!(canvas.part_mut(1, 9, 12).count(), 0);
    }
}
