//! The space that titles and descriptions take on a results page. [`domain::result_limits`] defines the
//! available space.

use domain::result_limits::{TITLE_MOST, TITLE_PIXELS};

use crate::words::{Spacing, fold_diacritics, spacing};

/// The font size of a title in pixels. The typeface is Arial.
const SIZE: u32 = 20;
/// Advance widths of the characters from space to `~`, in thousandths of the font size.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// The width of characters without an entry: about a small letter.
const OTHER: u16 = 556;

/// Whether a results page shows the whole title; false for an empty title.
#[must_use]
pub fn title_fits(title: &str) -> bool {
    let title = title.trim();
    !title.is_empty() && Length::of(title).in_latin() <= TITLE_MOST && pixels(title) <= TITLE_PIXELS
}

/// The width of a title in pixels.
#[must_use]
pub fn pixels(title: &str) -> u32 {
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

/// Whether a letter is twice as wide as a Latin one: ideographs, kana, hangul and full-width forms.
fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter), 0xAC00..=0xD7A3 | 0x3000..=0x303F | 0xFF01..=0xFF60)
        || spacing(letter.encode_utf8(&mut [0; 4])) == Spacing::Ideographic
}

/// The number of characters of a text, and the factor for its script: limits for Latin letters are halved if
/// most of its letters are twice as wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// The number of characters.
    pub characters: usize,
    is_wide: bool,
}

impl Length {
    /// The length of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let characters = text.chars().count();
        let wide = text.chars().filter(|letter| is_wide(*letter)).count();
        Self { characters, is_wide: 2 * wide > characters }
    }

    /// A limit for Latin letters in the script of this text.
    #[must_use]
    pub const fn limit(&self, of_latin: usize) -> usize {
        if self.is_wide { of_latin / 2 } else { of_latin }
    }

    /// The number of Latin letters of the same width, for comparison with a limit for them.
    #[must_use]
    pub const fn in_latin(&self) -> usize {
        if self.is_wide { self.characters * 2 } else { self.characters }
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
    fn a_title_fits_by_its_characters_and_its_pixels() {
        assert!(title_fits("Cold Brew Coffee at Home: Ratio, Time and Storage Guide"));
        let (narrow, wide) = ("il ".repeat(21), "WM ".repeat(18));
        assert!(pixels(&narrow) < TITLE_PIXELS && !title_fits(&narrow), "{narrow} has too many characters");
        assert!(wide.len() < TITLE_MOST && !title_fits(&wide), "{wide} is too wide");
        assert!(title_fits(&"水".repeat(29)) && !title_fits(&"水".repeat(31)) && !title_fits(" "));
    }

    #[test]
    fn wide_letters_halve_the_limit() {
        assert_eq!(Length::of("家でできる水出しコーヒーの作り方").limit(60), 30);
        assert_eq!(Length::of("Cách pha cà phê").limit(60), 60);
        assert_eq!(Length::of("Cách pha cà phê").characters, 15);
        assert_eq!(Length::of("水出し").in_latin(), 6);
    }
}
