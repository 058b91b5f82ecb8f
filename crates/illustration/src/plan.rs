//! What is decided before the first stroke: who is in the picture, where, when, and in which colours.

use domain::images::ImageStyle;

use crate::Commission;
use crate::dice::Dice;
use crate::palettes::Palette;
use crate::setting::{Place, Setting};
use crate::subjects::{Subject, companions, subjects};

/// The plan of a picture.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) style: ImageStyle,
    pub(crate) dice: Dice,
    pub(crate) palette: Palette,
    pub(crate) setting: Setting,
    pub(crate) place: Place,
    /// What the picture is of; nothing if the prompt names nothing that can be drawn.
    pub(crate) hero: Option<Subject>,
    /// What stands beside it, most fitting first.
    pub(crate) company: Vec<Subject>,
    /// Where the light comes from: -1 for left, 1 for right.
    pub(crate) light: f32,
}

/// How many things stand beside the hero at most.
const MOST_COMPANY: usize = 5;

impl Plan {
    pub(crate) fn of(commission: &Commission<'_>) -> Self {
        let dice = Dice::of(commission.prompt, commission.style, commission.seed);
        let setting = Setting::of(commission.prompt, commission.language);
        let mut named = subjects(commission.prompt, commission.language).into_iter();
        let hero = named.next();
        let company = company(hero, named.collect(), &mut dice.fork("company"));
        let place = place(&setting, hero, &mut dice.fork("place"));
        let palette = Palette::of(&setting, place, &mut dice.fork("palette"));
        let light = dice.fork("light").sign();
        Self { style: commission.style, dice, palette, setting, place, hero, company, light }
    }
}

/// Those that the prompt names, then some that go well with the hero.
fn company(hero: Option<Subject>, named: Vec<Subject>, dice: &mut Dice) -> Vec<Subject> {
    let mut company = named;
    let mut others = hero.as_ref().map(companions).unwrap_or_default();
    while company.len() < MOST_COMPANY && !others.is_empty() {
        let other = others.swap_remove(dice.below(others.len().min(3)));
        if !company.contains(&other) {
            company.push(other);
        }
    }
    company.truncate(MOST_COMPANY);
    company
}

/// Where the prompt says, or where the hero is at home, or anywhere outdoors.
fn place(setting: &Setting, hero: Option<Subject>, dice: &mut Dice) -> Place {
    let home = hero.map(|hero| hero.home);
    match (setting.place, home) {
        (Some(Place::Sea), Some(Place::Water)) => Place::Water,
        (Some(said), _) => said,
        (None, Some(home)) => home,
        (None, None) => {
            dice.pick(Place::Hills, &[Place::Forest, Place::Sea, Place::City, Place::Sky, Place::Desert])
        }
    }
}
