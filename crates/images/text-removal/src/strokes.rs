//! Separates letters from their background.
//!
//! Letters have colours that their surroundings do not have. Faint or translucent letters may not, but they
//! are at least thin.

mod ink;
mod line;
mod outgrowth;
mod part;
mod relief;

use image::RgbImage;

use self::ink::inked;
use self::line::Trail;
use self::outgrowth::{connected, prolonged};
use self::part::Part;
use self::relief::Relief;
use crate::detection::{Rectangle, Region};
use crate::mask::Mask;

/// How far beyond its ends a line is followed at most, as a multiple of its height.
const FARTHEST: usize = 16;

/// The place with the parts of the same line before and after it, such as words that were not found.
pub(crate) fn whole_line(picture: &RgbImage, region: &Region, occupied: &Mask) -> Region {
    let height = region.height().clamp(24, 160);
    let mut margin = 3 * height;
    loop {
        let scene = Scene::new(picture, region, &region.rectangles(), margin, occupied);
        let (line, goes_on) = scene.line();
        if !goes_on || margin >= FARTHEST * height {
            return line;
        }
        margin *= 2;
    }
}

/// Adds the pixels that the letters of `region` cover, with a margin; or all of `area` if most of it is
/// covered. Letters may extend beyond `area`. Pixels in `occupied`, which contains all text, do not count as
/// background.
pub(crate) fn insert_letters(
    hole: &mut Mask,
    picture: &RgbImage,
    region: &Region,
    area: &[Rectangle],
    occupied: &Mask,
) {
    const MOST: f32 = 0.6;
    let height = region.height().clamp(24, 160);
    let mut margin = height;
    loop {
        let scene = Scene::new(picture, region, area, margin, occupied);
        let (letters, go_on) = scene.letters();
        if go_on && margin < FARTHEST * height {
            margin *= 2;
            continue;
        }
        let is_clear = letters.share_of(&scene.inside) <= MOST;
        let letters = if is_clear { letters.widened(2 + region.stroke() / 3) } else { scene.inside };
        return scene.part.put(&letters, hole);
    }
}

/// A line of text and its surroundings.
struct Scene<'s> {
    region: &'s Region,
    part: Part,
    /// The area that the network marked.
    core: Mask,
    /// The area where the text is expected.
    inside: Mask,
    /// The expected area without the marked area.
    rim: Mask,
    /// The area without text.
    ground: Mask,
    occupied: &'s Mask,
}

impl<'s> Scene<'s> {
    fn new(
        picture: &RgbImage,
        region: &'s Region,
        area: &[Rectangle],
        margin: usize,
        occupied: &'s Mask,
    ) -> Self {
        let part = Part::around(picture, area, margin);
        let (core, inside, taken) =
            (part.mask(&region.within(0.0, 0.0)), part.mask(area), part.cut(occupied));
        let rim = inside.combined(&core, |inside, core| inside && !core);
        let ground = taken.combined(&taken, |taken, _| !taken);
        Self { region, part, core, inside, rim, ground, occupied }
    }

    /// The line as far as anything in its colours, or as thin, continues it; and whether there may be more
    /// beyond this part.
    fn line(&self) -> (Region, bool) {
        let strokes = inked(&self.part, &self.core, &self.rim, &self.ground)
            .unwrap_or_else(|| self.relief(&self.core).strokes());
        Trail::new(&self.part, &strokes, &self.ground, self.occupied).follow(self.region)
    }

    /// The pixels with colours of their own, and thin things where there is little else; and whether there
    /// may be more beyond this part.
    fn letters(&self) -> (Mask, bool) {
        let Some(ink) = inked(&self.part, &self.core, &self.rim, &self.ground) else {
            return (self.whole(&self.relief(&self.core).strokes()), false);
        };
        let letters = connected(&both(&ink, &self.inside), &ink, self.region.height() * 2 / 3);
        if self.is_at_open_side(&letters) {
            return (letters, true);
        }
        (self.completed(letters, &self.relief(&both(&ink, &self.core)).strokes_above(&self.ground)), false)
    }

    fn relief(&self, written: &Mask) -> Relief {
        Relief::new(&self.part, written, self.region.stroke())
    }

    /// The letters with strokes that have no colours of their own, unless the result is too large for
    /// letters.
    fn completed(&self, letters: Mask, strokes: &Mask) -> Mask {
        const PLAUSIBLE: f32 = 0.5;
        let mut more = self.whole(strokes);
        more.add(&letters);
        if more.share_of(&self.inside) <= PLAUSIBLE { more } else { letters }
    }

    /// The strokes that are inside, with their parts outside.
    fn whole(&self, strokes: &Mask) -> Mask {
        prolonged(&both(strokes, &self.inside), strokes, &self.inside, &self.part, self.occupied)
    }

    fn is_at_open_side(&self, letters: &Mask) -> bool {
        let mut members = letters.members().iter().enumerate().filter(|(_, member)| **member);
        members.any(|(index, _)| self.part.is_at_open_side(index, self.occupied))
    }
}

fn both(one: &Mask, other: &Mask) -> Mask {
    one.combined(other, |one, other| one && other)
}
