//! The errors that the API found in a form.

use crate::api_client::Refusal;

/// The errors of a form.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    /// The error of the form as a whole, in the API's words.
    pub(crate) message: Option<String>,
    /// Whether the account has too few credits. Pages have a text for this in every language.
    pub(crate) lacks_credits: bool,
    fields: Vec<(String, String)>,
}

impl Faults {
    /// Whether there is any error.
    pub(crate) const fn any(&self) -> bool {
        self.message.is_some() || self.lacks_credits || !self.fields.is_empty()
    }

    /// The error of a field.
    pub(crate) fn of(&self, field: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| name == field).map(|(_, fault)| fault.as_str())
    }

    /// All fields that have an error, with it.
    pub(crate) fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// Adds an error that the page itself found.
    pub(crate) fn add(&mut self, field: &str, fault: &str) {
        self.fields.push((field.to_owned(), fault.to_owned()));
    }
}

impl From<Refusal> for Faults {
    fn from(refusal: Refusal) -> Self {
        let lacks_credits = refusal.code == "insufficient_credits";
        // If there are fields, the message only repeats their errors.
        let speaks_for_itself = refusal.fields.is_empty() && !lacks_credits;
        Self { message: speaks_for_itself.then_some(refusal.message), lacks_credits, fields: refusal.fields }
    }
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;

    fn refused(code: &str, fields: &[(&str, &str)]) -> Faults {
        let fields = fields.iter().map(|(name, fault)| ((*name).to_owned(), (*fault).to_owned())).collect();
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Refusal { status, code: code.to_owned(), message: "said so".to_owned(), fields }.into()
    }

    #[test]
    fn faults_stand_at_their_fields() {
        let faults = refused("validation_failed", &[("url", "must be an address")]);
        assert_eq!(faults.of("url"), Some("must be an address"));
        assert_eq!((faults.of("runs"), faults.message.as_deref(), faults.any()), (None, None, true));
    }

    #[test]
    fn other_refusals_are_told_on_top() {
        assert_eq!(refused("provider_unavailable", &[]).message.as_deref(), Some("said so"));
        let poor = refused("insufficient_credits", &[]);
        assert!(poor.lacks_credits && poor.message.is_none() && poor.any());
        assert!(!Faults::default().any());
    }
}
