//! Ribbons that flow across the image, each with a lit and a shaded edge.

use std::f32::consts::TAU;

use tiny_skia::Transform;

use crate::canvas::{Canvas, Ink, Shadow};
use crate::dice::Dice;
use crate::numbers::count;
use crate::plan::Plan;
use crate::shapes::{At, band, circle};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("ribbons");
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    canvas.wash(palette.sky, height);
    canvas.glow(
        (width * (0.5 + plan.light * 0.3), height * 0.25),
        (width * 0.6, unit * 0.7),
        palette.sun.fade(0.6),
    );
    canvas.fill(
        circle((width * (0.5 + plan.light * 0.22), height * 0.3), unit * dice.between(0.1, 0.15)),
        palette.sun,
    );
    let number = 7 + dice.below(3);
    let flow = Flow::of(&mut dice);
    for step in 0..number {
        let share = count(step) / count(number);
        ribbon(canvas, &mut dice, plan, &flow, share);
    }
    canvas.vignette(palette.ink().fade(0.35));
}

/// The waves that all ribbons follow, so that they move together.
struct Flow {
    start: f32,
    pace: f32,
    tilt: f32,
    swing: f32,
}

impl Flow {
    fn of(dice: &mut Dice) -> Self {
        Self {
            start: dice.between(0.0, TAU),
            pace: dice.between(3.2, 5.6),
            tilt: dice.between(-0.3, 0.3),
            swing: dice.between(0.09, 0.15),
        }
    }

    /// The height at a share of the width, for the ribbon at the depth `down`.
    fn at(&self, share: f32, down: f32) -> f32 {
        let wave = (share * self.pace + self.start + down * 2.2).sin()
            + 0.45 * (share * self.pace * 1.9 + down * 4.1).sin();
        wave * self.swing + (share - 0.5) * self.tilt
    }
}

fn ribbon(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, flow: &Flow, down: f32) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let level = height * (0.3 + 0.78 * down);
    let thick = unit * dice.between(0.09, 0.16);
    let twist = dice.between(0.0, TAU);
    let line = |offset: f32, lean: f32| -> Vec<At> {
        let point = |step: usize| {
            let share = count(step) / 20.0 * 1.1 - 0.05;
            let swell = 0.75 + 0.35 * (share * 4.0 + twist).sin();
            (share * width, level + flow.at(share, down + lean) * unit * 1.6 + offset * thick * swell)
        };
        (0..=20).map(point).collect()
    };
    let (upper, lower) = (line(-0.6, 0.0), line(1.2, 0.06));
    let colours = [
        plan.palette.land[0],
        plan.palette.accents[2],
        plan.palette.land[1],
        plan.palette.accents[0],
        plan.palette.accents[1],
        plan.palette.land[2],
    ];
    let colour =
        colours[(dice.below(2) + crate::numbers::index(down * 6.0)) % 6].mix(plan.palette.ink(), down * 0.25);
    let path = band(&upper, &lower);
    if let Some(path) = &path {
        let shadow =
            Shadow { shift: (0.0, unit * 0.012), blur: unit * 0.03, colour: plan.palette.ink().fade(0.4) };
        canvas.shadow(&[path], Transform::identity(), shadow);
    }
    let (one, two) = if plan.light < 0.0 {
        (colour.lighter(0.28), colour.darker(0.3))
    } else {
        (colour.darker(0.3), colour.lighter(0.28))
    };
    canvas.fill(path, Ink::across(0.0, one, width, two));
    canvas.fill(band(&upper, &line(-0.52, 0.0)), plan.palette.paper.fade(0.4));
    canvas.fill(band(&line(0.75, 0.045), &lower), plan.palette.ink().fade(0.16));
}
