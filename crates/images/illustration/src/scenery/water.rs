//! Open water, waves, and a sandy shore.

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::count;
use crate::plan::Plan;
use crate::shapes::{band, ellipse, rectangle, ridge};

/// Open water from the horizon down, with the light of a sun on it.
pub(crate) fn sea(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, horizon: f32, sun: f32) {
    let (width, floor, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let (far, near) = (plan.palette.sky[1].mix(plan.palette.land[1], 0.35), plan.palette.land[2]);
    canvas.fill(rectangle((0.0, horizon), width, floor - horizon), Ink::down(horizon, far, floor, near));
    canvas.glow((sun, horizon), (unit * 0.5, unit * 0.16), plan.palette.sun.fade(0.6));
    let mut down = horizon + unit * 0.012;
    while down < floor && unit > 40.0 {
        let depth = (down - horizon) / (floor - horizon);
        for _ in 0..2 {
            let across = sun + dice.between(-1.0, 1.0) * unit * (0.05 + depth * 0.22);
            let half = unit * dice.between(0.03, 0.1) * (0.5 + depth);
            let light = plan.palette.sun.fade(0.5 * (1.0 - depth * 0.7));
            canvas.fill(ellipse((across, down), half, unit * (0.0022 + depth * 0.004)), light);
        }
        down += unit * (0.016 + depth * 0.05) * dice.between(0.8, 1.3);
    }
}

/// Bands of waves; nearer ones are higher and darker.
pub(crate) fn waves(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, level: f32, rows: usize) {
    let (width, floor, unit) = (canvas.width(), canvas.height(), canvas.unit());
    for row in 0..rows {
        let share = count(row) / count(rows);
        let down = level + (floor - level) * share;
        let colour = plan.palette.land[1].mix(plan.palette.land[2], share).mix(plan.palette.sky[0], 0.3);
        wave(canvas, dice, (down, unit * (0.02 + share * 0.02)), (colour, plan.palette.paper), width);
    }
}

fn wave(
    canvas: &mut Canvas,
    dice: &mut Dice,
    (level, swing): (f32, f32),
    (colour, foam): (Colour, Colour),
    width: f32,
) {
    let pace = dice.between(1.6, 2.6);
    let crest = ridge(dice, width, level, swing, pace);
    let below: Vec<_> = crest.iter().map(|point| (point.0, canvas.height() + 2.0)).collect();
    canvas.fill(
        band(&crest, &below),
        Ink::down(level - swing, colour.lighter(0.18), level + swing * 6.0, colour.darker(0.1)),
    );
    let lower: Vec<_> = crest.iter().map(|point| (point.0, point.1 + swing * 0.22)).collect();
    canvas.fill(band(&crest, &lower), foam.fade(0.35));
}

/// A sandy shore along the bottom.
pub(crate) fn shore(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, level: f32) {
    let unit = canvas.unit();
    let sand = plan.palette.sun.mix(plan.palette.accents[1], 0.28).mix(plan.palette.land[1], 0.12);
    let line = ridge(dice, canvas.width(), level, unit * 0.05, 0.8);
    let wet: Vec<_> = line.iter().map(|point| (point.0, point.1 - unit * 0.018)).collect();
    canvas.fill(band(&wet, &line), plan.palette.paper.fade(0.75));
    let below: Vec<_> = line.iter().map(|point| (point.0, canvas.height() + 2.0)).collect();
    let ink = Ink::down(level, sand.lighter(0.15), canvas.height(), sand.darker(0.22));
    canvas.fill(band(&line, &below), ink);
}
