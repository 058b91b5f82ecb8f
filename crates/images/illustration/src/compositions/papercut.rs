//! Layers of cut paper around a bright middle, each with its shadow, and the hero cut from paper as well.

use std::f32::consts::FRAC_PI_2;

use tiny_skia::{Path, PathBuilder, Rect, Transform};

use crate::canvas::{Canvas, Ink, Shadow};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::Pose;
use crate::icons::Icon;
use crate::numbers::count;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::scenery::sky;
use crate::shapes::{At, blob_points, circle, closed_curve, leaf, ridge, under_curve};

/// How many sheets frame the middle.
const SHEETS: usize = 5;

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("papercut");
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    let ground = height * if canvas.is_upright() { 0.7 } else { 0.79 };
    let centre = (width * 0.5, height * 0.47);
    depth(canvas, &mut dice, plan, centre);
    for step in 0..2 {
        let level = ground - unit * (0.1 - 0.07 * count(step));
        let line = ridge(&mut dice, width, level, unit * 0.07, 0.9);
        let colour = palette.land[0].mix(palette.land[1], 0.2 + 0.5 * count(step));
        sheet(canvas, under_curve(&line, height + 9.0).as_ref(), colour, unit);
    }
    stand(canvas, &mut dice, plan, (centre.0, ground), unit);
    for index in 0..SHEETS {
        frame(canvas, &mut dice, plan, centre, index);
    }
    canvas.vignette(palette.ink().fade(0.3));
}

/// The bright middle: sky, sun and paper clouds.
fn depth(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, centre: At) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    canvas.wash(palette.sky, canvas.height() * 0.8);
    let radius = unit * dice.between(0.26, 0.31);
    let at = (centre.0 + plan.light * unit * 0.06, centre.1 - unit * 0.05);
    for (grow, share) in [(1.45, 0.3), (1.2, 0.55), (1.0, 1.0)] {
        let disc = circle(at, radius * grow);
        sheet(canvas, disc.as_ref(), palette.sky[1].mix(palette.sun, share), unit * 0.6);
    }
    if palette.is_dark() {
        sky::stars(canvas, dice, canvas.height() * 0.6);
    }
    for side in [-1.0, 1.0] {
        let spot =
            (centre.0 + side * unit * dice.between(0.3, 0.5), centre.1 - unit * dice.between(0.08, 0.26));
        let lit = palette.paper.mix(palette.sky[1], if palette.is_dark() { 0.6 } else { 0.05 });
        let size = unit * dice.between(0.2, 0.3);
        sky::cloud(canvas, dice, spot, size, (lit, lit.mix(palette.sky[2], 0.3)));
    }
}

/// A sheet of paper with its shadow and a light edge.
fn sheet(canvas: &mut Canvas, path: Option<&Path>, colour: Colour, unit: f32) {
    let Some(path) = path else { return };
    let shade = Colour::BLACK.mix(colour, 0.15);
    let shadow = Shadow { shift: (0.0, unit * 0.012), blur: unit * 0.022, colour: shade.fade(0.42) };
    canvas.shadow(&[path], Transform::identity(), shadow);
    canvas.fill_between(Some(path), colour);
    canvas.stroke(
        Some(path),
        (unit * 0.0022).max(0.4),
        colour.lighter(0.35).fade(0.6),
        Transform::identity(),
    );
}

/// The hero and its company as paper figures.
fn stand(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, foot: At, unit: f32) {
    let Some(icon) = plan.hero.and_then(|hero| hero.drawing()) else {
        return grove(canvas, dice, plan, foot, unit);
    };
    let size = unit * dice.between(0.4, 0.45);
    let (wide, _) = icon.extent(size);
    let (room, mut reach) = (canvas.width() * 0.36, 0.0f32);
    let mut company = Vec::new();
    for (rank, (side, other)) in [-1.0, 1.0].into_iter().zip(&plan.company).enumerate() {
        let Some(other) = other.drawing() else { continue };
        let small = size * dice.between(0.42, 0.52);
        let across = wide * 0.5 + other.extent(small).0 * dice.between(0.5, 0.62);
        let end = across + other.extent(small).0 / 2.0;
        if end < room || rank < plan.named {
            reach = reach.max(end);
            company.push((other, small, (side * across, unit * dice.between(-0.02, 0.03))));
        }
    }
    // Things that the prompt names are never left out: all of them shrink until they fit.
    let scale = (room / reach).min(1.0);
    for (other, small, (across, down)) in company {
        let at = (foot.0 + across * scale, foot.1 + down);
        figure(canvas, plan, other, other.standing(at, small * scale));
    }
    let mut pose = icon.standing(foot, size * scale);
    pose.lean = dice.between(-2.5, 2.5);
    figure(canvas, plan, icon, pose);
}

/// Trees of paper, for prompts that name nothing.
fn grove(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, foot: At, unit: f32) {
    for step in [-1.6, -0.7, 0.9, 1.8, 0.1] {
        let tall = unit * dice.between(0.16, 0.36);
        let root = (foot.0 + step * unit * 0.17, foot.1 + unit * dice.between(0.0, 0.04));
        let colour = plan.palette.land[2].mix(plan.palette.accents[2], dice.between(0.0, 0.5));
        sheet(canvas, leaf(root, (root.0, root.1 - tall), 0.3).as_ref(), colour, unit * 0.7);
    }
}

/// An icon whose parts are separate sheets, with a border of plain paper.
fn figure(canvas: &mut Canvas, plan: &Plan, icon: &Icon, pose: Pose) {
    canvas.shows(icon);
    let transform = icon.transform(pose);
    let size = pose.size;
    let ink = plan.palette.ink();
    let shadow = Shadow { shift: (0.0, size * 0.03), blur: size * 0.045, colour: ink.fade(0.55) };
    canvas.shadow(&icon.outlines(), transform, shadow);
    let border = size * 0.05 / transform.sx.hypot(transform.ky).max(0.001);
    for part in &icon.parts {
        canvas.stroke(Some(&part.path), border, plan.palette.paper, transform);
        canvas.fill_by(Some(&part.path), part.rule, Ink::Flat(plan.palette.paper), transform);
    }
    for (index, part) in icon.parts.iter().enumerate() {
        if index > 0 && index < 14 {
            let lift = Shadow {
                shift: (0.0, size * 0.006),
                blur: size * 0.011 + 0.5,
                colour: Colour::BLACK.fade(0.3),
            };
            canvas.shadow(&[&part.path], transform, lift);
        }
        canvas.fill_by(Some(&part.path), part.rule, Ink::Flat(part.colour), transform);
    }
}

/// A sheet with a wavering hole in it; the last ones are the nearest, darkest and widest.
fn frame(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, centre: At, index: usize) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let share = count(index) / count(SHEETS - 1);
    let across = width * (0.41 + 0.12 * share);
    let down = height * (0.41 + 0.11 * share);
    let mut hole = blob_points(dice, centre, (across, down), 0.1 - 0.03 * share);
    // The hole winds against the rim, which makes it a hole.
    hole.reverse();
    let Some(hole) = closed_curve(&hole) else { return };
    let mut path = PathBuilder::new();
    if let Some(rim) = Rect::from_ltrb(-unit, -unit, width + unit, height + unit) {
        path.push_rect(rim);
    }
    path.push_path(&hole);
    sheet(canvas, path.finish().as_ref(), frame_colour(&plan.palette, share), unit);
    if (2..SHEETS).contains(&index) {
        cut_leaves(canvas, dice, plan, (centre, (across, down)), share);
    }
}

/// The colour of a sheet: from the far land to the near, with one sheet in a contrasting colour.
fn frame_colour(palette: &Palette, share: f32) -> Colour {
    let [far, middle, near, front] = palette.land;
    match share {
        share if share < 0.2 => far,
        share if share < 0.4 => middle.mix(palette.accents[0], 0.55),
        share if share < 0.6 => middle,
        share if share < 0.8 => near,
        _ => near.mix(front, 0.6),
    }
}

/// Leaves that grow into the hole from its lower rim.
fn cut_leaves(
    canvas: &mut Canvas,
    dice: &mut Dice,
    plan: &Plan,
    (centre, (across, down)): (At, At),
    share: f32,
) {
    let unit = canvas.unit();
    for side in [-1.0f32, 1.0] {
        let angle = if side < 0.0 { dice.between(2.3, 2.75) } else { dice.between(0.4, 0.85) };
        let root = (centre.0 + angle.cos() * across * 1.06, centre.1 + angle.sin() * down * 1.06);
        for fan in [-0.55, 0.0, 0.55] {
            let turn = -FRAC_PI_2 - side * 0.5 + fan;
            let long = unit * dice.between(0.1, 0.17);
            let tip = (root.0 + turn.cos() * long, root.1 + turn.sin() * long);
            let colour = frame_colour(&plan.palette, share)
                .mix(plan.palette.accents[0], if fan == 0.0 { 0.5 } else { 0.12 });
            sheet(canvas, leaf(root, tip, 0.2).as_ref(), colour, unit * 0.6);
        }
    }
}
