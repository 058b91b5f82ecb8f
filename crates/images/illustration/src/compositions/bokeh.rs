//! The hero in focus on a table, with everything behind it blurred into light. It resembles a photograph of a
//! model.

use super::cast::{Actor, Boards, arrange, perform};
use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::Look;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::scenery::sky;
use crate::shapes::{blob, circle, rectangle};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("bokeh");
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    let edge = height * dice.between(0.7, 0.75);
    let tall = if canvas.is_upright() { 0.55 } else { 0.48 };
    let boards = Boards::of(canvas, &mut dice, height * 0.88, tall);
    distance(canvas, &mut dice, plan, edge, &boards);
    surface(canvas, plan, edge);
    canvas.glow(
        (boards.middle, boards.ground - boards.size * 0.55),
        (unit * 0.75, unit * 0.6),
        palette.sun.fade(0.3),
    );
    let air = (palette.sun.fade(0.08), palette.ink().fade(0.18));
    let look = Look { relief: 0.55, light: plan.light, air };
    let actors = arrange(
        canvas,
        plan,
        &mut dice,
        Boards { floating: false, company: boards.company.min(3), ..boards },
    );
    for actor in &actors {
        mirror(canvas, actor, look);
    }
    for actor in &actors {
        perform(canvas, actor, look, palette.ink().fade(0.6));
    }
    lights(canvas, &mut dice, plan, 9);
    let source = if plan.light < 0.0 { -0.05 * width } else { 1.05 * width };
    sky::beams(canvas, &mut dice, (source, -0.1 * unit), palette.sun.fade(0.07));
    canvas.glow((source, 0.0), (width * 0.75, height * 0.8), palette.sun.fade(0.28));
    canvas.vignette(palette.ink().fade(0.75));
}

/// Large soft shapes and lights far behind.
fn distance(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, edge: f32, boards: &Boards) {
    let Some(mut far) = canvas.smaller(6.0) else { return };
    let (width, height, unit, palette) = (far.width(), far.height(), far.unit(), &plan.palette);
    let (tone, deep) = tones(plan);
    far.wash([deep, tone, tone.lighter(0.25)], edge / 6.0 * 1.1);
    for step in 0..7 {
        let at = (width * dice.between(0.0, 1.0), height * dice.between(0.35, 0.75));
        let colour = deep.mix(palette.strong()[step % 6], dice.between(0.25, 0.6));
        let size = (unit * dice.between(0.1, 0.28), unit * dice.between(0.15, 0.4));
        far.fill(blob(dice, at, size, 0.2), colour.fade(0.55));
    }
    far.defocus(unit * 0.07);
    for _ in 0..26 {
        let at = (width * dice.unit(), height * dice.between(0.02, 0.68));
        let size = unit * dice.between(0.018, 0.062);
        let colour = dice.pick(palette.sun, &[palette.accents[0], palette.accents[1], palette.sun]);
        far.fill(circle(at, size), colour.lighter(0.15).fade(dice.between(0.14, 0.42)));
        far.stroke(
            circle(at, size * 0.95).as_ref(),
            size * 0.1,
            colour.lighter(0.4).fade(0.2),
            tiny_skia::Transform::identity(),
        );
    }
    far.defocus(unit * 0.006);
    let spot = (boards.middle / 6.0, (boards.ground - boards.size * 0.6) / 6.0);
    far.glow(spot, (unit * 0.6, unit * 0.5), palette.sun.fade(0.35));
    canvas.lay_enlarged(&far);
}

/// Two tones that contrast with the hero.
fn tones(plan: &Plan) -> (Colour, Colour) {
    let palette = &plan.palette;
    let hero = plan.hero.and_then(|hero| hero.drawing()).map_or(palette.accents[0], |icon| icon.mean);
    let tone = Palette::backdrop(
        hero,
        palette.land[1],
        &[palette.land[2], palette.sky[0], palette.sky[1], palette.land[0]],
    );
    (tone, tone.mix(palette.ink(), 0.55))
}

/// A polished surface that fades into the distance.
fn surface(canvas: &mut Canvas, plan: &Plan, edge: f32) {
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    let wood = palette.land[2].mix(palette.accents[1], 0.2).mix(palette.ink(), 0.25);
    let (far, near) = (tones(plan).0.mix(wood, 0.45), wood.darker(0.25));
    canvas.fill(rectangle((0.0, edge), width, height - edge), Ink::down(edge, far, height, near));
    canvas.glow((width / 2.0, edge), (width * 0.9, unit * 0.05), far.fade(0.75));
    canvas.glow(
        (width * (0.5 + plan.light * 0.25), edge + unit * 0.09),
        (width * 0.5, unit * 0.13),
        palette.sun.fade(0.22),
    );
}

/// The reflection of an actor in the polished surface.
fn mirror(canvas: &mut Canvas, actor: &Actor, look: Look) {
    let Some(foot) = actor.foot else { return };
    let (_, high) = actor.icon.extent(actor.pose.size);
    let Some(mut layer) =
        Canvas::new(crate::numbers::pixels(canvas.width()), crate::numbers::pixels(high * 0.32 + 1.0))
    else {
        return;
    };
    let flipped = tiny_skia::Transform::from_row(1.0, 0.0, 0.0, -1.0, 0.0, foot.1);
    actor.icon.draw_by(&mut layer, actor.icon.transform(actor.pose).post_concat(flipped));
    layer.haze(look.air.1.fade(0.35), look.air.1.fade(0.9));
    layer.defocus(canvas.unit() * 0.004);
    canvas.lay(&layer, (0, crate::figure::whole(foot).1), 0.28);
}

/// Lights close to the lens.
pub(super) fn lights(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, number: usize) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    for _ in 0..number {
        let edge = dice.between(0.0, 0.34);
        let across = width * if dice.chance(0.5) { edge } else { 1.0 - edge };
        let at = (across, height * dice.unit());
        let size = unit * dice.between(0.012, 0.05);
        let colour = dice.pick(plan.palette.sun, &[plan.palette.accents[1], Colour::WHITE]);
        let (inner, outer) = (colour.fade(0.05), colour.fade(0.16));
        canvas.fill(circle(at, size), Ink::Radial { centre: at, radius: size, inner, outer });
    }
}
