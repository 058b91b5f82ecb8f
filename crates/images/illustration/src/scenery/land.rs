//! Mountains, hills, trees and grass.

use std::f32::consts::TAU;

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::count;
use crate::plan::Plan;
use crate::shapes::{At, circle, ellipse, peaks, polygon, rectangle, ridge, under_curve};

/// A range of mountains with a lit and a shaded side, and snow on the tops if it is cold.
pub(crate) fn mountains(
    canvas: &mut Canvas,
    dice: &mut Dice,
    plan: &Plan,
    level: f32,
    height: f32,
    colour: Colour,
) {
    let points = peaks(dice, canvas.width(), level, height);
    let fog = colour.mix(plan.palette.sky[2], 0.65);
    let mut outline = points.clone();
    outline.push((canvas.width() * 1.3, canvas.height()));
    outline.push((-0.3 * canvas.width(), canvas.height()));
    canvas.fill(polygon(&outline), Ink::down(level - height, colour, level, fog));
    for around in points.windows(3) {
        let (before, top, after) = (around[0], around[1], around[2]);
        if top.1 < before.1 && top.1 < after.1 {
            shaded_side(canvas, plan, (before, top, after), colour);
            if plan.setting.is_winter() || height > canvas.unit() * 0.2 {
                snow_cap(canvas, dice, plan, (before, top, after));
            }
        }
    }
}

fn shaded_side(canvas: &mut Canvas, plan: &Plan, (before, top, after): (At, At, At), colour: Colour) {
    let foot = if plan.light < 0.0 { after } else { before };
    let inner = (top.0 + (foot.0 - top.0) * 0.12, foot.1);
    let ink = Ink::down(top.1, colour.darker(0.3).fade(0.55), foot.1, colour.darker(0.2).fade(0.0));
    canvas.fill(polygon(&[top, foot, inner]), ink);
}

fn snow_cap(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, (before, top, after): (At, At, At)) {
    let share = dice.between(0.22, 0.34);
    let along = |foot: At, share: f32| (top.0 + (foot.0 - top.0) * share, top.1 + (foot.1 - top.1) * share);
    let (left, right) = (along(before, share), along(after, share * 1.1));
    let across = |part: f32, drop: f32| {
        (left.0 + (right.0 - left.0) * part, left.1 + (right.1 - left.1) * part + drop * (left.1 - top.1))
    };
    let cap =
        [top, right, across(0.75, -0.22), across(0.55, 0.16), across(0.35, -0.2), across(0.15, 0.1), left];
    canvas.fill(polygon(&cap), plan.palette.paper.mix(plan.palette.sky[1], 0.18).fade(0.9));
}

/// A smooth hill line, lighter at its crest.
pub(crate) fn hill(canvas: &mut Canvas, dice: &mut Dice, level: f32, swing: f32, colour: Colour) -> Vec<At> {
    let waves = dice.between(0.7, 1.3);
    let line = ridge(dice, canvas.width(), level, swing, waves);
    let floor = canvas.height() + 2.0;
    let ink =
        Ink::down(level - swing, colour.lighter(0.14), level + canvas.height() * 0.3, colour.darker(0.12));
    canvas.fill(under_curve(&line, floor), ink);
    line
}

/// The height of a line of points at a place.
pub(crate) fn height_at(line: &[At], across: f32) -> f32 {
    let next = line.iter().position(|point| point.0 >= across).unwrap_or(line.len().saturating_sub(1));
    let (Some(left), Some(right)) = (line.get(next.saturating_sub(1)), line.get(next)) else { return 0.0 };
    let share = (across - left.0) / (right.0 - left.0).max(0.001);
    left.1 + (right.1 - left.1) * share.clamp(0.0, 1.0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tree {
    Fir,
    Round,
    Tall,
}

/// A tree with a lit and a shaded side.
pub(crate) fn tree(canvas: &mut Canvas, foot: At, height: f32, kind: Tree, (colour, light): (Colour, f32)) {
    let trunk = colour.darker(0.45);
    let (x, y) = foot;
    let lit = Ink::across(
        x + light * height * 0.2,
        colour.lighter(0.16),
        x - light * height * 0.2,
        colour.darker(0.2),
    );
    match kind {
        Tree::Fir => {
            canvas
                .fill(rectangle((x - height * 0.03, y - height * 0.16), height * 0.06, height * 0.17), trunk);
            for (base, top, half) in [(0.1, 0.56, 0.24), (0.34, 0.78, 0.19), (0.58, 1.0, 0.135)] {
                let tier = [
                    (x - half * height, y - base * height),
                    (x, y - top * height),
                    (x + half * height, y - base * height),
                ];
                canvas.fill(polygon(&tier), lit);
            }
        }
        Tree::Round => {
            canvas
                .fill(rectangle((x - height * 0.035, y - height * 0.5), height * 0.07, height * 0.5), trunk);
            for (across, up, radius) in [(-0.17, 0.55, 0.2), (0.17, 0.57, 0.19), (0.0, 0.74, 0.25)] {
                canvas.fill(circle((x + across * height, y - up * height), radius * height), lit);
            }
        }
        Tree::Tall => {
            canvas.fill(rectangle((x - height * 0.02, y - height * 0.3), height * 0.04, height * 0.3), trunk);
            canvas.fill(ellipse((x, y - height * 0.58), height * 0.15, height * 0.42), lit);
        }
    }
}

/// Trees in loose groups along a line, except around a place that stays free.
pub(crate) fn grove(canvas: &mut Canvas, dice: &mut Dice, line: &[At], plan: &Plan, trees: Grove) {
    let width = canvas.width();
    let snow = plan.setting.is_winter();
    for _ in 0..trees.groups {
        let middle = dice.between(0.02, 0.98) * width;
        if (middle - trees.free.0).abs() < trees.free.1 {
            continue;
        }
        let kind = if snow {
            Tree::Fir
        } else {
            dice.pick(Tree::Fir, &[Tree::Round, Tree::Tall, trees.kind, trees.kind])
        };
        for _ in 0..=dice.below(3) {
            let across = middle + dice.between(-0.5, 0.5) * trees.height;
            let height = trees.height * dice.between(0.65, 1.15);
            let foot = (across, height_at(line, across) + height * 0.05);
            let colour = trees.colour.turned(dice.between(-8.0, 8.0));
            let colour = if snow { colour.mix(plan.palette.paper, 0.3) } else { colour };
            tree(canvas, foot, height, kind, (colour, plan.light));
        }
    }
}

/// The arrangement of trees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grove {
    pub(crate) groups: usize,
    pub(crate) height: f32,
    pub(crate) colour: Colour,
    pub(crate) kind: Tree,
    /// A place, and the distance around it without trees.
    pub(crate) free: At,
}

/// Tufts of grass along the ground.
pub(crate) fn grass(canvas: &mut Canvas, dice: &mut Dice, line: &[At], colour: Colour, height: f32) {
    let width = canvas.width();
    for _ in 0..26 {
        let middle = dice.between(0.0, 1.0) * width;
        let ground = height_at(line, middle) + height * dice.between(0.2, 1.6);
        for blade in 0..4 {
            let lean = (count(blade) - 1.5) * 0.32 + dice.between(-0.1, 0.1);
            let tall = height * dice.between(0.6, 1.0);
            let root = (middle + (count(blade) - 1.5) * height * 0.14, ground);
            let tip = (root.0 + lean * tall, ground - tall);
            canvas.fill(crate::shapes::leaf(root, tip, 0.13), colour.turned(dice.between(-6.0, 6.0)));
        }
    }
}

/// Dots of flowers on the ground.
pub(crate) fn flowers(canvas: &mut Canvas, dice: &mut Dice, line: &[At], plan: &Plan, size: f32) {
    let width = canvas.width();
    for _ in 0..18 {
        let across = dice.unit() * width;
        let at = (across, height_at(line, across) + size * dice.between(2.0, 9.0));
        let colour = dice.pick(plan.palette.accents[0], &[plan.palette.accents[1], plan.palette.paper]);
        let petal = size * dice.between(0.5, 0.9);
        for turn in 0..5 {
            let angle = TAU * count(turn) / 5.0;
            canvas.fill(
                circle((at.0 + angle.cos() * petal, at.1 + angle.sin() * petal * 0.8), petal * 0.62),
                colour,
            );
        }
        canvas.fill(circle(at, petal * 0.5), plan.palette.sun);
    }
}
