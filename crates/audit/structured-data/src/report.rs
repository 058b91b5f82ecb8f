//! What is known about a page's structured data after it was checked.

use url::Url;

use crate::model::{Format, ItemId, Place};
use crate::problem::Problem;

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Report {
    /// What is wrong, item by item.
    pub problems: Vec<Problem>,
    /// How many more problems there are.
    pub left_out: usize,
    /// One for each root of the data, in the order of the page.
    pub items: Vec<Summary>,
    /// How often each type of schema.org is declared, nested items included, in the order of the page.
    pub types: Vec<(String, usize)>,
    /// What visitors should find on the page.
    pub claims: Vec<Claim>,
    /// The images that are named, each once.
    pub images: Vec<Image>,
}

/// A root item in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Which item.
    pub item: ItemId,
    /// Its types.
    pub types: Vec<String>,
    /// What it is called.
    pub name: Option<String>,
    /// How it was written.
    pub format: Format,
    /// Where it begins.
    pub place: Place,
    /// How many errors it and what hangs from it have.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// The rich results that it asks for.
    pub features: Vec<Feature>,
}

/// A rich result of Google.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// Whether everything that it needs is there.
    pub is_complete: bool,
}

/// What kind of claim it is, and so how it may look on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClaimKind {
    /// The name or headline of what the page is about.
    Name,
    /// A question.
    Question,
    /// The answer to one.
    Answer,
    /// A rating: `4.5`.
    Rating,
    /// How many ratings or reviews there are.
    RatingCount,
    /// An amount of money: `19.99`.
    Price,
}

/// Something that the data says and the page should say too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What kind of claim it is.
    pub kind: ClaimKind,
    /// The text, without markup.
    pub text: String,
    /// The way to it from its root.
    pub path: String,
    /// Where it stands.
    pub place: Place,
}

/// An image that the data names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its address.
    pub url: Url,
    /// The way to it from its root.
    pub path: String,
    /// Where it stands.
    pub place: Place,
}
