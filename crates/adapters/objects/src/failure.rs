//! Why the storage failed, in few words, without secrets.

use std::error::Error;
use std::fmt;
use std::io;
use std::iter;

use object_store::client::{HttpError, HttpErrorKind};
use ports::ObjectError;
use tokio::time::error::Elapsed;

/// The cause of an `object_store` error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The object does not exist.
    Missing,
    /// The bucket does not exist.
    NoBucket,
    /// The credentials are wrong or lack a permission; with the provider's error code.
    Refused(Option<String>),
    /// The server can't be reached, or the connection broke.
    Unreachable,
    /// No answer came in time.
    Silent,
    /// A failure of the file system.
    Disk(io::ErrorKind),
    /// Any other failure; with the provider's error code.
    Other(Option<String>),
}

impl Cause {
    pub(crate) fn of(error: &object_store::Error) -> Self {
        let message = error.to_string();
        let code = provider_code(&message);
        match error {
            _ if matches!(code.as_deref(), Some("NoSuchBucket" | "ContainerNotFound")) => Self::NoBucket,
            _ if is_refusal(&message) => Self::Refused(code),
            object_store::Error::NotFound { .. } => Self::Missing,
            _ => chain(error).find_map(Self::of_part).unwrap_or(Self::Other(code)),
        }
    }

    fn of_part(part: &(dyn Error + 'static)) -> Option<Self> {
        if part.is::<Elapsed>() {
            return Some(Self::Silent);
        }
        if let Some(error) = part.downcast_ref::<HttpError>() {
            return match error.kind() {
                HttpErrorKind::Timeout => Some(Self::Silent),
                HttpErrorKind::Connect | HttpErrorKind::Request | HttpErrorKind::Interrupted => {
                    Some(Self::Unreachable)
                }
                _ => None,
            };
        }
        match part.downcast_ref::<io::Error>()?.kind() {
            // The path leads through a file, to a directory, or has a name that is too long: no object exists
            // there.
            io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory | io::ErrorKind::InvalidFilename => {
                Some(Self::Missing)
            }
            kind => Some(Self::Disk(kind)),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match self {
            Self::Missing => formatter.write_str("there is no such place in it"),
            Self::NoBucket => formatter.write_str("the bucket does not exist"),
            Self::Refused(None) => formatter.write_str("it refuses our credentials"),
            Self::Refused(Some(code)) => write!(formatter, "it refuses our credentials ({code})"),
            Self::Unreachable => formatter.write_str("it can't be reached"),
            Self::Silent => formatter.write_str("it did not answer in time"),
            Self::Disk(StorageFull | QuotaExceeded | FileTooLarge) => formatter.write_str("the disk is full"),
            Self::Disk(kind) => write!(formatter, "the disk says: {kind}"),
            Self::Other(None) => formatter.write_str("it failed"),
            Self::Other(Some(code)) => write!(formatter, "it answered {code}"),
        }
    }
}

pub(crate) fn unavailable(error: object_store::Error) -> ObjectError {
    ObjectError::Unavailable { reason: Cause::of(&error).to_string(), source: Box::new(error) }
}

/// An error of the file system, as `object_store` would report it.
pub(crate) fn of_disk(error: io::Error) -> object_store::Error {
    object_store::Error::Generic { store: "disk", source: Box::new(error) }
}

/// A time-out, as `object_store` would report it.
pub(crate) fn of_silence(elapsed: Elapsed) -> object_store::Error {
    object_store::Error::Generic { store: "storage", source: Box::new(elapsed) }
}

fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |&error| error.source())
}

/// Only some requests report refusals as an error of their own; all of them contain the status.
fn is_refusal(message: &str) -> bool {
    message.contains("status code: 401 ") || message.contains("status code: 403 ")
}

/// The error code: S3, Google and Azure all answer with XML that contains one.
fn provider_code(message: &str) -> Option<String> {
    const LONGEST: usize = 64;
    let (_, rest) = message.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let is_word =
        !code.is_empty() && code.len() <= LONGEST && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word.then(|| code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generic(source: impl Error + Send + Sync + 'static) -> object_store::Error {
        object_store::Error::Generic { store: "test", source: Box::new(source) }
    }

    fn answer(xml: &str) -> io::Error {
        io::Error::other(format!("Server returned non-2xx status code: {xml}"))
    }

    #[test]
    fn full_disks_are_called_full() {
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded, io::ErrorKind::FileTooLarge] {
            let ObjectError::Unavailable { reason, .. } = unavailable(of_disk(kind.into())) else { panic!() };
            assert_eq!(reason, "the disk is full");
        }
        let denied = Cause::of(&of_disk(io::ErrorKind::PermissionDenied.into()));
        assert_eq!(denied.to_string(), "the disk says: permission denied");
    }

    #[test]
    fn the_system_reports_full_disks_with_these_kinds() {
        const NO_SPACE: i32 = 28;
        const TOO_LARGE: i32 = 27;
        assert_eq!(io::Error::from_raw_os_error(NO_SPACE).kind(), io::ErrorKind::StorageFull);
        assert_eq!(io::Error::from_raw_os_error(TOO_LARGE).kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn impossible_paths_are_missing_objects() {
        let error = of_disk(io::ErrorKind::NotADirectory.into());
        assert_eq!(Cause::of(&error), Cause::Missing);
    }

    #[test]
    fn transport_failures_are_told_apart() {
        let of = |kind| Cause::of(&generic(HttpError::new(kind, io::Error::other("x"))));
        assert_eq!(of(HttpErrorKind::Timeout), Cause::Silent);
        assert_eq!(of(HttpErrorKind::Connect), Cause::Unreachable);
    }

    #[test]
    fn a_missing_bucket_is_not_a_missing_object() {
        let missing = |xml| {
            Cause::of(&object_store::Error::NotFound { path: "a".to_owned(), source: Box::new(answer(xml)) })
        };
        assert_eq!(missing("<Error><Code>NoSuchKey</Code></Error>"), Cause::Missing);
        assert_eq!(missing("<Error><Code>NoSuchBucket</Code></Error>"), Cause::NoBucket);
        assert_eq!(missing("<Error><Code>ContainerNotFound</Code></Error>"), Cause::NoBucket);
    }

    #[test]
    fn refusals_carry_the_providers_word_and_nothing_else() {
        let refused = |xml| Cause::of(&generic(answer(&format!("403 Forbidden: {xml}"))));
        let signature = refused("<Code>SignatureDoesNotMatch</Code><StringToSign>AKIA</StringToSign>");
        assert_eq!(signature.to_string(), "it refuses our credentials (SignatureDoesNotMatch)");
        assert_eq!(refused("<Code>a word & more</Code>"), Cause::Refused(None));
    }
}
