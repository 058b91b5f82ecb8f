//! What can be wrong with structured data.

use crate::limits::{MAX_PROBLEMS, cut};
use crate::model::{ItemId, Place};

/// The maximum length of a message, path or fix, in bytes.
const MAX_MESSAGE: usize = 600;

/// A rule that structured data can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The script is invalid JSON.
    Syntax,
    /// An object has the same key twice.
    DuplicateKey,
    /// The data does not declare schema.org as its vocabulary.
    ContextMissing,
    /// An item has no type.
    TypeMissing,
    /// schema.org has no such type.
    TypeUnknown,
    /// schema.org has no such property.
    PropertyUnknown,
    /// The property does not belong to this type.
    PropertyDomain,
    /// The value is not of the kind that the property expects.
    ValueType,
    /// A property that Google requires for a rich result is missing.
    RequiredMissing,
    /// A property that Google recommends for a rich result is missing.
    RecommendedMissing,
    /// An identifier refers to no item of the page.
    DanglingId,
    /// Google no longer shows this rich result.
    RetiredRichResult,
    /// schema.org has replaced this term.
    DeprecatedTerm,
    /// The main item declares to be on another page.
    UrlMismatch,
    /// The same thing is declared twice.
    DuplicateEntity,
    /// The item has expired.
    Expired,
}

impl Rule {
    /// All rules in order.
    pub const ALL: [Self; 16] = [
        Self::Syntax,
        Self::DuplicateKey,
        Self::ContextMissing,
        Self::TypeMissing,
        Self::TypeUnknown,
        Self::PropertyUnknown,
        Self::PropertyDomain,
        Self::ValueType,
        Self::RequiredMissing,
        Self::RecommendedMissing,
        Self::DanglingId,
        Self::RetiredRichResult,
        Self::DeprecatedTerm,
        Self::UrlMismatch,
        Self::DuplicateEntity,
        Self::Expired,
    ];

    /// The identifier of the check.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "sd.syntax",
            Self::DuplicateKey => "sd.duplicate_key",
            Self::ContextMissing => "sd.context_missing",
            Self::TypeMissing => "sd.type_missing",
            Self::TypeUnknown => "sd.type_unknown",
            Self::PropertyUnknown => "sd.prop_unknown",
            Self::PropertyDomain => "sd.prop_domain",
            Self::ValueType => "sd.value_type",
            Self::RequiredMissing => "sd.required_missing",
            Self::RecommendedMissing => "sd.recommended_missing",
            Self::DanglingId => "sd.dangling_id",
            Self::RetiredRichResult => "sd.retired_rich_result",
            Self::DeprecatedTerm => "sd.deprecated_term",
            Self::UrlMismatch => "sd.url_mismatch",
            Self::DuplicateEntity => "sd.duplicate_entity",
            Self::Expired => "sd.expired",
        }
    }

    /// Whether it keeps an item from being understood or shown, as validators distinguish errors from
    /// warnings.
    #[must_use]
    pub fn is_error(self) -> bool {
        matches!(
            self,
            Self::Syntax
                | Self::ContextMissing
                | Self::TypeMissing
                | Self::TypeUnknown
                | Self::ValueType
                | Self::RequiredMissing
        )
    }
}

/// A problem of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub rule: Rule,
    /// The description of the problem.
    pub message: String,
    /// The path from the root: `Recipe > author > name`. Empty if there is no item.
    pub path: String,
    /// The place of the problem.
    pub place: Place,
    /// The root item that it belongs to.
    pub item: Option<ItemId>,
    /// How to fix it.
    pub fix: Option<String>,
}

impl Problem {
    pub(crate) fn new(rule: Rule, place: Place, message: &str) -> Self {
        let message = cut(message, MAX_MESSAGE).to_owned();
        Self { rule, message, path: String::new(), place, item: None, fix: None }
    }

    pub(crate) fn at(mut self, path: &str) -> Self {
        cut(path, MAX_MESSAGE).clone_into(&mut self.path);
        self
    }

    pub(crate) fn of(mut self, root: ItemId) -> Self {
        self.item = Some(root);
        self
    }

    pub(crate) fn fixed_by(mut self, fix: impl Into<String>) -> Self {
        let fix = fix.into();
        self.fix = Some(cut(&fix, MAX_MESSAGE).to_owned());
        self
    }
}

/// Problems up to a limit, and the number of problems beyond it.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    pub(crate) kept: Vec<Problem>,
    pub(crate) left_out: usize,
}

impl Problems {
    /// Builds the problem only if it is stored.
    pub(crate) fn push(&mut self, problem: impl FnOnce() -> Problem) {
        if self.kept.len() == MAX_PROBLEMS {
            self.left_out += 1;
        } else {
            self.kept.push(problem());
        }
    }
}
