//! Sky, sun and moon, stars and clouds.

use std::f32::consts::TAU;

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::count;
use crate::palettes::Palette;
use crate::shapes::{At, circle, polygon, rounded};

/// A disc of light with its glow.
pub(crate) fn sun(canvas: &mut Canvas, palette: &Palette, centre: At, radius: f32) {
    let reach = radius * 3.4;
    canvas.glow(centre, (reach, reach), palette.sun.fade(0.55));
    canvas.glow(centre, (radius * 1.9, radius * 1.9), palette.sun.fade(0.5));
    let (inner, outer) = (palette.sun.lighter(0.45), palette.sun);
    canvas.fill(circle(centre, radius), Ink::down(centre.1 - radius, inner, centre.1 + radius, outer));
}

/// A moon with a few shallow craters.
pub(crate) fn moon(canvas: &mut Canvas, dice: &mut Dice, palette: &Palette, centre: At, radius: f32) {
    sun(canvas, palette, centre, radius);
    for _ in 0..5 {
        let (turn, far) = (dice.between(0.0, TAU), dice.between(0.1, 0.62) * radius);
        let spot = (centre.0 + turn.cos() * far, centre.1 + turn.sin() * far);
        let size = radius * dice.between(0.08, 0.2);
        canvas.fill(circle(spot, size), palette.sun.darker(0.12).fade(0.55));
    }
}

/// Stars over the upper part of the sky, a few of them bright.
pub(crate) fn stars(canvas: &mut Canvas, dice: &mut Dice, depth: f32) {
    let (width, unit) = (canvas.width(), canvas.unit());
    for _ in 0..110 {
        let at = (dice.between(0.0, width), dice.unit() * dice.unit() * depth);
        let size = unit * dice.between(0.0007, 0.0019);
        canvas.fill(circle(at, size), Colour::WHITE.fade(dice.between(0.35, 0.95)));
    }
    for _ in 0..7 {
        let at = (dice.between(0.03, 0.97) * width, dice.between(0.05, 0.7) * depth);
        let size = unit * dice.between(0.006, 0.013);
        canvas.glow(at, (size * 2.2, size * 2.2), Colour::WHITE.fade(0.35));
        canvas.fill(sparkle(at, size), Colour::WHITE.fade(0.92));
    }
}

/// A star of four thin points.
pub(crate) fn sparkle(centre: At, size: f32) -> Option<tiny_skia::Path> {
    let waist = size * 0.16;
    let (x, y) = centre;
    polygon(&[
        (x, y - size),
        (x + waist, y - waist),
        (x + size * 0.8, y),
        (x + waist, y + waist),
        (x, y + size),
        (x - waist, y + waist),
        (x - size * 0.8, y),
        (x - waist, y - waist),
    ])
}

/// A cloud of round heads on a flat base, lit from above.
pub(crate) fn cloud(
    canvas: &mut Canvas,
    dice: &mut Dice,
    centre: At,
    width: f32,
    (lit, dim): (Colour, Colour),
) {
    let heads = 4 + dice.below(3);
    let foot = centre.1;
    let ink = Ink::down(foot - width * 0.3, lit, foot + width * 0.02, dim);
    let mut path = tiny_skia::PathBuilder::new();
    for head in 0..heads {
        let share = (count(head) + 0.5) / count(heads);
        let swell = 1.0 - (share * 2.0 - 1.0).abs();
        let radius = width * (0.085 + 0.11 * swell) * dice.between(0.85, 1.15);
        path.push_circle(
            centre.0 + (share - 0.5) * width * 0.82,
            foot - radius * (1.0 + swell * 0.22),
            radius,
        );
    }
    let corner = (centre.0 - width * 0.42, foot - width * 0.1);
    if let Some(base) = rounded(corner, width * 0.84, width * 0.1, width * 0.05) {
        path.push_path(&base);
    }
    canvas.fill(path.finish(), ink);
}

/// Some clouds across the sky, larger above.
pub(crate) fn clouds(canvas: &mut Canvas, dice: &mut Dice, palette: &Palette, horizon: f32) {
    let (width, unit) = (canvas.width(), canvas.unit());
    let number = 3 + dice.below(3);
    for index in 0..number {
        let across = (count(index) + dice.between(0.15, 0.85)) / count(number) * width;
        let down = dice.between(0.12, 0.72) * horizon;
        let size = unit * (0.34 - 0.2 * down / horizon.max(1.0)) * dice.between(0.8, 1.25);
        let lit = palette.paper.mix(palette.sky[1], if palette.is_dark() { 0.72 } else { 0.12 });
        let shade = lit.mix(palette.sky[2], 0.75);
        let thick = dice.between(0.55, 0.9);
        cloud(canvas, dice, (across, down), size, (lit.fade(thick), shade.fade(thick * 0.6)));
    }
}

/// Banks of cloud that cover everything below.
pub(crate) fn cloud_bank(canvas: &mut Canvas, dice: &mut Dice, level: f32, (lit, shade): (Colour, Colour)) {
    let (width, unit, floor) = (canvas.width(), canvas.unit(), canvas.height());
    let mut path = tiny_skia::PathBuilder::new();
    let mut across = -0.1 * unit;
    while across < width + 0.1 * unit {
        let radius = unit * dice.between(0.06, 0.13);
        path.push_circle(across, level + dice.between(-0.02, 0.03) * unit, radius.max(1.0));
        across += radius.max(1.0) * dice.between(0.8, 1.25);
    }
    if let Some(below) = tiny_skia::Rect::from_ltrb(-1.0, level, width + 1.0, (floor + 1.0).max(level + 1.0))
    {
        path.push_rect(below);
    }
    canvas.fill(path.finish(), Ink::down(level - unit * 0.12, lit, level + unit * 0.28, shade));
}

/// Broad beams of light from a place above.
pub(crate) fn beams(canvas: &mut Canvas, dice: &mut Dice, source: At, colour: Colour) {
    let reach = canvas.width() + canvas.height();
    let aim = if source.0 < canvas.width() / 2.0 { 0.9 } else { 2.24 };
    for _ in 0..5 {
        let (middle, spread) = (aim + dice.between(-0.6, 0.6), dice.between(0.02, 0.07));
        let edge = |angle: f32| (source.0 + angle.cos() * reach, source.1 + angle.sin() * reach);
        canvas.fill(polygon(&[source, edge(middle - spread), edge(middle + spread)]), colour);
    }
}
