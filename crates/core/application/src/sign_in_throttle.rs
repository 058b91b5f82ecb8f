//! Slows down whoever guesses, by the name they guess at and by the machine they guess from.

use std::sync::Arc;
use std::time::Duration;

use domain::people::{Digest, Throttle};
use ports::{Clock, LinkStore, StoreError};
use sha2::{Digest as _, Sha256};

/// Counts failures.
#[derive(Clone)]
pub struct SignInThrottle {
    attempts: Arc<dyn LinkStore>,
    clock: Arc<dyn Clock>,
}

/// Whose failures are counted for one try.
pub(crate) struct ThrottleSubjects([(Digest, Throttle); 2]);

impl ThrottleSubjects {
    /// Whoever claims to be `name`, and the machine they use.
    pub(crate) fn new(name: &str, machine: &str) -> Self {
        Self([
            (subject("person", name), Throttle::PERSON),
            (subject("machine", network(machine)), Throttle::MACHINE),
        ])
    }
}

/// A machine has a whole network of IPv6 addresses to itself.
fn network(address: &str) -> &str {
    const GROUPS: usize = 4;
    match address.match_indices(':').nth(GROUPS - 1) {
        Some((end, _)) => address.get(..end).unwrap_or(address),
        None => address,
    }
}

fn subject(kind: &str, name: &str) -> Digest {
    Digest(Sha256::digest(format!("{kind}:{name}")).into())
}

impl SignInThrottle {
    /// Wires the use case.
    #[must_use]
    pub fn new(attempts: Arc<dyn LinkStore>, clock: Arc<dyn Clock>) -> Self {
        Self { attempts, clock }
    }

    /// How long they have to wait before they may try.
    pub(crate) async fn wait(&self, suspects: &ThrottleSubjects) -> Result<Option<Duration>, StoreError> {
        let mut longest = None;
        for (subject, throttle) in &suspects.0 {
            if let Some(attempts) = self.attempts.attempts(subject).await? {
                longest = longest.max(throttle.wait(attempts, self.clock.now()));
            }
        }
        Ok(longest)
    }

    /// Notes a failure.
    pub(crate) async fn fail(&self, suspects: &ThrottleSubjects) -> Result<(), StoreError> {
        for (subject, _) in &suspects.0 {
            self.attempts.note_failure(subject, self.clock.now()).await?;
        }
        Ok(())
    }

    /// Forgets the failures at a name. Those of the machine stay: one good name must not buy guesses at others.
    pub(crate) async fn succeed(&self, suspects: &ThrottleSubjects) -> Result<(), StoreError> {
        let [(name, _), _] = &suspects.0;
        self.attempts.delete_failures(name).await
    }
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn addresses_of_one_network_are_one_machine() {
        assert_eq!(network("203.0.113.7"), "203.0.113.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2");
        assert_eq!(network("2001:db8::7"), "2001:db8::7");
    }
}
