//! Outlines, as functions of their position. Outlines that are empty or not finite are `None` and draw
//! nothing.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use tiny_skia::{Path, PathBuilder, Rect};

use crate::dice::Dice;
use crate::numbers::count;

/// A place on the canvas, to the right and down.
pub(crate) type At = (f32, f32);

pub(crate) fn circle(centre: At, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(centre.0, centre.1, radius)
}

/// An ellipse along the axes.
pub(crate) fn ellipse(centre: At, across: f32, down: f32) -> Option<Path> {
    Rect::from_ltrb(centre.0 - across, centre.1 - down, centre.0 + across, centre.1 + down)
        .and_then(PathBuilder::from_oval)
}

/// A rectangle from its upper left corner.
pub(crate) fn rectangle(corner: At, width: f32, height: f32) -> Option<Path> {
    Rect::from_xywh(corner.0, corner.1, width, height).map(PathBuilder::from_rect)
}

/// A rectangle with round corners.
pub(crate) fn rounded(corner: At, width: f32, height: f32, radius: f32) -> Option<Path> {
    let (left, top) = corner;
    let (right, bottom) = (left + width, top + height);
    let radius = radius.min(width / 2.0).min(height / 2.0);
    let pull = radius * 0.447_7;
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - pull, top, right, top + pull, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - pull, right - pull, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + pull, bottom, left, bottom - pull, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + pull, left + pull, top, left + radius, top);
    path.close();
    path.finish()
}

/// A doorway: straight sides under half a circle.
pub(crate) fn arch(foot: At, width: f32, height: f32) -> Option<Path> {
    let radius = (width / 2.0).min(height);
    let (left, right, bottom) = (foot.0 - width / 2.0, foot.0 + width / 2.0, foot.1);
    let shoulder = bottom - height + radius;
    let mut path = PathBuilder::new();
    path.move_to(left, bottom);
    path.line_to(left, shoulder);
    arc_to(&mut path, (foot.0, shoulder), radius, (PI, TAU));
    path.line_to(right, bottom);
    path.close();
    path.finish()
}

/// A slice of a ring between two angles; of a disc if the inner radius is zero.
pub(crate) fn ring(centre: At, inner: f32, outer: f32, angles: (f32, f32)) -> Option<Path> {
    let mut path = PathBuilder::new();
    let at = |angle: f32, radius: f32| (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin());
    let start = at(angles.0, outer);
    path.move_to(start.0, start.1);
    arc_to(&mut path, centre, outer, angles);
    let turn = at(angles.1, inner);
    path.line_to(turn.0, turn.1);
    if inner > 0.0 {
        arc_to(&mut path, centre, inner, (angles.1, angles.0));
    }
    path.close();
    path.finish()
}

/// A petal between two opposite corners of a square: the intersection of two quarter circles.
pub(crate) fn petal(corner: At, size: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(corner.0, corner.1);
    arc_to(&mut path, (corner.0, corner.1 + size), size, (-FRAC_PI_2, 0.0));
    arc_to(&mut path, (corner.0 + size, corner.1), size, (FRAC_PI_2, PI));
    path.close();
    path.finish()
}

/// Continues a path along a circle.
fn arc_to(path: &mut PathBuilder, centre: At, radius: f32, angles: (f32, f32)) {
    let steps = 8;
    let step = (angles.1 - angles.0) / count(steps);
    let pull = 4.0 / 3.0 * (step / 4.0).tan() * radius;
    for index in 0..steps {
        let (from, to) = (angles.0 + step * count(index), angles.0 + step * count(index + 1));
        let (from_sin, from_cos) = from.sin_cos();
        let (to_sin, to_cos) = to.sin_cos();
        let end = (centre.0 + radius * to_cos, centre.1 + radius * to_sin);
        path.cubic_to(
            centre.0 + radius * from_cos - pull * from_sin,
            centre.1 + radius * from_sin + pull * from_cos,
            end.0 + pull * to_sin,
            end.1 - pull * to_cos,
            end.0,
            end.1,
        );
    }
}

/// Straight lines from corner to corner.
pub(crate) fn polygon(corners: &[At]) -> Option<Path> {
    let (first, others) = corners.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    for corner in others {
        path.line_to(corner.0, corner.1);
    }
    path.close();
    path.finish()
}

/// A smooth closed line through points.
pub(crate) fn closed_curve(points: &[At]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let at = |index: usize| points[index % points.len()];
    let first = points.first()?;
    path.move_to(first.0, first.1);
    for index in 0..points.len() {
        let around = [at(index + points.len() - 1), at(index), at(index + 1), at(index + 2)];
        curve_between(&mut path, around);
    }
    path.close();
    path.finish()
}

/// Everything below a smooth line through points, down to `floor`.
pub(crate) fn under_curve(points: &[At], floor: f32) -> Option<Path> {
    let (first, last) = (points.first()?, points.last()?);
    let mut path = PathBuilder::new();
    path.move_to(first.0, floor);
    path.line_to(first.0, first.1);
    follow(&mut path, points);
    path.line_to(last.0, floor);
    path.close();
    path.finish()
}

/// The band between two smooth lines.
pub(crate) fn band(upper: &[At], lower: &[At]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let first = upper.first()?;
    path.move_to(first.0, first.1);
    follow(&mut path, upper);
    let back: Vec<At> = lower.iter().rev().copied().collect();
    let turn = back.first()?;
    path.line_to(turn.0, turn.1);
    follow(&mut path, &back);
    path.close();
    path.finish()
}

fn follow(path: &mut PathBuilder, points: &[At]) {
    let last = points.len().saturating_sub(1);
    for index in 0..last {
        let around = [
            points[index.saturating_sub(1)],
            points[index],
            points[index + 1],
            points[(index + 2).min(last)],
        ];
        curve_between(path, around);
    }
}

/// A Catmull-Rom curve from the second to the third of four points.
fn curve_between(path: &mut PathBuilder, [before, from, to, after]: [At; 4]) {
    path.cubic_to(
        from.0 + (to.0 - before.0) / 6.0,
        from.1 + (to.1 - before.1) / 6.0,
        to.0 - (after.0 - from.0) / 6.0,
        to.1 - (after.1 - from.1) / 6.0,
        to.0,
        to.1,
    );
}

/// Points around a centre at a distance that varies by a share of the radius.
pub(crate) fn blob_points(dice: &mut Dice, centre: At, (across, down): At, waver: f32) -> Vec<At> {
    let corners = 7 + dice.below(4);
    let start = dice.between(0.0, TAU);
    let point = |index: usize| {
        let angle = start + TAU * count(index) / count(corners);
        let far = 1.0 + dice.between(-waver, waver);
        (centre.0 + angle.cos() * across * far, centre.1 + angle.sin() * down * far)
    };
    (0..corners).map(point).collect()
}

pub(crate) fn blob(dice: &mut Dice, centre: At, size: At, waver: f32) -> Option<Path> {
    closed_curve(&blob_points(dice, centre, size, waver))
}

/// A leaf from its stem to its tip.
pub(crate) fn leaf(stem: At, tip: At, width: f32) -> Option<Path> {
    let (along, down) = (tip.0 - stem.0, tip.1 - stem.1);
    let side = (-down * width, along * width);
    let at =
        |share: f32, out: f32| (stem.0 + along * share + side.0 * out, stem.1 + down * share + side.1 * out);
    let mut path = PathBuilder::new();
    path.move_to(stem.0, stem.1);
    for out in [1.0, -1.0] {
        let (near, far) = if out > 0.0 { (0.25, 0.75) } else { (0.75, 0.25) };
        let (one, two) = (at(near, out), at(far, out * 0.9));
        let end = if out > 0.0 { tip } else { stem };
        path.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
    }
    path.close();
    path.finish()
}

/// A line of hills from left to right: a sum of a few waves, as heights over the width.
pub(crate) fn ridge(dice: &mut Dice, width: f32, level: f32, swing: f32, waves: f32) -> Vec<At> {
    let steps = 14;
    let layers: Vec<(f32, f32, f32)> = [1.0, 2.1, 4.3]
        .into_iter()
        .map(|pace| (pace * waves, dice.between(0.0, TAU), dice.between(0.7, 1.3) / (pace * 0.9 + 0.1)))
        .collect();
    let height = |share: f32| {
        layers
            .iter()
            .map(|(pace, start, strength)| (share * TAU * pace + start).sin() * strength)
            .sum::<f32>()
    };
    let point = |index: usize| {
        let share = count(index) / count(steps) * 1.1 - 0.05;
        (share * width, level + swing * 0.5 * height(share))
    };
    (0..=steps).map(point).collect()
}

/// A line of peaks: sharp tops and bottoms that differ in height.
pub(crate) fn peaks(dice: &mut Dice, width: f32, level: f32, height: f32) -> Vec<At> {
    let tops = 3 + dice.below(3);
    let stride = width * 1.2 / count(tops);
    let mut points = vec![(-0.2 * width, level)];
    for index in 0..=tops {
        let middle = -0.15 * width + stride * (count(index) + dice.between(-0.2, 0.2));
        points.push((middle, level - height * dice.between(0.55, 1.0)));
        points.push((middle + stride * dice.between(0.42, 0.58), level - height * dice.between(0.05, 0.3)));
    }
    points.push((1.3 * width, level));
    points
}
