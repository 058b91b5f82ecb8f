//! The plan of an image: its things, place, time and colours, decided before anything is drawn.

use domain::images::ImageStyle;

use crate::Commission;
use crate::dice::Dice;
use crate::palettes::Palette;
use crate::setting::{Place, Setting};
use crate::subjects::{Kind, Recognised, Subject, companions};

#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) style: ImageStyle,
    pub(crate) dice: Dice,
    pub(crate) palette: Palette,
    pub(crate) setting: Setting,
    pub(crate) place: Place,
    /// Whether the image is of the place itself.
    pub(crate) is_landscape: bool,
    /// The thing in front; `None` in an abstract image or an empty landscape.
    pub(crate) hero: Option<Subject>,
    /// The things beside it, best fit first.
    pub(crate) company: Vec<Subject>,
    /// How many of these the prompt names; they are never left out.
    pub(crate) named: usize,
    /// Where the light comes from: -1 for left, 1 for right.
    pub(crate) light: f32,
}

/// The most things beside the hero.
const MOST_COMPANY: usize = 3;
/// The most of them that the prompt does not name. A symbol needs several things to be understood.
const MOST_UNNAMED: usize = 2;
const MOST_SYMBOLS: usize = 3;

impl Plan {
    /// The plan for the recognised things; an abstract image has none.
    pub(crate) fn of(commission: &Commission<'_>, recognised: Option<&Recognised>) -> Self {
        let dice = Dice::of(commission.prompt, commission.style, commission.seed);
        let setting = Setting::of(commission.prompt, commission.language);
        let is_landscape = recognised.is_some_and(|recognised| recognised.main.icon.is_none());
        let place = place(&setting, recognised, is_landscape, &mut dice.fork("place"));
        let named =
            recognised.into_iter().flat_map(|found| [found.main].into_iter().chain(found.others.clone()));
        let mut named = named.filter(|subject| subject.icon.is_some());
        let hero = named.next();
        let mut company: Vec<Subject> = named.collect();
        let named = company.len();
        if let Some(found) = recognised.filter(|_| !is_landscape) {
            add_companions(&mut company, found, place, &mut dice.fork("company"));
        }
        company.truncate(MOST_COMPANY);
        let palette = Palette::of(&setting, place, &mut dice.fork("palette"));
        let light = dice.fork("light").sign();
        let style = commission.style;
        Self { style, dice, palette, setting, place, is_landscape, hero, company, named, light }
    }
}

/// Adds things that fit the hero: several to a symbol, and to a dish what is served with it if the prompt
/// names nothing else. Any other thing stands alone.
fn add_companions(company: &mut Vec<Subject>, found: &Recognised, place: Place, dice: &mut Dice) {
    let mut others = companions(&found.main);
    let is_plain_dish = found.main.kind == Kind::Food && found.is_alone;
    let is_served = |other: &Subject| is_plain_dish && other.kind == Kind::Food && other.home == place;
    others.retain(|other| found.is_symbol || is_served(other));
    let most = if found.is_symbol { MOST_SYMBOLS } else { MOST_UNNAMED };
    while company.len() < most && !others.is_empty() {
        let other = others.swap_remove(dice.below(others.len().min(3)));
        if !company.contains(&other) {
            company.push(other);
        }
    }
}

/// The place of the image: the place that it is of, or that the prompt names, or where the main thing
/// belongs.
fn place(setting: &Setting, recognised: Option<&Recognised>, is_landscape: bool, dice: &mut Dice) -> Place {
    let home = recognised.map(|recognised| recognised.main.home);
    match (setting.place, home) {
        (_, Some(home)) if is_landscape => home,
        (Some(Place::Sea), Some(Place::Water)) => Place::Water,
        (Some(said), _) => said,
        (None, Some(home)) => home,
        (None, None) => {
            dice.pick(Place::Hills, &[Place::Forest, Place::Sea, Place::City, Place::Sky, Place::Desert])
        }
    }
}
