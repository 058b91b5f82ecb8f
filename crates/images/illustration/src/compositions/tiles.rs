//! Rounded tiles of several sizes: the hero in the largest, its company and plain geometry in the others.

use std::f32::consts::TAU;

use crate::canvas::Canvas;
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::{Look, Pose};
use crate::icons::Icon;
use crate::numbers::count;
use crate::palettes::Palette;
use crate::plan::Plan;
use crate::shapes::{At, circle, ring, rounded};

/// Tiles as column, row, columns, rows. The first is the hero's.
type Layout = &'static [(usize, usize, usize, usize)];

const WIDE: [Layout; 4] = [
    &[(1, 0, 2, 3), (0, 0, 1, 1), (0, 1, 1, 2), (3, 0, 1, 2), (3, 2, 1, 1)],
    &[(0, 0, 2, 2), (2, 0, 1, 1), (3, 0, 1, 2), (2, 1, 1, 2), (0, 2, 1, 1), (1, 2, 1, 1), (3, 2, 1, 1)],
    &[(2, 0, 2, 2), (0, 0, 1, 2), (1, 0, 1, 1), (1, 1, 1, 1), (0, 2, 2, 1), (2, 2, 1, 1), (3, 2, 1, 1)],
    &[(0, 0, 2, 3), (2, 0, 2, 1), (2, 1, 1, 1), (3, 1, 1, 2), (2, 2, 1, 1)],
];
const TALL: [Layout; 3] = [
    &[(0, 1, 3, 2), (0, 0, 1, 1), (1, 0, 2, 1), (0, 3, 2, 1), (2, 3, 1, 1)],
    &[(0, 0, 2, 2), (2, 0, 1, 1), (2, 1, 1, 1), (0, 2, 1, 2), (1, 2, 2, 1), (1, 3, 1, 1), (2, 3, 1, 1)],
    &[(1, 1, 2, 2), (0, 0, 2, 1), (2, 0, 1, 1), (0, 1, 1, 2), (0, 3, 1, 1), (1, 3, 2, 1)],
];
const SQUARE: [Layout; 3] = [
    &[(0, 0, 2, 2), (2, 0, 1, 1), (2, 1, 1, 2), (0, 2, 1, 1), (1, 2, 1, 1)],
    &[(1, 1, 2, 2), (0, 0, 1, 1), (1, 0, 2, 1), (0, 1, 1, 2)],
    &[(1, 0, 2, 2), (0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 2, 1), (2, 2, 1, 1)],
];

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("tiles");
    let (width, height, unit, palette) = (canvas.width(), canvas.height(), canvas.unit(), &plan.palette);
    let (layout, columns, rows) = layout(canvas, &mut dice);
    let ground = if dice.chance(0.7) { palette.paper } else { palette.ink() };
    canvas.wash([ground, ground, ground.mix(palette.sky[1], 0.12)], height);
    let (margin, gap) = (unit * 0.045, unit * 0.022);
    let cell = ((width - margin * 2.0 + gap) / columns, (height - margin * 2.0 + gap) / rows);
    let mut company = plan.company.iter().filter_map(crate::subjects::Subject::drawing);
    let mut used = ground;
    for (index, (column, row, across, down)) in layout.iter().enumerate() {
        let corner = (margin + count(*column) * cell.0, margin + count(*row) * cell.1);
        let size = (count(*across) * cell.0 - gap, count(*down) * cell.1 - gap);
        let icon = if index == 0 {
            plan.hero.and_then(|hero| hero.drawing())
        } else if index % 3 == 2 && layout.len() > 4 {
            None
        } else {
            company.next()
        };
        let tile = Tile { corner, size, radius: unit * 0.05 };
        used = tile.paint(canvas, &mut dice, plan, (icon, used), index == 0);
    }
}

fn layout(canvas: &Canvas, dice: &mut Dice) -> (Layout, f32, f32) {
    if canvas.is_upright() {
        (dice.pick(TALL[0], &TALL[1..]), 3.0, 4.0)
    } else if canvas.width() > canvas.height() * 1.2 {
        (dice.pick(WIDE[0], &WIDE[1..]), 4.0, 3.0)
    } else {
        (dice.pick(SQUARE[0], &SQUARE[1..]), 3.0, 3.0)
    }
}

struct Tile {
    corner: At,
    size: At,
    radius: f32,
}

impl Tile {
    fn centre(&self) -> At {
        (self.corner.0 + self.size.0 / 2.0, self.corner.1 + self.size.1 / 2.0)
    }

    /// Paints the tile and returns its colour, which the next one avoids.
    fn paint(
        &self,
        canvas: &mut Canvas,
        dice: &mut Dice,
        plan: &Plan,
        (icon, used): (Option<&Icon>, Colour),
        hero: bool,
    ) -> Colour {
        let mut strong = plan.palette.strong();
        strong.rotate_left(dice.below(6));
        let colour = icon.map_or(strong[0], |icon| Palette::backdrop(icon.mean, strong[0], &strong[1..4]));
        let colour = if colour.distance(used) < 0.3 { strong[4] } else { colour };
        let outline = rounded(self.corner, self.size.0, self.size.1, self.radius);
        canvas.fill(outline.clone(), colour);
        let Some(pane) = canvas.window(outline.as_ref()) else { return colour };
        self.pattern(canvas, dice, plan, (&pane, colour), icon.is_some());
        if let Some(icon) = icon {
            let share = if hero { 0.66 } else { 0.56 };
            let size = self.size.0.min(self.size.1) * share;
            let pose = Pose {
                centre: self.centre(),
                size,
                lean: if hero { 0.0 } else { dice.between(-8.0, 8.0) },
                mirrored: false,
            };
            let (wide, high) = icon.extent(size);
            let foot = (pose.centre.0, pose.centre.1 + high * 0.5);
            canvas.contact(foot, wide * 0.42, high * 0.045, plan.palette.ink().fade(0.32));
            icon.draw(canvas, pose, Look { relief: 0.12, light: plan.light, ..Look::PLAIN });
        }
        colour
    }

    /// Geometry in the tile: faint behind an icon, strong without one.
    fn pattern(
        &self,
        canvas: &mut Canvas,
        dice: &mut Dice,
        plan: &Plan,
        (pane, colour): (&tiny_skia::Mask, Colour),
        quiet: bool,
    ) {
        let (centre, short) = (self.centre(), self.size.0.min(self.size.1));
        let other = plan.palette.strong()[dice.below(6)];
        let tone = if quiet {
            colour.lighter(0.16)
        } else {
            Palette::backdrop(colour, other, &[plan.palette.paper, plan.palette.sun])
        };
        let (left, bottom) = (self.corner.0, self.corner.1 + self.size.1);
        let upper_right = (left + self.size.0, self.corner.1);
        match dice.below(4) {
            0 => canvas.fill_within(circle(centre, short * 0.42), pane, tone),
            1 => {
                for (share, shade) in [(0.95, tone), (0.68, colour), (0.41, tone)] {
                    canvas.fill_within(circle((left, bottom), short * share), pane, shade);
                }
            }
            2 => {
                canvas.fill_within(circle(upper_right, short * 0.8), pane, tone);
                canvas.fill_within(circle((left, bottom), short * 0.5), pane, tone.mix(colour, 0.4));
            }
            _ => {
                canvas.fill_within(ring(centre, short * 0.27, short * 0.45, (0.0, TAU)), pane, tone);
                let core = if quiet { tone } else { plan.palette.sun };
                canvas.fill_within(circle(centre, short * 0.13), pane, core);
            }
        }
    }
}
