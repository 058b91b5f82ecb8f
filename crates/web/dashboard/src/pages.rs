//! All pages and their paths.

mod articles;
mod audits;
mod calculator;
mod checks;
mod code_spans;
mod credits;
mod docs;
mod escaping;
mod images;
mod keys;
mod landing;
mod leave;
mod ledger;
mod log_in;
mod operator;
mod overview;
mod playground;
mod preferences;
mod price_table;
mod pricing;
mod public_site;
mod requests;
mod reset_password;
mod samples;
mod settings;
mod sign_up;
mod usage;
mod webhooks;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};

pub use self::docs::{ExplainedError, Reference};
pub use self::public_site::public_pages;
use crate::assets;
use crate::failure::PageError;
use crate::language;
use crate::state::Dashboard;

/// The pages, in three parts.
pub struct Site {
    /// The page at `/`, which other programs request as well.
    pub start: Router,
    /// All pages other than the start page.
    pub rest: Router,
    /// The page that browsers get if nothing is found.
    pub missing: Router,
}

/// The first path segments of pages. Other routes are not tried for these paths.
pub const PLACES: [&str; 13] = [
    "assets",
    "checks",
    "claim",
    "confirm",
    "dashboard",
    "docs",
    "forgot",
    "login",
    "preferences",
    "pricing",
    "reset",
    "signup",
    "vi",
];

/// A path with its handler.
type Route = (&'static str, MethodRouter<Dashboard>);

const INSIDE: &str = "/dashboard";

/// The routers of all pages.
#[must_use]
pub fn site(dashboard: &Dashboard) -> Site {
    let inside = router(inside()).fallback(no_page);
    Site {
        start: finish(router(vec![start()]), dashboard),
        rest: finish(router(outside()).nest(INSIDE, inside), dashboard),
        missing: finish(Router::new().fallback(no_page), dashboard),
    }
}

/// The path of every page, with parameters in braces.
#[must_use]
pub fn addresses() -> Vec<String> {
    let before = std::iter::once(start()).chain(outside()).map(|(path, _)| path.to_owned());
    let inside = inside().into_iter().map(|(path, _)| format!("{INSIDE}{}", path.trim_end_matches('/')));
    before.chain(inside).collect()
}

fn router(routes: Vec<Route>) -> Router<Dashboard> {
    routes.into_iter().fold(Router::new(), |router, (path, methods)| router.route(path, methods))
}

fn start() -> Route {
    ("/", get(landing::show))
}

fn outside() -> Vec<Route> {
    vec![
        ("/assets/{hash}/{name}", get(assets::file)),
        ("/pricing", get(pricing::show)),
        ("/checks", get(checks::show)),
        ("/docs", get(docs::show)),
        ("/docs/errors", get(docs::show_errors)),
        ("/docs/search", get(docs::show_results)),
        ("/docs/guides/{slug}", get(docs::show_guide)),
        ("/docs/reference/{group}", get(docs::show_group)),
        ("/vi", get(landing::show)),
        ("/vi/pricing", get(pricing::show)),
        ("/vi/checks", get(checks::show)),
        ("/vi/docs", get(docs::show)),
        ("/vi/docs/errors", get(docs::show_errors)),
        ("/vi/docs/search", get(docs::show_results)),
        ("/vi/docs/guides/{slug}", get(docs::show_guide)),
        ("/vi/docs/reference/{group}", get(docs::show_group)),
        ("/preferences", post(preferences::change)),
        ("/login", get(log_in::show).post(log_in::submit)),
        ("/login/code", get(log_in::show_code).post(log_in::submit_code)),
        ("/signup", get(sign_up::show).post(sign_up::submit)),
        ("/claim/{token}", get(sign_up::show_claim).post(sign_up::submit_claim)),
        ("/forgot", get(reset_password::show).post(reset_password::submit)),
        ("/reset/{token}", get(reset_password::show_new).post(reset_password::submit_new)),
        ("/confirm/{token}", get(reset_password::show_confirm).post(reset_password::confirm)),
    ]
}

/// Pages for signed-in people.
fn inside() -> Vec<Route> {
    vec![
        ("/", get(overview::show)),
        ("/logout", post(leave::log_out)),
        ("/mode", post(preferences::switch_mode)),
        ("/keys", get(keys::show).post(keys::make)),
        ("/keys/{id}/revoke", post(keys::revoke)),
        ("/keys/{id}/rotate", post(keys::rotate)),
        ("/audits", get(audits::show).post(audits::run)),
        ("/audits/{id}", get(audits::show_report)),
        ("/audits/{id}/unshare", post(audits::unshare)),
        ("/audits/{id}/delete", post(audits::delete)),
        ("/images", get(images::show).post(images::draw)),
        ("/images/{id}", get(images::show_one)),
        ("/images/{id}/delete", post(images::delete)),
        ("/playground", get(playground::index)),
        ("/playground/{operation}", get(playground::show).post(playground::send)),
        ("/playground/{operation}/preview", post(playground::preview)),
        ("/keys/{id}/limit", post(credits::limit_key)),
        ("/credits", get(credits::show)),
        ("/credits/alert", post(credits::set_alert)),
        ("/credits/purchases", post(credits::buy)),
        ("/credits/purchases/{id}", get(credits::show_purchase)),
        ("/credits/purchases/{id}/invoice", get(credits::show_invoice).post(credits::issue_invoice)),
        ("/credits/purchases/{id}/check", post(credits::look_again)),
        ("/credits/return", get(credits::returned)),
        ("/ledger", get(ledger::show)),
        ("/ledger.csv", get(ledger::download)),
        ("/usage", get(usage::show)),
        ("/usage.csv", get(usage::download)),
        ("/requests", get(requests::show)),
        ("/requests/bodies", post(requests::turn_bodies)),
        ("/requests/{id}", get(requests::show_one)),
        ("/webhooks", get(webhooks::show).post(webhooks::add)),
        ("/webhooks/{id}", get(webhooks::show_endpoint).post(webhooks::change)),
        ("/webhooks/{id}/enable", post(webhooks::enable)),
        ("/webhooks/{id}/disable", post(webhooks::disable)),
        ("/webhooks/{id}/delete", post(webhooks::delete)),
        ("/webhooks/{id}/test", post(webhooks::send_test)),
        ("/webhooks/{id}/secret", post(webhooks::reveal)),
        ("/webhooks/{id}/rotate", post(webhooks::rotate)),
        ("/webhooks/deliveries/{id}", get(webhooks::show_delivery)),
        ("/webhooks/deliveries/{id}/resend", post(webhooks::resend)),
        ("/operator", get(operator::show)),
        ("/operator/engines", post(operator::check_engines)),
        ("/operator/accounts/{id}/grant", post(operator::grant)),
        ("/operator/accounts/{id}/suspend", post(operator::suspend)),
        ("/operator/accounts/{id}/reinstate", post(operator::reinstate)),
        ("/operator/purchases/{id}/refund", post(operator::refund)),
        ("/articles", get(articles::list)),
        ("/articles/new", get(articles::new_article::show).post(articles::new_article::submit)),
        ("/articles/{id}", get(articles::show::show)),
        ("/articles/{id}/events", get(articles::actions::events)),
        ("/articles/{id}/approve", post(articles::actions::approve)),
        ("/articles/{id}/cancel", post(articles::actions::cancel)),
        ("/articles/{id}/meta", post(articles::actions::edit)),
        ("/articles/{id}/edit", get(articles::editor::show).post(articles::editor::send)),
        ("/articles/{id}/preview", post(articles::editor::preview)),
        ("/articles/{id}/versions", get(articles::editor::versions::list)),
        ("/articles/{id}/versions/{number}", get(articles::editor::versions::show)),
        ("/articles/{id}/restore", post(articles::editor::versions::restore)),
        ("/articles/{id}/review", post(articles::actions::review)),
        ("/articles/{id}/publish", post(articles::actions::publish)),
        ("/articles/{id}/unpublish", post(articles::actions::unpublish)),
        ("/articles/{id}/regenerate", post(articles::actions::regenerate)),
        ("/articles/{id}/download/{kind}", get(articles::downloads::file)),
        ("/briefs/{id}", get(articles::brief::show)),
        ("/briefs/{id}/answers", post(articles::brief::interview::save)),
        ("/briefs/{id}/markdown", get(articles::brief::markdown)),
        ("/briefs/{id}/print", get(articles::brief::print)),
        ("/settings", get(settings::show)),
        ("/settings/password", post(settings::change_password)),
        ("/settings/email", post(settings::change_email)),
        ("/settings/email/resend", post(settings::resend_confirmation)),
        ("/settings/codes", get(settings::show_codes).post(settings::enable_codes)),
        ("/settings/codes/off", post(settings::disable_codes)),
        ("/settings/codes/recovery", post(settings::new_recovery_codes)),
        ("/settings/sessions/end", post(settings::end_session)),
        ("/settings/sessions/end-others", post(settings::end_other_sessions)),
    ]
}

async fn no_page() -> PageError {
    PageError::NotFound
}

fn finish(routes: Router<Dashboard>, dashboard: &Dashboard) -> Router {
    routes.layer(from_fn(show_failures)).with_state(dashboard.clone())
}

/// Turns failures into pages, because the reader's language is known here.
async fn show_failures(request: Request, next: Next) -> Response {
    let language =
        public_site::language_of(request.uri().path()).unwrap_or_else(|| language::choose(request.headers()));
    let theme = language::theme(request.headers());
    let response = next.run(request).await;
    match response.extensions().get::<PageError>() {
        Some(failure) => failure.page(language, theme),
        None => response,
    }
}
