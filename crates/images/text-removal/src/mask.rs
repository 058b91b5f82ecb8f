//! Masks: sets of pixels of an image.

use std::ops::Range;

use crate::detection::Rectangle;

/// A set of pixels of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    width: usize,
    height: usize,
    members: Vec<bool>,
}

impl Mask {
    /// None of the pixels of an image of the given size.
    #[must_use]
    pub fn empty(width: u32, height: u32) -> Self {
        Self::of(width as usize, height as usize, |_, _| false)
    }

    /// The pixels for which `belongs` holds, given their column and row.
    #[must_use]
    pub fn of(width: usize, height: usize, belongs: impl Fn(usize, usize) -> bool) -> Self {
        let mut members = Vec::with_capacity(width * height);
        for y in 0..height {
            members.extend((0..width).map(|x| belongs(x, y)));
        }
        Self { width, height, members }
    }

    /// Whether a pixel belongs to the set. Pixels outside the image don't.
    #[must_use]
    pub fn contains(&self, x: u32, y: u32) -> bool {
        self.holds(x as usize, y as usize)
    }

    /// Whether no pixel belongs to the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.members.contains(&true)
    }

    /// The number of pixels in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.iter().filter(|member| **member).count()
    }

    /// The share of the image that belongs to the set, from 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
    pub fn share(&self) -> f32 {
        self.len() as f32 / self.members.len().max(1) as f32
    }

    /// The share of another set of the same image that belongs to this one, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
    pub(crate) fn share_of(&self, other: &Self) -> f32 {
        let both = self.members.iter().zip(&other.members).filter(|(here, there)| **here && **there).count();
        both as f32 / other.len().max(1) as f32
    }

    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    pub(crate) const fn height(&self) -> usize {
        self.height
    }

    pub(crate) fn holds(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.members[y * self.width + x]
    }

    pub(crate) fn insert(&mut self, x: usize, y: usize) {
        if x < self.width && y < self.height {
            self.members[y * self.width + x] = true;
        }
    }

    /// Adds the pixels whose centre is in a rectangle.
    pub(crate) fn insert_rectangle(&mut self, rectangle: &Rectangle) {
        rectangle.for_each_pixel(self.width, self.height, |x, y| self.insert(x, y));
    }

    /// Whether a pixel whose centre is in a rectangle belongs to the set.
    pub(crate) fn meets(&self, rectangle: &Rectangle) -> bool {
        let mut meets = false;
        rectangle.for_each_pixel(self.width, self.height, |x, y| meets |= self.holds(x, y));
        meets
    }

    /// Adds the pixels of another set of the same image.
    pub(crate) fn add(&mut self, other: &Self) {
        for (member, more) in self.members.iter_mut().zip(&other.members) {
            *member |= more;
        }
    }

    /// Whether each pixel belongs to the set, row by row.
    pub(crate) fn members(&self) -> &[bool] {
        &self.members
    }

    /// The set with every pixel that is at most `reach` columns and rows away from a member.
    pub(crate) fn widened(&self, reach: usize) -> Self {
        self.spread_across(reach).spread_down(reach)
    }

    fn spread_across(&self, reach: usize) -> Self {
        let mut wide = Self { members: vec![false; self.members.len()], ..*self };
        for (row, members) in self.rows().enumerate() {
            let mut filled = 0;
            for at in (0..self.width).filter(|at| members[*at]) {
                let end = self.width.min(at + reach + 1);
                wide.row_mut(row)[filled.max(at.saturating_sub(reach)).min(end)..end].fill(true);
                filled = end;
            }
        }
        wide
    }

    /// Spreads members along columns, row by row in the order of the memory.
    fn spread_down(&self, reach: usize) -> Self {
        let mut wide = self.clone();
        let mut left = vec![0; self.width];
        // After the turn, the pixels that the remaining count still covers are at most `reach` from a member
        // too.
        for row in (0..self.height).chain((0..self.height).rev()) {
            let members = &self.members[row * self.width..][..self.width];
            for ((wide, member), left) in wide.row_mut(row).iter_mut().zip(members).zip(&mut left) {
                *left = if *member { reach + 1 } else { left.saturating_sub(1) };
                *wide |= *left > 0;
            }
        }
        wide
    }

    fn rows(&self) -> impl Iterator<Item = &[bool]> {
        self.members.chunks_exact(self.width.max(1))
    }

    fn row_mut(&mut self, row: usize) -> &mut [bool] {
        &mut self.members[row * self.width..][..self.width]
    }

    /// The members that are connected to one of `seeds`, over sides and corners.
    pub(crate) fn connected_to(&self, seeds: &Self) -> Self {
        let mut connected = Self { members: vec![false; self.members.len()], ..*self };
        let whole_rows = (0..self.height).map(|row| row * self.width..(row + 1) * self.width);
        let mut pending: Vec<usize> = whole_rows.flat_map(|row| self.run_starts(row, seeds)).collect();
        while let Some(index) = pending.pop() {
            if connected.members[index] {
                continue;
            }
            let run = self.run_around(index);
            connected.members[run.clone()].fill(true);
            for beside in self.above_and_below(&run) {
                pending.extend(self.run_starts(beside, self).filter(|at| !connected.members[*at]));
            }
        }
        connected
    }

    /// The pixels in the rows above and below that touch a run.
    fn above_and_below(&self, run: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
        let (width, row) = (self.width, run.start / self.width);
        let columns = (run.start % width).saturating_sub(1)..width.min(run.end - row * width + 1);
        let below = (row + 1 < self.height).then_some(row + 1);
        let rows = [row.checked_sub(1), below].into_iter().flatten();
        rows.map(move |row| row * width + columns.start..row * width + columns.end)
    }

    /// The starts of runs of pixels that belong to both sets.
    fn run_starts(&self, within: Range<usize>, other: &Self) -> impl Iterator<Item = usize> {
        let is_in = |at: usize| self.members[at] && other.members[at];
        let start = within.start;
        within.filter(move |at| is_in(*at) && (*at == start || !is_in(at - 1)))
    }

    /// The run of members in a row that contains `index`.
    fn run_around(&self, index: usize) -> Range<usize> {
        let row = index / self.width * self.width;
        let before = self.members[row..index].iter().rev().take_while(|member| **member).count();
        let after = self.members[index..row + self.width].iter().take_while(|member| **member).count();
        index - before..index + after
    }

    /// The pixels for which `belongs` holds, given whether they are in this set and in another of the same image.
    pub(crate) fn combined(&self, other: &Self, belongs: impl Fn(bool, bool) -> bool) -> Self {
        let members = self.members.iter().zip(&other.members).map(|(here, there)| belongs(*here, *there));
        Self { members: members.collect(), ..*self }
    }

    /// Groups of connected pixels, each as indices row by row.
    pub(crate) fn groups(&self) -> Vec<Vec<usize>> {
        let mut left = self.members.clone();
        let mut groups = Vec::new();
        for start in 0..left.len() {
            if std::mem::take(&mut left[start]) {
                groups.push(self.group_from(start, &mut left));
            }
        }
        groups
    }

    fn group_from(&self, start: usize, left: &mut [bool]) -> Vec<usize> {
        let mut group = vec![start];
        let mut visited = 0;
        while let Some(&index) = group.get(visited) {
            visited += 1;
            let (x, y) = (index % self.width, index / self.width);
            for near_y in y.saturating_sub(1)..(y + 2).min(self.height) {
                for near_x in x.saturating_sub(1)..(x + 2).min(self.width) {
                    let near = near_y * self.width + near_x;
                    if std::mem::take(&mut left[near]) {
                        group.push(near);
                    }
                }
            }
        }
        group
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn widening_reaches_as_far_as_told_and_stays_inside() {
        let mut mask = Mask::empty(9, 7);
        mask.insert(0, 0);
        mask.insert(6, 3);
        let wide = mask.widened(2);
        let expected =
            Mask::of(9, 7, |x, y| (x <= 2 && y <= 2) || ((4..=8).contains(&x) && (1..=5).contains(&y)));
        assert_eq!(wide, expected);
    }

    #[test]
    fn shares_are_parts_of_the_picture_or_of_another_set() {
        let mask = Mask::of(8, 5, |x, _| x < 2);
        assert!((mask.share() - 0.25).abs() < 1e-6);
        assert!((mask.share_of(&Mask::of(8, 5, |x, y| x < 4 && y == 0)) - 0.5).abs() < 1e-6);
        assert!(Mask::empty(0, 0).share().abs() < 1e-6);
    }

    #[test]
    fn groups_hold_every_member_once() {
        let mask = Mask::of(8, 8, |x, y| (x < 3 && y < 3) || (x == 3 && y == 3) || (x > 5 && y > 5));
        let mut groups = mask.groups();
        for group in &mut groups {
            group.sort_unstable();
        }
        assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [10, 4]);
        assert_eq!(groups.concat().len(), mask.len());
    }

    fn masks() -> impl Strategy<Value = [Mask; 2]> {
        (1usize..12, 1usize..9).prop_flat_map(|(width, height)| {
            let mask = move || {
                proptest::collection::vec(proptest::bool::weighted(0.4), width * height)
                    .prop_map(move |members| Mask { width, height, members })
            };
            [mask(), mask()]
        })
    }

    proptest! {
        #[test]
        fn wide_is_what_is_near([mask, _] in masks(), reach in 0usize..6) {
            let is_near = |x: usize, y: usize| {
                (0..mask.members.len()).filter(|&at| mask.members[at]).any(|at| {
                    (at % mask.width).abs_diff(x) <= reach && (at / mask.width).abs_diff(y) <= reach
                })
            };
            prop_assert_eq!(mask.widened(reach), Mask::of(mask.width, mask.height, is_near));
        }

        #[test]
        fn connected_are_the_groups_that_hold_a_seed([mask, seeds] in masks()) {
            let groups = mask.groups().into_iter().filter(|group| group.iter().any(|&at| seeds.members[at]));
            let mut expected: Vec<usize> = groups.flatten().collect();
            expected.sort_unstable();
            let connected = mask.connected_to(&seeds);
            let members: Vec<usize> = (0..mask.members.len()).filter(|&at| connected.members[at]).collect();
            prop_assert_eq!(members, expected);
        }
    }
}
