//! The canvas: filled outlines, gradients, glows and soft shadows. Painting never fails; parts outside the
//! canvas are cut off.

mod finish;
mod light;
mod mask;

pub(crate) use light::Shadow;
pub(crate) use mask::Mask;

use std::collections::BTreeSet;

use tiny_skia::{
    FillRule, GradientStop, LinearGradient, Paint, Path, Pixmap, PixmapPaint, Point, PremultipliedColorU8,
    RadialGradient, Shader, SpreadMode, Stroke, Transform,
};

use crate::colour::Colour;
use crate::icons::Icon;
use crate::numbers::{byte, index, length};
use crate::shapes::At;

/// What an outline is filled with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ink {
    Flat(Colour),
    /// A gradient from one place to another.
    Linear {
        from: (At, Colour),
        to: (At, Colour),
    },
    /// A gradient from a centre outwards.
    Radial {
        centre: At,
        radius: f32,
        inner: Colour,
        outer: Colour,
    },
}

impl From<Colour> for Ink {
    fn from(colour: Colour) -> Self {
        Self::Flat(colour)
    }
}

impl Ink {
    /// A gradient from above to below.
    pub(crate) fn down(top: f32, from: Colour, bottom: f32, to: Colour) -> Self {
        Self::Linear { from: ((0.0, top), from), to: ((0.0, bottom), to) }
    }

    /// A gradient from left to right.
    pub(crate) fn across(left: f32, from: Colour, right: f32, to: Colour) -> Self {
        Self::Linear { from: ((left, 0.0), from), to: ((right, 0.0), to) }
    }

    fn shader(self) -> Shader<'static> {
        let stops = |from: Colour, to: Colour| {
            vec![GradientStop::new(0.0, from.skia()), GradientStop::new(1.0, to.skia())]
        };
        let (shader, plain) = match self {
            Self::Flat(colour) => (None, colour),
            Self::Linear { from, to } => {
                let (start, end) = (Point::from(from.0), Point::from(to.0));
                let stops = stops(from.1, to.1);
                (LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity()), from.1)
            }
            Self::Radial { centre, radius, inner, outer } => {
                let centre = Point::from(centre);
                let stops = stops(inner, outer);
                let turn = Transform::identity();
                (RadialGradient::new(centre, 0.0, centre, radius, stops, SpreadMode::Pad, turn), inner)
            }
        };
        shader.unwrap_or(Shader::SolidColor(plain.skia()))
    }

    fn paint(self) -> Paint<'static> {
        Paint { shader: self.shader(), anti_alias: true, ..Paint::default() }
    }
}

/// An image that is being painted.
#[derive(Debug, Clone)]
pub(crate) struct Canvas {
    pixmap: Pixmap,
    /// The names of the icons that were drawn on it.
    shown: BTreeSet<&'static str>,
}

impl Canvas {
    /// An empty canvas; `None` if it would have no pixels or far too many.
    pub(crate) fn new(width: u32, height: u32) -> Option<Self> {
        Pixmap::new(width, height).map(|pixmap| Self { pixmap, shown: BTreeSet::new() })
    }

    /// A canvas for a layer that is painted small and enlarged, because it will be out of focus.
    pub(crate) fn smaller(&self, times: f32) -> Option<Self> {
        Self::new(crate::numbers::pixels(self.width() / times), crate::numbers::pixels(self.height() / times))
    }

    /// Records that an icon was drawn.
    pub(crate) fn shows(&mut self, icon: &Icon) {
        self.shown.insert(icon.name);
    }

    /// Whether an icon was drawn.
    pub(crate) fn has_shown(&self, name: &str) -> bool {
        self.shown.contains(name)
    }

    pub(crate) fn width(&self) -> f32 {
        length(self.pixmap.width())
    }

    pub(crate) fn height(&self) -> f32 {
        length(self.pixmap.height())
    }

    /// The shorter side. Sizes are shares of it.
    pub(crate) fn unit(&self) -> f32 {
        self.width().min(self.height())
    }

    /// Whether it is higher than wide.
    pub(crate) fn is_upright(&self) -> bool {
        self.height() > self.width() * 1.1
    }

    pub(crate) fn fill(&mut self, path: Option<Path>, ink: impl Into<Ink>) {
        if let Some(path) = path {
            self.fill_by(Some(&path), FillRule::Winding, ink.into(), Transform::identity());
        }
    }

    /// Fills what lies within an odd number of outlines.
    pub(crate) fn fill_between(&mut self, path: Option<&Path>, ink: impl Into<Ink>) {
        self.fill_by(path, FillRule::EvenOdd, ink.into(), Transform::identity());
    }

    /// Fills an outline after a transformation.
    pub(crate) fn fill_by(&mut self, path: Option<&Path>, rule: FillRule, ink: Ink, transform: Transform) {
        if let Some(path) = path {
            self.pixmap.fill_path(path, &ink.paint(), rule, transform, None);
        }
    }

    /// Fills the part of an outline that a mask lets through.
    pub(crate) fn fill_within(&mut self, path: Option<Path>, window: &tiny_skia::Mask, ink: impl Into<Ink>) {
        if let Some(path) = path {
            let ink: Ink = ink.into();
            let still = Transform::identity();
            self.pixmap.fill_path(&path, &ink.paint(), FillRule::Winding, still, Some(window));
        }
    }

    /// The inside of an outline, as a mask to paint within.
    pub(crate) fn window(&self, path: Option<&Path>) -> Option<tiny_skia::Mask> {
        let mut window = tiny_skia::Mask::new(self.pixmap.width(), self.pixmap.height())?;
        window.fill_path(path?, FillRule::Winding, true, Transform::identity());
        Some(window)
    }

    /// Draws along an outline with round ends.
    pub(crate) fn stroke(
        &mut self,
        path: Option<&Path>,
        width: f32,
        ink: impl Into<Ink>,
        transform: Transform,
    ) {
        let ink: Ink = ink.into();
        if let Some(path) = path {
            let stroke = Stroke {
                width,
                line_cap: tiny_skia::LineCap::Round,
                line_join: tiny_skia::LineJoin::Round,
                ..Stroke::default()
            };
            self.pixmap.stroke_path(path, &ink.paint(), &stroke, transform, None);
        }
    }

    /// Fills everything from above to below through colours at equal distances.
    pub(crate) fn wash(&mut self, colours: [Colour; 3], horizon: f32) {
        let width = index(self.width());
        for (row, line) in self.pixmap.pixels_mut().chunks_exact_mut(width).enumerate() {
            let share = crate::numbers::count(row) / horizon.max(1.0);
            let colour = if share < 0.5 {
                colours[0].mix(colours[1], smooth(share * 2.0))
            } else {
                colours[1].mix(colours[2], smooth((share * 2.0 - 1.0).min(1.0)))
            };
            line.fill(opaque(colour));
        }
    }

    /// Lays another canvas over this one.
    pub(crate) fn lay(&mut self, layer: &Self, corner: (i32, i32), alpha: f32) {
        let paint = PixmapPaint { opacity: alpha, ..PixmapPaint::default() };
        self.pixmap.draw_pixmap(
            corner.0,
            corner.1,
            layer.pixmap.as_ref(),
            &paint,
            Transform::identity(),
            None,
        );
    }
}

/// Eases from 0 to 1: slow at both ends.
pub(crate) fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn opaque(colour: Colour) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(byte(colour.red), byte(colour.green), byte(colour.blue), 255)
        .unwrap_or(PremultipliedColorU8::TRANSPARENT)
}
