//! A layered scene outdoors with the hero in the foreground. The hazy kind is the most atmospheric: depth of field and light.

use super::cast::{Boards, arrange, perform};
use crate::canvas::Canvas;
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::Look;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::scenery::land::{Grove, Tree};
use crate::scenery::{foliage, land, sky, town, water};
use crate::setting::Place;
use crate::shapes::{At, circle};

/// Paints a scene in focus.
pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("landscape");
    let view = View::of(canvas, plan, &mut dice);
    backdrop(canvas, &mut dice, plan, &view);
    foreground(canvas, &mut dice, plan, &view);
    actors(canvas, &mut dice, plan, &view);
    if !matches!(plan.place, Place::Space | Place::Sky | Place::Water) {
        foliage::frame(canvas, &mut dice, plan.palette.ink().mix(plan.palette.land[2], 0.25));
    }
    canvas.vignette(plan.palette.ink().fade(0.35));
}

/// Paints a scene with a blurred background, under hazy light.
pub(super) fn paint_hazy(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("landscape");
    let Some(mut far) = canvas.smaller(4.0) else { return };
    let view = View::of(&far, plan, &mut dice);
    backdrop(&mut far, &mut dice, plan, &view);
    far.defocus(far.unit() * 0.011);
    canvas.lay_enlarged(&far);
    let view = view.enlarged(canvas.width() / far.width(), canvas.height() / far.height());
    let unit = canvas.unit();
    canvas.glow(view.sun, (unit * 1.5, unit * 1.1), plan.palette.sun.fade(0.45));
    haze(canvas, plan, view.horizon);
    foreground(canvas, &mut dice, plan, &view);
    actors(canvas, &mut dice, plan, &view);
    super::bokeh::lights(canvas, &mut dice, plan, 16);
    blurred_frame(canvas, &mut dice, plan);
    sky::beams(canvas, &mut dice, (view.sun.0, -unit * 0.1), plan.palette.sun.fade(0.07));
    canvas.vignette(plan.palette.ink().fade(0.6));
}

/// The positions of the large things.
struct View {
    horizon: f32,
    sun: At,
    radius: f32,
    boards: Boards,
}

impl View {
    fn of(canvas: &Canvas, plan: &Plan, dice: &mut Dice) -> Self {
        let (height, unit) = (canvas.height(), canvas.unit());
        let horizon = height * dice.between(0.56, 0.66);
        let tall = if canvas.is_upright() { 0.56 } else { 0.47 };
        let ground = height * dice.between(0.85, 0.88);
        let boards = Boards::of(canvas, dice, ground, tall);
        let (sun, radius) = if plan.hero.is_some() {
            let aside = unit * dice.between(0.05, 0.13) * plan.light;
            (
                (boards.middle + aside, boards.ground - boards.size * dice.between(0.58, 0.7)),
                boards.size * dice.between(0.52, 0.64),
            )
        } else {
            let share = dice.pick(0.5, &[0.34, 0.66]);
            (
                (canvas.width() * share, horizon - unit * dice.between(0.1, 0.24)),
                unit * dice.between(0.1, 0.17),
            )
        };
        Self { horizon, sun, radius, boards }
    }

    fn enlarged(self, across: f32, down: f32) -> Self {
        let Boards { middle, ground, size, .. } = self.boards;
        let boards =
            Boards { middle: middle * across, ground: ground * down, size: size * down, ..self.boards };
        let sun = (self.sun.0 * across, self.sun.1 * down);
        Self { horizon: self.horizon * down, sun, radius: self.radius * down, boards }
    }
}

fn backdrop(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let palette = &sunny(plan);
    canvas.wash(palette.sky, if plan.place == Place::Space { canvas.height() } else { view.horizon });
    if palette.is_dark() {
        sky::stars(canvas, dice, view.horizon);
        sky::moon(canvas, dice, palette, view.sun, view.radius);
    } else {
        sky::sun(canvas, palette, view.sun, view.radius);
    }
    if plan.place != Place::Space {
        sky::clouds(canvas, dice, palette, view.horizon);
    }
    match plan.place {
        Place::Hills | Place::Indoors => hills(canvas, dice, plan, view),
        Place::Forest => forest(canvas, dice, plan, view),
        Place::Sea | Place::Water => coast(canvas, dice, plan, view),
        Place::City => city(canvas, dice, plan, view),
        Place::Desert => dunes(canvas, dice, plan, view),
        Place::Sky => banks(canvas, dice, plan, view),
        Place::Space => planets(canvas, dice, plan),
    }
}

/// The palette with a sun that contrasts with the hero.
fn sunny(plan: &Plan) -> Palette {
    let palette = plan.palette;
    let pale =
        plan.hero.and_then(|hero| hero.drawing()).filter(|icon| icon.mean.distance(palette.sun) < 0.75);
    let sun = pale.map_or(palette.sun, |icon| {
        Palette::backdrop(icon.mean, palette.accents[0], &[palette.accents[1]]).lighter(0.15)
    });
    Palette { sun, ..palette }
}

fn hills(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    let pale = palette.land[0].mix(palette.sky[2], 0.45);
    land::mountains(canvas, dice, plan, view.horizon + unit * 0.03, unit * 0.32, pale);
    land::mountains(canvas, dice, plan, view.horizon + unit * 0.06, unit * 0.19, palette.land[0]);
    let line = land::hill(
        canvas,
        dice,
        view.horizon + unit * 0.05,
        unit * 0.07,
        palette.land[0].mix(palette.land[1], 0.6),
    );
    let free = (view.boards.middle, view.boards.size * 0.4);
    let grove = Grove {
        groups: 9,
        height: unit * 0.07,
        colour: palette.land[1].darker(0.08),
        kind: Tree::Round,
        free,
    };
    land::grove(canvas, dice, &line, plan, grove);
    let line = land::hill(canvas, dice, view.horizon + unit * 0.13, unit * 0.08, palette.land[1]);
    let grove = Grove { groups: 7, height: unit * 0.13, colour: palette.land[2], ..grove };
    land::grove(canvas, dice, &line, plan, grove);
}

fn forest(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    let free = (view.boards.middle, 0.0);
    for (step, (share, tall, groups)) in
        [(0.35, 0.3, 26), (0.6, 0.38, 18), (0.9, 0.5, 9)].into_iter().enumerate()
    {
        let level = view.horizon + unit * (0.02 + 0.06 * crate::numbers::count(step));
        let colour = palette.sky[2].mix(palette.land[1], share);
        let line = land::hill(canvas, dice, level, unit * 0.03, colour);
        let free = if step == 2 { (free.0, view.boards.size * 0.62) } else { free };
        let kind = dice.pick(Tree::Fir, &[Tree::Fir, Tree::Tall]);
        let grove = Grove { groups, height: unit * tall, colour: colour.darker(0.06), kind, free };
        land::grove(canvas, dice, &line, plan, grove);
        let fog = palette.sky[2].lighter(0.2).fade(0.4);
        canvas.glow((canvas.width() / 2.0, level + unit * 0.04), (canvas.width(), unit * 0.1), fog);
    }
}

fn coast(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    let far = palette.land[0].mix(palette.sky[2], 0.3);
    for _ in 0..2 {
        let middle = canvas.width() * dice.between(0.05, 0.95);
        let half = unit * dice.between(0.14, 0.3);
        let island = crate::shapes::ellipse(
            (middle, view.horizon + unit * 0.01),
            half,
            unit * dice.between(0.04, 0.09),
        );
        canvas.fill(island, far);
    }
    water::sea(canvas, dice, plan, view.horizon, view.sun.0);
}

fn city(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    let level = view.horizon + unit * 0.14;
    town::skyline(canvas, dice, plan, level, (unit * 0.52, palette.sky[2].mix(palette.land[0], 0.55)));
    let fog = palette.sky[2].fade(0.5);
    canvas.glow((canvas.width() / 2.0, level), (canvas.width() * 0.8, unit * 0.2), fog);
    town::skyline(
        canvas,
        dice,
        plan,
        level + unit * 0.02,
        (unit * 0.33, palette.land[0].mix(palette.land[1], 0.55)),
    );
    let line = land::hill(canvas, dice, level, unit * 0.02, palette.land[1].mix(palette.land[2], 0.4));
    let free = (view.boards.middle, view.boards.size * 0.4);
    let grove = Grove { groups: 12, height: unit * 0.11, colour: palette.land[2], kind: Tree::Round, free };
    land::grove(canvas, dice, &line, plan, grove);
}

fn dunes(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    let sand = palette.sun.mix(palette.land[1], 0.5);
    land::mountains(
        canvas,
        dice,
        plan,
        view.horizon + unit * 0.05,
        unit * 0.16,
        palette.land[0].mix(palette.sky[2], 0.4),
    );
    for (step, drop) in [0.02, 0.09, 0.16].into_iter().enumerate() {
        let colour = sand.mix(palette.land[1], 0.25 * crate::numbers::count(step)).lighter(0.15);
        land::hill(canvas, dice, view.horizon + unit * drop, unit * 0.1, colour);
    }
}

fn banks(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    for (share, drop) in [(0.55, 0.02), (0.3, 0.13)] {
        let lit = palette.paper.mix(palette.sky[1], if palette.is_dark() { 0.75 } else { share });
        sky::cloud_bank(canvas, dice, view.horizon + unit * drop, (lit, lit.mix(palette.sky[1], 0.45)));
    }
}

fn planets(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan) {
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    for accent in plan.palette.accents {
        let at = (width * dice.between(0.05, 0.95), height * dice.between(0.05, 0.9));
        let reach = unit * dice.between(0.4, 0.75);
        canvas.glow(at, (reach * 1.4, reach), accent.fade(0.22));
    }
    sky::stars(canvas, dice, height);
    for (index, accent) in plan.palette.accents.into_iter().enumerate() {
        let across = if index == 0 { dice.between(0.06, 0.2) } else { dice.between(0.78, 0.95) };
        let radius = unit * [0.1, 0.055, 0.035][index];
        let at = (width * across, height * (0.16 + 0.2 * crate::numbers::count(index)));
        let lit = (at.0 + plan.light * radius * 0.4, at.1 - radius * 0.4);
        let ink = crate::canvas::Ink::Radial {
            centre: lit,
            radius: radius * 1.5,
            inner: accent.lighter(0.3),
            outer: accent.darker(0.65),
        };
        canvas.fill(circle(at, radius), ink);
    }
}

/// The ground under the actors.
fn foreground(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    let level = view.boards.ground - unit * 0.075;
    let (swing, colour) = match plan.place {
        Place::Water | Place::Sky | Place::Space => return,
        Place::Sea => return water::shore(canvas, dice, plan, level),
        Place::Desert => (0.03, palette.sun.mix(palette.land[1], 0.62)),
        Place::City => (0.012, palette.land[2].mix(palette.sky[2], 0.16)),
        Place::Hills | Place::Forest | Place::Indoors if plan.setting.is_winter() => {
            (0.03, palette.land[2].mix(palette.paper, 0.75))
        }
        Place::Hills | Place::Forest | Place::Indoors => (0.03, palette.land[2]),
    };
    let line = land::hill(canvas, dice, level, unit * swing, colour);
    let grows = matches!(plan.place, Place::Hills | Place::Forest | Place::Indoors);
    if grows && !plan.setting.is_winter() {
        land::grass(canvas, dice, &line, colour.lighter(0.14), unit * 0.03);
        land::flowers(canvas, dice, &line, plan, unit * 0.008);
    }
}

fn actors(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, view: &View) {
    let (unit, palette) = (canvas.unit(), &plan.palette);
    let swimming = plan.place == Place::Water;
    let drifting = plan.place.is_airy();
    let boards =
        Boards { ground: view.boards.ground - if drifting { unit * 0.1 } else { 0.0 }, ..view.boards };
    let air = (palette.sun.fade(0.07), palette.land[2].fade(0.16));
    let look = Look { relief: 0.34, light: plan.light, air };
    for mut actor in arrange(canvas, plan, dice, boards) {
        if drifting || swimming {
            actor.foot = None;
        }
        if drifting {
            actor.pose.lean += dice.between(-6.0, 6.0);
            actor.pose.centre.1 -= unit * dice.between(-0.02, 0.04);
        }
        perform(canvas, &actor, look, palette.ink().fade(0.5));
    }
    if swimming {
        water::waves(canvas, dice, plan, boards.ground - unit * 0.055, 3);
    }
    if plan.place == Place::Sky {
        let lit = palette.paper.mix(palette.sky[1], if palette.is_dark() { 0.7 } else { 0.08 });
        sky::cloud_bank(canvas, dice, canvas.height() - unit * 0.09, (lit, lit.mix(palette.sky[1], 0.4)));
    }
    if plan.place == Place::Space {
        let rim = (canvas.width() / 2.0, canvas.height() + canvas.width() * 0.92);
        canvas.glow(rim, (canvas.width() * 1.12, canvas.width() * 1.12), palette.accents[2].fade(0.6));
        let ink = crate::canvas::Ink::down(
            canvas.height() * 0.88,
            palette.land[0],
            canvas.height(),
            palette.land[2],
        );
        canvas.fill(circle(rim, canvas.width()), ink);
    }
}

fn haze(canvas: &mut Canvas, plan: &Plan, horizon: f32) {
    let (width, unit) = (canvas.width(), canvas.unit());
    canvas.glow(
        (width / 2.0, horizon + unit * 0.08),
        (width * 0.9, unit * 0.2),
        plan.palette.sky[2].lighter(0.3).fade(0.4),
    );
}

/// Leaves so close to the viewer that they are blurred.
pub(super) fn blurred_frame(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan) {
    let Some(mut near) = canvas.smaller(6.0) else { return };
    let dark: Colour = plan.palette.ink().mix(plan.palette.land[2], 0.2);
    foliage::frame(&mut near, dice, dark);
    near.defocus(near.unit() * 0.012);
    canvas.lay_enlarged(&near);
}
