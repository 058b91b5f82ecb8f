//! The vendored icons: names and filled outlines. See data/icons.LICENSE and scripts/vendor-icons.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{FillRule, Path, PathBuilder, Rect, Transform};

use crate::colour::Colour;

/// A filled outline of an icon.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) path: Path,
    pub(crate) colour: Colour,
    pub(crate) rule: FillRule,
}

/// A thing that can be drawn, on a square of 32 units.
#[derive(Debug, Clone)]
pub(crate) struct Icon {
    pub(crate) name: &'static str,
    pub(crate) parts: Vec<Part>,
    pub(crate) bounds: Rect,
    /// Its colour seen from far away.
    pub(crate) mean: Colour,
}

struct Entry {
    name: &'static str,
    columns: &'static str,
    icon: OnceLock<Option<Icon>>,
}

static ICONS: LazyLock<BTreeMap<&'static str, Entry>> = LazyLock::new(|| {
    let lines = include_str!("../data/icons.tsv").lines().filter_map(|line| line.split_once('\t'));
    lines.map(|(name, columns)| (name, Entry { name, columns, icon: OnceLock::new() })).collect()
});

/// The icon of a name. Each icon is parsed once, when it is first drawn.
pub(crate) fn icon(name: &str) -> Option<&'static Icon> {
    let entry = ICONS.get(name)?;
    entry.icon.get_or_init(|| Icon::read(entry.name, entry.columns)).as_ref()
}

impl Icon {
    fn read(name: &'static str, columns: &str) -> Option<Self> {
        let mut columns = columns.split('\t');
        let mut parts = Vec::new();
        while let (Some(fill), Some(rule), Some(data)) = (columns.next(), columns.next(), columns.next()) {
            let rule = if rule == "e" { FillRule::EvenOdd } else { FillRule::Winding };
            parts.push(Part { path: outline(data)?, colour: Colour::parse(fill)?, rule });
        }
        let tight = parts.iter().filter_map(|part| part.path.compute_tight_bounds());
        let bounds = tight.reduce(|one, two| one.join(&two).unwrap_or(one))?;
        let mean = mean(&parts)?;
        Some(Self { name, parts, bounds, mean })
    }

    /// All outlines. Their union is the shape of the icon.
    pub(crate) fn outlines(&self) -> Vec<&Path> {
        self.parts.iter().map(|part| &part.path).collect()
    }
}

fn outline(data: &str) -> Option<Path> {
    #[expect(clippy::cast_possible_truncation, reason = "icons have 32 units and three decimals")]
    let short = |number: f64| number as f32;
    let mut path = PathBuilder::new();
    for segment in SimplifyingPathParser::from(data) {
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => path.move_to(short(x), short(y)),
            SimplePathSegment::LineTo { x, y } => path.line_to(short(x), short(y)),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                path.cubic_to(short(x1), short(y1), short(x2), short(y2), short(x), short(y));
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                path.quad_to(short(x1), short(y1), short(x), short(y));
            }
            SimplePathSegment::ClosePath => path.close(),
        }
    }
    path.finish()
}

/// The mean colour of the icon drawn small.
fn mean(parts: &[Part]) -> Option<Colour> {
    let mut small = tiny_skia::Pixmap::new(32, 32)?;
    for part in parts {
        let mut paint = tiny_skia::Paint::default();
        paint.set_color(part.colour.skia());
        small.fill_path(&part.path, &paint, part.rule, Transform::identity(), None);
    }
    let mut sums = [0.0f32; 4];
    for pixel in small.data().chunks_exact(4) {
        sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += f32::from(*part));
    }
    let [red, green, blue, alpha] = sums;
    let whole = alpha.max(1.0);
    Some(Colour { red: red / whole, green: green / whole, blue: blue / whole, alpha: 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_can_be_read() {
        assert!(ICONS.len() > 500);
        for name in ICONS.keys() {
            let icon = icon(name).unwrap_or_else(|| panic!("{name}"));
            assert!(icon.bounds.width() > 5.0 && icon.bounds.height() > 5.0, "{name}");
            assert!(icon.bounds.left() > -1.5 && icon.bounds.right() < 33.5, "{name} {:?}", icon.bounds);
        }
    }

    #[test]
    fn an_unknown_icon_is_none() {
        assert!(icon("no-such-thing").is_none());
    }
}
