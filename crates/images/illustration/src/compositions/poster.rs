//! A flat poster: rays of a large sun, plain hills, and the hero in front of them.

use std::f32::consts::TAU;

use super::cast::{Boards, arrange};
use crate::canvas::Canvas;
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::Look;
use crate::numbers::count;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::scenery::sky;
use crate::shapes::{At, circle, ellipse, polygon, ridge, rounded, under_curve};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("poster");
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    let icon = plan.hero.and_then(|hero| hero.drawing());
    let mean = icon.map_or(palette.accents[0], |icon| icon.mean);
    let disc =
        Palette::backdrop(mean, palette.sun, &[palette.accents[0], palette.accents[1], palette.sky[0]]);
    let ground = height * dice.between(0.8, 0.84);
    let boards =
        Boards::of(canvas, &mut dice, ground + unit * 0.04, if canvas.is_upright() { 0.56 } else { 0.48 });
    let centre = (boards.middle, ground - boards.size * 0.5);
    rays(canvas, &mut dice, plan, centre);
    canvas.fill(circle(centre, boards.size * 0.74), palette.paper.fade(0.55));
    canvas.fill(circle(centre, boards.size * 0.66), disc);
    flat_clouds(canvas, &mut dice, plan, ground);
    hills(canvas, &mut dice, plan, ground);
    for mut actor in arrange(canvas, plan, &mut dice, Boards { company: 4, ..boards }) {
        if let Some(foot) = actor.foot {
            let (wide, high) = actor.icon.extent(actor.pose.size);
            canvas.fill(
                ellipse((foot.0, foot.1 - high * 0.005), wide * 0.5, high * 0.035),
                palette.ink().fade(0.4),
            );
        }
        actor.pose.lean += if actor.is_hero { 0.0 } else { dice.between(-4.0, 4.0) };
        actor.icon.draw(canvas, actor.pose, Look::PLAIN);
    }
    for _ in 0..10 {
        let at = (width * dice.unit(), height * dice.between(0.03, 0.5));
        if (at.0 - centre.0).hypot(at.1 - centre.1) > boards.size * 0.8 {
            let size = unit * dice.between(0.007, 0.013);
            super::stage::confetti(canvas, &mut dice, plan, at, size);
        }
    }
}

fn rays(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, centre: At) {
    let (height, palette) = (canvas.height(), &plan.palette);
    let base = palette.sky[1];
    canvas.wash([base, base, palette.sky[2]], height);
    let number = 9 + dice.below(5);
    let start = dice.between(0.0, TAU);
    let reach = canvas.width() + height;
    let light: Colour = base.mix(palette.paper, if palette.is_dark() { 0.12 } else { 0.45 });
    for index in 0..number {
        let angle = start + TAU * count(index) / count(number);
        let half = TAU / count(number) / 4.0;
        let edge = |turn: f32| (centre.0 + turn.cos() * reach, centre.1 + turn.sin() * reach);
        canvas.fill(polygon(&[centre, edge(angle - half), edge(angle + half)]), light);
    }
}

fn flat_clouds(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, ground: f32) {
    let (width, unit) = (canvas.width(), canvas.unit());
    for side in [0.14, 0.86] {
        let at = (width * (side + dice.between(-0.06, 0.06)), ground * dice.between(0.2, 0.55));
        let colour =
            plan.palette.paper.mix(plan.palette.sky[1], if plan.palette.is_dark() { 0.7 } else { 0.0 });
        let size = unit * dice.between(0.2, 0.28);
        sky::cloud(canvas, dice, at, size, (colour, colour));
    }
}

fn hills(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, ground: f32) {
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    for (colour, drop) in [(palette.land[0], -0.13), (palette.land[1], -0.06)] {
        let line = ridge(dice, width, ground + unit * drop, unit * 0.1, 0.8);
        canvas.fill(under_curve(&line, height + 2.0), colour);
        for _ in 0..3 {
            let across = width * dice.unit();
            let foot = crate::scenery::land::height_at(&line, across) + unit * 0.01;
            let tall = unit * dice.between(0.07, 0.13);
            canvas.fill(
                rounded((across - tall * 0.04, foot - tall * 0.5), tall * 0.08, tall * 0.5, tall * 0.03),
                colour.darker(0.4),
            );
            canvas.fill(ellipse((across, foot - tall * 0.65), tall * 0.24, tall * 0.36), colour.darker(0.16));
        }
    }
    let line = ridge(dice, width, ground, unit * 0.02, 0.6);
    canvas.fill(under_curve(&line, height + 2.0), palette.land[2]);
    let line = ridge(dice, width, height - unit * 0.05, unit * 0.05, 0.9);
    canvas.fill(under_curve(&line, height + 2.0), palette.ink());
}
