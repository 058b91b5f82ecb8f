//! Soft masks: the blurred shape of something, at a fraction of its size. Shadows and relief are made of
//! them.

use tiny_skia::{FillRule, Path, Transform};

use super::Canvas;
use crate::numbers::{count, index, pixels};

/// Opacity from 0 to 1 on a coarse grid over a part of a canvas.
#[derive(Debug, Clone)]
pub(crate) struct Mask {
    width: usize,
    height: usize,
    /// How many pixels of the canvas one cell covers.
    cell: f32,
    /// Where the grid begins on the canvas.
    corner: (f32, f32),
    cells: Vec<f32>,
}

impl Mask {
    /// The shape of outlines, with room around it for the blur.
    pub(crate) fn of(paths: &[&Path], transform: Transform, blur: f32, limit: (f32, f32)) -> Option<Self> {
        let cell = (blur / 2.5).clamp(1.0, 8.0);
        let bounds =
            paths.iter().filter_map(|path| (*path).clone().transform(transform)).map(|path| path.bounds());
        let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
        for bound in bounds {
            (left, top) = (left.min(bound.left()), top.min(bound.top()));
            (right, bottom) = (right.max(bound.right()), bottom.max(bound.bottom()));
        }
        let room = blur * 2.0 + cell;
        let (left, top) = ((left - room).max(-room), (top - room).max(-room));
        let (right, bottom) = ((right + room).min(limit.0 + room), (bottom + room).min(limit.1 + room));
        if right <= left || bottom <= top {
            return None;
        }
        let mut raster = tiny_skia::Mask::new(pixels((right - left) / cell), pixels((bottom - top) / cell))?;
        let shrink = transform.post_translate(-left, -top).post_scale(1.0 / cell, 1.0 / cell);
        for path in paths {
            raster.fill_path(path, FillRule::Winding, true, shrink);
        }
        let (width, height) = (raster.width(), raster.height());
        let cells = raster.data().iter().map(|alpha| f32::from(*alpha) / 255.0).collect();
        let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        Some(Self { width, height, cell, corner: (left, top), cells }.blurred(blur / cell))
    }

    /// The opacity of a canvas, for relief.
    pub(crate) fn of_canvas(canvas: &Canvas, cell: usize) -> Self {
        let (wide, high) = (index(canvas.width()), index(canvas.height()));
        let (width, height) = (wide.div_ceil(cell), high.div_ceil(cell));
        let pixels = canvas.pixmap.pixels();
        let sample = |cell_index: usize| {
            let (column, row) = (cell_index % width * cell, cell_index / width * cell);
            f32::from(pixels[row * wide + column].alpha()) / 255.0
        };
        let cells = (0..width * height).map(sample).collect();
        Self { width, height, cell: count(cell), corner: (0.0, 0.0), cells }
    }

    /// The mask blurred by a radius in cells: three box blurs approximate a Gaussian.
    pub(crate) fn blurred(mut self, radius: f32) -> Self {
        let box_radius = index(radius / 1.7 + 0.5);
        if box_radius > 0 {
            for _ in 0..3 {
                self.box_rows(box_radius);
                self.box_columns(box_radius);
            }
        }
        self
    }

    fn box_rows(&mut self, radius: usize) {
        let mut line = vec![0.0; self.width];
        for row in self.cells.chunks_exact_mut(self.width) {
            slide(row, radius, &mut line);
            row.copy_from_slice(&line);
        }
    }

    fn box_columns(&mut self, radius: usize) {
        let (mut column, mut line) = (vec![0.0; self.height], vec![0.0; self.height]);
        for start in 0..self.width {
            for (row, value) in column.iter_mut().enumerate() {
                *value = self.cells[row * self.width + start];
            }
            slide(&column, radius, &mut line);
            for (row, value) in line.iter().enumerate() {
                self.cells[row * self.width + start] = *value;
            }
        }
    }

    /// The opacity at a place of the canvas, interpolated between the cells.
    pub(crate) fn at(&self, across: f32, down: f32) -> f32 {
        let (column, row) =
            ((across - self.corner.0) / self.cell - 0.5, (down - self.corner.1) / self.cell - 0.5);
        let (column, row) =
            (column.clamp(0.0, count(self.width - 1)), row.clamp(0.0, count(self.height - 1)));
        let (left, top) = (index(column), index(row));
        let (right, bottom) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (over, under) = (column - count(left), row - count(top));
        let cell = |column: usize, row: usize| self.cells[row * self.width + column];
        let upper = cell(left, top) + (cell(right, top) - cell(left, top)) * over;
        let lower = cell(left, bottom) + (cell(right, bottom) - cell(left, bottom)) * over;
        upper + (lower - upper) * under
    }

    /// The opacity along a row of the canvas, starting at a column. The rows of cells are interpolated once
    /// for the whole row.
    pub(crate) fn row(&self, down: f32, first: f32, row: &mut [f32]) {
        let place = ((down - self.corner.1) / self.cell - 0.5).clamp(0.0, count(self.height - 1));
        let (top, under) = (index(place), place.fract());
        let bottom = (top + 1).min(self.height - 1);
        let line = |row: usize| &self.cells[row * self.width..(row + 1) * self.width];
        let mixed: Vec<f32> = line(top)
            .iter()
            .zip(line(bottom))
            .map(|(upper, lower)| upper + (lower - upper) * under)
            .collect();
        let last = self.width - 1;
        let mut column = (first + 0.5 - self.corner.0) / self.cell - 0.5;
        for opacity in row {
            let left = index(column).min(last);
            let right = (left + 1).min(last);
            let over = (column - count(left)).clamp(0.0, 1.0);
            *opacity = mixed[left] + (mixed[right] - mixed[left]) * over;
            column += 1.0 / self.cell;
        }
    }

    /// The part of the canvas that it covers: left, top, right, bottom.
    pub(crate) fn extent(&self) -> (f32, f32, f32, f32) {
        let (left, top) = self.corner;
        (left, top, left + count(self.width) * self.cell, top + count(self.height) * self.cell)
    }
}

/// The mean of each value's neighbours. Values outside repeat the border.
pub(super) fn slide(values: &[f32], radius: usize, means: &mut [f32]) {
    let last = values.len().saturating_sub(1);
    let at = |place: usize| values[place.saturating_sub(radius).min(last)];
    let share = 1.0 / count(2 * radius + 1);
    let mut sum: f32 = (0..=2 * radius).map(at).sum();
    for (place, mean) in means.iter_mut().enumerate() {
        *mean = sum * share;
        sum += at(place + 2 * radius + 1) - at(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::circle;

    #[test]
    fn a_blurred_disc_is_dense_within_and_empty_outside() {
        let disc = circle((50.0, 50.0), 20.0).unwrap();
        let mask = Mask::of(&[&disc], Transform::identity(), 6.0, (100.0, 100.0)).unwrap();
        assert!(mask.at(50.0, 50.0) > 0.95);
        assert!((0.2..0.8).contains(&mask.at(70.0, 50.0)));
        assert!(mask.at(88.0, 50.0) < 0.05);
    }

    #[test]
    fn sliding_keeps_what_is_even() {
        let mut means = [0.0; 3];
        slide(&[2.0, 2.0, 2.0], 4, &mut means);
        assert!(means.iter().all(|mean| (mean - 2.0f32).abs() < 1e-5));
    }
}
