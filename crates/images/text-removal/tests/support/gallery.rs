//! Images with text of all kinds, and images without text.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::expect_used,
    reason = "test pictures are small, and what can't be drawn fails the test"
)]

mod backgrounds;
mod random;
mod typesetting;

use std::path::PathBuf;

use image::RgbImage;
use text_removal::Detector;

use self::backgrounds::Background;
use self::random::Random;
use self::typesetting::{Face, Line};

/// An image with a name.
pub(crate) struct Exhibit {
    pub(crate) name: String,
    pub(crate) picture: RgbImage,
    /// The same image without its text.
    pub(crate) ground: RgbImage,
}

impl std::fmt::Display for Exhibit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.name)
    }
}

const PHRASES: [&str; 12] = [
    "Fresh coffee every morning",
    "Tiếng Việt có dấu",
    "SUMMER SALE 50%",
    "Chào mừng quý khách",
    "Open daily 8:00 – 22:00",
    "Đặc sản Phở Hà Nội",
    "The quick brown fox",
    "Khuyến mãi lớn",
    "Garden & Kitchen",
    "Ưu đãi mỗi ngày",
    "www.example.com",
    "Những chuyến đi",
];

const SIZES: [f32; 12] = [12.0, 14.0, 16.0, 20.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 160.0, 200.0];

/// How many images with text there are.
pub(crate) const LETTERED: usize = 72;
/// How many images without text there are.
pub(crate) const PLAIN: usize = 42;

/// The distance between the seeds of galleries.
const APART: u64 = 1_000_000;
/// The gallery that tests use.
pub(crate) const USUAL: u64 = 0;

/// An image without text, from one of many galleries.
pub(crate) fn plain(gallery: u64, number: usize, width: u32, height: u32) -> Exhibit {
    let background = Background::ALL[number % Background::ALL.len()];
    let ground = background.draw(width, height, 1000 + number as u64 + gallery * APART);
    let name = format!("plain-{number:02}-{background:?}").to_lowercase();
    Exhibit { name, picture: ground.clone(), ground }
}

/// An image with text, from one of many galleries. Each six consecutive numbers contain one of each kind.
pub(crate) fn lettered(gallery: u64, number: usize, width: u32, height: u32) -> Exhibit {
    let mut random = Random::new(number as u64 + gallery * APART);
    let (kind, round) = (number % 6, number / 6);
    let shift = gallery as usize % 1000;
    let size = SIZES[(round + kind * 5 + shift * 7) % SIZES.len()];
    let background = match kind {
        2 => Background::ALL[(round + shift) % 5],
        3 => Background::ALL[5 + (round + shift) % 4],
        _ => Background::ALL[(number * 5 + round + shift) % Background::ALL.len()],
    };
    let ground = background.draw(width, height, 2000 + number as u64 + gallery * APART);
    let mut page = Page { picture: ground.clone(), random: &mut random };
    // Six larger marks would overlap.
    let size = if kind == 4 { size.min(64.0) } else { size };
    let kind = match kind {
        0 | 3 => page.lines(size),
        1 => page.turned(size),
        2 => page.faint(size),
        4 => page.watermark(size),
        _ => page.logo(size),
    };
    Exhibit {
        name: format!("{kind}-{number:02}-{background:?}-{size}").to_lowercase(),
        picture: page.picture,
        ground,
    }
}

struct Page<'r> {
    picture: RgbImage,
    random: &'r mut Random,
}

impl Page<'_> {
    fn size(&self) -> (f32, f32) {
        (self.picture.width() as f32, self.picture.height() as f32)
    }

    /// A phrase, cut so that letters of this size fit into the image.
    fn line(&mut self, size: f32) -> Line {
        let phrase = self.random.pick(&PHRASES);
        let fitting = (self.size().0 * 0.9 / (size * 0.62)) as usize;
        let text: String = phrase.chars().take(fitting.max(3)).collect();
        Line::set(text.trim(), self.random.pick(&Face::ALL), size)
    }

    /// A colour that contrasts with the image at a place, by the given distance.
    fn ink(&mut self, (x, y): (f32, f32), distance: f32) -> [f32; 3] {
        let (width, height) = self.picture.dimensions();
        let under =
            self.picture.get_pixel((x as u32).min(width - 1), (y as u32).min(height - 1)).0.map(f32::from);
        let brightness = under.iter().sum::<f32>() / 3.0;
        let sign = if brightness > 127.0 { -1.0 } else { 1.0 };
        under.map(|value| (value + sign * distance + self.random.unit() * 20.0 - 10.0).clamp(0.0, 255.0))
    }

    fn place(&mut self) -> (f32, f32) {
        let (width, height) = self.size();
        (width * (0.45 + self.random.unit() * 0.1), height * (0.3 + self.random.unit() * 0.4))
    }

    fn lines(&mut self, size: f32) -> &'static str {
        let count = if size < 30.0 { 4 } else { 1 };
        let (x, top) = self.place();
        let ink = self.ink((x, top), 140.0);
        for row in 0..count {
            self.line(size).print(&mut self.picture, (x, top + row as f32 * size * 1.5), 0.0, ink, 1.0);
        }
        "lines"
    }

    fn turned(&mut self, size: f32) -> &'static str {
        let angle = self.random.pick(&[-70.0, -45.0, -25.0, -12.0, 8.0, 18.0, 33.0, 52.0, 90.0]);
        let place = self.place();
        let ink = self.ink(place, 150.0);
        self.line(size).print(&mut self.picture, place, angle, ink, 1.0);
        "turned"
    }

    fn faint(&mut self, size: f32) -> &'static str {
        let place = self.place();
        let ink = self.ink(place, 34.0);
        self.line(size).print(&mut self.picture, place, 0.0, ink, 1.0);
        "faint"
    }

    fn watermark(&mut self, size: f32) -> &'static str {
        let line = Line::set("Rankwright mẫu", self.random.pick(&Face::ALL), size);
        let (width, height) = self.size();
        let ink = self.random.pick(&[[255.0; 3], [0.0; 3], [200.0, 30.0, 30.0]]);
        for row in 0..3 {
            for column in 0..2 {
                let shift = if row % 2 == 0 { 0.0 } else { 0.12 };
                let place =
                    (width * (0.27 + column as f32 * 0.46 + shift), height * (0.2 + row as f32 * 0.3));
                line.print(&mut self.picture, place, -28.0, ink, 0.4);
            }
        }
        "watermark"
    }

    fn logo(&mut self, size: f32) -> &'static str {
        let place = self.place();
        let shadow = self.ink(place, 90.0);
        let ink = self.random.colour(0.0, 255.0);
        let line = self.line(size);
        let step = (size / 24.0).max(2.0);
        line.print(&mut self.picture, (place.0 + step, place.1 + step), 0.0, shadow, 0.8);
        line.print(&mut self.picture, place, 0.0, ink, 1.0);
        "logo"
    }
}

/// The detector with the weights that are configured for the tests.
pub(crate) fn detector() -> Detector {
    let hint = "set TEST_MODELS to a folder with text-detection.onnx, which `rankwright models pull` fetches";
    let folder = PathBuf::from(std::env::var_os("TEST_MODELS").expect(hint));
    Detector::load(&folder.join("text-detection.onnx")).expect(hint)
}
