//! The compositions, one file each, and the compositions that each style chooses from.

mod arcs;
mod bauhaus;
mod bokeh;
mod cast;
mod isometric;
mod landscape;
mod papercut;
mod podium;
mod poster;
mod ribbons;
mod stage;
mod tabletop;
mod tiles;
mod translucent;

use domain::images::ImageStyle;

use crate::canvas::Canvas;
use crate::plan::Plan;
use crate::setting::Place;

/// Paints a whole image. Returns the strength of its grain.
pub(crate) fn paint(canvas: &mut Canvas, plan: &Plan) -> f32 {
    let mut dice = plan.dice.fork("composition");
    let grain = match plan.style {
        ImageStyle::Illustration => 3.2,
        ImageStyle::Photo => 4.5,
        ImageStyle::Flat | ImageStyle::ThreeD => 1.6,
        ImageStyle::Abstract => 3.0,
    };
    let indoors = plan.place == Place::Indoors;
    // Some compositions have room for two things beside the hero.
    let crowded = plan.named > 2;
    let painter: fn(&mut Canvas, &Plan) = match plan.style {
        ImageStyle::Photo if plan.is_landscape => landscape::paint_hazy,
        ImageStyle::Illustration | ImageStyle::Flat | ImageStyle::ThreeD if plan.is_landscape => {
            landscape::paint
        }
        ImageStyle::Illustration => {
            let scene = if indoors { tabletop::paint } else { landscape::paint };
            dice.pick(scene, &[scene, if crowded { scene } else { papercut::paint }])
        }
        ImageStyle::Photo => {
            dice.pick(bokeh::paint, &[if indoors { bokeh::paint } else { landscape::paint_hazy }])
        }
        ImageStyle::Flat => dice.pick(stage::paint, &[tiles::paint, poster::paint]),
        ImageStyle::ThreeD if crowded => isometric::paint,
        ImageStyle::ThreeD => dice.pick(isometric::paint, &[podium::paint]),
        ImageStyle::Abstract => dice.pick(bauhaus::paint, &[arcs::paint, ribbons::paint, translucent::paint]),
    };
    painter(canvas, plan);
    grain
}
