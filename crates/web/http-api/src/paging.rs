//! Lists in pages: `limit`, `cursor`, and where the next page begins.

use std::num::NonZeroU32;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use domain::audits::AuditId;
use domain::ids::ApiKeyId;
use domain::images::ImageId;
use domain::ledger::PostingId;
use domain::purchases::PurchaseId;
use domain::webhooks::endpoints::EndpointId;
use http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::{RefOr, Schema};

use crate::error::ApiError;
use crate::query::Query;
use crate::state::ApiState;
use crate::validation::Problems;

const DEFAULT_LIMIT: u32 = 20;
const LIMITS: std::ops::RangeInclusive<u32> = 1..=100;

/// An id type by which objects are listed in pages.
pub(crate) trait Listed: FromStr {
    /// The description of a cursor.
    const CURSOR: &'static str;
}

macro_rules! listed {
    ($($id:ty: $cursor:literal),+ $(,)?) => {
        $(impl Listed for $id {
            const CURSOR: &'static str = $cursor;
        })+
    };
}

listed! {
    ApiKeyId: "^key_[0-9A][0-9A-Za-z]{10}$",
    AuditId: "^aud_[0-7][0-9a-hjkmnp-tv-z]{25}$",
    EndpointId: "^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$",
    ImageId: "^img_[0-7][0-9a-hjkmnp-tv-z]{25}$",
    NonZeroU32: "^[1-9][0-9]{0,8}$",
    PurchaseId: "^pur_[0-7][0-9a-hjkmnp-tv-z]{25}$",
    PostingId: "^txn_[0-7][0-9a-hjkmnp-tv-z]{25}$",
}

/// The requested page of a list that has no other parameters.
pub(crate) struct Page<Id>(pub(crate) PageParams<Id>);

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PageQuery {
    /// The most items in the page.
    #[serde(default)]
    #[param(minimum = 1, maximum = 100, nullable = false, default = 20)]
    limit: Option<u32>,
    /// The `nextCursor` of the previous page.
    #[serde(default)]
    #[param(nullable = false)]
    cursor: Option<String>,
}

impl<Id: Listed> FromRequestParts<ApiState> for Page<Id> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let Query(PageQuery { limit, cursor }) = Query::from_request_parts(parts, state).await?;
        PageParams::check(limit, cursor.as_deref()).map(Self)
    }
}

impl<Id: Listed> IntoParams for Page<Id> {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut parameters = PageQuery::into_params(place);
        let cursor = parameters.last_mut().and_then(|cursor| cursor.schema.as_mut());
        if let Some(RefOr::T(Schema::Object(cursor))) = cursor {
            cursor.pattern = Some(Id::CURSOR.to_owned());
        }
        parameters
    }
}

/// Which page is requested.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageParams<Id> {
    limit: u32,
    /// The last object of the previous page.
    pub(crate) before: Option<Id>,
}

/// The items of one page and where the next page begins.
pub(crate) struct Cut<T> {
    pub(crate) data: Vec<T>,
    pub(crate) has_more: bool,
    pub(crate) next_cursor: Option<String>,
}

impl<Id: FromStr> PageParams<Id> {
    /// Checks the query parameters. A cursor is the id of an object.
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

    /// How many objects to read: one more than the page holds, to see whether there is another page.
    pub(crate) const fn to_read(&self) -> u32 {
        self.limit + 1
    }

    /// Makes the page from the objects that were read.
    pub(crate) fn cut<T>(&self, mut read: Vec<T>, id: impl Fn(&T) -> String) -> Cut<T> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let has_more = read.len() > limit;
        read.truncate(limit);
        let next_cursor = read.last().map(id).filter(|_| has_more);
        Cut { data: read, has_more, next_cursor }
    }
}
