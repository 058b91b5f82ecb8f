//! Fills a hole with pieces of its surroundings.
//!
//! For every small square that overlaps the hole, the most similar square outside is searched. The squares
//! then vote for the hole's colours. This is repeated, on copies of growing size. At the end, every pixel is
//! taken from the place where its square was found.

mod exemplar;
mod level;
mod search;

use self::level::Level;
use self::search::Search;
use super::canvas::{Canvas, Colour, minus};
use super::chance::Chance;
use super::equilibrium::settle;
use crate::mask::Mask;

/// How often searching and voting are repeated.
struct Effort {
    rounds: usize,
    sweeps: usize,
}

/// How fast a hole has to be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Haste {
    /// As slowly as a good search requires.
    None,
    /// Fast, because there is a lot to paint.
    Some,
}

/// Fills `hole`, without pixels from `taboo`. Returns whether there were enough pieces.
pub(super) fn fill(canvas: &mut Canvas, hole: &Mask, taboo: &Mask, seed: u64, haste: Haste) -> bool {
    let mut levels = Level::pyramid(canvas, hole, taboo);
    let mut chance = Chance::new(seed);
    let mut found: Option<(Search, usize)> = None;
    let coarsest = levels.len();
    while let Some(mut level) = levels.pop() {
        let mut search = match found {
            None => {
                let origins = exemplar::lay(&mut level);
                Search::start(&level, &origins, &mut chance)
            }
            Some((coarser, width)) => {
                let search = Search::refined(&coarser, width, &level, &mut chance);
                search.vote(&mut level);
                search
            }
        };
        let effort = effort(haste, levels.len() + 1 == coarsest, levels.is_empty());
        for round in 0..effort.rounds {
            search.measure(&level);
            (0..effort.sweeps).for_each(|sweep| search.improve(&level, &mut chance, sweep % 2 == 1));
            if round + 1 < effort.rounds {
                search.vote(&mut level);
            }
        }
        found = Some((search, level.canvas.width));
    }
    let Some((search, _)) = found else { return false };
    take(canvas, hole, &search);
    true
}

/// High on small copies, which decide what is painted; low in full size.
const fn effort(haste: Haste, is_coarsest: bool, is_finest: bool) -> Effort {
    match (haste, is_coarsest, is_finest) {
        (Haste::None, _, true) => Effort { rounds: 1, sweeps: 2 },
        (Haste::Some, _, true) => Effort { rounds: 1, sweeps: 1 },
        (Haste::None, false, false) => Effort { rounds: 3, sweeps: 2 },
        _ => Effort { rounds: 2, sweeps: 2 },
    }
}

/// Takes every pixel of the hole from where its square was found, and blends the pieces.
fn take(canvas: &mut Canvas, hole: &Mask, search: &Search) {
    let original = canvas.clone();
    let sources: Vec<(usize, usize)> = (0..original.pixels.len())
        .map(|index| {
            let place = (index % original.width, index / original.width);
            if hole.members()[index] { search.source(place) } else { place }
        })
        .collect();
    let colour = |(x, y): (usize, usize)| original.pixels[y * original.width + x];
    for (pixel, source) in canvas.pixels.iter_mut().zip(&sources) {
        *pixel = colour(*source);
    }
    let difference = |here: usize, there: usize| -> Option<Colour> {
        let (x, y) = sources[here];
        let beside = (
            (x + there % original.width).checked_sub(here % original.width)?,
            (y + there / original.width).checked_sub(here / original.width)?,
        );
        let inside = beside.0 < original.width && beside.1 < original.height;
        inside.then(|| minus(colour(beside), colour((x, y))))
    };
    settle(canvas, hole, |here, there| {
        let forth = difference(here, there).unwrap_or_default();
        if !hole.members()[there] {
            return forth;
        }
        let back = difference(there, here).unwrap_or_default();
        std::array::from_fn(|lane| (forth[lane] - back[lane]) / 2.0)
    });
}
