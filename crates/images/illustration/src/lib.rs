//! The built-in illustrator: composes images from a prompt, a style and a seed.
//!
//! It draws an image only if it recognises the main thing of the prompt, and reports what it drew. The same
//! commission always draws the same pixels, other prompts and seeds draw others, and no image contains text.
//! Every image is an illustration, even in the style `photo`, which adds light and depth of field.

mod canvas;
mod colour;
mod compositions;
mod depiction;
mod dice;
mod figure;
mod grammar;
mod icons;
mod numbers;
mod palettes;
mod phrasebook;
mod plan;
mod reading;
mod scenery;
mod setting;
mod shapes;
mod subjects;
mod words;

use domain::images::ImageStyle;
use domain::locale::Language;
use image::RgbImage;

pub use depiction::Depiction;
pub use subjects::{Recognised, Subject, UnknownSubject, recognise};

/// A request to draw an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commission<'a> {
    /// What the image should show.
    pub prompt: &'a str,
    /// The language of the prompt.
    pub language: Language,
    /// The style of the image.
    pub style: ImageStyle,
    /// The width of the image, in pixels.
    pub width: u32,
    /// The height of the image, in pixels.
    pub height: u32,
    /// The seed. Another seed draws another image of the same things.
    pub seed: u32,
}

/// An image and its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illustration {
    /// The pixels of the image.
    pub pixels: RgbImage,
    /// What is drawn. That can be more or less than the prompt names.
    pub depiction: Depiction,
}

/// The longest side that is drawn. Longer sides are cut to it, so that the memory is bounded.
pub const LONGEST_SIDE: u32 = 4096;

/// Draws an image, if its main thing can be drawn; an abstract one always can. The same commission always
/// draws the same pixels.
pub fn draw(commission: &Commission<'_>) -> Result<Illustration, UnknownSubject> {
    let recognised = match commission.style {
        ImageStyle::Abstract => None,
        _ => Some(recognise(commission.prompt, commission.language)?),
    };
    let side = |pixels: u32| pixels.clamp(1, LONGEST_SIDE);
    let (width, height) = (side(commission.width), side(commission.height));
    let plan = plan::Plan::of(commission, recognised.as_ref());
    let Some(mut canvas) = canvas::Canvas::new(width, height) else {
        let depiction = Depiction::of(&[], commission.language);
        return Ok(Illustration { pixels: RgbImage::new(width, height), depiction });
    };
    let grain = compositions::paint(&mut canvas, &plan);
    let depiction = match &recognised {
        Some(recognised) => Depiction::of(&drawn(recognised, &plan, &canvas), commission.language),
        None => Depiction::of_shapes(commission.language),
    };
    Ok(Illustration { pixels: canvas.into_picture(&mut plan.dice.fork("grain"), grain), depiction })
}

/// The planned things that are on the canvas, the main thing first.
fn drawn(recognised: &Recognised, plan: &plan::Plan, canvas: &canvas::Canvas) -> Vec<Subject> {
    let landscape = Some(recognised.main).filter(|_| plan.is_landscape);
    let figures = plan.hero.iter().chain(&plan.company).copied();
    let figures = figures.filter(|subject| subject.icon.is_some_and(|name| canvas.has_shown(name)));
    landscape.into_iter().chain(figures).collect()
}
