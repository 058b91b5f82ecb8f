//! The place and time of an image, as far as its prompt names them.

use std::sync::LazyLock;

use domain::locale::Language;

use crate::phrasebook::Phrasebook;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Indoors,
    Hills,
    Forest,
    Sea,
    /// Under the surface of the water.
    Water,
    City,
    Desert,
    Sky,
    Space,
}

impl Place {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "indoors" => Self::Indoors,
            "hills" => Self::Hills,
            "forest" => Self::Forest,
            "sea" => Self::Sea,
            "water" => Self::Water,
            "city" => Self::City,
            "desert" => Self::Desert,
            "sky" => Self::Sky,
            "space" => Self::Space,
            _ => return None,
        })
    }

    /// Whether things that belong here float.
    pub(crate) fn is_airy(self) -> bool {
        matches!(self, Self::Sky | Self::Space)
    }
}

/// The time, season, place and mood that a prompt names. The words are those of the tables of scenes and
/// palettes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Setting {
    pub(crate) time: Option<&'static str>,
    pub(crate) season: Option<&'static str>,
    pub(crate) mood: Option<&'static str>,
    pub(crate) place: Option<Place>,
}

type Aspect = (&'static str, &'static str);

static SCENES: LazyLock<Vec<(&'static str, Phrasebook<Aspect>)>> = LazyLock::new(|| {
    let books = ["time", "season", "place", "mood"].map(|aspect| {
        let mut book = Phrasebook::new();
        for columns in lines().filter(|columns| columns[0] == aspect) {
            book.add_english(columns[2], (aspect, columns[1]));
            book.add_vietnamese(columns[3], (aspect, columns[1]));
        }
        (aspect, book)
    });
    books.into_iter().collect()
});

fn lines() -> impl Iterator<Item = [&'static str; 4]> {
    let lines = include_str!("../data/scenes.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

impl Setting {
    /// Reads the setting from a prompt. The first match of each kind counts.
    pub(crate) fn of(prompt: &str, language: Language) -> Self {
        let mut setting = Self::default();
        for (aspect, book) in SCENES.iter() {
            let said = book.find(prompt, language).first().map(|said| said.1);
            match *aspect {
                "time" => setting.time = said,
                "season" => setting.season = said,
                "place" => setting.place = said.and_then(Place::named),
                _ => setting.mood = said,
            }
        }
        setting
    }

    pub(crate) fn is_winter(&self) -> bool {
        self.season == Some("winter")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_tell_where_and_when() {
        let night = Setting::of("a quiet night in the mountains, winter", Language::ENGLISH);
        assert_eq!(
            (night.time, night.season, night.place),
            (Some("night"), Some("winter"), Some(Place::Hills))
        );
        let tet = Setting::of("Ngày Tết ở Hà Nội lúc hoàng hôn", Language::VIETNAMESE);
        assert_eq!((tet.mood, tet.time, tet.place), (Some("festive"), Some("sunset"), Some(Place::City)));
        assert_eq!(Setting::of("", Language::ENGLISH), Setting::default());
    }

    #[test]
    fn every_place_of_the_table_is_known() {
        assert!(lines().count() > 15);
        assert!(
            lines().filter(|columns| columns[0] == "place").all(|columns| Place::named(columns[1]).is_some())
        );
    }
}
