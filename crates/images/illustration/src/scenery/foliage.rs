//! Leaves that frame an image from its corners.

use tiny_skia::Transform;

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::count;
use crate::shapes::{At, leaf};

/// A sprig of paired leaves along a bent stem.
pub(crate) fn sprig(
    canvas: &mut Canvas,
    dice: &mut Dice,
    root: At,
    (reach, aim): (f32, f32),
    colour: Colour,
) {
    let bend = dice.between(0.25, 0.6) * dice.sign();
    let pairs = 5 + dice.below(3);
    let at = |share: f32| {
        let angle = aim + bend * share;
        (root.0 + angle.cos() * reach * share, root.1 + angle.sin() * reach * share)
    };
    let stem: Vec<At> = (0..=8).map(|step| at(count(step) / 8.0)).collect();
    stalk(canvas, &stem, reach * 0.014, colour.darker(0.15));
    for pair in 0..=pairs {
        let share = 0.18 + 0.82 * count(pair) / count(pairs);
        let (foot, angle) = (at(share), aim + bend * share * 2.0);
        let long = reach * (0.36 - 0.16 * share) * dice.between(0.9, 1.1);
        let sides: &[f32] = if pair == pairs { &[0.0] } else { &[0.85, -0.85] };
        for side in sides {
            let turn = angle + side;
            let tip = (foot.0 + turn.cos() * long, foot.1 + turn.sin() * long);
            let ink = Ink::Linear { from: (foot, colour.darker(0.16)), to: (tip, colour.lighter(0.12)) };
            canvas.fill(leaf(foot, tip, 0.21), ink);
        }
    }
}

fn stalk(canvas: &mut Canvas, points: &[At], width: f32, colour: Colour) {
    let mut path = tiny_skia::PathBuilder::new();
    for (index, point) in points.iter().enumerate() {
        if index == 0 {
            path.move_to(point.0, point.1);
        } else {
            path.line_to(point.0, point.1);
        }
    }
    canvas.stroke(path.finish().as_ref(), width, colour, Transform::identity());
}

/// Sprigs from both lower corners, and in some images one from above.
pub(crate) fn frame(canvas: &mut Canvas, dice: &mut Dice, colour: Colour) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    for (corner, aim) in [(0.0, -0.95), (width, -2.19)] {
        for step in 0..3 {
            let turn = aim + (count(step) - 1.0) * 0.42 * if corner > 0.0 { -1.0 } else { 1.0 };
            let root = (corner, height + unit * dice.between(0.0, 0.05));
            let reach = unit * dice.between(0.2, 0.33);
            let tone = colour.turned(dice.between(-8.0, 8.0));
            sprig(canvas, dice, root, (reach, turn), tone);
        }
    }
    if dice.chance(0.4) {
        let right = dice.chance(0.5);
        let (corner, aim) = if right { (width, 2.5) } else { (0.0, 0.64) };
        for step in 0..2 {
            let turn = aim + (count(step) - 0.5) * 0.5;
            let reach = unit * dice.between(0.22, 0.3);
            sprig(canvas, dice, (corner, -unit * 0.03), (reach, turn), colour);
        }
    }
}
