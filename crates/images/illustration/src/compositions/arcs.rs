//! Rainbows of concentric arcs that rise from the borders and overlap like sheets.

use std::f32::consts::{PI, TAU};

use tiny_skia::Transform;

use crate::canvas::{Canvas, Ink, Shadow};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::count;
use crate::plan::Plan;
use crate::shapes::{At, circle, ring};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("arcs");
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let palette = &plan.palette;
    canvas.wash([palette.paper, palette.paper.mix(palette.sky[2], 0.6), palette.sky[1]], height);
    canvas.fill(
        circle(
            (width * dice.between(0.25, 0.75), height * dice.between(0.2, 0.4)),
            unit * dice.between(0.1, 0.16),
        ),
        palette.accents[1],
    );
    let number = 5 + dice.below(2);
    for step in 0..number {
        let across = width * (count(step) + dice.between(0.1, 0.9)) / count(number);
        let rise = dice.between(0.0, 0.22) * (1.0 - count(step) / count(number));
        let centre = (across, height * (1.0 - rise));
        let radius = unit * dice.between(0.26, 0.52);
        rainbow(canvas, &mut dice, plan, centre, radius);
    }
    let top = (width * dice.between(0.1, 0.9), 0.0);
    let radius = unit * dice.between(0.24, 0.36);
    fan(canvas, &mut dice, plan, top, radius);
    canvas.vignette(palette.ink().fade(0.2));
}

fn stripes(dice: &mut Dice, plan: &Plan) -> Vec<Colour> {
    let mut colours = vec![plan.palette.ink()];
    colours.extend(plan.palette.strong());
    colours.push(plan.palette.sun);
    let start = dice.below(colours.len());
    colours.rotate_left(start);
    colours
}

/// Arches that rise from a foot, on a column that supports them.
fn rainbow(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, centre: At, radius: f32) {
    let bands = 4 + dice.below(2);
    let floor = canvas.height() + 4.0;
    let unit = canvas.unit();
    for (index, colour) in stripes(dice, plan).into_iter().cycle().take(bands).enumerate() {
        let far = radius * (1.0 - count(index) / (count(bands) + 0.6));
        let outline = crate::shapes::arch((centre.0, floor), far * 2.0, floor - centre.1 + far);
        if let Some(path) = &outline {
            let shadow = Shadow {
                shift: (0.0, unit * 0.004),
                blur: unit * 0.02,
                colour: plan.palette.ink().fade(0.3),
            };
            canvas.shadow(&[path], Transform::identity(), shadow);
        }
        let ink = Ink::Linear {
            from: ((centre.0 - far, centre.1 - far), colour.lighter(0.14)),
            to: ((centre.0 + far, floor), colour.darker(0.14)),
        };
        canvas.fill(outline, ink);
    }
}

/// A fan that hangs from the upper border.
fn fan(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, centre: At, radius: f32) {
    let slices = 5 + dice.below(3);
    let colours = stripes(dice, plan);
    for index in 0..slices {
        let from = PI * count(index) / count(slices);
        let colour = colours[index % colours.len()];
        canvas
            .fill(ring(centre, radius * 0.35, radius, (from, from + PI / count(slices))), colour.fade(0.92));
    }
    canvas.fill(ring(centre, 0.0, radius * 0.3, (0.0, TAU)), plan.palette.ink());
}
