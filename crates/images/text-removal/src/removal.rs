//! Looks for text, paints it over, and looks again.

use image::RgbImage;

use crate::detection::{DetectError, Detector, Rectangle, Region};
use crate::mask::Mask;
use crate::painting::{Technique, paint_over};
use crate::strokes::{insert_letters, whole_line};

/// Removes text from images.
pub struct Remover {
    detector: Detector,
}

/// An image after the removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// The image after the removal.
    pub picture: RgbImage,
    /// The number of places with text, over all looks.
    pub regions_found: u32,
    /// The number of places with text that are left.
    pub regions_left: u32,
    /// How often the image was painted.
    pub passes: u32,
    /// The pixels that may have changed.
    pub touched: Mask,
}

/// The settings of one pass.
struct Pass {
    /// How much farther it paints than text usually extends.
    generosity: f32,
    margin: f32,
    /// Whether the background between the letters stays.
    only_letters: bool,
    technique: Technique,
}

impl Remover {
    /// Every pass paints over more than the one before. The last leaves nothing that resembles text.
    const PASSES: [Pass; 3] = [
        Pass { generosity: 1.6, margin: 5.0, only_letters: true, technique: Technique::Fitting },
        Pass { generosity: 1.8, margin: 8.0, only_letters: false, technique: Technique::Fitting },
        Pass { generosity: 2.5, margin: 12.0, only_letters: false, technique: Technique::Smooth },
    ];

    /// Removes what `detector` finds.
    #[must_use]
    pub const fn new(detector: Detector) -> Self {
        Self { detector }
    }

    /// The detector that finds the text.
    #[must_use]
    pub const fn detector(&self) -> &Detector {
        &self.detector
    }

    /// Paints over the text of an image. An image without text is returned as it is.
    pub fn clean(&self, picture: RgbImage) -> Result<Cleaned, DetectError> {
        let touched = Mask::empty(picture.width(), picture.height());
        let mut cleaned = Cleaned { picture, regions_found: 0, regions_left: 0, passes: 0, touched };
        let mut regions = self.detector.find(&cleaned.picture)?;
        if regions.is_empty() {
            return Ok(cleaned);
        }
        let original = cleaned.picture.clone();
        for pass in &Self::PASSES {
            cleaned.regions_found = cleaned.regions_found.saturating_add(count(&regions));
            cleaned.passes += 1;
            let hole = pass.hole(&original, regions, &mut cleaned.touched);
            restore(&mut cleaned.picture, &original, &hole);
            paint_over(&mut cleaned.picture, &hole, pass.technique);
            // The whole image: the network finds faint text anywhere better once stronger text is gone.
            regions = self.detector.find(&cleaned.picture)?;
            if regions.is_empty() {
                break;
            }
        }
        cleaned.regions_left = count(&regions);
        Ok(cleaned)
    }
}

impl Pass {
    /// The area to paint over: the regions, and every touched area that they overlap, so that paint is not
    /// the base of new paint. Regions that overlap no touched area are painted as in the first pass.
    fn hole(&self, original: &RgbImage, regions: Vec<Region>, touched: &mut Mask) -> Mask {
        let is_again = |region: &Region| region.rectangles().iter().any(|place| touched.meets(place));
        let (again, new): (Vec<Region>, Vec<Region>) = regions.into_iter().partition(is_again);
        let mut fresh = self.fresh(original, &again);
        fresh.add(&Remover::PASSES[0].fresh(original, &new));
        touched.add(&fresh);
        touched.connected_to(&fresh)
    }

    /// The regions with the rest of their lines, or only the letters of these.
    fn fresh(&self, original: &RgbImage, regions: &[Region]) -> Mask {
        let found = self.around(original, regions);
        let lines: Vec<Region> = regions.iter().map(|region| whole_line(original, region, &found)).collect();
        let whole = self.around(original, &lines);
        if !self.only_letters {
            return whole;
        }
        let mut letters = Mask::empty(original.width(), original.height());
        for line in &lines {
            insert_letters(&mut letters, original, line, &self.area(line), &whole);
        }
        letters
    }

    fn around(&self, picture: &RgbImage, regions: &[Region]) -> Mask {
        let mut around = Mask::empty(picture.width(), picture.height());
        regions
            .iter()
            .flat_map(|region| self.area(region))
            .for_each(|rectangle| around.insert_rectangle(&rectangle));
        around
    }

    fn area(&self, region: &Region) -> Vec<Rectangle> {
        region.within(self.generosity, self.margin)
    }
}

fn restore(picture: &mut RgbImage, original: &RgbImage, hole: &Mask) {
    let pixels = picture.pixels_mut().zip(original.pixels()).zip(hole.members());
    for ((pixel, before), _) in pixels.filter(|(_, is_hole)| **is_hole) {
        *pixel = *before;
    }
}

fn count(regions: &[Region]) -> u32 {
    u32::try_from(regions.len()).unwrap_or(u32::MAX)
}
