//! A skyline: blocks and towers with a few lit windows that are never in rows.

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::plan::Plan;
use crate::shapes::{arch, polygon, rectangle, rounded};

/// A row of buildings along a level.
pub(crate) fn skyline(
    canvas: &mut Canvas,
    dice: &mut Dice,
    plan: &Plan,
    level: f32,
    (height, colour): (f32, Colour),
) {
    let width = canvas.width();
    let mut across = -0.05 * width;
    while across < width * 1.03 {
        let wide = height * dice.between(0.24, 0.5);
        let middle = 1.0 - ((across / width) * 2.0 - 1.0).abs() * 0.35;
        let high = height * dice.between(0.42, 1.0) * middle;
        let tone = colour.turned(dice.between(-7.0, 7.0));
        building(canvas, dice, plan, (across, level), (wide, high), tone);
        across += wide.max(2.0) * dice.between(0.92, 1.16);
    }
}

fn building(
    canvas: &mut Canvas,
    dice: &mut Dice,
    plan: &Plan,
    (left, level): (f32, f32),
    (wide, high): (f32, f32),
    colour: Colour,
) {
    let top = level - high;
    let fog = colour.mix(plan.palette.sky[2], 0.55);
    let ink = Ink::down(top, colour, level + high * 0.05, fog);
    let (middle, right, floor) = (left + wide / 2.0, left + wide, level + 2.0);
    let body = rectangle((left, top), wide, high + 2.0);
    match dice.below(5) {
        0 => {
            let slanted = [(left, top), (right, top - wide * 0.4), (right, floor), (left, floor)];
            canvas.fill(polygon(&slanted), ink);
        }
        1 => canvas.fill(arch((middle, floor), wide, high), ink),
        2 => {
            let mast = (middle - wide * 0.02, top - high * 0.22);
            canvas.fill(rectangle(mast, wide * 0.04, high * 0.24), colour);
            canvas.fill(rectangle((middle - wide * 0.28, top - high * 0.07), wide * 0.56, high * 0.1), ink);
            canvas.fill(body, ink);
        }
        3 => {
            canvas.fill(polygon(&[(left, top), (middle, top - wide * 0.55), (right, top)]), ink);
            canvas.fill(body, ink);
        }
        _ => canvas.fill(rounded((left, top), wide, high + 2.0, wide * 0.12), ink),
    }
    let shade = (if plan.light < 0.0 { left + wide * 0.62 } else { left }, top + wide * 0.1);
    let dark = Ink::down(top, colour.darker(0.25).fade(0.4), level, colour.fade(0.0));
    canvas.fill(rectangle(shade, wide * 0.38, high), dark);
    lights(canvas, dice, plan, (left, top), (wide, high));
}

fn lights(
    canvas: &mut Canvas,
    dice: &mut Dice,
    plan: &Plan,
    (left, top): (f32, f32),
    (wide, high): (f32, f32),
) {
    let bright = if plan.palette.is_dark() { 0.85 } else { 0.4 };
    for _ in 0..2 {
        let at = (left + wide * dice.between(0.22, 0.78), top + high * dice.between(0.15, 0.7));
        let size = wide * 0.075;
        if plan.palette.is_dark() {
            canvas.glow(at, (size * 4.0, size * 4.0), plan.palette.sun.fade(0.35));
        }
        canvas.fill(
            rounded((at.0 - size, at.1 - size * 1.2), size * 2.0, size * 2.4, size),
            plan.palette.sun.fade(bright),
        );
    }
}
