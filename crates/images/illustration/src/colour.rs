//! Colours, and functions that compare and mix them.

/// A colour with a share of opacity; all from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Colour {
    pub(crate) red: f32,
    pub(crate) green: f32,
    pub(crate) blue: f32,
    pub(crate) alpha: f32,
}

impl Colour {
    pub(crate) const WHITE: Self = Self { red: 1.0, green: 1.0, blue: 1.0, alpha: 1.0 };
    pub(crate) const BLACK: Self = Self { red: 0.0, green: 0.0, blue: 0.0, alpha: 1.0 };

    /// From six or eight hexadecimal digits, with or without `#`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.trim_start_matches('#');
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [red, green, blue, alpha] = match digits.len() {
            6 => ((number << 8) | 0xff).to_be_bytes(),
            8 => number.to_be_bytes(),
            _ => return None,
        };
        let share = |byte: u8| f32::from(byte) / 255.0;
        Some(Self { red: share(red), green: share(green), blue: share(blue), alpha: share(alpha) })
    }

    /// The same with another opacity.
    pub(crate) fn fade(self, alpha: f32) -> Self {
        Self { alpha, ..self }
    }

    /// The colour at a share of the way to another.
    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        let between = |from: f32, to: f32| from + (to - from) * share.clamp(0.0, 1.0);
        Self {
            red: between(self.red, other.red),
            green: between(self.green, other.green),
            blue: between(self.blue, other.blue),
            alpha: between(self.alpha, other.alpha),
        }
    }

    /// The colour mixed with white.
    pub(crate) fn lighter(self, share: f32) -> Self {
        self.mix(Self::WHITE.fade(self.alpha), share)
    }

    /// The colour in shadow: darker, and a little bluer.
    pub(crate) fn darker(self, share: f32) -> Self {
        let keep = 1.0 - share;
        Self {
            red: self.red * keep,
            green: self.green * keep,
            blue: self.blue * (1.0 - share * 0.86),
            ..self
        }
    }

    /// The colour with its hue turned by degrees and its lightness unchanged.
    pub(crate) fn turned(self, degrees: f32) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let third = (1.0 - cos) / 3.0;
        let lean = (1.0f32 / 3.0).sqrt() * sin;
        let turn = |one: f32, next: f32, last: f32| {
            (one * (cos + third) + next * (third - lean) + last * (third + lean)).clamp(0.0, 1.0)
        };
        Self {
            red: turn(self.red, self.green, self.blue),
            green: turn(self.green, self.blue, self.red),
            blue: turn(self.blue, self.red, self.green),
            ..self
        }
    }

    /// Relative luminance as web accessibility defines it.
    pub(crate) fn luminance(self) -> f32 {
        let linear = |share: f32| {
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast of two colours, from 1 to 21.
    pub(crate) fn contrast(self, other: Self) -> f32 {
        let (one, two) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(two) / one.min(two)
    }

    /// How far apart two colours look, roughly; black and white are 3 apart.
    pub(crate) fn distance(self, other: Self) -> f32 {
        let (red, green, blue) = (self.red - other.red, self.green - other.green, self.blue - other.blue);
        let mean = f32::midpoint(self.red, other.red);
        ((2.0 + mean) * red * red + 4.0 * green * green + (3.0 - mean) * blue * blue).sqrt()
    }

    /// The colour as the rasteriser takes it.
    pub(crate) fn skia(self) -> tiny_skia::Color {
        let part = |share: f32| share.clamp(0.0, 1.0);
        tiny_skia::Color::from_rgba(part(self.red), part(self.green), part(self.blue), part(self.alpha))
            .unwrap_or(tiny_skia::Color::BLACK)
    }

    /// The three colours as bytes, without the opacity.
    pub(crate) fn bytes(self) -> [f32; 3] {
        [self.red * 255.0, self.green * 255.0, self.blue * 255.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_compared() {
        let red = Colour::parse("#ff0000").unwrap();
        assert_eq!(Colour::parse("ff0000ff"), Some(red));
        assert_eq!(Colour::parse("ff"), None);
        assert_eq!(Colour::parse("éé0000"), None);
        assert!((Colour::WHITE.contrast(Colour::BLACK) - 21.0).abs() < 0.01);
        assert!((Colour::WHITE.distance(Colour::BLACK) - 3.0).abs() < 0.01);
    }

    #[test]
    fn a_full_turn_changes_nothing() {
        let colour = Colour::parse("3e7cb1").unwrap();
        assert!(colour.turned(360.0).distance(colour) < 0.001);
        assert!(colour.turned(120.0).distance(colour) > 0.3);
    }
}
