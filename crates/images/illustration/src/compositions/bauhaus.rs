//! A mosaic of large tiles with quarter circles, discs, rings, leaves and diagonals.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI};

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::numbers::{count, index};
use crate::plan::Plan;
use crate::shapes::{At, circle, petal, polygon, rectangle, ring};

pub(super) fn paint(canvas: &mut Canvas, plan: &Plan) {
    let mut dice = plan.dice.fork("bauhaus");
    let (width, height, unit) = (canvas.width(), canvas.height(), canvas.unit());
    let cell = unit / count(3 + dice.below(2));
    let (columns, rows) = ((width / cell).ceil().min(64.0), (height / cell).ceil().min(64.0));
    let start = ((width - columns * cell) / 2.0, (height - rows * cell) / 2.0);
    canvas.wash([plan.palette.paper; 3], height);
    let mut taken = vec![false; index(columns) * index(rows)];
    for place in 0..taken.len() {
        if taken[place] {
            continue;
        }
        let (column, row) = (place % index(columns), place / index(columns));
        let room = column + 1 < index(columns) && row + 1 < index(rows) && !taken[place + 1];
        let span = if room && dice.chance(0.24) { 2 } else { 1 };
        for (across, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            if across < span && down < span {
                taken[place + across + down * index(columns)] = true;
            }
        }
        let corner = (start.0 + count(column) * cell, start.1 + count(row) * cell);
        tile(canvas, &mut dice, plan, corner, cell * count(span));
    }
    canvas.glow((width * (0.5 + plan.light * 0.4), 0.0), (width * 0.9, height), Colour::WHITE.fade(0.16));
    canvas.vignette(plan.palette.ink().fade(0.22));
}

/// Two or three different colours.
fn colours(dice: &mut Dice, plan: &Plan) -> [Colour; 3] {
    let [one, two, three] = plan.palette.accents;
    let mut all = [
        one,
        two,
        three,
        plan.palette.land[2],
        plan.palette.ink(),
        plan.palette.paper,
        plan.palette.sky[1],
        plan.palette.paper,
    ];
    let start = dice.below(all.len());
    all.rotate_left(start);
    let ground = all[0];
    let mut others = all[1..].iter().copied().filter(|colour| colour.distance(ground) > 0.6);
    let shape = others.next().unwrap_or(plan.palette.ink());
    let detail = others.find(|colour| colour.distance(shape) > 0.5).unwrap_or(ground);
    [ground, shape, detail]
}

fn tile(canvas: &mut Canvas, dice: &mut Dice, plan: &Plan, corner: At, size: f32) {
    let [ground, shape, detail] = colours(dice, plan);
    let (x, y) = corner;
    let centre = (x + size / 2.0, y + size / 2.0);
    canvas.fill(rectangle(corner, size + 0.6, size + 0.6), ground);
    let lit = |colour: Colour| {
        let (from, to) = ((corner, colour.lighter(0.08)), ((x + size, y + size), colour.darker(0.08)));
        Ink::Linear { from, to }
    };
    match dice.below(7) {
        kind @ 0..4 => {
            let turn = count(dice.below(4)) * FRAC_PI_2;
            cornered(canvas, kind, (centre, size, turn), [lit(ground), lit(shape), lit(detail)]);
        }
        4 => petals(canvas, (corner, size), (lit(shape), lit(detail)), dice.chance(0.5)),
        5 => {
            canvas.fill(ring((centre.0, y), 0.0, size / 2.0, (0.0, PI)), lit(shape));
            canvas.fill(ring((centre.0, y + size / 2.0), 0.0, size / 2.0, (0.0, PI)), lit(detail));
        }
        _ => canvas.fill(circle(centre, size * 0.36), lit(shape)),
    }
}

/// Figures that can be turned into any corner of a tile.
fn cornered(canvas: &mut Canvas, kind: usize, (centre, size, turn): (At, f32, f32), inks: [Ink; 3]) {
    let [ground, shape, detail] = inks;
    let reach = size * FRAC_1_SQRT_2;
    let (sin, cos) = (turn + FRAC_PI_4).sin_cos();
    let root = (centre.0 - cos * reach, centre.1 - sin * reach);
    let quarter = |share: f32| ring(root, 0.0, size * share, (turn, turn + FRAC_PI_2));
    match kind {
        0 => {
            canvas.fill(quarter(1.0), shape);
            canvas.fill(quarter(0.5), detail);
        }
        1 => {
            canvas.fill(circle(centre, size * 0.4), shape);
            canvas.fill(ring(centre, 0.0, size * 0.4, (turn, turn + PI)), detail);
        }
        2 => {
            for (share, ink) in [(1.0, shape), (0.75, ground), (0.5, detail), (0.25, ground)] {
                canvas.fill(quarter(share), ink);
            }
        }
        _ => {
            let far = (centre.0 + cos * reach, centre.1 + sin * reach);
            canvas.fill(polygon(&[root, (root.0, far.1), far]), shape);
            canvas.fill(circle(centre, size * 0.16), detail);
        }
    }
}

/// Two leaves made of quarter circles.
fn petals(canvas: &mut Canvas, ((x, y), size): (At, f32), (one, two): (Ink, Ink), across: bool) {
    let half = size / 2.0;
    let corners = if across { [(x, y), (x + half, y + half)] } else { [(x + half, y), (x, y + half)] };
    for (corner, ink) in corners.into_iter().zip([one, two]) {
        canvas.fill(petal(corner, half), ink);
    }
}
