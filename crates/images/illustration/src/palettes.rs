//! Matching colours, chosen by the prompt and varied a little at random.

use std::sync::LazyLock;

use crate::colour::Colour;
use crate::dice::Dice;
use crate::setting::{Place, Setting};

/// The colours of an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Palette {
    /// From the top to the horizon.
    pub(crate) sky: [Colour; 3],
    /// Sun, moon and lamps.
    pub(crate) sun: Colour,
    /// From the farthest to the nearest.
    pub(crate) land: [Colour; 4],
    /// The lightest of the colours.
    pub(crate) paper: Colour,
    /// The most conspicuous colours.
    pub(crate) accents: [Colour; 3],
}

struct Named {
    tags: Vec<&'static str>,
    palette: Palette,
}

static PALETTES: LazyLock<Vec<Named>> = LazyLock::new(|| lines().filter_map(read).collect());

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("../data/palettes.tsv").lines().filter(|line| !line.starts_with('#'))
}

fn read(line: &'static str) -> Option<Named> {
    let mut columns = line.split('\t');
    let tags = columns.nth(1)?.split(' ').collect();
    let colours: Vec<Colour> = columns.map(Colour::parse).collect::<Option<_>>()?;
    let [top, middle, low, sun, far, between, near, front, paper, one, two, three] = colours[..] else {
        return None;
    };
    let (sky, land) = ([top, middle, low], [far, between, near, front]);
    let palette = Palette { sky, sun, land, paper, accents: [one, two, three] };
    Some(Named { tags, palette })
}

/// Used if no table could be read, which a test rules out.
const PLAIN: Palette = Palette {
    sky: [Colour::WHITE; 3],
    sun: Colour::WHITE,
    land: [Colour::BLACK; 4],
    paper: Colour::WHITE,
    accents: [Colour::BLACK; 3],
};

impl Palette {
    /// The palette of a setting. The prompt decides first, then the place of the image, then chance.
    pub(crate) fn of(setting: &Setting, place: Place, dice: &mut Dice) -> Self {
        let place = tag_of(place);
        let weight = if place == "space" { 9 } else { 1 };
        let said = [(setting.time, 8), (setting.season, 5), (setting.mood, 4), (Some(place), weight)];
        let score = |named: &&Named| -> i32 {
            let fits = said.iter().filter(|(tag, _)| tag.is_some_and(|tag| named.tags.contains(&tag)));
            let unasked_night = setting.time.is_none() && named.tags.contains(&"night") && place != "space";
            fits.map(|(_, weight)| weight).sum::<i32>() - if unasked_night { 6 } else { 0 }
        };
        let best = PALETTES.iter().map(|named| score(&named)).max().unwrap_or_default();
        let close = if best <= 1 { 0 } else { best - 1 };
        let fitting: Vec<&Named> = PALETTES.iter().filter(|named| score(named) >= close).collect();
        let chosen = fitting.get(dice.below(fitting.len())).map_or(PLAIN, |named| named.palette);
        chosen.moved(dice)
    }

    /// The palette with small random changes, so that no two images have exactly the same colours.
    fn moved(self, dice: &mut Dice) -> Self {
        let (turn, light) = (dice.between(-9.0, 9.0), dice.between(-0.05, 0.05));
        let accent_turn = turn + dice.between(-8.0, 8.0);
        let shade = |colour: Colour| if light > 0.0 { colour.lighter(light) } else { colour.darker(-light) };
        let move_all = |colour: Colour| shade(colour.turned(turn));
        let mut accents = self.accents.map(|colour| colour.turned(accent_turn));
        accents.rotate_left(dice.below(3));
        Self { sky: self.sky.map(move_all), land: self.land.map(move_all), accents, ..self }
    }

    /// The darkest of the colours.
    pub(crate) fn ink(&self) -> Colour {
        self.land[3]
    }

    /// Whether its sky is dark.
    pub(crate) fn is_dark(&self) -> bool {
        self.sky[1].luminance() < 0.18
    }

    /// The colour out of several that contrasts most with something.
    pub(crate) fn backdrop(subject: Colour, first: Colour, others: &[Colour]) -> Colour {
        let apart =
            |colour: Colour| colour.distance(subject) + (colour.contrast(subject) - 1.0).min(3.0) * 0.3;
        others.iter().fold(first, |best, other| if apart(*other) > apart(best) { *other } else { best })
    }

    /// Every colour of the land and the accents.
    pub(crate) fn strong(&self) -> [Colour; 6] {
        let [one, two, three] = self.accents;
        [one, two, three, self.land[1], self.land[2], self.sky[0]]
    }
}

fn tag_of(place: Place) -> &'static str {
    match place {
        Place::Indoors => "indoors",
        Place::Hills => "hills",
        Place::Forest => "forest",
        Place::Sea | Place::Water => "sea",
        Place::City => "city",
        Place::Desert => "desert",
        Place::Sky => "sky",
        Place::Space => "space",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_palette_is_read_and_named_once() {
        assert_eq!(lines().count(), PALETTES.len());
        assert!(PALETTES.len() >= 24);
        let mut names: Vec<&str> = lines().filter_map(|line| line.split('\t').next()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PALETTES.len());
    }

    #[test]
    fn palettes_have_contrast() {
        for (line, Named { palette, .. }) in lines().zip(PALETTES.iter()) {
            let name = line.split('\t').next().unwrap();
            assert!(palette.paper.contrast(palette.ink()) > 7.0, "{name}: paper and ink");
            for (far, near) in palette.land.iter().zip(&palette.land[1..]) {
                assert!(far.luminance() > near.luminance(), "{name}: land darkens towards the front");
                assert!(far.contrast(*near) > 1.2, "{name}: the lands can be told apart");
            }
            assert!(palette.sun.contrast(palette.ink()) > 5.0, "{name}: the sun shines");
            assert!(
                palette.sky[2].contrast(palette.land[2]) > 1.6,
                "{name}: land stands out from the horizon"
            );
            let [one, two, three] = palette.accents;
            assert!(
                one.distance(two) > 0.35 && two.distance(three) > 0.35 && one.distance(three) > 0.35,
                "{name}: accents"
            );
            for accent in palette.accents {
                assert!(accent.distance(palette.paper) > 0.5, "{name}: accents on paper");
                assert!(accent.contrast(palette.ink()) > 1.6, "{name}: accents on ink");
            }
        }
    }

    #[test]
    fn words_choose_the_palette() {
        let mut dice = Dice::of("x", domain::images::ImageStyle::Flat, 0);
        for seed in 0..20 {
            dice = dice.fork(&seed.to_string());
            let night = Setting { time: Some("night"), ..Setting::default() };
            assert!(Palette::of(&night, Place::Hills, &mut dice).is_dark());
            let day = Setting { time: Some("day"), ..Setting::default() };
            assert!(!Palette::of(&day, Place::Hills, &mut dice).is_dark());
        }
    }
}
