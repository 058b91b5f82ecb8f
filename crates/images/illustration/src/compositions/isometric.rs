//! Platforms and blocks in isometric projection with figures standing on them, lit from one side.

mod blocks;

use blocks::{Block, Ground};
use tiny_skia::Transform;

use crate::canvas::{Canvas, Shadow};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::icons::Icon;
use crate::numbers::count;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::shapes::{At, polygon};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("isometric");
    let (width, height) = (canvas.width(), canvas.height());
    let icon = plan.hero.and_then(|hero| hero.drawing());
    let colours = Colours::of(plan, icon);
    canvas.wash([colours.ground.lighter(0.12), colours.ground, colours.ground.darker(0.14)], height);
    canvas.glow((width / 2.0, height * 0.4), (width * 0.6, height * 0.6), plan.palette.sun.fade(0.28));
    let tile = (height * 0.108).min(width * 0.09);
    let origin = (width / 2.0, height * if canvas.is_upright() { 0.58 } else { 0.615 });
    let ground = Ground { origin, tile };
    ground.shadow(
        canvas,
        Block { at: (-3.0, -3.0), size: (6.0, 6.0), foot: -0.5, height: 0.0 },
        plan.palette.ink().fade(0.5),
    );
    let base = Block { at: (-3.0, -3.0), size: (6.0, 6.0), foot: -0.45, height: 0.45 };
    ground.block(canvas, base, colours.base);
    let inlay = Block { at: (-2.7, -2.7), size: (5.4, 5.4), foot: 0.0, height: 0.0 };
    ground.block(canvas, inlay, colours.base.lighter(0.18));
    crowd(canvas, &mut dice, plan, &ground, (icon, &colours));
    canvas.vignette(plan.palette.ink().fade(0.25));
}

struct Colours {
    ground: Colour,
    base: Colour,
    podium: Colour,
}

impl Colours {
    fn of(plan: &Plan, icon: Option<&Icon>) -> Self {
        let palette = &plan.palette;
        let hero = icon.map_or(palette.accents[1], |icon| icon.mean);
        let ground =
            Palette::backdrop(hero, palette.sky[1], &[palette.sky[0], palette.land[1], palette.sky[2]]);
        let base = Palette::backdrop(ground, palette.paper, &[palette.land[2], palette.land[0]]);
        let podium = Palette::backdrop(base, palette.accents[0], &[palette.accents[1], palette.accents[2]]);
        Self { ground, base, podium }
    }
}

/// Something that stands on the board.
enum Piece {
    /// A block: half its width, and its height.
    Pillar(f32, f32, Colour),
    Plant(f32),
    /// A ball on a base of the given height.
    Ball(f32, Colour),
    /// An icon on a base of the given height, and how tall it is.
    Figure(&'static Icon, f32, f32),
}

/// The position of the hero's podium, half its width, and its height.
const PODIUM: (At, f32, f32) = ((-0.55, -0.55), 1.25, 0.6);

fn crowd(
    canvas: &mut Canvas,
    dice: &mut Dice,
    plan: &Plan,
    ground: &Ground,
    (icon, colours): (Option<&'static Icon>, &Colours),
) {
    let palette = &plan.palette;
    let (hero_at, half, rise) = PODIUM;
    let mut pieces = vec![(hero_at, Piece::Pillar(half, rise, colours.podium))];
    pieces.push((
        hero_at,
        icon.map_or(Piece::Ball(rise, palette.accents[1]), |icon| Piece::Figure(icon, rise, 3.3)),
    ));
    pieces.extend(company(dice, plan));
    for spot in [(-2.5, 0.4), (2.55, 0.2), (0.2, 2.6), (0.4, -2.5)] {
        let ball = Piece::Ball(0.0, palette.strong()[dice.below(3)]);
        pieces.push((spot, if dice.chance(0.7) { Piece::Plant(dice.between(0.55, 0.85)) } else { ball }));
    }
    pieces.sort_by(|one, two| (one.0.0 + one.0.1).total_cmp(&(two.0.0 + two.0.1)));
    for (at, piece) in &pieces {
        place(canvas, plan, ground, *at, piece);
        if matches!(piece, Piece::Pillar(width, ..) if *width > 1.0) {
            stairs(canvas, ground, palette.accents[2]);
        }
    }
}

/// The company on separate blocks, or bare blocks and balls if there is none.
fn company(dice: &mut Dice, plan: &Plan) -> Vec<(At, Piece)> {
    let mut pieces = Vec::new();
    let icons: Vec<&'static Icon> =
        plan.company.iter().filter_map(crate::subjects::Subject::drawing).collect();
    for (index, spot) in [(2.0, -1.6), (-1.6, 2.0), (1.85, 1.85)].into_iter().enumerate() {
        let spot = (spot.0 + dice.between(-0.12, 0.12), spot.1 + dice.between(-0.12, 0.12));
        let rise = [0.8, 0.4, 0.14][index] * dice.between(0.8, 1.3);
        let colour = plan.palette.strong()[(index + 1 + dice.below(2)) % 6];
        match icons.get(index) {
            Some(icon) => {
                pieces.push((spot, Piece::Pillar(0.72, rise, colour)));
                pieces.push((spot, Piece::Figure(icon, rise, 1.8)));
            }
            None if dice.chance(0.5) => pieces.push((spot, Piece::Ball(0.0, colour))),
            None => pieces.push((spot, Piece::Pillar(0.5, rise * 2.0, colour))),
        }
    }
    pieces
}

/// Steps up to the hero's podium.
fn stairs(canvas: &mut Canvas, ground: &Ground, colour: Colour) {
    let ((left, back), half, rise) = PODIUM;
    for step in 0..3 {
        let height = rise * (1.0 - (count(step) + 1.0) / 4.0);
        let at = (left - 0.55, back + half + 0.28 * count(step));
        ground.block(canvas, Block { at, size: (1.1, 0.28), foot: 0.0, height }, colour);
    }
}

fn place(canvas: &mut Canvas, plan: &Plan, ground: &Ground, at: At, piece: &Piece) {
    let ink = plan.palette.ink();
    match piece {
        Piece::Pillar(half, height, colour) => {
            let size = (half * 2.0, half * 2.0);
            let block = Block { at: (at.0 - half, at.1 - half), size, foot: 0.0, height: *height };
            ground.shadow(canvas, Block { height: 0.0, ..block }, ink.fade(0.45));
            ground.block(canvas, block, *colour);
        }
        Piece::Plant(height) => {
            let leaves = plan.palette.land[2].mix(plan.palette.accents[2], 0.35);
            ground.plant(canvas, at, *height, (leaves, ink));
        }
        Piece::Ball(foot, colour) => ground.ball(canvas, (at.0, at.1, *foot), 0.4, (*colour, ink)),
        Piece::Figure(icon, foot, size) => figure(canvas, plan, ground, icon, (at, *foot, *size)),
    }
}

/// An icon as a thick upright plate that faces the viewer's side.
fn figure(canvas: &mut Canvas, plan: &Plan, ground: &Ground, icon: &Icon, (at, foot, size): (At, f32, f32)) {
    let scale = ground.tile * size / icon.bounds.height().max(icon.bounds.width() / 1.1);
    let to_right = plan.light < 0.0;
    let slope = if to_right { 0.5 } else { -0.5 };
    let bottom = ground.project(at.0, at.1, foot);
    let middle = icon.bounds.left() + icon.bounds.width() / 2.0;
    let upright = Transform::from_translate(-middle, -icon.bounds.bottom()).post_concat(Transform::from_row(
        0.9 * scale,
        slope * 0.9 * scale,
        0.0,
        scale,
        bottom.0,
        bottom.1,
    ));
    let thick = ground.tile * size * 0.1;
    let back = (if to_right { thick } else { -thick }, -thick * 0.5);
    let half = icon.bounds.width() * scale * 0.4;
    let base = |side: f32, deep: f32| {
        (bottom.0 + side * half + back.0 * deep, bottom.1 + side * half * slope + back.1 * deep)
    };
    let foot_print = polygon(&[base(-1.0, -0.2), base(1.0, -0.2), base(1.0, 2.2), base(-1.0, 2.2)]);
    if let Some(path) = &foot_print {
        let blur = ground.tile * 0.1;
        let dark = Shadow { shift: (0.0, 0.0), blur, colour: plan.palette.ink().fade(0.6) };
        canvas.shadow(&[path], Transform::identity(), dark);
    }
    let steps = crate::numbers::index((thick / 1.6).clamp(4.0, 30.0));
    for step in (0..=steps).rev() {
        let share = count(step) / count(steps);
        icon.edge(canvas, upright.post_translate(back.0 * share, back.1 * share), 0.36 + 0.18 * share);
    }
    icon.draw_by(canvas, upright);
}
