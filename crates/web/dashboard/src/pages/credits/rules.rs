//! Spending limits of keys, and the threshold of the balance alert.

use application::limit_api_key::LimitApiKeyError;
use application::low_balance_threshold::LowBalanceThresholdError;
use axum::extract::State;
use axum::response::Response;
use domain::credits::Credits;
use domain::ids::ApiKeyId;

use crate::failure::PageError;
use crate::form::Form;
use crate::form_about::FormAbout;
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// Typed credits; `None` if the field is empty.
fn typed(text: &str) -> Result<Option<Credits>, ()> {
    match text.parse() {
        _ if text.is_empty() => Ok(None),
        Ok(credits) => Ok(Some(Credits::new(credits))),
        Err(_) => Err(()),
    }
}

/// Sets or removes the monthly limit of a key.
pub(crate) async fn limit_key(sent: FormAbout<ApiKeyId>) -> Result<Response, PageError> {
    let Ok(limit) = typed(sent.form.text("limit")) else {
        return Ok(redirects::see("/dashboard/credits?fault=limit"));
    };
    match sent.dashboard.limits.limit(sent.visit.visit.account.id, sent.id, limit).await {
        Ok(()) => Ok(redirects::see("/dashboard/credits?done=limit#limits")),
        Err(LimitApiKeyError::Negative) => Ok(redirects::see("/dashboard/credits?fault=limit")),
        Err(LimitApiKeyError::NoSuchKey(_)) => Err(PageError::NotFound),
        Err(LimitApiKeyError::Store(error)) => Err(error.into()),
    }
}

/// Sets or removes the threshold of the balance alert.
pub(crate) async fn set_alert(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let Ok(threshold) = typed(form.text("threshold")) else {
        return Ok(redirects::see("/dashboard/credits?fault=alert"));
    };
    match dashboard.alerts.set_threshold(visit.purse(), threshold).await {
        Ok(()) => Ok(redirects::see("/dashboard/credits?done=alert")),
        Err(LowBalanceThresholdError::NotAboveZero) => Ok(redirects::see("/dashboard/credits?fault=alert")),
        Err(LowBalanceThresholdError::Store(error)) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_typed_is_no_limit() {
        assert_eq!(typed(""), Ok(None));
        assert_eq!(typed("500"), Ok(Some(Credits::new(500))));
        assert_eq!(typed("many"), Err(()));
    }
}
