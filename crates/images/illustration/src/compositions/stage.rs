//! The hero on a disc with a long shadow, its company in badges around it.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use tiny_skia::{FillRule, Transform};

use super::cast::orbit;
use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::{Look, Pose};
use crate::icons::Icon;
use crate::numbers::count;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::scenery::sky::sparkle;
use crate::shapes::{At, blob, circle, polygon, ring};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("stage");
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let Some(icon) = plan.hero.and_then(|hero| hero.drawing()) else { return };
    let colours = Colours::of(plan, icon, &mut dice);
    canvas.wash([colours.ground, colours.ground, colours.ground.mix(colours.disc, 0.12)], height);
    shapes(canvas, &mut dice, plan, &colours);
    let centre = (width * 0.5, height * dice.between(0.49, 0.52));
    let radius = unit * dice.between(0.33, 0.36);
    canvas.fill(circle(centre, radius * 1.16), colours.disc.fade(0.28));
    canvas.fill(circle(centre, radius), colours.disc);
    let size = radius * dice.between(1.22, 1.36);
    let pose = Pose { centre, size, lean: dice.between(-5.0, 5.0), mirrored: false };
    long_shadow(canvas, icon, pose, (centre, radius), colours.disc.darker(0.34));
    let start = dice.between(0.0, TAU);
    let reach = (radius * dice.between(1.5, 1.65)).max(width * 0.34);
    let tall = (radius * 1.2).max(height * if canvas.is_upright() { 0.36 } else { 0.31 });
    for (index, (other, at)) in orbit(canvas, plan, centre, (reach, tall), start).into_iter().enumerate() {
        badge(canvas, plan, (other, at), unit * [0.125, 0.112, 0.102, 0.096, 0.09][index.min(4)]);
    }
    icon.draw(canvas, pose, Look::PLAIN);
}

struct Colours {
    ground: Colour,
    disc: Colour,
}

impl Colours {
    fn of(plan: &Plan, icon: &Icon, dice: &mut Dice) -> Self {
        let palette = &plan.palette;
        let candidates =
            [palette.accents[1], palette.accents[2], palette.land[1], palette.sky[1], palette.paper];
        let disc = Palette::backdrop(icon.mean, palette.accents[0], &candidates);
        let quiet =
            dice.pick(palette.paper, &[palette.sky[2], palette.land[2], palette.sky[0], palette.ink()]);
        let ground = Palette::backdrop(disc, quiet, &[palette.paper]);
        Self { ground: if ground.distance(disc) < 0.5 { palette.ink() } else { ground }, disc }
    }
}

/// Large plain shapes at the borders.
fn shapes(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, colours: &Colours) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    for (index, corner) in corners.into_iter().enumerate() {
        let colour = colours.ground.mix(plan.palette.strong()[dice.below(6)], 0.3);
        let size = unit * dice.between(0.24, 0.42);
        corner_shape(canvas, dice, (corner, count(index) * FRAC_PI_2), size, colour);
    }
    for _ in 0..9 {
        let at = (width * dice.unit(), height * dice.unit());
        let size = unit * dice.between(0.009, 0.018);
        confetti(canvas, dice, plan, at, size);
    }
}

/// A shape that grows out of a corner into the quarter that starts at an angle.
fn corner_shape(canvas: &mut Canvas, dice: &mut Dice, (corner, turn): (At, f32), size: f32, colour: Colour) {
    let quarter = (turn, turn + FRAC_PI_2);
    let at = |angle: f32, far: f32| (corner.0 + angle.cos() * far, corner.1 + angle.sin() * far);
    match dice.below(4) {
        0 => canvas.fill(ring(corner, 0.0, size, quarter), colour),
        1 => {
            for step in 0..3 {
                let far = size * (1.0 - 0.3 * count(step));
                let tone = colour.fade(1.0 - 0.22 * count(step));
                canvas.fill(ring(corner, far - size * 0.15, far, quarter), tone);
            }
        }
        2 => {
            let middle = at(turn + FRAC_PI_4, size * 0.3);
            canvas.fill(blob(dice, middle, (size * 0.9, size * 0.75), 0.22), colour);
        }
        _ => canvas.fill(polygon(&[corner, at(quarter.0, size * 1.1), at(quarter.1, size * 1.1)]), colour),
    }
}

/// A small disc or sparkle. Rings and half discs would read as letters.
pub(super) fn confetti(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, at: At, size: f32) {
    let colour = plan.palette.strong()[dice.below(6)];
    let path = if dice.chance(0.6) { circle(at, size * 0.8) } else { sparkle(at, size * 1.7) };
    canvas.fill(path, colour);
}

/// The shadow of an icon, drawn out to the lower right and cut off at the disc.
fn long_shadow(canvas: &mut Canvas, icon: &Icon, pose: Pose, (centre, radius): (At, f32), colour: Colour) {
    let Some(disc) = canvas.window(circle(centre, radius).as_ref()) else { return };
    let Some(mut layer) = canvas.smaller(2.0) else { return };
    let half = Transform::from_scale(0.5, 0.5);
    icon.silhouette(&mut layer, icon.transform(pose).post_concat(half), Ink::Flat(colour));
    layer.smear();
    canvas.lay_within(&layer, &disc, 0.55);
}

/// A smaller icon on a disc of its own.
fn badge(canvas: &mut Canvas, plan: &Plan, (icon, at): (&Icon, At), radius: f32) {
    let palette = &plan.palette;
    let candidates = [palette.paper, palette.accents[1], palette.accents[2], palette.land[0]];
    let colour = Palette::backdrop(icon.mean, palette.accents[0].lighter(0.35), &candidates);
    canvas.glow((at.0, at.1 + radius * 0.22), (radius * 1.35, radius * 1.35), palette.ink().fade(0.32));
    canvas.fill(circle(at, radius * 1.09), palette.paper);
    canvas.fill(circle(at, radius), colour);
    let lower = ring(at, 0.0, radius, (FRAC_PI_4 - 0.2, FRAC_PI_4 + PI - 0.2));
    canvas.fill_by(lower.as_ref(), FillRule::Winding, Ink::Flat(colour.darker(0.1)), Transform::identity());
    icon.draw(canvas, Pose { centre: at, size: radius * 1.2, lean: 0.0, mirrored: false }, Look::PLAIN);
}
