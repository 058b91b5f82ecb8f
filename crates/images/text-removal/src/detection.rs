//! Finds text with a network.
//!
//! The network looks at two copies of an image: the near one in almost full size for small letters, and the
//! far one in a quarter of it for large ones. Each look only accepts letters of its own size: discs, leaves
//! and fences resemble large letters in the near copy but not in the far one, while real letters are visible
//! in both. For doubtful results of the near look, and for letters of middle size, there is a look at a size
//! in between. These looks, and the near one, strengthen weak contrast. Large images are split into tiles, so
//! that the memory of a look is bounded.

mod rectangle;
mod region;
mod shrunk;
mod surrounds;

use std::path::Path;

use image::RgbImage;
use rten::Value;

pub use self::rectangle::{Point, Rectangle};
use self::region::Probabilities;
pub use self::region::Region;
use self::shrunk::{Shrunk, Window};
use self::surrounds::surrounds;
use crate::mask::Mask;
use crate::network::{LoadError, Network};

/// Why the search for text failed.
#[derive(Debug, thiserror::Error)]
#[error("the text detection network failed: {0}")]
pub struct DetectError(String);

/// Finds text in images.
pub struct Detector {
    network: Network,
}

impl Detector {
    /// The factor by which the copy for large letters is smaller.
    const FAR: f32 = 4.0;
    /// The factor by which the copy for small letters is smaller. A larger copy would reveal no smaller
    /// letters, and take almost twice as long.
    const NEAR: f32 = 4.0 / 3.0;
    /// The broadest mark that is accepted from the near look, in the network's pixels.
    const SMALL_MARK: f32 = 24.0;
    /// The broadest mark that is accepted without a look from farther away, in the network's pixels.
    const TINY_MARK: f32 = 10.0;
    /// The broadest mark that is accepted from the look from farther away, in the network's pixels.
    const MIDDLING_MARK: f32 = 36.0;
    /// The factor by which the copy for the look from farther away is smaller.
    const STEP_BACK: f32 = 1.5;
    /// The least broad mark that is accepted from the far look, in the network's pixels.
    const LARGE_MARK: f32 = 5.0;
    /// The least broad mark that is accepted from the far look alone, in the network's pixels.
    const HUGE_MARK: f32 = 12.0;
    /// Images of at most so many pixels are searched in full size.
    const SMALL: usize = 256 * 1024;
    /// Images with a longer side are shrunk to it first.
    const LARGEST: f32 = 4096.0;

    /// Loads the network from an ONNX file.
    pub fn load(onnx: &Path) -> Result<Self, LoadError> {
        Ok(Self { network: Network::load(onnx, 1)? })
    }

    /// The name of the network.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        "pp-ocrv4"
    }

    /// The places with text, largest first.
    pub fn find(&self, picture: &RgbImage) -> Result<Vec<Region>, DetectError> {
        self.find_in(picture, Self::factors(picture))
    }

    /// The places that two looks agree on, and those that are beside them or resemble them, such as more of
    /// the same line or repeats of a watermark.
    fn find_in(&self, picture: &RgbImage, [near, far]: [f32; 2]) -> Result<Vec<Region>, DetectError> {
        let seen_near = self.strengthened(picture, near)?;
        let mut regions = self.large(picture, far, &seen_near)?;
        regions.extend(self.small(picture, near, &seen_near)?);
        let sure: Vec<Region> = regions.iter().filter(|region| region.is_sure()).cloned().collect();
        regions.extend(seen_near);
        regions.retain(|region| sure.iter().any(|other| region.is_beside(other) || region.resembles(other)));
        Ok(distinct(regions))
    }

    #[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
    fn factors(picture: &RgbImage) -> [f32; 2] {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let least = (width.max(height) as f32 / Self::LARGEST).max(1.0);
        let near = if width * height <= Self::SMALL { 1.0 } else { Self::NEAR };
        [near * least, Self::FAR * least]
    }

    /// Large letters. Those that are neither very large nor evident also have to be in the result of the near
    /// look, which does not contain rows of windows.
    fn large(&self, picture: &RgbImage, far: f32, seen_near: &[Region]) -> Result<Vec<Region>, DetectError> {
        let mut found = self.regions(&Shrunk::new(picture, far), far)?;
        found.retain(|region| {
            let breadth = region.breadth() / far;
            let is_clear = breadth >= Self::HUGE_MARK || region.is_evident();
            breadth >= Self::LARGE_MARK && (is_clear || seen_near.iter().any(|other| region.meets(other)))
        });
        Ok(found)
    }

    /// Small letters, and those of middle size. Unless they are very small or evident, the look from farther
    /// away has to find them too.
    fn small(&self, picture: &RgbImage, near: f32, seen_near: &[Region]) -> Result<Vec<Region>, DetectError> {
        let is_small = |region: &Region| region.breadth() <= Self::SMALL_MARK * near;
        let is_clear = |region: &Region| {
            region.breadth() <= Self::TINY_MARK * near || is_small(region) && region.is_evident()
        };
        let is_possible = |region: &&Region| region.breadth() <= 2.0 * Self::MIDDLING_MARK * near;
        let (mut found, doubtful): (Vec<Region>, Vec<Region>) =
            seen_near.iter().filter(is_possible).cloned().partition(is_clear);
        if doubtful.is_empty() {
            return Ok(found);
        }
        let back = near * Self::STEP_BACK;
        let mut places = Mask::empty(picture.width(), picture.height());
        doubtful.iter().flat_map(Region::rectangles).for_each(|place| places.insert_rectangle(&place));
        let again = around(picture, &places, |part| self.strengthened(part, back))?;
        let meets_any = |region: &Region, others: &[Region]| others.iter().any(|other| region.meets(other));
        found.extend(doubtful.into_iter().filter(|region| is_small(region) && meets_any(region, &again)));
        let is_middling =
            |region: &Region| region.breadth() <= Self::MIDDLING_MARK * back && region.is_evident();
        found.extend(again.into_iter().filter(|region| is_middling(region) && meets_any(region, seen_near)));
        Ok(found)
    }

    fn strengthened(&self, picture: &RgbImage, factor: f32) -> Result<Vec<Region>, DetectError> {
        let mut copy = Shrunk::new(picture, factor);
        copy.strengthen();
        self.regions(&copy, factor)
    }

    fn regions(&self, copy: &Shrunk, factor: f32) -> Result<Vec<Region>, DetectError> {
        let found = Region::all(&self.probabilities(copy)?);
        Ok(found.iter().map(|region| region.enlarged(factor)).collect())
    }

    fn probabilities(&self, copy: &Shrunk) -> Result<Probabilities, DetectError> {
        let mut map = Probabilities { width: copy.width(), values: vec![0.0; copy.width() * copy.height()] };
        for window in copy.windows() {
            let values = self.look(copy, &window)?;
            for y in window.core_rows() {
                let from = window.index(window.core_columns().start, y);
                let to = y * map.width + window.core_columns().start;
                let length = window.core_columns().len();
                map.values[to..to + length].copy_from_slice(&values[from..from + length]);
            }
        }
        Ok(map)
    }

    fn look(&self, copy: &Shrunk, window: &Window) -> Result<Vec<f32>, DetectError> {
        let (width, height) = window.padded_size();
        let input = Value::from_shape([1, 3, height, width], copy.tensor(window));
        let input = input.map_err(|error| DetectError(error.to_string()))?;
        let output = self.network.run(vec![input]).map_err(|error| DetectError(error.to_string()))?;
        let (shape, values) =
            output.into_shape_vec::<f32, 4>().map_err(|error| DetectError(error.to_string()))?;
        if shape == [1, 1, height, width] {
            Ok(values)
        } else {
            Err(DetectError(format!("its answer has the shape {shape:?}")))
        }
    }
}

/// The result of `look` for the parts around some pixels of an image.
fn around(
    picture: &RgbImage,
    pixels: &Mask,
    look: impl Fn(&RgbImage) -> Result<Vec<Region>, DetectError>,
) -> Result<Vec<Region>, DetectError> {
    let Some(crops) = surrounds(pixels) else { return look(picture) };
    let mut regions = Vec::new();
    for crop in crops {
        let found = look(&crop.cut(picture))?;
        regions.extend(found.iter().map(|region| region.moved(crop.corner())));
    }
    Ok(regions)
}

/// Drops places that are part of a larger one.
fn distinct(mut regions: Vec<Region>) -> Vec<Region> {
    regions.sort_by(|a, b| b.marked_area().total_cmp(&a.marked_area()));
    let mut kept: Vec<Region> = Vec::new();
    for region in regions {
        if !kept.iter().any(|larger| region.is_part_of(larger)) {
            kept.push(region);
        }
    }
    kept
}
