//! The result of checking a page's structured data.

use url::Url;

use crate::model::{Format, ItemId, Place};
use crate::problem::Problem;

/// The result of a check.
#[derive(Debug, Default)]
pub struct Report {
    /// The problems, item by item.
    pub problems: Vec<Problem>,
    /// The number of problems beyond the limit.
    pub left_out: usize,
    /// One summary for each root of the data, in the order of the page.
    pub items: Vec<Summary>,
    /// How often each schema.org type is declared, including nested items, in the order of the page.
    pub types: Vec<(String, usize)>,
    /// What users should find on the page.
    pub claims: Vec<Claim>,
    /// The declared images, each once.
    pub images: Vec<Image>,
}

/// A summary of a root item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The id of the item.
    pub item: ItemId,
    /// The types of the item.
    pub types: Vec<String>,
    /// The name of the item.
    pub name: Option<String>,
    /// The format of the item.
    pub format: Format,
    /// The place where it begins.
    pub place: Place,
    /// The number of errors in the item and its nested items.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The rich results that it is eligible for.
    pub features: Vec<Feature>,
}

/// A rich result of Google.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// The name of the rich result.
    pub name: &'static str,
    /// Whether all requirements are met.
    pub is_complete: bool,
}

/// The kind of a claim, which decides how it may look on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClaimKind {
    /// The name or headline of the page's subject.
    Name,
    /// The text of a question.
    Question,
    /// The answer to a question.
    Answer,
    /// A rating, such as `4.5`.
    Rating,
    /// The number of ratings or reviews.
    RatingCount,
    /// An amount of money, such as `19.99`.
    Price,
}

/// A claim of the data that the page should show too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The kind of claim.
    pub kind: ClaimKind,
    /// The text, without markup.
    pub text: String,
    /// The path from its root.
    pub path: String,
    /// The place of the claim.
    pub place: Place,
}

/// An image that the data declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The URL of the image.
    pub url: Url,
    /// The path from its root.
    pub path: String,
    /// The place of the image.
    pub place: Place,
}
