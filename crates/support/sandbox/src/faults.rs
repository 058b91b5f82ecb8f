//! Faults that a request asks for in its texts: `sandbox-fault:KIND` or `sandbox-fault:PROVIDER=KIND`.

mod flaws;

use std::collections::HashSet;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::provider::Provider;
use crate::seed::Seed;

pub use self::flaws::{Flaw, TextFlaw};

/// The prefix of a fault word.
const MARK: &str = "sandbox-fault:";
/// The word that requests an empty result.
const EMPTY_MARK: &str = "sandbox-empty";
/// The longest delay that a fault can cause.
pub(crate) const LONGEST_HOLD: Duration = Duration::from_mins(2);
/// The number of requests remembered for faults that occur once.
const REMEMBERED: usize = 10_000;

/// A kind of fault.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// `latency-MS`: the response is delayed by this time.
    Latency(Duration),
    /// `timeout`: no response, and the connection stays open for two minutes.
    Timeout,
    /// `429`, `429-SECONDS`: too many requests, with `Retry-After`.
    Throttled {
        /// The `Retry-After` in seconds.
        retry_after: u64,
    },
    /// `500`: the provider's internal error.
    Broken,
    /// `503`: the provider is overloaded.
    Unavailable,
    /// `401`: the credentials are invalid.
    Unauthorised,
    /// `blocked`, `declined`: a page with a robot check; for models, a refusal of the prompt.
    Blocked,
    /// `malformed`: a success whose body ends in the middle.
    Malformed,
    /// `truncated`: a body shorter than its `Content-Length`.
    Truncated,
    /// `cut`: the connection closes without a response.
    Cut,
    /// `empty`: the provider's empty result.
    Empty,
    /// `task-CODE`: a task with this status in a successful response (DataForSEO); for other providers the
    /// same as `500`.
    Task(u32),
    /// The name of a flaw: a success whose image has it (image models); no effect for other providers.
    Picture(Flaw),
    /// The name of a flaw: a success whose text has it (text models); no effect for other providers.
    Text(TextFlaw),
    /// `once-KIND`: only for the first time that this provider gets this request.
    Once(Box<FaultKind>),
}

/// The kind of fault is unknown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no fault; known are latency-MS, timeout, 429, 429-SECONDS, 500, 503, 401, blocked, declined, malformed, \
     truncated, cut, empty, task-CODE, once-KIND, of pictures lettering, stubborn-lettering, wrong-type, huge, bomb and \
     truncated-picture, and of texts repeated-text, short-text, long-text and garbage-text, each alone or as PROVIDER=KIND"
)]
pub struct UnknownFault(String);

impl FromStr for FaultKind {
    type Err = UnknownFault;

    fn from_str(text: &str) -> Result<Self, UnknownFault> {
        let unknown = || UnknownFault(text.to_owned());
        if let Some(flaw) = Flaw::named(text) {
            return Ok(Self::Picture(flaw));
        }
        if let Some(flaw) = TextFlaw::named(text) {
            return Ok(Self::Text(flaw));
        }
        let (name, argument) = text.split_once('-').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let number = || argument.and_then(|digits| digits.parse::<u32>().ok()).ok_or_else(unknown);
        match (name, argument) {
            ("latency", Some(_)) => {
                Ok(Self::Latency(Duration::from_millis(number()?.into()).min(LONGEST_HOLD)))
            }
            ("timeout", None) => Ok(Self::Timeout),
            ("429", None) => Ok(Self::Throttled { retry_after: 1 }),
            ("429", Some(_)) => Ok(Self::Throttled { retry_after: number()?.into() }),
            ("500", None) => Ok(Self::Broken),
            ("503", None) => Ok(Self::Unavailable),
            ("401", None) => Ok(Self::Unauthorised),
            ("blocked" | "declined", None) => Ok(Self::Blocked),
            ("malformed", None) => Ok(Self::Malformed),
            ("truncated", None) => Ok(Self::Truncated),
            ("cut", None) => Ok(Self::Cut),
            ("empty", None) => Ok(Self::Empty),
            ("task", Some(_)) => Ok(Self::Task(number()?)),
            ("once", Some(kind)) if !kind.starts_with("once") => {
                Ok(Self::Once(Box::new(kind.parse().map_err(|_| unknown())?)))
            }
            _ => Err(unknown()),
        }
    }
}

/// A failure that each provider reports in its own format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    Unauthorised,
    Throttled { retry_after: u64 },
    Broken,
    Unavailable,
    Blocked,
    Task(u32),
}

/// A fault word of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FaultWord {
    /// The provider that it applies to; `None` for all.
    scope: Option<String>,
    /// The kind as written.
    kind: String,
}

impl FaultWord {
    /// Whether it applies to this provider.
    pub(crate) fn concerns(&self, provider: Provider) -> bool {
        self.scope.as_deref().is_none_or(|scope| scope == provider.name())
    }

    pub(crate) fn kind(&self) -> Result<FaultKind, UnknownFault> {
        self.kind.parse()
    }

    /// The faults of the page behind the result at `position`, as words for its URL. `page` applies to every
    /// page, `page-3` to the third.
    pub(crate) fn for_result(&self, position: usize) -> Option<String> {
        let scope = self.scope.as_deref()?;
        let meant = scope == Provider::Page.name()
            || scope.strip_prefix("page-").is_some_and(|number| number.parse() == Ok(position));
        meant.then(|| format!("{MARK}{}={}", Provider::Page.name(), self.kind))
    }
}

/// The fault words of a text.
pub(crate) fn words_in(text: &str) -> Vec<FaultWord> {
    pieces(text)
        .filter_map(|piece| match piece {
            Piece::Fault(word) => Some(word),
            Piece::Empty => Some(FaultWord { scope: None, kind: "empty".to_owned() }),
            Piece::Text(_) => None,
        })
        .collect()
}

/// The text without its fault words.
pub(crate) fn without_words(text: &str) -> String {
    let rest: Vec<&str> = pieces(text)
        .filter_map(|piece| if let Piece::Text(text) = piece { Some(text) } else { None })
        .flat_map(str::split_whitespace)
        .collect();
    rest.join(" ")
}

enum Piece<'a> {
    Text(&'a str),
    Fault(FaultWord),
    Empty,
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let lower = text.to_ascii_lowercase();
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let rest = &lower[at..];
        if let Some(word) = rest.strip_prefix(MARK) {
            let end =
                word.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '=').unwrap_or(word.len());
            at += MARK.len() + end;
            return Some(Piece::Fault(fault_word(&word[..end])));
        }
        if rest.starts_with(EMPTY_MARK) {
            at += EMPTY_MARK.len();
            return Some(Piece::Empty);
        }
        let next = [rest.find(MARK), rest.find(EMPTY_MARK)].into_iter().flatten().min().unwrap_or(rest.len());
        let piece = &text[at..at + next];
        at += next;
        Some(Piece::Text(piece))
    })
}

fn fault_word(word: &str) -> FaultWord {
    match word.split_once('=') {
        Some((scope, kind)) => FaultWord { scope: Some(scope.to_owned()), kind: kind.to_owned() },
        None => FaultWord { scope: None, kind: word.to_owned() },
    }
}

/// Records which requests had their single fault.
#[derive(Debug, Default)]
pub(crate) struct Occurrences(Mutex<HashSet<String>>);

impl Occurrences {
    /// Whether this provider gets this request for the first time. The records are cleared when full.
    pub(crate) fn is_first(&self, provider: Provider, question: &str) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= REMEMBERED {
            seen.clear();
        }
        seen.insert(Seed::of(&[provider.name(), question]).hex(32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<FaultKind> {
        words_in(text).iter().map(|word| word.kind().unwrap()).collect()
    }

    #[test]
    fn every_kind_is_read() {
        let read = |text: &str| text.parse::<FaultKind>();
        assert_eq!(read("latency-250"), Ok(FaultKind::Latency(Duration::from_millis(250))));
        assert_eq!(read("latency-999999999"), Ok(FaultKind::Latency(LONGEST_HOLD)));
        assert_eq!(read("429"), Ok(FaultKind::Throttled { retry_after: 1 }));
        assert_eq!(read("429-30"), Ok(FaultKind::Throttled { retry_after: 30 }));
        assert_eq!(read("task-40101"), Ok(FaultKind::Task(40101)));
        assert_eq!(
            read("once-429-2"),
            Ok(FaultKind::Once(Box::new(FaultKind::Throttled { retry_after: 2 })))
        );
        for flaw in Flaw::ALL {
            assert_eq!(read(flaw.name()), Ok(FaultKind::Picture(flaw)));
        }
        for flaw in TextFlaw::ALL {
            assert_eq!(read(flaw.name()), Ok(FaultKind::Text(flaw)));
        }
        assert_eq!(
            read("once-stubborn-lettering"),
            Ok(FaultKind::Once(Box::new(FaultKind::Picture(Flaw::StubbornLettering))))
        );
        assert_eq!(read("declined"), Ok(FaultKind::Blocked));
        for plain in ["timeout", "500", "503", "401", "blocked", "malformed", "truncated", "cut", "empty"] {
            assert!(read(plain).is_ok(), "{plain}");
            assert!(read(&format!("{plain}-x")).is_err(), "{plain}-x");
        }
        for bad in ["", "418", "latency", "latency-x", "task", "once", "once-once-500", "once-x", "-"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_are_found_anywhere_and_taken_out() {
        let text = "cold SANDBOX-FAULT:serper=500 brew sandbox-fault:latency-20, coffee sandbox-empty";
        assert_eq!(
            kinds(text),
            [FaultKind::Broken, FaultKind::Latency(Duration::from_millis(20)), FaultKind::Empty]
        );
        assert_eq!(without_words(text), "cold brew , coffee");
        assert_eq!(without_words("giày chạy bộ"), "giày chạy bộ");
        assert!(words_in("đẹp ẞ ſ").is_empty());
    }

    #[test]
    fn a_scope_names_one_provider() {
        let words = words_in("sandbox-fault:serper=500 sandbox-fault:503");
        assert!(words[0].concerns(Provider::Serper) && !words[0].concerns(Provider::SerpApi));
        assert!(words[1].concerns(Provider::Serper) && words[1].concerns(Provider::SerpApi));
    }

    #[test]
    fn page_faults_travel_in_the_addresses_of_results() {
        let words = words_in("x sandbox-fault:page-3=503 sandbox-fault:page=latency-5 sandbox-fault:500");
        assert_eq!(words[0].for_result(3).as_deref(), Some("sandbox-fault:page=503"));
        assert_eq!(words[0].for_result(2), None);
        assert_eq!(words[1].for_result(2).as_deref(), Some("sandbox-fault:page=latency-5"));
        assert_eq!(words[2].for_result(1), None);
    }

    #[test]
    fn a_question_is_new_once_for_each_provider() {
        let seen = Occurrences::default();
        assert!(seen.is_first(Provider::Serper, "x"));
        assert!(!seen.is_first(Provider::Serper, "x"));
        assert!(seen.is_first(Provider::Brave, "x"));
    }
}
