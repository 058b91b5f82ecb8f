//! Draws lines of letters on images.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use image::RgbImage;

use super::backgrounds::{Colour, mix};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    Sans,
    Serif,
    Mono,
    Script,
}

impl Face {
    pub(crate) const ALL: [Self; 4] = [Self::Sans, Self::Serif, Self::Mono, Self::Script];

    fn font(self) -> FontRef<'static> {
        let file: &[u8] = match self {
            Self::Sans => include_bytes!("../assets/fonts/BeVietnamPro-Bold.ttf"),
            Self::Serif => include_bytes!("../assets/fonts/Lora-Regular.ttf"),
            Self::Mono => include_bytes!("../assets/fonts/JetBrainsMono-Regular.ttf"),
            Self::Script => include_bytes!("../assets/fonts/DancingScript-Bold.ttf"),
        };
        FontRef::try_from_slice(file).expect("the file holds a font")
    }
}

/// A line of letters: how much of each pixel they cover.
pub(crate) struct Line {
    width: usize,
    height: usize,
    cover: Vec<f32>,
}

impl Line {
    /// Typesets a line in letters of `size` pixels.
    pub(crate) fn set(text: &str, face: Face, size: f32) -> Self {
        let font = face.font();
        let scale =
            PxScale::from(size * font.height_unscaled() / font.units_per_em().expect("every font has units"));
        let scaled = font.as_scaled(scale);
        let mut glyphs = Vec::new();
        let mut pen = 2.0;
        for letter in text.chars() {
            let id = scaled.glyph_id(letter);
            glyphs.push(id.with_scale_and_position(scale, point(pen, scaled.ascent() + 2.0)));
            pen += scaled.h_advance(id);
        }
        let (width, height) = (pen.ceil() as usize + 4, scaled.height().ceil() as usize + 4);
        let mut line = Self { width, height, cover: vec![0.0; width * height] };
        for outline in glyphs.into_iter().filter_map(|glyph| font.outline_glyph(glyph)) {
            let bounds = outline.px_bounds();
            outline.draw(|x, y, cover| {
                line.add(bounds.min.x + x as f32, bounds.min.y + y as f32, cover);
            });
        }
        line
    }

    fn add(&mut self, x: f32, y: f32, cover: f32) {
        let (column, row) = (x as usize, y as usize);
        if x >= 0.0 && y >= 0.0 && column < self.width && row < self.height {
            let sum = &mut self.cover[row * self.width + column];
            *sum = (*sum + cover).min(1.0);
        }
    }

    fn at(&self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let get = |x: f32, y: f32| {
            let inside = x >= 0.0 && y >= 0.0 && (x as usize) < self.width && (y as usize) < self.height;
            if inside { self.cover[y as usize * self.width + x as usize] } else { 0.0 }
        };
        let upper = get(left, top) + (get(left + 1.0, top) - get(left, top)) * (x - left);
        let lower = get(left, top + 1.0) + (get(left + 1.0, top + 1.0) - get(left, top + 1.0)) * (x - left);
        upper + (lower - upper) * (y - top)
    }

    /// Prints the line around `centre`, turned by `angle` degrees.
    pub(crate) fn print(
        &self,
        picture: &mut RgbImage,
        centre: (f32, f32),
        angle: f32,
        ink: Colour,
        opacity: f32,
    ) {
        let (sin, cos) = angle.to_radians().sin_cos();
        let middle = (self.width as f32 / 2.0, self.height as f32 / 2.0);
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let (x, y) = (x as f32 - centre.0, y as f32 - centre.1);
            let cover = self.at(x * cos + y * sin + middle.0, y * cos - x * sin + middle.1);
            if cover > 0.0 {
                let under = pixel.0.map(f32::from);
                pixel.0 = mix(under, ink, cover * opacity).map(|value| value.round().clamp(0.0, 255.0) as u8);
            }
        }
    }
}
