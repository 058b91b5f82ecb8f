//! A whole fetch: hop by hop, each one checked, all within one deadline.

use std::net::SocketAddr;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Version};
use jiff::Timestamp;
use ports::fetch::{FetchError, FetchRequest, FetchTiming, Fetched, Fetcher, Oversize};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

use crate::address::AddressGuard;
use crate::body::{self, Body};
use crate::connect::Connector;
use crate::exchange::{Answer, exchange};
use crate::network::{Network, SystemNetwork};
use crate::outgoing::Outgoing;
use crate::redirect::Trail;
use crate::rules::{FetchLimits, FetchRules, RulesError};
use crate::target::Target;
use crate::tls;

/// Fetches URLs from untrusted sources by the rules.
pub struct GuardedFetcher {
    connector: Connector,
    user_agent: HeaderValue,
    limits: FetchLimits,
    permits: Semaphore,
}

impl GuardedFetcher {
    /// Fetches from the web.
    pub fn new(rules: FetchRules) -> Result<Self, RulesError> {
        Self::over(rules, Arc::new(SystemNetwork::new()?))
    }

    /// Fetches from a custom network. The rules hold there too.
    pub fn over(rules: FetchRules, network: Arc<dyn Network>) -> Result<Self, RulesError> {
        Self::build(rules, network, None)
    }

    /// Fetches from a stand-in for the web. Every connection goes to this address, in plain HTTP, with the
    /// requested host and the header `x-sandbox-scheme: http` or `https`. All other rules hold.
    pub fn through(rules: FetchRules, stand_in: SocketAddr) -> Result<Self, RulesError> {
        Self::build(rules, Arc::new(SystemNetwork::new()?), Some(stand_in))
    }

    fn build(
        rules: FetchRules,
        network: Arc<dyn Network>,
        stand_in: Option<SocketAddr>,
    ) -> Result<Self, RulesError> {
        let user_agent = HeaderValue::try_from(rules.user_agent).map_err(|_| RulesError::UserAgent)?;
        let tls = tls::connector(&rules.roots)?;
        let guard = AddressGuard { allow: rules.allow, ports: rules.ports };
        let connector = Connector { guard, network, tls, stand_in, limit: rules.limits.connect };
        let permits = Semaphore::new(rules.limits.concurrency);
        Ok(Self { connector, user_agent, limits: rules.limits, permits })
    }

    async fn follow(&self, request: FetchRequest) -> Result<Fetched, FetchError> {
        let _permit = self.permits.acquire().await;
        let started = Instant::now();
        let oversize = request.oversize;
        let mut target = Target::parse(request.url.clone())?;
        let mut outgoing = Outgoing::new(request, &self.user_agent)?;
        let mut trail = Trail::new(self.limits.redirects);
        loop {
            let (answer, mut timing, certificate_ends) = self.hop(&target, &outgoing).await?;
            if let Some(next) = trail.next(outgoing.method(), &answer.head, &target)? {
                if !target.is_same_origin(&next) {
                    outgoing.leave_origin();
                }
                target = next;
                continue;
            }
            let (status, version) = (answer.head.status, answer.head.version);
            let headers = readable(&answer.head.headers);
            let body = self.body(answer, outgoing.method(), oversize).await?;
            timing.total = started.elapsed();
            return Ok(Fetched {
                url: target.url().clone(),
                redirects: trail.into_redirects(),
                status: status.as_u16(),
                headers,
                body: body.bytes,
                truncated: body.truncated,
                wire_bytes: body.wire_bytes,
                http_version: version_name(version),
                certificate_ends,
                timing,
            });
        }
    }

    async fn hop(
        &self,
        target: &Target,
        outgoing: &Outgoing,
    ) -> Result<(Answer, FetchTiming, Option<Timestamp>), FetchError> {
        let connection = self.connector.connect(target).await?;
        let request = outgoing.bind(target, connection.http2, self.connector.stand_in.is_some())?;
        let answer = exchange(connection.stream, request, &self.limits).await?;
        let timing = FetchTiming {
            lookup: connection.lookup,
            connect: connection.connect,
            encrypt: connection.encrypt,
            first_byte: answer.first_byte,
            ..FetchTiming::default()
        };
        Ok((answer, timing, connection.certificate_ends))
    }

    async fn body(&self, answer: Answer, method: &Method, oversize: Oversize) -> Result<Body, FetchError> {
        if method == Method::HEAD {
            return Ok(Body { bytes: Bytes::new(), truncated: false, wire_bytes: 0 });
        }
        let Answer { head, body, connection, .. } = answer;
        let body = body::read(body, &head.headers, &self.limits, oversize).await;
        drop(connection);
        body
    }
}

#[async_trait]
impl Fetcher for GuardedFetcher {
    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, FetchError> {
        let deadline = request.deadline.min(self.limits.total);
        let fetched = timeout(deadline, Box::pin(self.follow(request))).await;
        fetched.unwrap_or(Err(FetchError::TimedOut))
    }
}

fn readable(headers: &HeaderMap) -> Vec<(String, String)> {
    let pairs = headers.iter();
    pairs
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect()
}

fn version_name(version: Version) -> &'static str {
    match version {
        Version::HTTP_2 => "HTTP/2",
        Version::HTTP_10 => "HTTP/1.0",
        _ => "HTTP/1.1",
    }
}
