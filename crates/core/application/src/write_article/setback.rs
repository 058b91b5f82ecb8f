//! Why the work on an article pauses or ends.

use domain::Timestamp;
use domain::articles::record::Problem;
use ports::{FailureKind, LedgerError, ServeError, StoreError};

use super::NOT_CONFIGURED;
use super::author::AuthorError;

/// Why a job does not go on.
#[derive(Debug, thiserror::Error)]
pub(super) enum Setback {
    /// The job belongs to another worker, or is over.
    #[error("the job belongs to another worker, or is over")]
    Lost,
    /// The deadline of the job is over.
    #[error("the article took longer than it may")]
    TooLate,
    /// The job waits for its customer until then.
    #[error("the outline waits for approval")]
    Waits(Timestamp),
    /// The database does not answer.
    #[error("{0}")]
    Stalled(String),
    /// A later attempt may succeed.
    #[error("{message}")]
    Later { code: &'static str, message: String },
    /// No later attempt can succeed.
    #[error("{}", .0.message)]
    Final(Problem),
}

impl From<StoreError> for Setback {
    fn from(error: StoreError) -> Self {
        Self::Stalled(error.to_string())
    }
}

impl From<LedgerError> for Setback {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::JobLost => Self::Lost,
            // A retry would be refused again.
            LedgerError::Refused(refusal) => Self::Final(Problem {
                code: "internal_error".to_owned(),
                message: format!("the ledger refused the settlement: {refusal}"),
            }),
            error => Self::Stalled(error.to_string()),
        }
    }
}

impl From<AuthorError> for Setback {
    fn from(error: AuthorError) -> Self {
        let message = error.to_string();
        let AuthorError::Engines(ServeError::Failed { failures }) = error else {
            let code = match error {
                AuthorError::Unusable(_) => "upstream_failed",
                AuthorError::Engines(_) => NOT_CONFIGURED,
            };
            return Self::Final(Problem { code: code.to_owned(), message });
        };
        let hopeless = |kind| {
            matches!(
                kind,
                FailureKind::Declined
                    | FailureKind::Refused
                    | FailureKind::NotSetUp
                    | FailureKind::Unsuitable
            )
        };
        if failures.iter().all(|failure| hopeless(failure.kind)) {
            return Self::Final(Problem { code: "upstream_failed".to_owned(), message });
        }
        Self::Later { code: "upstream_failed", message }
    }
}
