//! Draws words into an image, in letters of five by seven squares.

use super::canvas::{Canvas, Colour};

/// The width of a letter and the gap after it, in squares.
const ADVANCE: u32 = 6;
const TALL: u32 = 7;
const WORDS: [&str; 4] = ["HELLO", "SALE", "OPEN", "TODAY"];
const DARK: Colour = [16, 16, 20];
const LIGHT: Colour = [250, 250, 246];

/// Draws four words, well apart.
pub(super) fn write_signs(canvas: &mut Canvas) {
    let square = (canvas.width.min(canvas.height) / 128).max(1);
    let places = [(1, 1), (5, 2), (2, 5), (5, 6)];
    for (word, (right, down)) in WORDS.iter().zip(places) {
        let at = (canvas.width * right / 8, canvas.height * down / 8);
        write(canvas, word, at, square);
    }
}

/// Draws words from edge to edge, line by line.
pub(super) fn fill(canvas: &mut Canvas) {
    let square = (canvas.width.min(canvas.height) / 256).max(1);
    let line = square * (TALL + 2);
    let letters = canvas.width as usize / (ADVANCE * square) as usize + 2;
    for number in 0..canvas.height.div_ceil(line) {
        let words = WORDS.iter().cycle().skip(number as usize);
        let text: String = words.flat_map(|word| word.chars().chain([' '])).take(letters).collect();
        write(canvas, &text, (square, number * line + square), square);
    }
}

/// A colour with contrast to a place.
fn contrast(canvas: &mut Canvas, (x, y): (u32, u32)) -> Colour {
    let brightness = |pixel: &mut Colour| pixel.iter().map(|channel| u32::from(*channel)).sum::<u32>();
    let bright = canvas.part_mut(y, x, x + 1).map(brightness).next().is_some_and(|sum| sum > 3 * 110);
    if bright { DARK } else { LIGHT }
}

fn write(canvas: &mut Canvas, text: &str, (left, top): (u32, u32), square: u32) {
    for (letter, place) in text.chars().zip(0..) {
        let left = left + place * ADVANCE * square;
        let colour = contrast(canvas, (left, top));
        for (row, down) in rows(letter).into_iter().zip(0..) {
            for across in (0..5).filter(|across| row & (0b1_0000 >> across) != 0) {
                let (x, y) = (left + across * square, top + down * square);
                for y in y..y + square {
                    canvas.part_mut(y, x, x + square).for_each(|pixel| *pixel = colour);
                }
            }
        }
    }
}

/// The squares of a letter, row by row from the top.
const fn rows(letter: char) -> [u8; TALL as usize] {
    match letter {
        'A' => [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        'D' => [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110],
        'E' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
        'H' => [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        'L' => [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
        'N' => [0b10001, 0b11001, 0b10101, 0b10011, 0b10001, 0b10001, 0b10001],
        'O' => [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        'P' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000],
        'S' => [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
        'T' => [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100],
        'Y' => [0b10001, 0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b00100],
        _ => [0; TALL as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(canvas: &Canvas) -> usize {
        canvas.rows().flat_map(|row| row.as_chunks::<3>().0).filter(|pixel| **pixel != [128; 3]).count()
    }

    fn grey(width: u32, height: u32) -> Canvas {
        let mut canvas = Canvas::new(width, height);
        (0..height).for_each(|y| canvas.row_mut(y).for_each(|pixel| *pixel = [128; 3]));
        canvas
    }

    #[test]
    fn every_letter_of_the_words_is_drawn() {
        for letter in WORDS.iter().flat_map(|word| word.chars()) {
            assert_ne!(rows(letter), [0; 7], "{letter}");
        }
    }

    #[test]
    fn letters_have_their_form() {
        let mut canvas = grey(5, 7);
        write(&mut canvas, "L", (0, 0), 1);
        let shape: Vec<String> = canvas
            .rows()
            .map(|row| row.as_chunks::<3>().0.iter().map(|p| if *p == DARK { '#' } else { '.' }).collect())
            .collect();
        assert_eq!(shape, ["#....", "#....", "#....", "#....", "#....", "#....", "#####"]);
    }

    #[test]
    fn signs_leave_most_of_the_picture_and_a_full_one_reaches_every_edge() {
        let (mut some, mut full) = (grey(640, 512), grey(640, 512));
        write_signs(&mut some);
        fill(&mut full);
        assert!((2_000..20_000).contains(&marked(&some)), "{}", marked(&some));
        assert!(marked(&full) > 640 * 512 / 5, "{}", marked(&full));
        let last = full.rows().map(|row| row[639 * 3 - 24..].chunks(3).any(|pixel| pixel != [128; 3]));
        assert!(last.filter(|marked| *marked).count() > 100);
    }

    #[test]
    fn the_smallest_picture_takes_letters_too() {
        for (width, height) in [(1, 1), (3, 200), (200, 3)] {
            let mut canvas = grey(width, height);
            write_signs(&mut canvas);
            fill(&mut canvas);
        }
    }
}
