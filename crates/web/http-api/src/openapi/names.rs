//! Closed sets of values. Replies contain them as text; these types list the values in the document.

use domain::articles::record::{PublicationStatus as Publication, ReviewStatus as Review};
use domain::articles::{ArticleStatus as Status, Stage};
use domain::jobs::DeliveryState;
use domain::ledger::PostingKind;
use domain::purchases::{Currency, PaymentProviderName, PurchaseStatus as PurchaseState};
use domain::webhooks::endpoints::{DisabledReason, EventKind};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::error_catalogue::ErrorCode as Code;

/// The description of a set in the document: the doc comment above it, joined to one line.
fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

macro_rules! closed_sets {
    ($($(#[doc = $doc:literal])* $name:ident = $values:expr;)*) => {$(
        $(#[doc = $doc])*
        pub(crate) enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some(joined(&[$($doc),*])))
                    .enum_values(Some($values))
                    .into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

closed_sets! {
    /// Why a field was rejected.
    ErrorDetailCode = [
        "missing", "required", "wrong_type", "out_of_range", "not_allowed", "unknown", "invalid", "declined", "blocked",
        "unreachable", "not_a_page", "not_found", "not_supported",
    ];
    /// Always `processing`.
    ProcessingStatus = [Status::Processing.as_str()];
    /// Always `completed`.
    CompletedStatus = [Status::Completed.as_str()];
    /// Always `failed`.
    FailedStatus = [Status::Failed.as_str()];
    /// Always `cancelled`.
    CancelledStatus = [Status::Cancelled.as_str()];
    /// Always `ok`.
    HealthStatus = ["ok"];
    /// The code of an error. Codes never change; new ones may be added.
    ErrorCode = Code::ALL.iter().map(|code| code.entry().name);
    /// The progress of an article: `processing` until it ends as `completed`, `failed` or `cancelled`.
    ArticleStatus = Status::ALL.map(Status::as_str);
    /// The current step of the work. In `approval` the outline waits for your approval.
    ArticleStage = Stage::ALL.map(Stage::as_str);
    /// Whether the article is on the hosted site. `pending`: not decided yet. `published`: it is. `held`: a quality check failed or a
    /// review is needed; see `reason`. `failed`: it could not be published. `disabled`: it will not be published.
    PublicationStatus = Publication::ALL.map(Publication::as_str);
    /// What became of a line since the version before.
    LineChange = ["unchanged", "added", "removed"];
    /// Whether a person must review the article before it is published automatically: `needed` until a person sets it to `done`.
    ReviewStatus = Review::ALL.map(Review::as_str);
    /// The state of the notices to search engines. `skipped` means that none were sent.
    IndexingStatus = ["pending", "accepted", "skipped", "failed"];
    /// The state of one notice.
    IndexingDeliveryStatus = DeliveryState::ALL.map(DeliveryState::as_str);
    /// What the notice reports: the page was added or changed, or it was removed.
    PageChange = ["updated", "deleted"];
    /// What a line of a price counts.
    BreakdownKind = ["characters", "images", "brief", "call"];
    /// What the text is based on: search results, your sources only, or neither.
    ResearchBasis = ["search", "sources", "unavailable"];
    /// How the text was made: by a text engine, or from your notes alone.
    GenerationTier = ["standard", "notes"];
    /// The result of a quality check. `not_measured` means that there was nothing to measure.
    QualityCheckStatus = ["pass", "fail", "not_measured"];
    /// Whether the text engine returned usable grades.
    JudgeStatus = ["graded", "failed"];
    /// What is graded: whether the article answers the query, is correct by its evidence, is complete, is well structured and well worded.
    JudgeCriterion = ["answer", "evidence", "completeness", "order", "wording"];
    /// The kind of a transaction. Credits are added by grants and refunds, spent by `charge` and `capture`, reserved by `hold` and
    /// returned by `void`. `reverse` removes credits whose payment was refunded.
    TransactionKind = PostingKind::ALL.map(PostingKind::as_str);
    /// Whether the account may call the API.
    AccountStatus = ["active", "suspended"];
    /// A permission of an API key.
    Scope = domain::api_keys::Scope::ALL.map(domain::api_keys::Scope::as_str);
    /// An event that webhook endpoints can receive.
    WebhookEvent = EventKind::CHOICES.map(EventKind::as_str);
    /// The event that the message reports.
    TestableEvent = EventKind::CHOICES.into_iter().chain([EventKind::Ping]).map(EventKind::as_str);
    /// Why a webhook endpoint receives no events: you disabled it, it replied 410, or its deliveries failed for 5 days and at least 10 times in a row. `null` if it is enabled.
    EndpointDisabledReason = DisabledReason::ALL.map(DisabledReason::as_str);
    /// Whether a message waits to be sent, was accepted, or failed.
    WebhookDeliveryStatus = DeliveryState::ALL.map(DeliveryState::as_str);
    /// The status of a purchase: `open` until it is paid, fails, expires or is cancelled. With `mismatched` the amount was wrong, and the
    /// operator must check it.
    PurchaseStatus = PurchaseState::ALL.map(PurchaseState::as_str);
    /// The company that takes the payment.
    PaymentProvider = PaymentProviderName::ALL.map(PaymentProviderName::as_str);
    /// The currency of the price.
    PurchaseCurrency = Currency::ALL.map(Currency::as_str);
    /// How advertisers compete for the keyword.
    Competition = ["low", "medium", "high"];
    /// What searchers want: to learn, to compare, to buy, to reach a certain site, or to find something nearby.
    SearchIntentKind = domain::search::Intent::ALL.map(domain::search::Intent::as_str);
    /// A part of a results page beside the organic results.
    SerpFeature = [
        "featured_snippet", "ai_overview", "knowledge_panel", "people_also_ask", "local_pack", "shopping", "ads", "videos",
        "images", "top_stories", "sitelinks", "discussions",
    ];
    /// Where a signal of intent was found.
    IntentSignalSource = ["query", "features", "titles", "urls", "pages"];
    /// Where a question comes from: the results page, or a page that ranks.
    QuestionSource = ["serp", "page"];
    /// Why a topic is an opportunity.
    ContentGapKind = ["missing_topic", "unanswered_question", "thin_coverage"];
    /// The form of a suggestion.
    SuggestionKind = ["phrase", "question", "preposition", "comparison", "navigational"];
    /// How the image was made, in the terms of IPTC: `algorithmicMedia` without a trained model, `trainedAlgorithmicMedia` with one.
    DigitalSourceType = ["trainedAlgorithmicMedia", "algorithmicMedia"];
    /// Whether the service can serve requests.
    ReadinessStatus = ["ready", "unavailable"];
}

macro_rules! constants {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal;)*) => {$(
        $(#[doc = $doc])*
        pub(crate) enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::Boolean)
                    .description(Some(joined(&[$($doc),*])))
                    .enum_values(Some([$value]))
                    .into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

constants! {
    /// Always `true`.
    True = true;
    /// Always `false`. Results have `true` here.
    False = false;
}

/// Structured data: a JSON-LD document with one graph.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes JSON that the publisher writes")]
pub(crate) struct JsonLd {
    /// Always `https://schema.org`.
    #[schema(rename = "@context", example = "https://schema.org")]
    context: String,
    /// The nodes of the graph, each with its `@type`.
    #[schema(rename = "@graph")]
    graph: Vec<serde_json::Map<String, serde_json::Value>>,
}

#[cfg(test)]
mod tests {
    use domain::articles::judgement::Criterion;
    use domain::images::SourceType;
    use serde_json::{Value, json};

    use super::*;

    fn listed<T: PartialSchema>() -> Value {
        serde_json::to_value(T::schema()).unwrap()["enum"].clone()
    }

    #[test]
    fn lists_are_those_of_the_domain() {
        assert_eq!(listed::<JudgeCriterion>(), json!(Criterion::ALL.map(Criterion::as_str)));
        let kinds = [SourceType::TrainedAlgorithmicMedia, SourceType::AlgorithmicMedia];
        assert_eq!(listed::<DigitalSourceType>(), json!(kinds));
        assert_eq!(listed::<ErrorCode>().as_array().unwrap().len(), Code::ALL.len());
        let status = domain::accounts::AccountStatus::Active.as_str();
        assert_eq!(listed::<AccountStatus>()[0], status);
    }
}
