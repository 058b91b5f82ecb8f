//! Blur of whole layers, grain, and the conversion to plain pixels.

use image::RgbImage;
use tiny_skia::{FilterQuality, PixmapPaint, Transform};

use super::Canvas;
use super::mask::slide;
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::{byte, count, index};

impl Canvas {
    /// Blurs the whole layer.
    pub(crate) fn defocus(&mut self, radius: f32) {
        let radius = index(radius / 1.7 + 0.5);
        if radius == 0 {
            return;
        }
        let (width, height) = (index(self.width()), index(self.height()));
        let data = self.pixmap.data_mut();
        for channel in 0..4 {
            for _ in 0..2 {
                (0..height).for_each(|row| blur_line(data, row * width * 4 + channel, 4, width, radius));
                (0..width)
                    .for_each(|column| blur_line(data, column * 4 + channel, width * 4, height, radius));
            }
        }
    }

    /// Lays a smaller canvas over this one, enlarged to its size.
    pub(crate) fn lay_enlarged(&mut self, small: &Self) {
        let (across, down) = (self.width() / small.width(), self.height() / small.height());
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        let enlarge = Transform::from_scale(across, down);
        self.pixmap.draw_pixmap(0, 0, small.pixmap.as_ref(), &paint, enlarge, None);
    }

    /// Lays a smaller canvas over this one, enlarged, where a window lets it through.
    pub(crate) fn lay_within(&mut self, small: &Self, window: &tiny_skia::Mask, alpha: f32) {
        let (across, down) = (self.width() / small.width(), self.height() / small.height());
        let paint =
            PixmapPaint { quality: FilterQuality::Bilinear, opacity: alpha, ..PixmapPaint::default() };
        let enlarge = Transform::from_scale(across, down);
        self.pixmap.draw_pixmap(0, 0, small.pixmap.as_ref(), &paint, enlarge, Some(window));
    }

    /// Smears everything to the lower right, as long shadows are.
    pub(crate) fn smear(&mut self) {
        let width = index(self.width());
        let pixels = self.pixmap.pixels_mut();
        for place in width + 1..pixels.len() {
            let before = pixels[place - width - 1];
            if place % width > 0 && before.alpha() > pixels[place].alpha() {
                pixels[place] = before;
            }
        }
    }

    /// Lights and shades a figure as if it were inflated: `light` points to where the light comes from.
    pub(crate) fn relief(&mut self, radius: f32, light: (f32, f32), strength: f32) {
        let cell = index(radius / 6.0).clamp(1, 6);
        let mask = super::Mask::of_canvas(self, cell).blurred(radius / count(cell));
        let (across, down) = (light.0 * radius * 0.6, light.1 * radius * 0.6);
        let width = index(self.width());
        for (place, pixel) in self.pixmap.data_mut().chunks_exact_mut(4).enumerate() {
            if pixel[3] == 0 {
                continue;
            }
            let (x, y) = (count(place % width) + 0.5, count(place / width) + 0.5);
            let slope = mask.at(x - across, y - down) - mask.at(x + across, y + down);
            let alpha = f32::from(pixel[3]);
            let (goal, share) = if slope > 0.0 { (alpha, slope) } else { (alpha * 0.08, -slope * 0.8) };
            super::light::blend(&mut pixel[..3], [goal; 3], share * strength);
        }
    }

    /// Mixes a colour into a figure and keeps its shape, as the air in front of distant things does.
    pub(crate) fn haze(&mut self, from: Colour, to: Colour) {
        let (width, height) = (index(self.width()), self.height());
        for (row, line) in self.pixmap.data_mut().chunks_exact_mut(width * 4).enumerate() {
            let colour = from.mix(to, count(row) / height);
            for pixel in line.chunks_exact_mut(4).filter(|pixel| pixel[3] > 0) {
                let alpha = f32::from(pixel[3]) / 255.0;
                let target = colour.bytes().map(|part| part * alpha);
                super::light::blend(&mut pixel[..3], target, colour.alpha);
            }
        }
    }

    /// The finished image with grain, which also hides the steps of gradients.
    pub(crate) fn into_picture(self, dice: &mut Dice, grain: f32) -> RgbImage {
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        let mut noise = Grain(dice.next() | 1);
        let mut rgb = Vec::with_capacity(self.pixmap.data().len() / 4 * 3);
        for pixel in self.pixmap.data().chunks_exact(4) {
            let speck = noise.next() * grain;
            rgb.extend(pixel[..3].iter().map(|part| byte((f32::from(*part) + speck) / 255.0)));
        }
        RgbImage::from_raw(width, height, rgb).unwrap_or_default()
    }
}

fn blur_line(data: &mut [u8], start: usize, stride: usize, length: usize, radius: usize) {
    let values: Vec<f32> = (0..length).map(|place| f32::from(data[start + place * stride])).collect();
    let mut means = vec![0.0; length];
    slide(&values, radius, &mut means);
    for (place, mean) in means.iter().enumerate() {
        data[start + place * stride] = byte(mean / 255.0);
    }
}

/// Fast noise from -1 to 1, more often near 0.
struct Grain(u64);

impl Grain {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let [.., one, two] = self.0.to_be_bytes();
        (f32::from(one) + f32::from(two)) / 255.0 - 1.0
    }
}
