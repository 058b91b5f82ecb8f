//! Forms that act on one object of the account.

use std::str::FromStr;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path};
use http::Request;

use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::form::Form;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// Parses the id in a path. Text that is not a valid id gets a 404, and never reaches another path of the
/// API.
pub(crate) fn known<Id: FromStr>(text: &str) -> Result<Id, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

/// A form about the object whose id is in the path. It was verified to come from a page of the session, so a
/// handler that takes it can't be reached from another site.
pub(crate) struct FormAbout<Id> {
    /// The state that pages share.
    pub(crate) dashboard: Dashboard,
    pub(crate) visit: SignedIn,
    /// The id of the object.
    pub(crate) id: Id,
    pub(crate) form: Form,
}

impl<Id> FormAbout<Id> {
    /// A client of the API for the sender of the form.
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
