//! Requests per second: one bucket per key, and one per address for whoever comes without a key. Stored files have buckets of their own.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use domain::api_keys::{Claims, KeyMode};
use domain::ids::ApiKeyId;
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::state::RequestRates;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const WINDOW_SECONDS: u32 = 1;

type Buckets<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock, StateInformationMiddleware>;

/// All buckets.
pub(crate) struct RateLimits {
    live: (Policy, Buckets<ApiKeyId>),
    test: (Policy, Buckets<ApiKeyId>),
    anonymous: (Policy, Buckets<IpAddr>),
    files: (Policy, Buckets<IpAddr>),
    clock: DefaultClock,
}

/// The text of the policy's header, which is the same for every request.
type Policy = HeaderValue;

/// Where a caller stands after this request; written into the response as two headers.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    policy: Policy,
    remaining: u32,
}

/// The outcome of one check.
pub(crate) struct Verdict {
    pub(crate) standing: Standing,
    /// How long to wait, if the request came too soon.
    pub(crate) refusal: Option<Duration>,
}

impl RateLimits {
    pub(crate) fn new(rates: RequestRates) -> Self {
        Self {
            live: (policy(rates.live), buckets(rates.live)),
            test: (policy(rates.test), buckets(rates.test)),
            anonymous: (policy(rates.anonymous), buckets(rates.anonymous)),
            files: (policy(rates.files), buckets(rates.files)),
            clock: DefaultClock::default(),
        }
    }

    pub(crate) fn admit_key(&self, claims: &Claims) -> Verdict {
        let (policy, buckets) = match claims.mode {
            KeyMode::Live => &self.live,
            KeyMode::Test => &self.test,
        };
        self.check(policy, buckets, &claims.key)
    }

    pub(crate) fn admit_address(&self, address: IpAddr) -> Verdict {
        let (policy, buckets) = &self.anonymous;
        self.check(policy, buckets, &network(address))
    }

    /// For a stored file, whoever asks for it.
    pub(crate) fn admit_reader(&self, address: IpAddr) -> Verdict {
        let (policy, buckets) = &self.files;
        self.check(policy, buckets, &network(address))
    }

    /// Drops buckets that are full again.
    pub(crate) fn forget_idle(&self) {
        self.live.1.retain_recent();
        self.test.1.retain_recent();
        self.anonymous.1.retain_recent();
        self.files.1.retain_recent();
    }

    fn check<K: Clone + Eq + std::hash::Hash>(
        &self,
        policy: &Policy,
        buckets: &Buckets<K>,
        key: &K,
    ) -> Verdict {
        let (remaining, refusal) = match buckets.check_key(key) {
            Ok(snapshot) => (snapshot.remaining_burst_capacity(), None),
            Err(too_soon) => (0, Some(too_soon.wait_time_from(self.clock.now()))),
        };
        Verdict { standing: Standing { policy: policy.clone(), remaining }, refusal }
    }
}

impl Standing {
    /// The form of the IETF's draft 10: a named policy, then what remains of it.
    pub(crate) fn write_headers(&self, headers: &mut HeaderMap) {
        headers.insert(POLICY, self.policy.clone());
        let limit = format!("\"default\";r={};t={WINDOW_SECONDS}", self.remaining);
        if let Ok(value) = HeaderValue::try_from(limit) {
            headers.insert(LIMIT, value);
        }
    }
}

fn policy(per_second: NonZeroU32) -> Policy {
    HeaderValue::try_from(format!("\"default\";q={per_second};w={WINDOW_SECONDS}"))
        .unwrap_or(HeaderValue::from_static("\"default\""))
}

fn buckets<K: Clone + Eq + std::hash::Hash>(per_second: NonZeroU32) -> Buckets<K> {
    RateLimiter::dashmap(Quota::per_second(per_second)).with_middleware()
}

/// One customer of an IPv6 provider owns a whole /64, so that is what counts as one address.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_says_when_to_come_back() {
        let two = NonZeroU32::new(2).unwrap();
        let limits = RateLimits::new(RequestRates { live: two, test: two, anonymous: two, files: two });
        let address = IpAddr::from([127, 0, 0, 1]);
        let remaining: Vec<u32> = (0..2).map(|_| limits.admit_address(address).standing.remaining).collect();
        assert_eq!(remaining, [1, 0]);
        let refused = limits.admit_address(address).refusal.unwrap();
        assert!(refused > Duration::ZERO && refused <= Duration::from_secs(1), "{refused:?}");
        assert!(limits.admit_address(IpAddr::from([127, 0, 0, 2])).refusal.is_none());
        assert!(limits.admit_reader(address).refusal.is_none(), "files have buckets of their own");
    }

    #[test]
    fn one_network_counts_as_one_address() {
        let parse = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(network(parse("2001:db8::1")), network(parse("2001:db8::ffff:1")));
        assert_ne!(network(parse("2001:db8::1")), network(parse("2001:db8:0:1::1")));
        assert_eq!(network(parse("::ffff:10.0.0.1")), parse("10.0.0.1"));
    }

    #[test]
    fn headers_have_the_form_of_the_draft() {
        let mut headers = HeaderMap::new();
        let quota = NonZeroU32::new(100).unwrap();
        Standing { policy: policy(quota), remaining: 42 }.write_headers(&mut headers);
        assert_eq!(headers["ratelimit-policy"], "\"default\";q=100;w=1");
        assert_eq!(headers["ratelimit"], "\"default\";r=42;t=1");
    }
}
