//! Language, colours, time zone, and the mode that pages show.

use axum::extract::State;
use axum::response::Response;
use domain::api_keys::KeyMode;
use http::HeaderMap;
use http::header::REFERER;

use crate::cookies::{CookieJar, LANGUAGE, THEME};
use crate::failure::PageError;
use crate::form::Form;
use crate::language::{Theme, offered};
use crate::pages::public_site;
use crate::redirects::{self, HOME, inside};
use crate::state::Dashboard;
use crate::visit::{SignedIn, Stranger};

/// Saves language, colours or time zone. Nothing that it changes is worth protecting, so it needs no session.
pub(crate) async fn change(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    headers: HeaderMap,
    form: Form,
) -> Result<Response, PageError> {
    let from = came_from(&headers);
    let back = if form.is_set("language") { public_site::in_any_language(&from) } else { from.as_str() };
    let mut response = redirects::see(back);
    let jar = CookieJar::new(&dashboard.settings.public_url);
    if let Some(language) = offered(form.text("language")) {
        jar.remember(response.headers_mut(), LANGUAGE, language.as_str());
        if let Some(visit) = stranger.session(&dashboard).await? {
            dashboard.person.speak(&visit.person, language).await?;
        }
    }
    if let Some(theme) = Theme::from_name(form.text("theme")) {
        jar.remember(response.headers_mut(), THEME, theme.as_str());
    }
    stranger.zone.remember(jar, response.headers_mut(), form.text("timezone"));
    Ok(response)
}

/// Switches between live and test mode.
pub(crate) async fn switch_mode(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    headers: HeaderMap,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let mode = [KeyMode::Live, KeyMode::Test].into_iter().find(|mode| mode.as_str() == form.text("mode"));
    dashboard.sessions.show(&visit.visit.session, mode.ok_or(PageError::BadForm)?).await?;
    Ok(redirects::see(&list_of(&came_from(&headers))))
}

/// The page that the form was sent from. Our pages send the referrer to us only.
fn came_from(headers: &HeaderMap) -> String {
    let address = headers
        .get(REFERER)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| url::Url::parse(text).ok());
    let path = address.map(|address| match address.query() {
        Some(query) => format!("{}?{query}", address.path()),
        None => address.path().to_owned(),
    });
    inside(path.as_deref(), HOME).to_owned()
}

/// The list that an object is in. The object is not found in the other mode, but the list is.
fn list_of(path: &str) -> String {
    path.split(['/', '?']).take(3).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn people_come_back_to_where_they_were() {
        let back = |referer| came_from(&HeaderMap::from_iter([(REFERER, HeaderValue::from_static(referer))]));
        assert_eq!(back("http://127.0.0.1:8080/dashboard/keys?a=b"), "/dashboard/keys?a=b");
        assert_eq!(back("https://evil.example//x.example"), HOME);
        assert_eq!(back("nonsense"), HOME);
        assert_eq!(list_of("/dashboard/articles/art_1?x=y"), "/dashboard/articles");
        assert_eq!(list_of("/dashboard"), "/dashboard");
    }
}
