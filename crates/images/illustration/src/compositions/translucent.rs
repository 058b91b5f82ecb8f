//! Large soft clouds of colour under translucent discs, pebbles and rings.

use std::f32::consts::TAU;

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::count;
use crate::plan::Plan;
use crate::shapes::{blob, circle, ring};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("translucent");
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    canvas.wash(palette.sky, height);
    for step in 0..6 {
        let at = (width * dice.between(-0.05, 1.05), height * dice.between(-0.05, 1.05));
        let reach = unit * dice.between(0.5, 0.95);
        canvas.glow(at, (reach * 1.2, reach), palette.strong()[step % 6].fade(0.6));
    }
    let focus = (width * dice.pick(0.38, &[0.5, 0.62]), height * dice.between(0.42, 0.58));
    for step in 0..7 {
        let angle = TAU * count(step) / 7.0 + dice.between(-0.4, 0.4);
        let far = unit * dice.between(0.1, 0.42);
        let at = (focus.0 + angle.cos() * far * 1.35, focus.1 + angle.sin() * far);
        glass(canvas, &mut dice, plan, at, unit * (0.3 - 0.03 * count(step)));
    }
    accents(canvas, &mut dice, plan);
    canvas.vignette(palette.ink().fade(0.3));
}

/// A pane through which the background is visible.
fn glass(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, at: (f32, f32), radius: f32) {
    let colour: Colour = plan.palette.strong()[dice.below(6)].mix(plan.palette.paper, dice.between(0.0, 0.3));
    let lit = (at.0 + plan.light * radius, at.1 - radius);
    let dark = (at.0 - plan.light * radius, at.1 + radius);
    let ink = Ink::Linear { from: (lit, colour.lighter(0.35).fade(0.78)), to: (dark, colour.fade(0.22)) };
    canvas.glow((at.0, at.1 + radius * 0.18), (radius * 1.2, radius * 1.2), plan.palette.ink().fade(0.28));
    match dice.below(4) {
        0 => {
            let turn = dice.between(0.0, TAU);
            canvas.fill(ring(at, radius * 0.52, radius, (turn, turn + TAU * 0.75)), ink);
        }
        1 => canvas.fill(blob(dice, at, (radius * 1.1, radius * 0.85), 0.16), ink),
        _ => canvas.fill(circle(at, radius), ink),
    }
}

/// A few small opaque bodies as accents.
fn accents(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    for _ in 0..6 {
        let at = (width * dice.between(0.06, 0.94), height * dice.between(0.08, 0.92));
        let radius = unit * dice.between(0.012, 0.05);
        let colour = plan.palette.accents[dice.below(3)];
        let lit = (at.0 + plan.light * radius * 0.4, at.1 - radius * 0.4);
        canvas.glow((at.0, at.1 + radius * 0.5), (radius * 1.7, radius * 1.7), plan.palette.ink().fade(0.3));
        let ink = Ink::Radial {
            centre: lit,
            radius: radius * 1.6,
            inner: colour.lighter(0.5),
            outer: colour.darker(0.25),
        };
        canvas.fill(circle(at, radius), ink);
    }
}
