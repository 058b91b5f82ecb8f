//! What the API found wrong with a form that a page sent on.

use crate::api_client::Refusal;

/// What is wrong with a form.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    /// What is wrong with no field in particular, in the API's words.
    pub(crate) message: Option<String>,
    /// Whether the account has too few credits, which has words in every language.
    pub(crate) lacks_credits: bool,
    fields: Vec<(String, String)>,
}

impl Faults {
    /// Whether anything is wrong.
    pub(crate) const fn any(&self) -> bool {
        self.message.is_some() || self.lacks_credits || !self.fields.is_empty()
    }

    /// What is wrong with a field.
    pub(crate) fn of(&self, field: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| name == field).map(|(_, fault)| fault.as_str())
    }

    /// Every field with what is wrong about it.
    pub(crate) fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// Adds what the page itself found wrong.
    pub(crate) fn add(&mut self, field: &str, fault: &str) {
        self.fields.push((field.to_owned(), fault.to_owned()));
    }
}

impl From<Refusal> for Faults {
    fn from(refusal: Refusal) -> Self {
        let lacks_credits = refusal.code == "insufficient_credits";
        // With fields, the message only repeats what they say.
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
