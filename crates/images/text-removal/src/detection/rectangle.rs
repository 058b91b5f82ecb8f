//! The smallest rotated rectangle around points.

/// A place in an image, in pixels from its top left corner.
pub type Point = (f32, f32);

/// A rectangle that may be rotated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rectangle {
    centre: Point,
    /// A unit vector along the longer side.
    direction: Point,
    /// Half of the longer and of the shorter side.
    half: (f32, f32),
}

impl Rectangle {
    /// The rectangle of least area around `points`; `None` without points.
    pub(super) fn around(points: Vec<Point>) -> Option<Self> {
        let hull = hull(points);
        let first = *hull.first()?;
        let edges = hull.iter().zip(hull.iter().cycle().skip(1));
        let sides = edges.filter_map(|(&from, &to)| unit((to.0 - from.0, to.1 - from.1)));
        let best = sides.map(|side| Self::along(side, &hull)).min_by(|a, b| a.area().total_cmp(&b.area()));
        Some(best.unwrap_or(Self { centre: first, direction: (1.0, 0.0), half: (0.0, 0.0) }))
    }

    fn along(side: Point, hull: &[Point]) -> Self {
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for &(x, y) in hull {
            let (along, across) = (x * side.0 + y * side.1, y * side.0 - x * side.1);
            low = (low.0.min(along), low.1.min(across));
            high = (high.0.max(along), high.1.max(across));
        }
        let middle = (f32::midpoint(low.0, high.0), f32::midpoint(low.1, high.1));
        let centre = (middle.0 * side.0 - middle.1 * side.1, middle.0 * side.1 + middle.1 * side.0);
        let half = ((high.0 - low.0) / 2.0, (high.1 - low.1) / 2.0);
        if half.0 >= half.1 {
            Self { centre, direction: side, half }
        } else {
            Self { centre, direction: (-side.1, side.0), half: (half.1, half.0) }
        }
    }

    /// The corners, one after the other.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(along, across)| self.at(along, across))
    }

    /// The point at a share of the half sides from the centre.
    pub(super) fn at(&self, along: f32, across: f32) -> Point {
        let (along, across) = (along * self.half.0, across * self.half.1);
        let (x, y) = self.direction;
        (self.centre.0 + along * x - across * y, self.centre.1 + along * y + across * x)
    }

    /// The distance of a point from the centre, along and across.
    pub(super) fn offset(&self, point: Point) -> Point {
        let (x, y) = (point.0 - self.centre.0, point.1 - self.centre.1);
        (x * self.direction.0 + y * self.direction.1, y * self.direction.0 - x * self.direction.1)
    }

    /// Whether a point is inside.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let (along, across) = self.offset(point);
        along.abs() <= self.half.0 && across.abs() <= self.half.1
    }

    /// Whether both are rotated about equally.
    pub(super) fn is_parallel_to(&self, other: &Self) -> bool {
        const LARGEST_SINE: f32 = 0.2;
        let ((x, y), (u, v)) = (self.direction, other.direction);
        (x * v - y * u).abs() <= LARGEST_SINE
    }

    /// The length of the longer side.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.half.0 * 2.0
    }

    /// The length of the shorter side.
    #[must_use]
    pub fn breadth(&self) -> f32 {
        self.half.1 * 2.0
    }

    pub(super) fn area(&self) -> f32 {
        self.length() * self.breadth()
    }

    /// The rectangle with every side moved outwards.
    #[must_use]
    pub fn grown(&self, by: f32) -> Self {
        Self { half: (self.half.0 + by, self.half.1 + by), ..*self }
    }

    pub(crate) const fn centre(&self) -> Point {
        self.centre
    }

    /// The rectangle with its shorter sides moved outwards, each by a separate length.
    pub(super) fn lengthened(&self, before: f32, after: f32) -> Self {
        let shift = (after - before) / 2.0;
        let centre = (self.centre.0 + shift * self.direction.0, self.centre.1 + shift * self.direction.1);
        Self { centre, half: (self.half.0 + f32::midpoint(before, after), self.half.1), ..*self }
    }

    /// The square as broad as this rectangle that begins `at` pixels beyond one of the shorter sides: `side`
    /// is -1 or 1.
    pub(crate) fn next(&self, side: f32, at: f32) -> Self {
        let shift = side * (self.half.0 + at + self.half.1);
        let centre = (self.centre.0 + shift * self.direction.0, self.centre.1 + shift * self.direction.1);
        Self { centre, half: (self.half.1, self.half.1), ..*self }
    }

    /// Visits the pixels of an image whose centre is inside.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sides of pictures are far below 2^24, and casts of floats saturate"
    )]
    pub(crate) fn for_each_pixel(&self, width: usize, height: usize, mut visit: impl FnMut(usize, usize)) {
        let corners = self.corners();
        let span = |coordinate: fn(&Point) -> f32, side: usize| {
            let low = corners.iter().map(coordinate).fold(f32::MAX, f32::min);
            let high = corners.iter().map(coordinate).fold(f32::MIN, f32::max);
            low.floor() as usize..side.min(high.ceil() as usize)
        };
        for y in span(|corner| corner.1, height) {
            for x in span(|corner| corner.0, width) {
                if self.contains((x as f32 + 0.5, y as f32 + 0.5)) {
                    visit(x, y);
                }
            }
        }
    }

    /// The rectangle moved right and down.
    pub(crate) fn moved(&self, by: Point) -> Self {
        Self { centre: (self.centre.0 + by.0, self.centre.1 + by.1), ..*self }
    }

    /// The rectangle in an image that is `factor` times as large.
    pub(super) fn enlarged(&self, factor: f32) -> Self {
        let scaled = |(x, y): Point| (x * factor, y * factor);
        Self { centre: scaled(self.centre), half: scaled(self.half), direction: self.direction }
    }
}

fn unit((x, y): Point) -> Option<Point> {
    let length = x.hypot(y);
    (length > 0.0).then(|| (x / length, y / length))
}

/// The corners of the convex hull, in order.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut lower = chain(points.iter());
    let mut upper = chain(points.iter().rev());
    // Each chain ends where the other begins.
    lower.pop();
    upper.pop();
    lower.append(&mut upper);
    lower
}

fn chain<'p>(points: impl Iterator<Item = &'p Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for &point in points {
        while let [.., a, b] = chain[..]
            && (b.0 - a.0) * (point.1 - a.1) <= (b.1 - a.1) * (point.0 - a.0)
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(points: &[Point]) -> Rectangle {
        Rectangle::around(points.to_vec()).unwrap()
    }

    #[test]
    fn upright_points_have_an_upright_rectangle() {
        let rectangle = around(&[(1.0, 1.0), (9.0, 1.0), (9.0, 4.0), (1.0, 4.0), (5.0, 2.0)]);
        assert_eq!((rectangle.length(), rectangle.breadth()), (8.0, 3.0));
        assert!(rectangle.contains((8.9, 1.1)) && !rectangle.contains((9.1, 2.0)));
    }

    #[test]
    fn turned_points_have_a_turned_rectangle() {
        let rectangle = around(&[(0.0, 3.0), (3.0, 0.0), (10.0, 7.0), (7.0, 10.0)]);
        assert!((rectangle.area() - 3.0 * 7.0 * 2.0).abs() < 1e-3);
        assert!(!rectangle.contains((0.5, 0.5)) && rectangle.contains((5.0, 5.0)));
        assert!(rectangle.grown(4.0).contains((0.5, 0.5)));
    }

    #[test]
    fn few_points_have_a_rectangle_too() {
        assert_eq!(Rectangle::around(Vec::new()), None);
        assert!(around(&[(2.0, 2.0)]).contains((2.0, 2.0)));
        assert!((around(&[(0.0, 0.0), (3.0, 4.0)]).length() - 5.0).abs() < 1e-6);
    }
}
