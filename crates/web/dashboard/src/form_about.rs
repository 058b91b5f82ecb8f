//! Forms about one thing that the account has.

use std::str::FromStr;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path};
use http::Request;

use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::form::Form;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// The id that an address names. Text that is none leads to nothing, and never into another path of the API.
pub(crate) fn known<Id: FromStr>(text: &str) -> Result<Id, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// A form about what the address names by its id. It is proven to come from a page of the session, so that a handler that takes it
/// can't be reached by a foreign one.
pub(crate) struct FormAbout<Id> {
    /// What pages work with.
    pub(crate) dashboard: Dashboard,
    /// Who sent it.
    pub(crate) visit: SignedIn,
    /// What it is about.
    pub(crate) id: Id,
    /// What it says.
    pub(crate) form: Form,
}

impl<Id> FormAbout<Id> {
    /// The API, as whoever sent the form calls it.
    pub(crate) const fn client(&self) -> ApiClient<'_> {
        ApiClient::new(&self.dashboard, &self.visit)
    }
}

impl<Id: FromStr> FromRequest<Dashboard> for FormAbout<Id> {
    type Rejection = PageError;

    async fn from_request(request: Request<Body>, dashboard: &Dashboard) -> Result<Self, PageError> {
        let (mut parts, body) = request.into_parts();
        let visit = SignedIn::from_request_parts(&mut parts, dashboard).await?;
        let id = Path::<String>::from_request_parts(&mut parts, dashboard).await;
        let Path(id) = id.map_err(|_| PageError::NotFound)?;
        let form = Form::from_request(Request::from_parts(parts, body), dashboard).await?;
        visit.prove(&form)?;
        Ok(Self { dashboard: dashboard.clone(), id: known(&id)?, visit, form })
    }
}

#[cfg(test)]
mod tests {
    use domain::images::ImageId;

    use super::*;

    #[test]
    fn text_that_is_no_id_leads_nowhere() {
        assert_eq!(known::<ImageId>("../account"), Err(PageError::NotFound));
        let id = ImageId::generate();
        assert_eq!(known(&id.to_string()), Ok(id));
    }
}
