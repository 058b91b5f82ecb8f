//! Sets of a picture's pixels.

use crate::detection::Rectangle;

/// Some of a picture's pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    width: usize,
    height: usize,
    members: Vec<bool>,
}

impl Mask {
    /// None of the pixels of a picture of the given size.
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

    /// Whether a pixel belongs to the set. Pixels outside the picture don't.
    #[must_use]
    pub fn contains(&self, x: u32, y: u32) -> bool {
        self.holds(x as usize, y as usize)
    }

    /// Whether no pixel belongs to the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.members.contains(&true)
    }

    /// How many pixels belong to the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.iter().filter(|member| **member).count()
    }

    /// How much of the picture belongs to the set, from 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
    pub fn share(&self) -> f32 {
        self.len() as f32 / self.members.len().max(1) as f32
    }

    /// How much of another set of the same picture belongs to this one, from 0 to 1.
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

    /// Adds the pixels whose middle is in a rectangle.
    pub(crate) fn insert_rectangle(&mut self, rectangle: &Rectangle) {
        rectangle.for_each_pixel(self.width, self.height, |x, y| self.insert(x, y));
    }

    /// Whether a pixel whose middle is in a rectangle belongs to the set.
    pub(crate) fn meets(&self, rectangle: &Rectangle) -> bool {
        let mut meets = false;
        rectangle.for_each_pixel(self.width, self.height, |x, y| meets |= self.holds(x, y));
        meets
    }

    /// Adds the pixels of another set of the same picture.
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
        let across = self.spread(reach, self.width, 1);
        across.spread(reach, self.height, self.width)
    }

    /// Spreads members along rows (`stride` 1) or columns (`stride` a row's length).
    fn spread(&self, reach: usize, length: usize, stride: usize) -> Self {
        let mut wide = vec![false; self.members.len()];
        for line in 0..self.members.len().checked_div(length).unwrap_or(0) {
            let start = if stride == 1 { line * length } else { line };
            let mut filled = 0;
            for at in (0..length).filter(|at| self.members[start + at * stride]) {
                for near in filled.max(at.saturating_sub(reach))..length.min(at + reach + 1) {
                    wide[start + near * stride] = true;
                }
                filled = at + reach + 1;
            }
        }
        Self { members: wide, ..*self }
    }

    /// The pixels that touch each other, group by group, each as indices row by row.
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
}
