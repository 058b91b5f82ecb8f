//! Strokes that extend beyond the place where text was found.
//!
//! The searched part of the image limits how far they can extend.

use super::part::Part;
use crate::mask::Mask;

/// The pixels of `ink` that are connected to `letters`, over gaps of twice `gap` pixels.
pub(super) fn connected(letters: &Mask, ink: &Mask, gap: usize) -> Mask {
    let mut connected = ink.widened(gap).connected_to(letters).combined(ink, |near, ink| near && ink);
    connected.add(letters);
    connected
}

/// `letters` with the strokes that start in them and end outside of `inside`. Strokes without an end are
/// lines of the background.
pub(super) fn prolonged(letters: &Mask, strokes: &Mask, inside: &Mask, part: &Part, picture: &Mask) -> Mask {
    let outside = strokes.combined(inside, |stroke, inside| stroke && !inside);
    let mut prolonged = letters.clone();
    for group in outside.connected_to(&letters.widened(1)).groups() {
        if !group.iter().any(|&index| part.is_at_open_side(index, picture)) {
            for index in group {
                prolonged.insert(index % part.width, index / part.width);
            }
        }
    }
    prolonged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part() -> Part {
        Part { left: 10, top: 10, width: 60, height: 40, colours: vec![[0; 3]; 60 * 40] }
    }

    fn inside() -> Mask {
        Mask::of(60, 40, |x, y| (20..40).contains(&x) && (10..30).contains(&y))
    }

    fn within(strokes: &Mask) -> Mask {
        Mask::of(60, 40, |x, y| strokes.holds(x, y) && inside().holds(x, y))
    }

    #[test]
    fn a_stroke_that_crosses_the_edge_is_taken_whole() {
        let stroke = Mask::of(60, 40, |x, y| (28..31).contains(&x) && (15..37).contains(&y));
        let picture = Mask::empty(100, 100);
        assert_eq!(prolonged(&within(&stroke), &stroke, &inside(), &part(), &picture), stroke);
        assert_eq!(connected(&within(&stroke), &stroke, 1), stroke);
    }

    #[test]
    fn a_line_that_goes_on_is_left() {
        let line = Mask::of(60, 40, |_, y| (18..20).contains(&y));
        let picture = Mask::empty(100, 100);
        assert_eq!(prolonged(&within(&line), &line, &inside(), &part(), &picture), within(&line));
    }

    #[test]
    fn letters_beside_are_taken_and_what_is_farther_is_not() {
        let ink = Mask::of(60, 40, |x, y| [22, 36, 44, 58].contains(&x) && (15..25).contains(&y));
        let taken = connected(&within(&ink), &ink, 4);
        assert_eq!(taken, Mask::of(60, 40, |x, y| x < 50 && ink.holds(x, y)));
    }
}
