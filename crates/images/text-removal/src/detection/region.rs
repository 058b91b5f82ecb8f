//! Converts the network's map of probabilities to places with text.
//!
//! The network marks the middle of each line of text. A place is a group of marked pixels. It extends beyond
//! the mark, the more so the thicker the mark is.

use std::collections::BTreeMap;

use super::rectangle::{Point, Rectangle};
use crate::mask::Mask;

/// The probability of each pixel of an image to be in the middle of a line of text.
pub(crate) struct Probabilities {
    pub(crate) width: usize,
    /// The values, row by row.
    pub(crate) values: Vec<f32>,
}

/// A place with text.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    marks: Vec<Rectangle>,
    reach: f32,
    score: f32,
}

impl Region {
    /// Pixels above this probability belong to a mark.
    const MARKED: f32 = 0.3;
    /// The least mean probability of a mark.
    const POSSIBLE: f32 = 0.6;
    /// The mean probability of a mark that is certainly text. Eyes, craters and windows stay below.
    const SURE: f32 = 0.85;
    /// The mean probability of a mark that needs no second look.
    const EVIDENT: f32 = 0.95;
    /// How much longer than broad a mark has to be to be a line. The network takes a window with crossbars
    /// for a single letter.
    const LINE: f32 = 1.5;
    /// The least breadth of a mark, in the network's pixels.
    const BREADTH: f32 = 3.0;
    /// The least length of a mark, in the network's pixels.
    const LENGTH: f32 = 8.0;
    /// How far text extends beyond its mark, as a multiple of the mark's area divided by its circumference.
    const UNCLIP: f32 = 1.6;

    /// The places in a map.
    pub(crate) fn all(map: &Probabilities) -> Vec<Self> {
        let height = map.values.len().checked_div(map.width).unwrap_or(0);
        let marked = Mask::of(map.width, height, |x, y| map.values[y * map.width + x] > Self::MARKED);
        marked.groups().iter().filter_map(|group| Self::of_group(group, map)).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
    fn of_group(group: &[usize], map: &Probabilities) -> Option<Self> {
        let score = group.iter().map(|&index| map.values[index]).sum::<f32>() / group.len() as f32;
        if score < Self::POSSIBLE {
            return None;
        }
        let pixels: Vec<Point> =
            group.iter().map(|index| ((index % map.width) as f32, (index / map.width) as f32)).collect();
        let marks = split(&pixels, 3);
        let length: f32 = marks.iter().map(Rectangle::length).sum();
        let breadth = marks.iter().map(Rectangle::breadth).fold(0.0, f32::max);
        let reach = Self::UNCLIP * group.len() as f32 / (2.0 * (length + breadth));
        (breadth >= Self::BREADTH && length >= Self::LENGTH).then_some(Self { marks, reach, score })
    }

    /// An upright line with a mark between two corners.
    #[cfg(test)]
    pub(crate) fn upright((left, top): Point, (right, bottom): Point, reach: f32) -> Self {
        let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        Self { marks: Rectangle::around(corners).into_iter().collect(), reach, score: 1.0 }
    }

    /// The same place in an image that is `factor` times as large.
    pub(crate) fn enlarged(&self, factor: f32) -> Self {
        let marks = self.marks.iter().map(|mark| mark.enlarged(factor)).collect();
        Self { marks, reach: self.reach * factor, score: self.score }
    }

    /// The same place in an image of which this one is a part that begins at `corner`.
    pub(crate) fn moved(&self, corner: Point) -> Self {
        let marks = self.marks.iter().map(|mark| mark.moved(corner)).collect();
        Self { marks, ..*self }
    }

    /// The same place with longer marks. `by` returns how far each continues before and after, given the
    /// rectangle of its text.
    pub(crate) fn lengthened(&self, mut by: impl FnMut(&Rectangle) -> (f32, f32)) -> Self {
        let longer = |mark: &Rectangle| {
            let (before, after) = by(&mark.grown(self.reach));
            mark.lengthened(before, after)
        };
        Self { marks: self.marks.iter().map(longer).collect(), ..*self }
    }

    /// The confidence of the network, up to 1.
    #[must_use]
    pub const fn score(&self) -> f32 {
        self.score
    }

    /// Rectangles that hold the text; several where it is bent.
    #[must_use]
    pub fn rectangles(&self) -> Vec<Rectangle> {
        self.within(1.0, 0.0)
    }

    /// Rectangles that extend `generosity` times as far beyond the marks as text usually does, and `more`
    /// pixels.
    pub(crate) fn within(&self, generosity: f32, more: f32) -> Vec<Rectangle> {
        self.marks.iter().map(|mark| mark.grown(self.reach * generosity + more)).collect()
    }

    /// Half of the largest breadth of a letter's stroke.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a breadth is positive and below a picture's side"
    )]
    pub(crate) fn stroke(&self) -> usize {
        const SHARE: f32 = 0.24;
        (self.breadth() * SHARE).ceil() as usize + 2
    }

    /// The approximate height of the text.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a breadth is positive and below a picture's side"
    )]
    pub(crate) fn height(&self) -> usize {
        (self.breadth() + 2.0 * self.reach) as usize
    }

    /// Whether this is certainly text, not only beside a place that is.
    pub(crate) fn is_sure(&self) -> bool {
        self.score >= Self::SURE && self.is_line()
    }

    /// Whether one look at this is enough.
    pub(crate) fn is_evident(&self) -> bool {
        self.score >= Self::EVIDENT
    }

    /// The breadth of the broadest mark.
    pub(crate) fn breadth(&self) -> f32 {
        self.marks.iter().map(Rectangle::breadth).fold(0.0, f32::max)
    }

    /// Whether this place is close enough to `other` to be a part of the same line.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        const NEAR: f32 = 3.0;
        let reach = other.within(NEAR, 0.0);
        self.marks.iter().any(|mark| reach.iter().any(|rectangle| rectangle.contains(mark.at(0.0, 0.0))))
    }

    /// Whether this is a line of the same height and slant as `other`, or the same line.
    pub(crate) fn resembles(&self, other: &Self) -> bool {
        const ALIKE: f32 = 0.6;
        let [least, most] = [self.breadth().min(other.breadth()), self.breadth().max(other.breadth())];
        let is_parallel = |mark: &Rectangle| other.marks.iter().any(|line| line.is_parallel_to(mark));
        least >= most * ALIKE && self.is_line() && self.marks.iter().any(is_parallel)
    }

    fn is_line(&self) -> bool {
        let length: f32 = self.marks.iter().map(Rectangle::length).sum();
        length >= self.breadth() * Self::LINE
    }

    /// Whether the middle of the mark of one place is in the other place.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let holds = |outer: &Self, inner: &Self| {
            let cover = outer.rectangles();
            inner.marks.iter().any(|mark| cover.iter().any(|rectangle| rectangle.contains(mark.at(0.0, 0.0))))
        };
        holds(self, other) || holds(other, self)
    }

    /// The area of the marks.
    pub(crate) fn marked_area(&self) -> f32 {
        self.marks.iter().map(Rectangle::area).sum()
    }

    /// Whether most of this place's marks are inside `other`.
    pub(crate) fn is_part_of(&self, other: &Self) -> bool {
        const GRID: [f32; 5] = [-0.9, -0.45, 0.0, 0.45, 0.9];
        let cover = other.rectangles();
        let points = self.marks.iter().flat_map(|mark| {
            GRID.into_iter().flat_map(move |along| GRID.map(|across| mark.at(along, across)))
        });
        let (inside, outside): (Vec<Point>, Vec<Point>) =
            points.partition(|point| cover.iter().any(|rectangle| rectangle.contains(*point)));
        inside.len() > outside.len() * 9
    }
}

/// Rectangles around pixels: one if they fill it well, otherwise halves of it, which follow bent lines.
#[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
fn split(pixels: &[Point], depth: u32) -> Vec<Rectangle> {
    const FILLED: f32 = 0.6;
    let Some(whole) = Rectangle::around(outline(pixels)) else { return Vec::new() };
    if depth == 0 || pixels.len() as f32 >= whole.area() * FILLED {
        return vec![whole];
    }
    let (left, right): (Vec<Point>, Vec<Point>) =
        pixels.iter().partition(|(x, y)| whole.offset((x + 0.5, y + 0.5)).0 < 0.0);
    let mut halves = split(&left, depth - 1);
    halves.append(&mut split(&right, depth - 1));
    halves
}

/// The corners of the outermost pixels of each row.
fn outline(pixels: &[Point]) -> Vec<Point> {
    let mut rows: BTreeMap<u32, (f32, f32)> = BTreeMap::new();
    for &(x, y) in pixels {
        let (left, right) = rows.entry(y.to_bits()).or_insert((x, x));
        (*left, *right) = (left.min(x), right.max(x));
    }
    let corners = |(row, (left, right)): (u32, (f32, f32))| {
        let y = f32::from_bits(row);
        [(left, y), (right + 1.0, y), (left, y + 1.0), (right + 1.0, y + 1.0)]
    };
    rows.into_iter().flat_map(corners).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn map(width: usize, height: usize, value: impl Fn(usize, usize) -> f32) -> Probabilities {
        let values = (0..width * height).map(|index| value(index % width, index / width)).collect();
        Probabilities { width, values }
    }

    #[test]
    fn a_mark_becomes_a_place_that_reaches_farther() {
        let line =
            map(100, 40, |x, y| if (20..80).contains(&x) && (15..25).contains(&y) { 0.9 } else { 0.0 });
        let [place] = &Region::all(&line)[..] else { panic!("one place") };
        let [rectangle] = place.rectangles()[..] else { panic!("one rectangle") };
        assert!(rectangle.contains((14.0, 10.0)) && rectangle.contains((86.0, 30.0)));
        assert!(!rectangle.contains((50.0, 5.0)));
        assert!((place.score() - 0.9).abs() < 1e-3);
    }

    #[test]
    fn unlikely_and_thin_marks_are_no_places() {
        let faint = map(60, 30, |x, y| if x > 10 && y > 10 { 0.4 } else { 0.0 });
        let thin = map(60, 30, |_, y| if y == 10 { 1.0 } else { 0.0 });
        assert!(Region::all(&faint).is_empty() && Region::all(&thin).is_empty());
    }

    #[test]
    fn bent_lines_are_followed() {
        let arc = map(200, 120, |x, y| {
            let squared = x.abs_diff(100).pow(2) + y.abs_diff(110).pow(2);
            if (80 * 80..90 * 90).contains(&squared) { 1.0 } else { 0.0 }
        });
        let [place] = &Region::all(&arc)[..] else { panic!("one place") };
        let cover = place.rectangles();
        assert!(cover.len() > 2);
        assert!(!cover.iter().any(|rectangle| rectangle.contains((100.0, 80.0))));
        assert!(cover.iter().any(|rectangle| rectangle.contains((100.0, 25.0))));
    }

    #[test]
    fn lines_as_high_and_as_slanted_resemble_each_other() {
        let line = Region::upright((10.0, 10.0), (90.0, 20.0), 5.0);
        let resembles = |corner, other| Region::upright(corner, other, 5.0).resembles(&line);
        assert!(line.resembles(&line) && resembles((300.0, 200.0), (340.0, 208.0)));
        assert!(!resembles((300.0, 200.0), (340.0, 220.0)), "twice as high");
        assert!(!resembles((300.0, 200.0), (310.0, 290.0)), "upright");
        assert!(!resembles((300.0, 200.0), (310.0, 209.0)), "a single letter");
    }

    #[test]
    fn a_place_that_reaches_beyond_a_larger_one_is_not_a_part_of_it() {
        let larger = Region::upright((100.0, 100.0), (500.0, 160.0), 10.0);
        assert!(Region::upright((120.0, 110.0), (480.0, 150.0), 10.0).is_part_of(&larger));
        assert!(!Region::upright((0.0, 110.0), (480.0, 150.0), 10.0).is_part_of(&larger));
    }

    proptest! {
        #[test]
        fn no_map_is_too_strange(width in 1usize..40, values in proptest::collection::vec(any::<f32>(), 0..800)) {
            let whole_rows = values.len() / width * width;
            let map = Probabilities { width, values: values[..whole_rows].to_vec() };
            for place in Region::all(&map) {
                prop_assert!(!place.rectangles().is_empty());
            }
        }
    }
}
