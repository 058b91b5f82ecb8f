//! Measures the encoding of 1536x1024 pixels to each format, compared with copying the same bytes and with
//! libwebp alone.

use divan::{Bencher, black_box};
use domain::Timestamp;
use domain::images::{ImageFormat, ImageSize, SourceType};
use imaging::RasterCodec;
use ports::images::{Drawn, Finish, ImageCodec, Label, Pixels};

const WIDTH: u32 = 1536;
const HEIGHT: u32 = 1024;

fn main() {
    divan::main();
}

#[divan::bench]
fn floor_copy(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(picture).bench_refs(|pixels| pixels.clone());
}

#[divan::bench(sample_count = 10)]
fn floor_libwebp_alone(bencher: Bencher<'_, '_>) {
    let pixels = picture();
    bencher.bench_local(|| webp::Encoder::from_rgb(pixels.rgb(), WIDTH, HEIGHT).encode(82.0).len());
}

#[divan::bench(args = ["webp", "png", "jpeg", "avif"], sample_count = 10)]
fn finish(bencher: Bencher<'_, '_>, name: &str) {
    let Some(format) = ImageFormat::ALL.into_iter().find(|format| format.as_str() == name) else { return };
    let (pixels, finish) = (picture(), order(format));
    bencher.bench_local(|| black_box(RasterCodec.finish(&pixels, &finish)).is_ok());
}

#[divan::bench(args = ["webp", "png", "jpeg"], sample_count = 10)]
fn develop(bencher: Bencher<'_, '_>, name: &str) {
    let Some(format) = ImageFormat::ALL.into_iter().find(|format| format.as_str() == name) else { return };
    let Ok(finished) = RasterCodec.finish(&picture(), &order(format)) else { return };
    let file = finished.file.bytes;
    bencher.bench_local(|| RasterCodec.develop(Drawn::File(file.clone()), ImageSize::Square).is_ok());
}

fn order(format: ImageFormat) -> Finish {
    let label = Label {
        source_type: SourceType::AlgorithmicMedia,
        description: "Hills in the evening".to_owned(),
        language: "en".to_owned(),
        creator_tool: "Rankwright".to_owned(),
        created_at: Timestamp::UNIX_EPOCH,
    };
    Finish { format, quality: None, widths: Vec::new(), label }
}

/// Soft hills with grain: about as hard to compress as an illustration with texture.
fn picture() -> Pixels {
    let mut state = 7_u32;
    let mut rgb = Vec::new();
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let hill = (x * x / 900 + y * 3) / 256 % 5;
            let base = [60 + hill * 35, 90 + y / 10, 200 - hill * 30 - x / 20];
            rgb.extend(base.map(|sample| u8::try_from(sample + (state >> 29)).unwrap_or(u8::MAX)));
        }
    }
    Pixels::new(WIDTH, HEIGHT, rgb).unwrap_or_else(|| unreachable!("the bytes fill the picture"))
}
