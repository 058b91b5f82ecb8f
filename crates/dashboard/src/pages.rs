//! All pages and their addresses.

mod articles;
mod audits;
mod calculator;
mod checks;
mod credits;
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
mod settings;
mod sign_up;
mod usage;
mod webhooks;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::{get, post};

pub use self::public_site::PUBLIC_PAGES;
use crate::assets;
use crate::failure::PageError;
use crate::language;
use crate::state::Dashboard;

/// The pages, in two parts.
pub struct Site {
    /// `/`, which other programs want to read as well.
    pub start: Router,
    /// Everything else.
    pub rest: Router,
}

/// Which first parts of an address belong to pages, so that nothing else is tried there.
pub const PLACES: [&str; 12] = [
    "assets",
    "checks",
    "claim",
    "confirm",
    "dashboard",
    "forgot",
    "login",
    "preferences",
    "pricing",
    "reset",
    "signup",
    "vi",
];

/// All pages.
pub fn site(dashboard: &Dashboard) -> Site {
    let rest = Router::new()
        .route("/assets/{hash}/{name}", get(assets::file))
        .route("/pricing", get(pricing::show))
        .route("/checks", get(checks::show))
        .route("/vi", get(landing::show))
        .route("/vi/pricing", get(pricing::show))
        .route("/vi/checks", get(checks::show))
        .route("/preferences", post(preferences::change))
        .route("/login", get(log_in::show).post(log_in::submit))
        .route("/login/code", get(log_in::show_code).post(log_in::submit_code))
        .route("/signup", get(sign_up::show).post(sign_up::submit))
        .route("/claim/{token}", get(sign_up::show_claim).post(sign_up::submit_claim))
        .route("/forgot", get(reset_password::show).post(reset_password::submit))
        .route("/reset/{token}", get(reset_password::show_new).post(reset_password::submit_new))
        .route("/confirm/{token}", get(reset_password::show_confirm).post(reset_password::confirm))
        .nest("/dashboard", inside());
    Site {
        start: finish(Router::new().route("/", get(landing::show)), dashboard),
        rest: finish(rest, dashboard),
    }
}

/// Pages for whoever is signed in.
fn inside() -> Router<Dashboard> {
    Router::new()
        .route("/", get(overview::show))
        .route("/logout", post(leave::log_out))
        .route("/mode", post(preferences::switch_mode))
        .route("/keys", get(keys::show).post(keys::make))
        .route("/keys/{id}/revoke", post(keys::revoke))
        .route("/keys/{id}/rotate", post(keys::rotate))
        .route("/audits", get(audits::show).post(audits::make))
        .route("/images", get(images::show).post(images::draw))
        .route("/images/{id}", get(images::show_one))
        .route("/images/{id}/delete", post(images::delete))
        .route("/playground", get(playground::index))
        .route("/playground/{operation}", get(playground::show).post(playground::send))
        .route("/playground/{operation}/preview", post(playground::preview))
        .route("/keys/{id}/limit", post(credits::limit_key))
        .route("/credits", get(credits::show))
        .route("/credits/alert", post(credits::set_alert))
        .route("/credits/purchases", post(credits::buy))
        .route("/credits/purchases/{id}", get(credits::show_purchase))
        .route("/credits/purchases/{id}/check", post(credits::look_again))
        .route("/credits/return", get(credits::returned))
        .route("/ledger", get(ledger::show))
        .route("/ledger.csv", get(ledger::download))
        .route("/usage", get(usage::show))
        .route("/usage.csv", get(usage::download))
        .route("/requests", get(requests::show))
        .route("/requests/{id}", get(requests::show_one))
        .route("/webhooks", get(webhooks::show).post(webhooks::add))
        .route("/webhooks/{id}", get(webhooks::show_endpoint).post(webhooks::change))
        .route("/webhooks/{id}/enable", post(webhooks::enable))
        .route("/webhooks/{id}/disable", post(webhooks::disable))
        .route("/webhooks/{id}/delete", post(webhooks::delete))
        .route("/webhooks/{id}/test", post(webhooks::send_test))
        .route("/webhooks/{id}/secret", post(webhooks::reveal))
        .route("/webhooks/{id}/rotate", post(webhooks::rotate))
        .route("/webhooks/deliveries/{id}", get(webhooks::show_delivery))
        .route("/webhooks/deliveries/{id}/resend", post(webhooks::resend))
        .route("/operator", get(operator::show))
        .route("/operator/engines", post(operator::ask_engines))
        .route("/operator/accounts/{id}/grant", post(operator::grant))
        .route("/operator/accounts/{id}/suspend", post(operator::suspend))
        .route("/operator/accounts/{id}/reinstate", post(operator::reinstate))
        .route("/operator/purchases/{id}/refund", post(operator::refund))
        .route("/articles", get(articles::list))
        .route("/articles/new", get(articles::order::show).post(articles::order::submit))
        .route("/articles/{id}", get(articles::show::show))
        .route("/articles/{id}/events", get(articles::actions::events))
        .route("/articles/{id}/approve", post(articles::actions::approve))
        .route("/articles/{id}/cancel", post(articles::actions::cancel))
        .route("/articles/{id}/meta", post(articles::actions::edit))
        .route("/articles/{id}/publish", post(articles::actions::publish))
        .route("/articles/{id}/unpublish", post(articles::actions::unpublish))
        .route("/articles/{id}/regenerate", post(articles::actions::regenerate))
        .route("/articles/{id}/download/{kind}", get(articles::downloads::file))
        .route("/settings", get(settings::show))
        .route("/settings/password", post(settings::change_password))
        .route("/settings/codes", get(settings::show_codes).post(settings::enable_codes))
        .route("/settings/codes/off", post(settings::disable_codes))
        .route("/settings/codes/recovery", post(settings::new_recovery_codes))
        .route("/settings/sessions/end", post(settings::end_session))
        .route("/settings/sessions/end-others", post(settings::end_other_sessions))
        .fallback(|| async { PageError::NotFound })
}

fn finish(routes: Router<Dashboard>, dashboard: &Dashboard) -> Router {
    routes.layer(from_fn(show_failures)).with_state(dashboard.clone())
}

/// Failures become pages here, where the reader's language is known.
async fn show_failures(request: Request, next: Next) -> Response {
    let (language, theme) = (language::choose(request.headers()), language::theme(request.headers()));
    let response = next.run(request).await;
    match response.extensions().get::<PageError>() {
        Some(failure) => failure.page(language, theme),
        None => response,
    }
}
