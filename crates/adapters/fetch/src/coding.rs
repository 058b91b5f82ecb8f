//! Content codings: which ones were applied, and how to undo them.

use std::pin::Pin;

use async_compression::tokio::bufread::{BrotliDecoder, GzipDecoder, ZlibDecoder, ZstdDecoder};
use async_compression::zstd::DParameter;
use http::HeaderMap;
use http::header::CONTENT_ENCODING;
use ports::fetch::FetchError;
use tokio::io::{AsyncBufRead, AsyncRead};

/// More codings on top of each other serve only to hide something.
const MAX_STACKED: usize = 2;
const STACKED: FetchError = FetchError::Unreachable("the body is encoded too many times");

/// RFC 9659: no more than 8 MB of memory to look back into.
const ZSTD_WINDOW_LOG: u32 = 23;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Identity,
    Gzip,
    Zlib,
    Brotli,
    Zstd,
}

impl Coding {
    /// The codings to undo, in this order; at least one. If one is unknown, the bytes are left as they are,
    /// as browsers do.
    pub(crate) fn to_undo(headers: &HeaderMap) -> Result<Vec<Self>, FetchError> {
        let values =
            headers.get_all(CONTENT_ENCODING).iter().map(|value| value.to_str().unwrap_or("unreadable"));
        let names = values.flat_map(|value| value.split(',')).map(str::trim).filter(|name| !name.is_empty());
        let Some(applied) = names.map(Self::named).collect::<Option<Vec<Self>>>() else {
            return Ok(vec![Self::Identity]);
        };
        let mut codings: Vec<Self> =
            applied.into_iter().rev().filter(|coding| *coding != Self::Identity).collect();
        if codings.len() > MAX_STACKED {
            return Err(STACKED);
        }
        if codings.is_empty() {
            codings.push(Self::Identity);
        }
        Ok(codings)
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "identity" => Self::Identity,
            "gzip" | "x-gzip" => Self::Gzip,
            "deflate" => Self::Zlib,
            "br" => Self::Brotli,
            "zstd" => Self::Zstd,
            _ => return None,
        })
    }

    pub(crate) fn undo(self, coded: Pin<Box<dyn AsyncBufRead + Send>>) -> Pin<Box<dyn AsyncRead + Send>> {
        match self {
            Self::Identity => Box::pin(coded),
            Self::Gzip => Box::pin(GzipDecoder::new(coded)),
            Self::Zlib => Box::pin(ZlibDecoder::new(coded)),
            Self::Brotli => Box::pin(BrotliDecoder::new(coded)),
            Self::Zstd => {
                let window = DParameter::window_log_max(ZSTD_WINDOW_LOG);
                let mut decoder = ZstdDecoder::with_params(coded, &[window]);
                decoder.multiple_members(true);
                Box::pin(decoder)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use rstest::rstest;

    use super::*;

    fn to_undo(values: &[&str]) -> Result<Vec<Coding>, FetchError> {
        let values = values.iter().map(|value| (CONTENT_ENCODING, HeaderValue::from_str(value).unwrap()));
        Coding::to_undo(&values.collect())
    }

    #[rstest]
    #[case(&[], &[Coding::Identity])]
    #[case(&["identity, identity, identity"], &[Coding::Identity])]
    #[case(&["GZIP"], &[Coding::Gzip])]
    #[case(&["x-gzip,"], &[Coding::Gzip])]
    #[case(&["gzip, br"], &[Coding::Brotli, Coding::Gzip])]
    #[case(&["deflate", "zstd"], &[Coding::Zstd, Coding::Zlib])]
    #[case(&["utf-8"], &[Coding::Identity])]
    #[case(&["gzip, rot13"], &[Coding::Identity])]
    fn codings_are_undone_from_the_last(#[case] values: &[&str], #[case] expected: &[Coding]) {
        assert_eq!(to_undo(values).unwrap(), expected);
    }

    #[test]
    fn rule_6_deep_stacks_are_refused() {
        assert_eq!(to_undo(&["gzip, gzip, gzip"]), Err(STACKED));
        assert_eq!(to_undo(&["gzip", "br", "gzip"]), Err(STACKED));
    }
}
