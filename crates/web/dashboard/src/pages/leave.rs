//! Logging out.

use axum::extract::State;
use axum::response::Response;

use crate::cookies::CookieJar;
use crate::failure::PageError;
use crate::form::Form;
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

pub(crate) async fn log_out(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    dashboard.sessions.leave(&visit.visit.session).await?;
    let mut response = redirects::see("/login");
    CookieJar::new(&dashboard.settings.public_url).close(response.headers_mut());
    Ok(response)
}
