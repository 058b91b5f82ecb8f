//! How wide a title is on a results page: Arial at 20 pixels.

use seo::words::{Spacing, fold_diacritics, spacing};

/// The height of the letters in pixels.
const SIZE: f64 = 20.0;
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
/// What characters without an entry take: about a capital letter.
const OTHER: u16 = 667;

/// The width of a text in pixels.
pub(crate) fn pixels(text: &str) -> f64 {
    let folded = fold_diacritics(text);
    folded.chars().map(|letter| f64::from(width(letter))).sum::<f64>() * SIZE / 1000.0
}

fn width(letter: char) -> u16 {
    match letter {
        ' '..='~' => WIDTHS[letter as usize - ' ' as usize],
        '‘' | '’' => 222,
        '“' | '”' => 333,
        '–' => 556,
        '—' | '…' => 1000,
        _ if spacing(letter.encode_utf8(&mut [0; 4])) == Spacing::Ideographic => 1000,
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_follow_the_letters() {
        assert!((pixels("iiii") - 17.76).abs() < 1e-9 && (pixels("WWWW") - 75.52).abs() < 1e-9);
        assert!((pixels("Cà phê") - pixels("Ca phe")).abs() < 1e-9);
        assert!((pixels("咖啡") - 40.0).abs() < 1e-9);
        assert!(pixels("").abs() < 1e-9);
        let title = pixels("Cold Brew Coffee at Home: Ratio, Time and Storage Guide");
        assert!((450.0..560.0).contains(&title), "{title}");
    }
}
