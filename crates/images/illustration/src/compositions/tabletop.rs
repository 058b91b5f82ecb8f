//! A scene indoors: the hero on a table in front of a window.

use super::cast::{Boards, arrange, perform};
use crate::canvas::Canvas;
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::Look;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::scenery::{foliage, room};
use crate::shapes::polygon;

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("tabletop");
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    room::wall(canvas, plan, wall_colour(plan));
    let edge = height * dice.between(0.82, 0.86);
    let tall = if canvas.is_upright() { 0.54 } else { 0.46 };
    let boards = Boards::of(canvas, &mut dice, edge, tall);
    behind(canvas, &mut dice, plan, &boards);
    let wood = palette.land[1].mix(palette.accents[1], 0.3).mix(palette.land[2], 0.25);
    let ground = room::table(canvas, plan, edge, wood);
    let look =
        Look { relief: 0.36, light: plan.light, air: (palette.sun.fade(0.06), wood.darker(0.3).fade(0.14)) };
    for actor in arrange(canvas, plan, &mut dice, Boards { ground, floating: false, ..boards }) {
        perform(canvas, &actor, look, palette.ink().fade(0.5));
    }
    sunlight(canvas, plan);
    if dice.chance(0.65) {
        let (corner, aim) = if plan.light > 0.0 { (0.0, -0.75) } else { (width, -2.4) };
        for step in [-0.45, 0.0, 0.5] {
            let reach = unit * dice.between(0.26, 0.38);
            foliage::sprig(
                canvas,
                &mut dice,
                (corner, height + unit * 0.02),
                (reach, aim + step),
                palette.ink().mix(palette.land[2], 0.35),
            );
        }
    }
    canvas.vignette(palette.ink().fade(0.3));
}

fn wall_colour(plan: &Plan) -> Colour {
    let palette = &plan.palette;
    let hero = plan.hero.and_then(|hero| hero.drawing()).map_or(palette.accents[0], |icon| icon.mean);
    let quiet = [
        palette.sky[1],
        palette.land[0],
        palette.sky[2].mix(palette.accents[1], 0.3),
        palette.land[1].lighter(0.25),
    ];
    Palette::backdrop(hero, palette.sky[1].mix(palette.paper, 0.3), &quiet)
}

/// The window behind the hero, and something on the wall at the other side.
fn behind(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, boards: &Boards) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let (wide, high) = (boards.size * dice.between(1.12, 1.3), boards.size * dice.between(1.4, 1.6));
    let foot = (boards.middle + dice.between(-0.04, 0.04) * unit, boards.ground - boards.size * 0.12);
    room::window(canvas, dice, plan, foot, (wide, high.min(foot.1 - height * 0.05)));
    let room_left = foot.0 - wide * 0.62;
    let room_right = width - foot.0 - wide * 0.62;
    for (space, middle) in [(room_left, room_left / 2.0), (room_right, width - room_right / 2.0)] {
        let size = (space * 0.62).min(unit * 0.32);
        if size < unit * 0.1 {
            continue;
        }
        match dice.below(3) {
            0 => room::shelf(canvas, dice, plan, (middle, height * 0.42), size),
            1 => room::pendant(canvas, plan, middle, (height * dice.between(0.1, 0.2), size * 0.62)),
            _ => room::wall_picture(canvas, dice, plan, (middle, height * 0.32), size * 0.42),
        }
    }
}

/// Light that falls through the room from one side.
fn sunlight(canvas: &mut Canvas, plan: &Plan) {
    let (width, height) = (canvas.width(), canvas.height());
    let source = if plan.light < 0.0 { 0.0 } else { width };
    let far = |share: f32| source - plan.light * width * share;
    let light = plan.palette.sun.fade(0.1);
    let beam = [(far(0.12), 0.0), (far(0.34), 0.0), (far(0.95), height), (far(0.6), height)];
    canvas.fill(polygon(&beam), light);
    let thin = [(far(0.4), 0.0), (far(0.45), 0.0), (far(1.1), height), (far(1.02), height)];
    canvas.fill(polygon(&thin), light);
}
