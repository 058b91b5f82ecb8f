//! Indoor scenery: a wall with a window and other things on it, and a table.

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::plan::Plan;
use crate::shapes::{At, arch, circle, polygon, rectangle, ridge, rounded, under_curve};

/// A wall, lit from one side.
pub(crate) fn wall(canvas: &mut Canvas, plan: &Plan, colour: Colour) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    canvas.wash([colour.lighter(0.1), colour, colour.darker(0.1)], height);
    let source = if plan.light < 0.0 { 0.0 } else { width };
    canvas.glow((source, height * 0.2), (width * 0.8, unit), plan.palette.sun.fade(0.35));
}

/// A window with a landscape behind it.
pub(crate) fn window(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, foot: At, (wide, high): At) {
    let round = dice.chance(0.35);
    let centre = (foot.0, foot.1 - high / 2.0);
    let radius = wide.min(high) / 2.0;
    let outline = |grow: f32| {
        if round {
            circle(centre, radius + grow)
        } else {
            arch((foot.0, foot.1 + grow), wide + grow * 2.0, high + grow * 2.0)
        }
    };
    let frame = plan.palette.paper.mix(plan.palette.land[0], 0.12);
    let thick = wide * 0.035;
    canvas.fill(outline(thick * 1.5), plan.palette.land[2].fade(0.28));
    canvas.fill(outline(thick), frame);
    let Some(pane) = canvas.window(outline(0.0).as_ref()) else { return };
    view(canvas, dice, plan, (&pane, foot), (wide, high));
    let bar = thick * 0.7;
    if !round {
        canvas.fill_within(rectangle((foot.0 - bar / 2.0, foot.1 - high), bar, high), &pane, frame);
        canvas.fill(
            rounded((foot.0 - wide * 0.58, foot.1), wide * 1.16, thick * 1.4, thick * 0.5),
            frame.darker(0.08),
        );
    }
}

fn view(
    canvas: &mut Canvas,
    dice: &mut Dice,
    plan: &Plan,
    (pane, foot): (&tiny_skia::Mask, At),
    (wide, high): At,
) {
    let palette = &plan.palette;
    let (left, top) = (foot.0 - wide, foot.1 - high * 1.1);
    canvas.fill_within(
        rectangle((left, top), wide * 2.0, high * 1.2),
        pane,
        Ink::down(top, palette.sky[0], foot.1, palette.sky[2]),
    );
    let sun = (foot.0 + wide * dice.between(-0.25, 0.25), foot.1 - high * dice.between(0.5, 0.72));
    canvas.fill_within(circle(sun, wide * 0.34), pane, palette.sun.fade(0.3));
    canvas.fill_within(circle(sun, wide * 0.17), pane, palette.sun);
    for (share, colour) in [(0.36, palette.land[0]), (0.22, palette.land[1])] {
        let line = ridge(dice, wide * 1.2, foot.1 - high * share, high * 0.16, 0.8);
        let line: Vec<At> = line.iter().map(|point| (point.0 + foot.0 - wide * 0.6, point.1)).collect();
        canvas.fill_within(
            under_curve(&line, foot.1 + high),
            pane,
            Ink::down(foot.1 - high * share, colour.lighter(0.12), foot.1, colour),
        );
    }
    let glare = [
        (foot.0 - wide * 0.5, foot.1 - high * 0.2),
        (foot.0 + wide * 0.3, foot.1 - high * 1.1),
        (foot.0 + wide * 0.5, foot.1 - high * 1.1),
        (foot.0 - wide * 0.3, foot.1 - high * 0.2),
    ];
    canvas.fill_within(polygon(&glare), pane, Colour::WHITE.fade(0.1));
}

/// Draws a table across the image and returns where things stand on it.
pub(crate) fn table(canvas: &mut Canvas, plan: &Plan, edge: f32, colour: Colour) -> f32 {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let back = edge - unit * 0.075;
    canvas.tint((0.0, back - unit * 0.06, width, back), plan.palette.ink().fade(0.22), |_, down| {
        let near = 1.0 - (back - down) / (unit * 0.06).max(0.1);
        near * near
    });
    canvas.fill(
        rectangle((0.0, back), width, height - back),
        Ink::down(back, colour.lighter(0.1), edge, colour.lighter(0.24)),
    );
    canvas.fill(
        rectangle((0.0, edge + unit * 0.03), width, height),
        Ink::down(edge, colour.darker(0.14), height, colour.darker(0.42)),
    );
    canvas.fill(rectangle((0.0, edge + unit * 0.026), width, unit * 0.008), colour.lighter(0.4).fade(0.8));
    back + unit * 0.055
}

/// A shelf with a pot or a bowl on it.
pub(crate) fn shelf(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, at: At, wide: f32) {
    let palette = &plan.palette;
    let wood = palette.land[2].mix(palette.accents[1], 0.25);
    canvas.glow((at.0, at.1 + wide * 0.1), (wide * 0.55, wide * 0.14), palette.ink().fade(0.3));
    let pot = (at.0 + wide * dice.between(-0.25, 0.25), at.1);
    crate::scenery::foliage::sprig(
        canvas,
        dice,
        (pot.0, pot.1 - wide * 0.12),
        (wide * 0.45, -std::f32::consts::FRAC_PI_2),
        palette.land[2],
    );
    let clay = palette.accents[0].mix(palette.paper, 0.15);
    let half = wide * 0.11;
    canvas.fill(
        polygon(&[
            (pot.0 - half, pot.1 - wide * 0.2),
            (pot.0 + half, pot.1 - wide * 0.2),
            (pot.0 + half * 0.7, pot.1),
            (pot.0 - half * 0.7, pot.1),
        ]),
        Ink::across(pot.0 - half, clay.lighter(0.15), pot.0 + half, clay.darker(0.2)),
    );
    let orb = at.0 - (pot.0 - at.0).signum() * wide * 0.26;
    canvas.fill(
        circle((orb, at.1 - wide * 0.09), wide * 0.09),
        Ink::Radial {
            centre: (orb - wide * 0.03, at.1 - wide * 0.12),
            radius: wide * 0.14,
            inner: palette.accents[2].lighter(0.4),
            outer: palette.accents[2],
        },
    );
    canvas.fill(
        rounded((at.0 - wide / 2.0, at.1), wide, wide * 0.05, wide * 0.02),
        Ink::down(at.1, wood.lighter(0.2), at.1 + wide * 0.05, wood),
    );
}

/// A lamp that hangs from above.
pub(crate) fn pendant(canvas: &mut Canvas, plan: &Plan, across: f32, (drop, size): (f32, f32)) {
    let palette = &plan.palette;
    let colour = palette.accents[1].mix(palette.ink(), 0.15);
    canvas.fill(rectangle((across - size * 0.012, 0.0), size * 0.024, drop), palette.ink().fade(0.8));
    canvas.glow((across, drop + size * 0.5), (size * 2.2, size * 2.6), palette.sun.fade(0.4));
    let shade = arch((across, drop + size * 0.5), size, size * 0.5);
    canvas.fill(circle((across, drop + size * 0.5), size * 0.16), palette.sun.lighter(0.4));
    canvas.fill(
        shade,
        Ink::across(across - size / 2.0, colour.lighter(0.2), across + size / 2.0, colour.darker(0.25)),
    );
}

/// A round image on the wall with hills in it.
pub(crate) fn wall_picture(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, centre: At, radius: f32) {
    let palette = &plan.palette;
    canvas.glow((centre.0, centre.1 + radius * 0.25), (radius * 1.5, radius * 1.5), palette.ink().fade(0.25));
    canvas.fill(circle(centre, radius * 1.08), palette.paper);
    let Some(pane) = canvas.window(circle(centre, radius).as_ref()) else { return };
    canvas.fill_within(circle(centre, radius), &pane, palette.sky[2].mix(palette.accents[1], 0.25));
    canvas.fill_within(
        circle((centre.0 + radius * 0.3, centre.1 - radius * 0.25), radius * 0.3),
        &pane,
        palette.accents[0],
    );
    for (share, colour) in [(0.1, palette.land[1]), (0.45, palette.land[2])] {
        let line = ridge(dice, radius * 2.4, centre.1 + radius * share, radius * 0.4, 0.7);
        let line: Vec<At> = line.iter().map(|point| (point.0 + centre.0 - radius * 1.2, point.1)).collect();
        canvas.fill_within(under_curve(&line, centre.1 + radius * 1.2), &pane, colour);
    }
}
