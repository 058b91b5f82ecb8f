//! A studio with round podiums, balls and arches in soft light, and the hero like a modelled figure.

use tiny_skia::Transform;

use crate::canvas::{Canvas, Ink, Shadow};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::{Look, Pose};
use crate::icons::Icon;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::shapes::{At, arch, circle, ellipse, rectangle};

/// The ratio of height to width of circles that lie on the floor.
const TILT: f32 = 0.24;

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("podium");
    let (width, height) = (canvas.width(), canvas.height());
    let icon = plan.hero.and_then(|hero| hero.drawing());
    let tone = tone(plan, icon);
    let horizon = height * dice.between(0.64, 0.7);
    studio(canvas, plan, tone, horizon);
    let top = (width * 0.5, height * if canvas.is_upright() { 0.74 } else { 0.77 });
    backdrop(canvas, &mut dice, plan, tone, top);
    let look = Look {
        relief: 0.85,
        light: plan.light,
        air: (plan.palette.sun.fade(0.05), tone.darker(0.4).fade(0.14)),
    };
    podiums(canvas, &mut dice, plan, (top, tone), look);
    star(canvas, plan, (icon, top), look);
    floating(canvas, &mut dice, plan);
    canvas.vignette(plan.palette.ink().fade(0.28));
}

/// The podiums, and the company on those at the sides.
fn podiums(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, (top, tone): (At, Colour), look: Look) {
    let unit = canvas.unit();
    let radius = unit * if canvas.is_upright() { 0.29 } else { 0.27 };
    let sides = sides(canvas, dice, radius);
    for (index, side) in sides.iter().enumerate() {
        let colour = plan.palette.accents[(index + 1) % 3].mix(tone, 0.25);
        cylinder(canvas, plan, side.0, (side.1, side.2), colour);
        if let Some(other) = plan.company.get(index).and_then(crate::subjects::Subject::drawing) {
            modelled(canvas, plan, (other, side.0), side.1 * 1.75, look);
        }
    }
    let step = (top.0, top.1 + unit * 0.075);
    cylinder(canvas, plan, step, (radius * 1.14, unit * 0.06), tone.mix(plan.palette.paper, 0.5));
    cylinder(canvas, plan, top, (radius, unit * 0.08), plan.palette.paper.mix(tone, 0.12));
}

/// The hero on its podium.
fn star(canvas: &mut Canvas, plan: &Plan, (icon, top): (Option<&Icon>, At), look: Look) {
    let unit = canvas.unit();
    let size = unit * if canvas.is_upright() { 0.5 } else { 0.45 };
    match icon {
        Some(icon) => modelled(canvas, plan, (icon, top), size, look),
        None => totem(canvas, plan, top, unit),
    }
}

fn tone(plan: &Plan, icon: Option<&Icon>) -> Colour {
    let palette = &plan.palette;
    let soft = palette.accents.map(|accent| accent.mix(palette.sky[2], 0.45));
    let hero = icon.map_or(palette.accents[0], |icon| icon.mean);
    Palette::backdrop(hero, palette.sky[1], &[soft[0], soft[1], soft[2], palette.land[0]])
}

/// A wall that blends into the floor without an edge.
fn studio(canvas: &mut Canvas, plan: &Plan, tone: Colour, horizon: f32) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    canvas.wash([tone.darker(0.08), tone, tone.lighter(0.2)], horizon);
    let floor = Ink::down(horizon, tone.lighter(0.2), height, tone.darker(0.1));
    canvas.fill(rectangle((0.0, horizon), width, height - horizon), floor);
    let lamp = (width * (0.5 + plan.light * 0.3), height * 0.12);
    canvas.glow(lamp, (width * 0.7, unit * 0.9), Colour::WHITE.fade(0.4));
}

/// An arch or a disc behind the hero.
fn backdrop(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, tone: Colour, (middle, top): At) {
    let unit = canvas.unit();
    let colour =
        Palette::backdrop(tone, plan.palette.accents[0], &[plan.palette.accents[2], plan.palette.land[1]])
            .mix(tone, 0.35);
    let (wide, high) = (unit * 0.62, unit * dice.between(0.6, 0.66));
    let foot = (middle + dice.between(-0.03, 0.03) * unit, top + unit * 0.02);
    let shadow = Shadow {
        shift: (-plan.light * unit * 0.03, unit * 0.02),
        blur: unit * 0.04,
        colour: plan.palette.ink().fade(0.35),
    };
    let rounded = dice.chance(0.5);
    let centre = (foot.0, foot.1 - high * 0.5);
    let outline = |grow: f32| {
        if rounded {
            circle(centre, wide * 0.52 + grow)
        } else {
            arch((foot.0, foot.1), wide + grow * 2.0, high + grow)
        }
    };
    if let Some(path) = outline(0.0) {
        canvas.shadow(&[&path], Transform::identity(), shadow);
    }
    let ink = Ink::across(
        middle - wide / 2.0,
        colour.lighter(if plan.light < 0.0 { 0.3 } else { 0.0 }),
        middle + wide / 2.0,
        colour.lighter(if plan.light < 0.0 { 0.0 } else { 0.3 }),
    );
    canvas.fill(outline(0.0), ink);
    canvas.fill(
        outline(-unit * 0.035),
        Ink::down(centre.1 - high * 0.5, tone.lighter(0.35), foot.1, colour.lighter(0.2)),
    );
}

/// Podiums at both sides: the centre of the top, the radius, the height.
fn sides(canvas: &Canvas, dice: &mut Dice, radius: f32) -> Vec<(At, f32, f32)> {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let small = (radius * 0.5).min(width * 0.12);
    let reach = (width * 0.5 - small * 1.35).min(radius * dice.between(1.75, 2.0));
    [-1.0, 1.0]
        .into_iter()
        .map(|side| {
            let tall = unit * dice.between(0.05, 0.2);
            let floor = height * 0.87 + unit * dice.between(-0.02, 0.04);
            ((width * 0.5 + side * reach, floor - tall), small * dice.between(0.92, 1.08), tall)
        })
        .collect()
}

/// A round podium below a place.
fn cylinder(canvas: &mut Canvas, plan: &Plan, top: At, (radius, height): At, colour: Colour) {
    let (x, y) = top;
    let floor = y + height;
    let ink = plan.palette.ink();
    canvas.glow(
        (x - plan.light * radius * 0.35, floor + radius * 0.04),
        (radius * 1.7, radius * 0.5),
        ink.fade(0.42),
    );
    canvas.contact((x, floor), radius * 1.05, radius * TILT * 1.1, ink.fade(0.3));
    let (left, right) = if plan.light < 0.0 {
        (colour.lighter(0.2), colour.darker(0.34))
    } else {
        (colour.darker(0.34), colour.lighter(0.2))
    };
    let side = Ink::across(x - radius, left, x + radius, right);
    canvas.fill(ellipse((x, floor), radius, radius * TILT), side);
    canvas.fill(rectangle((x - radius, y), radius * 2.0, height), side);
    canvas.fill(ellipse((x, y), radius, radius * TILT), colour.lighter(0.55));
    let lit = Ink::across(
        x - radius,
        colour.lighter(if plan.light < 0.0 { 0.5 } else { 0.2 }),
        x + radius,
        colour.lighter(if plan.light < 0.0 { 0.2 } else { 0.5 }),
    );
    canvas.fill(ellipse((x, y + radius * 0.012), radius * 0.985, radius * TILT * 0.97), lit);
}

/// An icon with a thick edge and rounded light.
fn modelled(canvas: &mut Canvas, plan: &Plan, (icon, foot): (&Icon, At), size: f32, look: Look) {
    let (wide, high) = icon.extent(size);
    let pose: Pose = icon.standing((foot.0, foot.1 + high * 0.01), size);
    canvas.contact((foot.0, foot.1), wide * 0.5, high * 0.06, plan.palette.ink().fade(0.55));
    let back = Shadow {
        shift: (-plan.light * size * 0.07, size * 0.015),
        blur: size * 0.06,
        colour: plan.palette.ink().fade(0.3),
    };
    canvas.shadow(&icon.outlines(), icon.transform(pose), back);
    let thick = size * 0.035;
    for step in (0..8).rev() {
        let far = thick * crate::numbers::count(step) / 8.0;
        let moved = icon.transform(pose).post_translate(-plan.light * far, far * 0.25);
        icon.edge(canvas, moved, 0.45);
    }
    icon.draw(canvas, pose, look);
}

/// Stacked bodies, for prompts that name nothing.
fn totem(canvas: &mut Canvas, plan: &Plan, foot: At, unit: f32) {
    let mut level = foot.1;
    for (radius, accent) in [(0.13, 0), (0.09, 1), (0.055, 2)] {
        let radius = radius * unit;
        canvas.contact((foot.0, level), radius * 0.7, radius * 0.15, plan.palette.ink().fade(0.45));
        ball(canvas, plan, (foot.0, level - radius), radius, plan.palette.accents[accent]);
        level -= radius * 1.94;
    }
}

fn ball(canvas: &mut Canvas, plan: &Plan, centre: At, radius: f32, colour: Colour) {
    let lit = (centre.0 + plan.light * radius * 0.4, centre.1 - radius * 0.42);
    let ink = Ink::Radial {
        centre: lit,
        radius: radius * 1.5,
        inner: colour.lighter(0.55),
        outer: colour.darker(0.38),
    };
    canvas.fill(circle(centre, radius), ink);
}

/// Balls in the air.
fn floating(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    for index in 0..7 {
        let edge = dice.between(0.05, 0.26);
        let across = width * if index % 2 == 0 { edge } else { 1.0 - edge };
        let at = (across, height * dice.between(0.07, 0.36));
        let size = unit * dice.between(0.012, 0.036);
        let colour = plan.palette.accents[dice.below(3)];
        canvas.glow(
            (at.0 - plan.light * size, at.1 + size * 2.0),
            (size * 2.2, size * 2.2),
            plan.palette.ink().fade(0.2),
        );
        ball(canvas, plan, at, size, colour);
    }
}
