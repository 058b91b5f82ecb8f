//! Images without text: plain, rough, patterned, and scenes.

use std::f32::consts::TAU;

use image::{Rgb, RgbImage};

use super::random::{Random, cloud, speckle};

/// A colour, 0 to 255.
pub(crate) type Colour = [f32; 3];

/// What an image shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Background {
    Flat,
    Gradient,
    Glow,
    Film,
    Clouds,
    Paper,
    Wood,
    Weave,
    Bricks,
    Stripes,
    Checks,
    Grid,
    Windows,
    Leaves,
    Fence,
    Hills,
    Stars,
    Rings,
    Bokeh,
    Facets,
    Waves,
}

impl Background {
    pub(crate) const ALL: [Self; 21] = [
        Self::Flat,
        Self::Gradient,
        Self::Glow,
        Self::Film,
        Self::Clouds,
        Self::Paper,
        Self::Wood,
        Self::Weave,
        Self::Bricks,
        Self::Stripes,
        Self::Checks,
        Self::Grid,
        Self::Windows,
        Self::Leaves,
        Self::Fence,
        Self::Hills,
        Self::Stars,
        Self::Rings,
        Self::Bokeh,
        Self::Facets,
        Self::Waves,
    ];

    /// Draws the background. The seed varies colours and places.
    pub(crate) fn draw(self, width: u32, height: u32, seed: u64) -> RgbImage {
        let mut random = Random::new(seed);
        let (dark, light) = (random.colour(30.0, 110.0), random.colour(150.0, 235.0));
        let scene = Scene { dark, light, unit: width.min(height) as f32, seed };
        let discs = self.discs(width as f32, height as f32, &mut random);
        let value = |x: f32, y: f32| -> Colour {
            discs.iter().fold(self.shade(&scene, x, y), |under, disc| disc.over(under, x, y))
        };
        RgbImage::from_fn(width, height, |x, y| {
            Rgb(value(x as f32, y as f32).map(|value| value.round().clamp(0.0, 255.0) as u8))
        })
    }

    fn shade(self, scene: &Scene, x: f32, y: f32) -> Colour {
        let &Scene { dark, light, unit, seed } = scene;
        let (u, v) = (x / unit, y / unit);
        let between = |share: f32| mix(dark, light, share.clamp(0.0, 1.0));
        let fine = || cloud(u * 90.0, v * 90.0, seed, 3);
        match self {
            Self::Flat | Self::Leaves | Self::Bokeh => light,
            Self::Gradient => between((u * 0.7 + v * 0.5) / 1.3),
            Self::Glow => between(1.1 - (u - 0.5).hypot(v - 0.4)),
            Self::Film => plus(between(v), (speckle(x, y, seed) - 0.5) * 26.0),
            Self::Clouds => between(cloud(u * 4.0, v * 4.0, seed, 5)),
            Self::Paper => plus(mix(light, [245.0; 3], 0.4), (fine() - 0.5) * 30.0),
            Self::Wood => between(0.5 + 0.35 * (v * 40.0 + cloud(u * 3.0, v * 12.0, seed, 3) * 9.0).sin()),
            Self::Weave => {
                between(0.6 + 0.2 * (x * TAU / 7.0).sin() * (y * TAU / 7.0).cos() + 0.2 * (fine() - 0.5))
            }
            Self::Bricks => brick(scene, x, y),
            Self::Stripes => between(if (x + y * 0.6) % (unit / 8.0) < unit / 16.0 { 0.35 } else { 0.8 }),
            Self::Checks => between(if is_even(u * 9.0, v * 9.0) { 0.3 } else { 0.9 }),
            Self::Grid => {
                between(if x % (unit / 12.0) < 3.0 || y % (unit / 12.0) < 3.0 { 0.2 } else { 0.95 })
            }
            Self::Windows => window(scene, u, v),
            Self::Fence => fence(scene, u, v),
            Self::Hills => hill(scene, u, v),
            Self::Stars => star(scene, x, y),
            Self::Rings => between(0.5 + 0.4 * ((u - 0.5).hypot(v - 0.5) * 90.0).sin()),
            Self::Facets => between(facet(u * 6.0, v * 6.0, seed)),
            Self::Waves => between(0.5 + 0.4 * ((v + 0.04 * (u * 12.0).sin()) * 40.0).sin()),
        }
    }

    fn discs(self, width: f32, height: f32, random: &mut Random) -> Vec<Disc> {
        let (count, leaf) = match self {
            Self::Leaves => (160, true),
            Self::Bokeh => (40, false),
            _ => return Vec::new(),
        };
        let disc = |_| {
            let radius = (0.02 + random.unit() * 0.05) * width;
            Disc {
                centre: (random.unit() * width, random.unit() * height),
                radii: (radius, if leaf { radius * 0.4 } else { radius }),
                angle: random.unit() * TAU,
                colour: if leaf {
                    [random.unit() * 110.0 + 30.0, random.unit() * 80.0 + 110.0, 60.0]
                } else {
                    random.colour(90.0, 255.0)
                },
                opacity: if leaf { 1.0 } else { 0.35 },
            }
        };
        (0..count).map(disc).collect()
    }
}

/// The values that the pixels of an image share.
struct Scene {
    dark: Colour,
    light: Colour,
    /// The shorter side of the image.
    unit: f32,
    seed: u64,
}

struct Disc {
    centre: (f32, f32),
    radii: (f32, f32),
    angle: f32,
    colour: Colour,
    opacity: f32,
}

impl Disc {
    fn over(&self, under: Colour, x: f32, y: f32) -> Colour {
        let (x, y) = (x - self.centre.0, y - self.centre.1);
        if x.abs() > self.radii.0 || y.abs() > self.radii.0 {
            return under;
        }
        let (sin, cos) = self.angle.sin_cos();
        let (along, across) = ((x * cos + y * sin) / self.radii.0, (y * cos - x * sin) / self.radii.1);
        let edge = ((1.0 - along.hypot(across)) * self.radii.1).clamp(0.0, 1.0);
        mix(under, self.colour, edge * self.opacity)
    }
}

fn brick(&Scene { dark, light, unit, seed }: &Scene, x: f32, y: f32) -> Colour {
    let height = unit / 14.0;
    let row = (y / height).floor();
    let shifted = x + if row % 2.0 == 0.0 { 0.0 } else { height };
    let joint = shifted % (height * 2.0) < 4.0 || y % height < 4.0;
    let tone = speckle((shifted / (height * 2.0)).floor(), row, seed);
    let rough = (speckle(x, y, seed) - 0.5) * 14.0;
    if joint { plus(light, rough) } else { plus(mix(dark, [170.0, 80.0, 60.0], 0.4 + tone * 0.4), rough) }
}

fn window(&Scene { dark, light, seed, .. }: &Scene, u: f32, v: f32) -> Colour {
    let (column, row) = ((u * 9.0).floor(), (v * 7.0).floor());
    let (x, y) = (u * 9.0 - column, v * 7.0 - row);
    let inside = (0.25..0.75).contains(&x) && (0.2..0.8).contains(&y);
    let cross = (0.48..0.52).contains(&x) || (0.48..0.52).contains(&y);
    let lit = speckle(column, row, seed) > 0.5;
    match (inside && !cross, lit) {
        (true, true) => [250.0, 220.0, 130.0],
        (true, false) => mix(dark, [40.0, 60.0, 90.0], 0.6),
        (false, _) => light,
    }
}

fn fence(&Scene { dark, light, .. }: &Scene, u: f32, v: f32) -> Colour {
    let sky = mix(light, [150.0, 200.0, 240.0], 0.6 - v * 0.3);
    let post = u * 14.0 % 1.0 < 0.55 && v > 0.45 + 0.04 * ((u * 14.0 % 1.0) - 0.27).abs() * 4.0;
    let rail = (0.6..0.64).contains(&v) || (0.82..0.86).contains(&v);
    if post || rail { mix(dark, [230.0; 3], 0.6 - if post { 0.0 } else { 0.15 }) } else { sky }
}

fn hill(&Scene { dark, light, .. }: &Scene, u: f32, v: f32) -> Colour {
    let sun = (u - 0.7).hypot(v - 0.25) < 0.09;
    let ridge = |height: f32, waves: f32, shift: f32| {
        height + 0.06 * (u * waves + shift).sin() + 0.02 * (u * waves * 2.7).sin()
    };
    match () {
        () if v > ridge(0.78, 5.0, 2.0) => dark,
        () if v > ridge(0.66, 4.0, 0.5) => mix(dark, light, 0.3),
        () if v > ridge(0.56, 7.0, 1.0) => mix(dark, light, 0.55),
        () if sun => [255.0, 236.0, 170.0],
        () => mix(light, [255.0; 3], 0.7 - v),
    }
}

fn star(scene: &Scene, x: f32, y: f32) -> Colour {
    let shines = speckle(x / 3.0, y / 3.0, scene.seed) > 0.997;
    plus(mix(scene.dark, [10.0, 12.0, 40.0], 0.7), if shines { 160.0 } else { 0.0 })
}

fn is_even(u: f32, v: f32) -> bool {
    (u.floor() as i32 + v.floor() as i32) & 1 == 0
}

fn facet(u: f32, v: f32, seed: u64) -> f32 {
    let (x, y) = (u.fract(), v.fract());
    let half = if is_even(u, v) { x > y } else { x + y > 1.0 };
    speckle(u.floor() * 2.0 + if half { 1.0 } else { 0.0 }, v.floor(), seed)
}

/// A colour between two.
pub(crate) fn mix(from: Colour, to: Colour, share: f32) -> Colour {
    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * share)
}

fn plus(colour: Colour, more: f32) -> Colour {
    colour.map(|value| value + more)
}
