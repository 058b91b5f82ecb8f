//! Closed sets of a brief. Each value has the name that the domain uses; the schema lists the values.

use domain::articles::brief::{
    Agreement, BriefPart, CheckKind, FactKind, GapReason, MissingReason, QueryType, QuestionOrigin,
    SectionForm, SectionOrigin, SourceOrigin, TermKind,
};
use domain::articles::passages::PassageKind;
use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

macro_rules! names {
    ($($(#[doc = $doc:literal])* $name:ident($of:ty) as $schema:literal [$($value:literal),*];)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, Serialize)]
        #[serde(transparent)]
        pub(super) struct $name(pub(super) $of);

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some([$($doc.trim()),*].join(" ")))
                    .enum_values(Some([$($value),*]))
                    .into()
            }
        }

        impl ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }
        }
    )*};
}

names! {
    /// What kind of answer a query expects.
    QueryTypeName(QueryType) as "QueryType" ["how_to", "definition", "comparison", "list", "price", "review", "troubleshooting", "local", "news"];
    /// The form that fits a section.
    SectionFormName(SectionForm) as "SectionForm" ["prose", "steps", "list", "table", "comparison", "code"];
    /// Where a section comes from. `customer`: you requested it. `pages`: ranking pages have it. `gap`: they lack it, but people search for it. `form`: it is usual for such an article.
    SectionOriginName(SectionOrigin) as "SectionOrigin" ["customer", "pages", "gap", "form"];
    /// Where a question comes from. `people_also_ask`: the results page shows it. `searches`: searchers type it. `pages`: a page answers it. `form`: it is usual for such an article.
    QuestionOriginName(QuestionOrigin) as "QuestionOrigin" ["people_also_ask", "searches", "pages", "form"];
    /// The form of the passage.
    PassageKindName(PassageKind) as "PassageKind" ["paragraph", "list", "table", "code", "definition"];
    /// What kind of fact it is.
    FactKindName(FactKind) as "FactKind" ["default", "formula", "figure"];
    /// Whether sources agree.
    AgreementName(Agreement) as "SourceAgreement" ["agree", "differ", "single"];
    /// What kind of term it is.
    TermKindName(TermKind) as "TermKind" ["term", "name"];
    /// Why the topic is a gap.
    GapReasonName(GapReason) as "GapReason" ["missing_topic", "unanswered_question", "thin_coverage"];
    /// What kind of task it is.
    CheckKindName(CheckKind) as "TaskKind" ["look_up", "measure", "photograph", "decide"];
    /// Who provided the source: you, or the search.
    SourceOriginName(SourceOrigin) as "SourceOrigin" ["customer", "search"];
    /// A part of the brief that needs something from outside.
    BriefPartName(BriefPart) as "BriefPart" ["search_results", "ranking_pages", "keyword_figures", "suggestions", "sources", "internal_links"];
    /// Why a part is missing.
    MissingReasonName(MissingReason) as "MissingReason" ["not_configured", "unavailable", "empty", "not_requested"];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value that is sent must be listed in the schema.
    #[test]
    fn every_value_is_in_its_schema() {
        let listed = |schema: RefOr<Schema>| serde_json::to_value(schema).unwrap()["enum"].clone();
        let query_types = serde_json::json!(QueryType::ALL.map(QueryTypeName));
        assert_eq!(listed(QueryTypeName::schema()), query_types);
        let kinds = serde_json::json!(CheckKind::ALL.map(CheckKindName));
        assert_eq!(listed(CheckKindName::schema()), kinds);
    }
}
