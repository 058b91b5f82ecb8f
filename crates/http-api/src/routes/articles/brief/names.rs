//! Closed sets of a brief. Each is written as the domain names it; the schema lists its values.

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
    ($($(#[$doc:meta])* $name:ident($of:ty) [$($value:literal),*];)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Serialize)]
        #[serde(transparent)]
        pub(super) struct $name(pub(super) $of);

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some([$($value),*])).into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

names! {
    /// What kind of answer a query expects.
    QueryTypeName(QueryType) ["how_to", "definition", "comparison", "list", "price", "review", "troubleshooting", "local", "news"];
    /// The form that fits a section.
    SectionFormName(SectionForm) ["prose", "steps", "list", "table", "comparison", "code"];
    /// Where a section comes from.
    SectionOriginName(SectionOrigin) ["customer", "pages", "gap", "form"];
    /// Who asks a question.
    QuestionOriginName(QuestionOrigin) ["people_also_ask", "searches", "pages", "form"];
    /// What a passage is.
    PassageKindName(PassageKind) ["paragraph", "list", "table", "code", "definition"];
    /// What is said of a thing.
    FactKindName(FactKind) ["default", "formula", "figure"];
    /// Whether sources agree.
    AgreementName(Agreement) ["agree", "differ", "single"];
    /// What a term is.
    TermKindName(TermKind) ["term", "name"];
    /// What ranking pages lack.
    GapReasonName(GapReason) ["missing_topic", "unanswered_question", "thin_coverage"];
    /// What to do before writing.
    CheckKindName(CheckKind) ["look_up", "measure", "photograph", "decide"];
    /// How a source came into the brief.
    SourceOriginName(SourceOrigin) ["customer", "search"];
    /// A part of the brief that needs something from outside.
    BriefPartName(BriefPart) ["search_results", "ranking_pages", "keyword_figures", "suggestions", "sources", "internal_links"];
    /// Why a part is missing.
    MissingReasonName(MissingReason) ["not_configured", "unavailable", "empty", "not_requested"];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is sent must be listed in the schema.
    #[test]
    fn every_value_is_in_its_schema() {
        let listed = |schema: RefOr<Schema>| serde_json::to_value(schema).unwrap()["enum"].clone();
        let query_types = serde_json::json!(QueryType::ALL.map(QueryTypeName));
        assert_eq!(listed(QueryTypeName::schema()), query_types);
        let kinds = serde_json::json!(CheckKind::ALL.map(CheckKindName));
        assert_eq!(listed(CheckKindName::schema()), kinds);
    }
}
