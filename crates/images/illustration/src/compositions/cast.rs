//! The positions of the actors: the hero large, the others smaller and balanced at its sides.

use tiny_skia::Transform;

use crate::canvas::{Canvas, Shadow};
use crate::colour::Colour;
use crate::dice::Dice;
use crate::figure::{Look, Pose};
use crate::icons::Icon;
use crate::numbers::count;
use crate::plan::Plan;
use crate::shapes::At;

/// A figure in the image.
#[derive(Debug, Clone, Copy)]
pub(super) struct Actor {
    pub(super) icon: &'static Icon,
    pub(super) pose: Pose,
    /// Where it touches the ground; `None` if it floats.
    pub(super) foot: Option<At>,
    pub(super) is_hero: bool,
}

/// The positions of the actors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boards {
    /// The horizontal centre of the hero.
    pub(super) middle: f32,
    pub(super) ground: f32,
    pub(super) size: f32,
    /// How many actors stand beside it.
    pub(super) company: usize,
    /// Whether actors that belong in the air float.
    pub(super) floating: bool,
}

impl Boards {
    /// The hero at a third or in the middle, of a size that suits the canvas.
    pub(super) fn of(canvas: &Canvas, dice: &mut Dice, ground: f32, size: f32) -> Self {
        let wide = canvas.width() > canvas.height() * 1.2;
        let share = if wide { dice.pick(0.5, &[0.38, 0.62]) } else { 0.5 };
        let middle = canvas.width() * (share + dice.between(-0.02, 0.02));
        let size = canvas.unit() * (size + dice.between(-0.02, 0.03));
        Self { middle, ground, size, company: 2 + dice.below(3), floating: true }
    }
}

/// The hero and its company, the front ones last. Things that the prompt names are never left out: all of
/// them shrink until they fit.
pub(super) fn arrange(canvas: &Canvas, plan: &Plan, dice: &mut Dice, boards: Boards) -> Vec<Actor> {
    let Some((hero, icon)) = plan.hero.and_then(|hero| Some((hero, hero.drawing()?))) else {
        return Vec::new();
    };
    let airy = boards.floating && hero.home.is_airy();
    let (wide, high) = icon.extent(boards.size);
    let lift = if airy { boards.size * 0.28 } else { 0.0 };
    let mut pose = icon.standing((boards.middle, boards.ground - lift), boards.size);
    pose.lean = if airy { dice.between(-7.0, 7.0) } else { 0.0 };
    let foot = (!airy).then_some((boards.middle, boards.ground));
    let star = Actor { icon, pose, foot, is_hero: true };
    let mut sides = Sides { left: boards.middle - wide * 0.5, right: boards.middle + wide * 0.5, high };
    let mut actors = Vec::new();
    for (rank, other) in plan.company.iter().take(boards.company.max(plan.named)).enumerate() {
        let Some(icon) = other.drawing() else { continue };
        let size = boards.size * [0.56, 0.48, 0.42, 0.37, 0.33][rank.min(4)] * dice.between(0.92, 1.08);
        let floats = boards.floating && other.home.is_airy();
        actors.extend(sides.place(canvas, dice, &boards, (icon, size), (floats, rank < plan.named)));
    }
    actors.push(star);
    if plan.named > 0 {
        sides.fit(canvas, boards.ground, &mut actors);
    }
    actors.sort_by(|one, two| depth(one).total_cmp(&depth(two)));
    actors
}

fn depth(actor: &Actor) -> f32 {
    actor.foot.map_or(-1.0, |foot| foot.1)
}

/// How much of each side is occupied.
struct Sides {
    left: f32,
    right: f32,
    high: f32,
}

impl Sides {
    /// A place on the side with more room; `None` if neither has room and the thing is optional.
    fn place(
        &mut self,
        canvas: &Canvas,
        dice: &mut Dice,
        boards: &Boards,
        (icon, size): (&'static Icon, f32),
        (floats, is_named): (bool, bool),
    ) -> Option<Actor> {
        let (wide, _) = icon.extent(size);
        let gap = boards.size * dice.between(0.04, 0.12);
        let to_left = self.left > canvas.width() - self.right;
        let middle = if to_left { self.left - gap - wide / 2.0 } else { self.right + gap + wide / 2.0 };
        let (start, end) = (middle - wide / 2.0, middle + wide / 2.0);
        if !is_named && (start < margin(canvas) || end > canvas.width() - margin(canvas)) {
            return None;
        }
        (self.left, self.right) = (self.left.min(start), self.right.max(end));
        let drop = boards.size * dice.between(-0.03, 0.07);
        let lift = if floats { self.high * dice.between(0.55, 0.85) } else { -drop };
        let mut pose = icon.standing((middle, boards.ground - lift), size);
        pose.lean = if floats { dice.between(-12.0, 12.0) } else { 0.0 };
        let foot = (!floats).then_some((middle, boards.ground - lift));
        Some(Actor { icon, pose, foot, is_hero: false })
    }

    /// Moves all actors onto the canvas, smaller if they need more than its width.
    fn fit(&self, canvas: &Canvas, ground: f32, actors: &mut [Actor]) {
        let (least, most) = (margin(canvas), canvas.width() - margin(canvas));
        let scale = ((most - least) / (self.right - self.left)).min(1.0);
        let left = self.left.min(most - (self.right - self.left) * scale).max(least);
        let moved = |at: At| (left + (at.0 - self.left) * scale, ground + (at.1 - ground) * scale);
        for actor in actors {
            actor.pose.centre = moved(actor.pose.centre);
            actor.pose.size *= scale;
            actor.foot = actor.foot.map(moved);
        }
    }
}

fn margin(canvas: &Canvas) -> f32 {
    canvas.width() * 0.035
}

/// Draws an actor with the shadow that it casts on the ground.
pub(super) fn perform(canvas: &mut Canvas, actor: &Actor, look: Look, shade: Colour) {
    if let Some(foot) = actor.foot {
        let (wide, high) = actor.icon.extent(actor.pose.size);
        let lying =
            Transform::from_row(1.0, 0.0, look.light * 0.42, 0.2, -look.light * 0.42 * foot.1, foot.1 * 0.8);
        let transform = actor.icon.transform(actor.pose).post_concat(lying);
        let shadow =
            Shadow { shift: (0.0, 0.0), blur: high * 0.02 + 1.0, colour: shade.fade(shade.alpha * 0.55) };
        canvas.shadow(&actor.icon.outlines(), transform, shadow);
        canvas.contact((foot.0, foot.1 - high * 0.008), wide * 0.46, high * 0.05, shade);
    }
    actor.icon.draw(canvas, actor.pose, look);
}

/// Company around a centre, evenly distributed from an angle on. Actors that would be cut off are moved
/// inwards.
pub(super) fn orbit(
    canvas: &Canvas,
    plan: &Plan,
    centre: At,
    (across, down): At,
    start: f32,
) -> Vec<(&'static Icon, At)> {
    let icons: Vec<&'static Icon> =
        plan.company.iter().filter_map(crate::subjects::Subject::drawing).collect();
    let total = count(icons.len().max(1));
    let margin = canvas.unit() * 0.155;
    let place = |(index, icon): (usize, &'static Icon)| {
        let angle = start + std::f32::consts::TAU * count(index) / total;
        let inside =
            |place: f32, limit: f32| place.clamp(margin.min(limit / 2.0), (limit - margin).max(limit / 2.0));
        let at = (centre.0 + angle.cos() * across, centre.1 + angle.sin() * down);
        (icon, (inside(at.0, canvas.width()), inside(at.1, canvas.height())))
    };
    icons.into_iter().enumerate().map(place).collect()
}
