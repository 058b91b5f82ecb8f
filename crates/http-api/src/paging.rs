//! Lists in pages: `limit`, `cursor`, and where the next page begins.

use std::str::FromStr;

use crate::error::ApiError;
use crate::validation::Problems;

const DEFAULT_LIMIT: u32 = 20;
const LIMITS: std::ops::RangeInclusive<u32> = 1..=100;

/// Which page is wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<Id> {
    limit: u32,
    /// The last object of the page before.
    pub(crate) before: Option<Id>,
}

/// A page.
pub(crate) struct Cut<T> {
    pub(crate) data: Vec<T>,
    pub(crate) has_more: bool,
    pub(crate) next_cursor: Option<String>,
}

impl<Id: FromStr> Wanted<Id> {
    /// Checks what the query says. A cursor is the id of an object.
    pub(crate) fn check(limit: Option<u32>, cursor: Option<&str>) -> Result<Self, ApiError> {
        let mut problems = Problems::default();
        problems.range("limit", limit, &LIMITS);
        let before = cursor.and_then(|text| text.parse().ok());
        if cursor.is_some() && before.is_none() {
            problems.add("cursor", "invalid", "must be the `nextCursor` of another page");
        }
        problems.finish()?;
        Ok(Self { limit: limit.unwrap_or(DEFAULT_LIMIT), before })
    }

    /// The objects of a whole list that come after the cursor.
    pub(crate) fn after_cursor<T>(&self, all: Vec<T>, id: impl Fn(&T) -> Id) -> Vec<T>
    where
        Id: PartialEq,
    {
        let Some(before) = &self.before else { return all };
        all.into_iter().skip_while(|object| id(object) != *before).skip(1).collect()
    }

    /// How many objects to read: one more than the page holds tells whether there is another.
    pub(crate) const fn to_read(&self) -> u32 {
        self.limit + 1
    }

    /// Makes the page of what was read.
    pub(crate) fn cut<T>(&self, mut read: Vec<T>, id: impl Fn(&T) -> String) -> Cut<T> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let has_more = read.len() > limit;
        read.truncate(limit);
        let next_cursor = read.last().map(id).filter(|_| has_more);
        Cut { data: read, has_more, next_cursor }
    }
}
