//! Scales images to a size without distorting them.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use ports::images::Pixels;

/// The image in another size. Parts outside the new shape are cut off equally on both sides.
pub(crate) fn scale(pixels: &Pixels, width: u32, height: u32) -> Result<Pixels, String> {
    let source = ImageRef::new(pixels.width(), pixels.height(), pixels.rgb(), PixelType::U8x3)
        .map_err(|error| error.to_string())?;
    let mut scaled = Image::new(width, height, PixelType::U8x3);
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
        .fit_into_destination(Some((0.5, 0.5)));
    Resizer::new().resize(&source, &mut scaled, &options).map_err(|error| error.to_string())?;
    Pixels::new(width, height, scaled.into_vec()).ok_or_else(|| format!("{width}x{height} is no size"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns of red, white and blue, each a third of the width.
    fn tricolour(width: u32, height: u32) -> Pixels {
        let colour = |x: u32| [[255, 0, 0], [255, 255, 255], [0, 0, 255]][(x * 3 / width) as usize];
        let row: Vec<u8> = (0..width).flat_map(colour).collect();
        Pixels::new(width, height, row.repeat(height as usize)).unwrap()
    }

    fn pixel(pixels: &Pixels, x: u32, y: u32) -> &[u8] {
        &pixels.rgb()[((y * pixels.width() + x) * 3) as usize..][..3]
    }

    #[test]
    fn the_middle_is_kept() {
        let square = scale(&tricolour(300, 100), 100, 100).unwrap();
        assert!(square.rgb().iter().all(|sample| *sample == 255), "only white is left");
    }

    #[test]
    fn the_whole_is_kept_if_the_shape_is_the_same() {
        let small = scale(&tricolour(300, 200), 30, 20).unwrap();
        assert_eq!(pixel(&small, 2, 10), [255, 0, 0]);
        assert_eq!(pixel(&small, 15, 10), [255, 255, 255]);
        assert_eq!(pixel(&small, 27, 10), [0, 0, 255]);
    }

    #[test]
    fn cutting_alone_changes_no_pixel() {
        let wide = tricolour(300, 90);
        let cut = scale(&wide, 280, 90).unwrap();
        for x in 0..280 {
            assert_eq!(pixel(&cut, x, 7), pixel(&wide, x + 10, 7));
        }
    }

    #[test]
    fn no_size_is_an_error() {
        assert!(scale(&tricolour(300, 90), 0, 90).is_err());
    }
}
