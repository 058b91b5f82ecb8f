//! Endpoints: servers of a customer that are notified of events in an account.

use std::time::Duration;

use crate::Timestamp;
use crate::ids::sortable_id;
use crate::ledger::Purse;

sortable_id!(
    /// Identifies an endpoint, `whe_…`.
    EndpointId,
    "whe_"
);

/// A server of a customer that is notified of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookEndpoint {
    pub id: EndpointId,
    /// The purse that owns it.
    pub purse: Purse,
    pub url: String,
    /// The events that it is notified of.
    pub events: Events,
    /// The owner's description of it.
    pub description: String,
    /// The keys that sign its messages.
    pub keys: Keys,
    /// Why it is disabled, if it is.
    pub disabled: Option<DisabledReason>,
    /// Its recent failures, if any.
    pub health: Health,
    /// When it was made.
    pub created_at: Timestamp,
}

impl WebhookEndpoint {
    /// The most endpoints of one account in each mode.
    pub const MOST: u32 = 10;
    /// The longest URL, in bytes.
    pub const LONGEST_URL: usize = 2048;
    /// The longest description, in characters.
    pub const LONGEST_DESCRIPTION: usize = 200;

    /// Whether it gets messages.
    #[must_use]
    pub const fn is_enabled(&self) -> bool {
        self.disabled.is_none()
    }
}

/// Why an endpoint gets no messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DisabledReason {
    /// The owner disabled it.
    Owner,
    /// It answered with status 410, Gone.
    Gone,
    /// No message was delivered for days.
    Failing,
}

impl DisabledReason {
    pub const ALL: [Self; 3] = [Self::Owner, Self::Gone, Self::Failing];

    /// The name in columns.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Gone => "gone",
            Self::Failing => "failing",
        }
    }
}

/// The kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// An article is done and paid for.
    ArticleCompleted,
    /// An article could not be written.
    ArticleFailed,
    /// An article was cancelled.
    ArticleCancelled,
    /// An article was published on the hosted site.
    ArticlePublished,
    /// A search engine accepted the notification of a page.
    IndexingDispatched,
    /// The balance fell below the owner's threshold.
    CreditsLow,
    /// A person tests whether an endpoint answers.
    Ping,
}

impl EventKind {
    /// The kinds that endpoints can subscribe to. A ping goes to its endpoint, whatever the endpoint
    /// subscribes to.
    pub const CHOICES: [Self; 6] = [
        Self::ArticleCompleted,
        Self::ArticleFailed,
        Self::ArticleCancelled,
        Self::ArticlePublished,
        Self::IndexingDispatched,
        Self::CreditsLow,
    ];

    /// The name in messages.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ArticleCompleted => "article.completed",
            Self::ArticleFailed => "article.failed",
            Self::ArticleCancelled => "article.cancelled",
            Self::ArticlePublished => "article.published",
            Self::IndexingDispatched => "indexing.dispatched",
            Self::CreditsLow => "credits.low",
            Self::Ping => "ping",
        }
    }

    /// The kind with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::CHOICES.into_iter().chain([Self::Ping]).find(|kind| kind.as_str() == name)
    }
}

/// The kinds of events that an endpoint is notified of: at least one, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Events(Vec<EventKind>);

/// Why a choice of events is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidEvents {
    #[error("choose at least one event")]
    Empty,
    /// It names something else.
    #[error("{0:?} is not an event that endpoints receive")]
    Unknown(String),
}

impl Events {
    /// Every kind that there is.
    #[must_use]
    pub fn all() -> Self {
        Self(EventKind::CHOICES.to_vec())
    }

    /// The kinds with these names.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, InvalidEvents> {
        let choice = |name: &str| {
            let known = EventKind::CHOICES.into_iter().find(|kind| kind.as_str() == name);
            known.ok_or_else(|| InvalidEvents::Unknown(name.chars().take(40).collect()))
        };
        let mut kinds = names.into_iter().map(choice).collect::<Result<Vec<_>, _>>()?;
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.is_empty() { Err(InvalidEvents::Empty) } else { Ok(Self(kinds)) }
    }

    /// Whether events of a kind are among them.
    #[must_use]
    pub fn contain(&self, kind: EventKind) -> bool {
        self.0.contains(&kind)
    }

    /// The kinds, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = EventKind> + '_ {
        self.0.iter().copied()
    }
}

/// Which secrets an endpoint's messages are signed with. Secrets are counted, not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keys {
    /// How many secrets there were, the one in use included.
    pub generation: u32,
    /// Until when messages are also signed with the previous secret.
    pub previous_until: Option<Timestamp>,
}

/// How a secret is replaced by the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// Messages are signed with both for a day, so that receivers can switch.
    Overlapping,
    /// The old one ends now, because it may have leaked.
    AtOnce,
}

impl Keys {
    /// The keys of a new endpoint.
    pub const FIRST: Self = Self { generation: 1, previous_until: None };
    /// How long the old secret is used beside the new one.
    pub const OVERLAP: Duration = Duration::from_hours(24);

    /// The keys after a rotation. A secret that was already being replaced ends now.
    #[must_use]
    pub fn rotated(self, rotation: Rotation, at: Timestamp) -> Self {
        let previous_until = match rotation {
            Rotation::Overlapping => Some(at + Self::OVERLAP),
            Rotation::AtOnce => None,
        };
        Self { generation: self.generation.saturating_add(1), previous_until }
    }

    /// The generations that messages are signed with at a moment, the newest first.
    pub fn valid(self, at: Timestamp) -> impl Iterator<Item = u32> {
        let overlaps = self.previous_until.is_some_and(|until| at < until);
        let previous = self.generation.checked_sub(1).filter(|_| overlaps);
        std::iter::once(self.generation).chain(previous)
    }
}

/// The recent failures of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Health {
    /// How many attempts failed since one succeeded.
    pub failures: u32,
    /// When the first of these was.
    pub failing_since: Option<Timestamp>,
}

impl Health {
    /// How long deliveries may fail before an endpoint is disabled.
    pub const PATIENCE: Duration = Duration::from_hours(5 * 24);
    /// How many attempts must have failed by then, so that an endpoint with little traffic is not disabled by two.
    pub const FEWEST_FAILURES: u32 = 10;

    /// Whether an endpoint that failed again at `at` is to be disabled.
    #[must_use]
    pub fn is_hopeless(self, at: Timestamp) -> bool {
        let long = self.failing_since.is_some_and(|since| at.duration_since(since) >= patience());
        long && self.failures >= Self::FEWEST_FAILURES
    }
}

fn patience() -> jiff::SignedDuration {
    jiff::SignedDuration::try_from(Health::PATIENCE).unwrap_or(jiff::SignedDuration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> Timestamp {
        Timestamp::from_second(hours * 3_600).unwrap()
    }

    #[test]
    fn names_of_events_read_back() {
        for kind in EventKind::CHOICES.into_iter().chain([EventKind::Ping]) {
            assert_eq!(EventKind::named(kind.as_str()), Some(kind));
        }
        assert_eq!(EventKind::named("article"), None);
    }

    #[test]
    fn a_choice_of_events_names_known_ones_once() {
        let chosen = Events::named(["credits.low", "article.failed", "credits.low"]).unwrap();
        assert_eq!(chosen.iter().collect::<Vec<_>>(), [EventKind::ArticleFailed, EventKind::CreditsLow]);
        assert!(chosen.contain(EventKind::CreditsLow) && !chosen.contain(EventKind::ArticleCompleted));
        assert_eq!(Events::named([]), Err(InvalidEvents::Empty));
        assert_eq!(
            Events::named(["ping"]),
            Err(InvalidEvents::Unknown("ping".to_owned())),
            "nobody chooses it"
        );
        assert_eq!(Events::named(EventKind::CHOICES.map(EventKind::as_str)), Ok(Events::all()));
    }

    #[test]
    fn a_secret_gives_way_within_a_day() {
        let valid = |keys: Keys, hours| keys.valid(at(hours)).collect::<Vec<_>>();
        assert_eq!(valid(Keys::FIRST, 0), [1]);
        let second = Keys::FIRST.rotated(Rotation::Overlapping, at(0));
        assert_eq!(valid(second, 0), [2, 1]);
        assert_eq!(valid(second, 23), [2, 1]);
        assert_eq!(valid(second, 24), [2]);
        let third = second.rotated(Rotation::Overlapping, at(1));
        assert_eq!(valid(third, 2), [3, 2], "the first ends with the second rotation");
        assert_eq!(valid(third.rotated(Rotation::AtOnce, at(2)), 2), [4]);
    }

    #[test]
    fn only_lasting_failure_is_hopeless() {
        let health = |failures, since| Health { failures, failing_since: Some(at(since)) };
        assert!(health(10, 0).is_hopeless(at(120)));
        assert!(!health(10, 0).is_hopeless(at(119)), "not for five days yet");
        assert!(!health(9, 0).is_hopeless(at(500)), "too few to tell");
        assert!(!Health::default().is_hopeless(at(500)));
    }
}
