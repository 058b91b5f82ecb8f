//! The OpenAPI 3.1 document. Paths and schemas come from the handlers. What applies to every operation
//! (errors, headers) is added here from the error catalogue, so that the document can't become outdated.

mod errors;
mod examples;
pub(crate) mod names;
mod operations;
mod requests;
mod schemas;
#[cfg(test)]
mod tests;
mod webhooks;

use serde_json::{Value, json};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::error::ErrorBody;
use crate::router::{api_routes, operations_routes};
use crate::state::ApiState;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rankwright API",
        version = "1.0",
        description = "Create SEO articles and images, analyse search results, research keywords and audit pages. Calls are billed in \
            prepaid credits: 100,000 credits are 1.00 USD. Keys that start with `svc_test_` use a sandbox: their results are synthetic \
            and cost test credits only.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    tags(
        (name = "service", description = "Name, version and documentation of the service."),
        (name = "account", description = "The account of the key: credits, usage, limits and transactions, and its API keys."),
        (name = "credits", description = "Estimate prices before you make a call, and buy credits."),
        (name = "articles", description = "Create articles and content briefs from a keyword, follow their progress, edit and publish them."),
        (name = "analysis", description = "Analyse what ranks for a search, what searchers want and what the pages lack."),
        (name = "images", description = "Generate images without text in them. They are stored until you delete them."),
        (name = "keywords", description = "Find out what people search for, and how often."),
        (name = "audits", description = "Audit pages: what helps and what harms them in search."),
        (name = "operations", description = "Health checks for the operator of the service."),
    ),
    components(schemas(ErrorBody)),
)]
struct Skeleton;

/// The document of a service whose public URL is `public_url`.
#[must_use]
pub fn document(public_url: &str) -> Value {
    let documented = OpenApiRouter::<ApiState>::with_openapi(Skeleton::openapi())
        .merge(operations_routes())
        .merge(api_routes());
    let mut document = serde_json::to_value(documented.get_openapi()).unwrap_or_default();
    document["info"]["contact"] = json!({"name": "API support", "url": format!("{public_url}/docs")});
    document["externalDocs"] =
        json!({"url": format!("{public_url}/docs"), "description": "API reference and guides."});
    document["servers"] = json!([{"url": public_url, "description": "This installation."}]);
    document["components"]["securitySchemes"] = json!({"apiKey": {
        "type": "http", "scheme": "bearer", "bearerFormat": "svc_live_… or svc_test_…",
        "description": "An API key from the dashboard or from `rankwright key create`. Each operation lists the scope that the key needs.",
    }});
    document["components"]["headers"] = shared_headers();
    document["components"]["examples"] = errors::examples();
    document["components"]["parameters"] = json!({"IdempotencyKey": {
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "Makes retries safe: for 24 hours, the same call with the same key and body returns the first response, and nothing is done or charged again.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]{1,255}$"},
        "example": "order-2026-11-15-0001",
    }});
    webhooks::add(&mut document);
    operations::complete(&mut document);
    schemas::flatten(&mut document);
    requests::describe(&mut document);
    schemas::finish(&mut document);
    examples::add(&mut document);
    document
}

fn header_reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/headers/{name}")})
}

fn shared_headers() -> Value {
    let header = |description: &str, example: &str| json!({"description": description, "schema": {"type": "string"}, "example": example, "required": true});
    json!({
        "X-Request-Id": header("The id of the request: the `X-Request-Id` that you sent if it is valid, otherwise a new one.", "req_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        "X-Api-Version": header("The version of the API.", "1.0"),
        "RateLimit-Policy": header("The rate limit: requests (q) per window in seconds (w).", "\"default\";q=100;w=1"),
        "RateLimit": header("Remaining requests (r) until the window resets in seconds (t).", "\"default\";r=99;t=1"),
        "Retry-After": {
            "description": "Seconds to wait before you retry.", "schema": {"type": "integer"}, "example": 1, "required": true,
        },
        "Allow": header("The methods that the path supports.", "GET, HEAD"),
        "ETag": header("Changes with every change of the article or its status. Send it as `If-None-Match`.", "W/\"7\""),
        "Preference-Applied": {
            "description": "The `wait` that was applied. Only if the request has a valid `Prefer: wait`.",
            "schema": {"type": "string"}, "example": "wait=25", "required": false,
        },
        "X-Credits-Charged": header("Credits that this call cost: 0 if the response is replayed. `billing` in the body has the cost of the first call.", "500"),
        "X-Credits-Balance": header("Credits left in the account.", "999500"),
        "Idempotency-Replayed": {
            "description": "`true` if this is the response to an earlier call with the same idempotency key.",
            "schema": {"type": "string"}, "example": "true", "required": false,
        },
        "WWW-Authenticate": header("The authentication scheme.", "Bearer"),
    })
}
