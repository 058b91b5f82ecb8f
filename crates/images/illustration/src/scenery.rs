//! The scenery behind and around the figures: sky, land, water, towns, rooms and leaves.

pub(crate) mod foliage;
pub(crate) mod land;
pub(crate) mod room;
pub(crate) mod sky;
pub(crate) mod town;
pub(crate) mod water;
