//! How much room titles and descriptions take on a results page.

use seo::words::{Spacing, fold_diacritics, spacing};

/// The height of a title's letters in pixels. The typeface is Arial.
const SIZE: u32 = 20;
/// Advance widths of the characters from space to `~`, in thousandths of the height.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// What characters without an entry take: about a small letter.
const OTHER: u16 = 556;

/// The width of a title in pixels.
pub(super) fn pixels(title: &str) -> u32 {
    fold_diacritics(title).chars().map(|letter| u32::from(width(letter))).sum::<u32>() * SIZE / 1000
}

fn width(letter: char) -> u16 {
    match letter {
        ' '..='~' => WIDTHS[letter as usize - ' ' as usize],
        '‘' | '’' => 222,
        '“' | '”' => 333,
        '—' | '…' => 1000,
        _ if is_wide(letter) => 1000,
        _ => OTHER,
    }
}

/// Whether a letter takes the room of two Latin ones: ideographs, kana, hangul and full-width forms.
fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter), 0xAC00..=0xD7A3 | 0x3000..=0x303F | 0xFF01..=0xFF60)
        || spacing(letter.encode_utf8(&mut [0; 4])) == Spacing::Ideographic
}

/// How many characters a text has, and what a limit for Latin letters is for its script: half if most of its letters are
/// twice as wide.
pub(super) struct Length {
    pub(super) characters: usize,
    is_wide: bool,
}

impl Length {
    pub(super) fn of(text: &str) -> Self {
        let characters = text.chars().count();
        let wide = text.chars().filter(|letter| is_wide(*letter)).count();
        Self { characters, is_wide: 2 * wide > characters }
    }

    /// A limit for Latin letters in the script of this text.
    pub(super) fn limit(&self, of_latin: usize) -> usize {
        if self.is_wide { of_latin / 2 } else { of_latin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_follow_the_letters() {
        assert_eq!((pixels("iiii"), pixels("WWWW"), pixels("")), (17, 75, 0));
        assert_eq!(pixels("Cà phê"), pixels("Ca phe"));
        assert_eq!((pixels("咖啡"), pixels("커피")), (40, 40));
        let title = pixels("Cold Brew Coffee at Home: Ratio, Time and Storage Guide");
        assert!((450..560).contains(&title), "{title}");
    }

    #[test]
    fn wide_letters_halve_the_limit() {
        assert_eq!(Length::of("家でできる水出しコーヒーの作り方").limit(60), 30);
        assert_eq!(Length::of("Cách pha cà phê").limit(60), 60);
        assert_eq!(Length::of("Cách pha cà phê").characters, 15);
    }
}
