//! What is decided before the first stroke: what is in the image, where, when, and in which colours.

use domain::images::ImageStyle;

use crate::Commission;
use crate::dice::Dice;
use crate::palettes::Palette;
use crate::setting::{Place, Setting};
use crate::subjects::{Kind, Recognised, Subject, companions};

/// The plan of an image.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) style: ImageStyle,
    pub(crate) dice: Dice,
    pub(crate) palette: Palette,
    pub(crate) setting: Setting,
    pub(crate) place: Place,
    /// Whether the image is of the place itself.
    pub(crate) is_landscape: bool,
    /// The thing in front; nothing in an abstract image or an empty landscape.
    pub(crate) hero: Option<Subject>,
    /// What stands beside it, most fitting first.
    pub(crate) company: Vec<Subject>,
    /// How many of these the prompt names; they are never left out.
    pub(crate) named: usize,
    /// Where the light comes from: -1 for left, 1 for right.
    pub(crate) light: f32,
}

/// How many things stand beside the hero at most.
const MOST_COMPANY: usize = 3;
/// How many of them the prompt need not name. What a thing is a symbol of takes several things to show.
const MOST_UNNAMED: usize = 2;
const MOST_SYMBOLS: usize = 3;

impl Plan {
    /// The plan of what was recognised; nothing is recognised in an abstract image.
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

/// Adds things that go well with the hero: to a symbol several, to a dish what is served with it if the prompt names nothing else. Any
/// other thing stands alone.
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

/// The place that the image is of, or where the prompt says, or where the main thing is at home.
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
