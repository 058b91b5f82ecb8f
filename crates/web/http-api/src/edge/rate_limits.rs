//! Requests per second: one bucket per key, and one per IP address for requests without a key. Stored files
//! have their own buckets.

use std::fmt::Display;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use domain::api_keys::{Claims, KeyMode};
use domain::counts::counted;
use domain::ids::ApiKeyId;
use domain::locale::Language;
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use http::{HeaderMap, HeaderName, HeaderValue};
use ports::SharedRates;
use ports::rates::Counted;

use crate::state::RequestRates;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const WINDOW_SECONDS: u32 = 1;

type Buckets<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock, StateInformationMiddleware>;

pub(crate) struct RateLimits {
    live: Class<ApiKeyId>,
    test: Class<ApiKeyId>,
    anonymous: Class<IpAddr>,
    files: Class<IpAddr>,
    clock: DefaultClock,
    shared: Option<Arc<dyn SharedRates>>,
}

/// Callers with the same rate limit.
struct Class<K: Clone + Eq + Hash> {
    name: &'static str,
    per_second: NonZeroU32,
    policy: Policy,
    buckets: Buckets<K>,
}

/// The value of the policy header, which is the same for every request.
type Policy = HeaderValue;

/// The state of the caller's bucket after this request, written into the response as two headers.
#[derive(Clone, Debug)]
pub(crate) struct RateLimitState {
    policy: Policy,
    remaining: u32,
}

/// The outcome of one check.
pub(crate) struct RateLimitResult {
    pub(crate) rate_limit_state: RateLimitState,
    /// How long to wait, if the request came too soon.
    pub(crate) refusal: Option<Duration>,
    /// The limit that was checked.
    pub(crate) limit: Limit,
}

/// A number of requests per second and who shares it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    per_second: NonZeroU32,
    class: &'static str,
}

impl Display for Limit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let requests = counted(self.per_second.get().into(), "request|requests", Language::ENGLISH);
        let whose = match self.class {
            "live" => "for each live key",
            "test" => "for each test key",
            "files" => "of pages and files for each IP address",
            _ => "without a valid key for each IP address",
        };
        write!(formatter, "{requests} per second {whose}")
    }
}

impl RateLimits {
    /// Counts in this process, and across processes in `shared`.
    pub(crate) fn new(rates: RequestRates, shared: Option<Arc<dyn SharedRates>>) -> Self {
        Self {
            live: Class::new("live", rates.live),
            test: Class::new("test", rates.test),
            anonymous: Class::new("anonymous", rates.anonymous),
            files: Class::new("files", rates.files),
            clock: DefaultClock::default(),
            shared,
        }
    }

    pub(crate) async fn admit_key(&self, claims: &Claims) -> RateLimitResult {
        let class = match claims.mode {
            KeyMode::Live => &self.live,
            KeyMode::Test => &self.test,
        };
        self.check_everywhere(class, &claims.key).await
    }

    pub(crate) async fn admit_address(&self, address: IpAddr) -> RateLimitResult {
        self.check_everywhere(&self.anonymous, &network(address)).await
    }

    /// Checks a request for a stored file or a page, with or without a key. Each process counts these alone,
    /// because each has its own network connection.
    pub(crate) fn admit_reader(&self, address: IpAddr) -> RateLimitResult {
        self.check_here(&self.files, &network(address))
    }

    /// Removes buckets that are full again.
    pub(crate) fn remove_idle(&self) {
        self.live.buckets.retain_recent();
        self.test.buckets.retain_recent();
        self.anonymous.buckets.retain_recent();
        self.files.buckets.retain_recent();
    }

    fn check_here<K: Clone + Eq + Hash>(&self, class: &Class<K>, key: &K) -> RateLimitResult {
        match class.buckets.check_key(key) {
            Ok(snapshot) => class.verdict(snapshot.remaining_burst_capacity(), None),
            Err(too_soon) => class.verdict(0, Some(too_soon.wait_time_from(self.clock.now()))),
        }
    }

    /// A caller who exceeds the limit in this process alone exceeds it overall, so `shared` is queried only
    /// for the rest.
    async fn check_everywhere<K>(&self, class: &Class<K>, key: &K) -> RateLimitResult
    where
        K: Clone + Eq + Hash + Display + Sync,
    {
        let here = self.check_here(class, key);
        let Some(shared) = self.shared.as_ref().filter(|_| here.refusal.is_none()) else { return here };
        match shared.count(&format!("{}:{key}", class.name), class.per_second).await {
            Ok(Counted::Admitted { remaining }) => class.verdict(remaining, None),
            Ok(Counted::TooSoon { wait }) => class.verdict(0, Some(wait)),
            Err(_) => here,
        }
    }
}

impl<K: Clone + Eq + Hash> Class<K> {
    fn new(name: &'static str, per_second: NonZeroU32) -> Self {
        let buckets = RateLimiter::dashmap(Quota::per_second(per_second)).with_middleware();
        Self { name, per_second, policy: policy(per_second), buckets }
    }

    fn verdict(&self, remaining: u32, refusal: Option<Duration>) -> RateLimitResult {
        let limit = Limit { per_second: self.per_second, class: self.name };
        RateLimitResult {
            rate_limit_state: RateLimitState { policy: self.policy.clone(), remaining },
            refusal,
            limit,
        }
    }
}

impl RateLimitState {
    /// The format of IETF draft 10: a named policy, then what remains of it.
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

/// A customer of an IPv6 provider has a whole /64, so the /64 counts as one address.
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
    use ports::rates::RatesUnavailable;

    use super::*;

    /// Returns the same result for every caller.
    struct Elsewhere(Option<Counted>);

    #[async_trait::async_trait]
    impl SharedRates for Elsewhere {
        async fn count(&self, _: &str, _: NonZeroU32) -> Result<Counted, RatesUnavailable> {
            self.0.ok_or_else(|| RatesUnavailable("gone".to_owned()))
        }
    }

    fn two_per_second(shared: Option<Counted>) -> RateLimits {
        let two = NonZeroU32::new(2).unwrap();
        let rates = RequestRates { live: two, test: two, anonymous: two, files: two };
        RateLimits::new(rates, Some(Arc::new(Elsewhere(shared))))
    }

    #[tokio::test]
    async fn a_bucket_empties_and_says_when_to_come_back() {
        let limits = two_per_second(None);
        let address = IpAddr::from([127, 0, 0, 1]);
        let first = limits.admit_address(address).await.rate_limit_state.remaining;
        assert_eq!((first, limits.admit_address(address).await.rate_limit_state.remaining), (1, 0));
        let refused = limits.admit_address(address).await.refusal.unwrap();
        assert!(refused > Duration::ZERO && refused <= Duration::from_secs(1), "{refused:?}");
        assert!(limits.admit_address(IpAddr::from([127, 0, 0, 2])).await.refusal.is_none());
        assert!(limits.admit_reader(address).refusal.is_none(), "files have buckets of their own");
        let limit = limits.admit_address(address).await.limit.to_string();
        assert_eq!(limit, "2 requests per second without a valid key for each IP address");
    }

    #[tokio::test]
    async fn what_came_to_others_counts_too() {
        let (address, wait) = (IpAddr::from([127, 0, 0, 1]), Duration::from_millis(300));
        let busy = two_per_second(Some(Counted::TooSoon { wait }));
        assert_eq!(busy.admit_address(address).await.refusal, Some(wait));
        assert!(busy.admit_reader(address).refusal.is_none(), "files are counted alone");
        let calm = two_per_second(Some(Counted::Admitted { remaining: 0 }));
        let verdict = calm.admit_address(address).await;
        assert_eq!((verdict.rate_limit_state.remaining, verdict.refusal), (0, None));
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
        RateLimitState { policy: policy(quota), remaining: 42 }.write_headers(&mut headers);
        assert_eq!(headers["ratelimit-policy"], "\"default\";q=100;w=1");
        assert_eq!(headers["ratelimit"], "\"default\";r=42;t=1");
    }
}
