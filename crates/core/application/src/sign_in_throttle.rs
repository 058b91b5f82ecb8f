//! Slows down guessing, by the name that is guessed at and by the machine that guesses.

use std::sync::Arc;
use std::time::Duration;

use domain::people::{Digest, Throttle};
use ports::{Clock, LinkStore, StoreError};
use sha2::{Digest as _, Sha256};

#[derive(Clone)]
pub struct SignInThrottle {
    attempts: Arc<dyn LinkStore>,
    clock: Arc<dyn Clock>,
}

/// The subjects whose failures are counted for one attempt.
pub(crate) struct ThrottleSubjects([(Digest, Throttle); 2]);

impl ThrottleSubjects {
    /// The name that is claimed, and the machine that claims it.
    pub(crate) fn new(name: &str, machine: &str) -> Self {
        Self([
            (subject("person", name), Throttle::PERSON),
            (subject("machine", network(machine)), Throttle::MACHINE),
        ])
    }
}

/// One machine has a whole network of IPv6 addresses.
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
    #[must_use]
    pub fn new(attempts: Arc<dyn LinkStore>, clock: Arc<dyn Clock>) -> Self {
        Self { attempts, clock }
    }

    /// How long to wait before the next attempt.
    pub(crate) async fn wait(&self, suspects: &ThrottleSubjects) -> Result<Option<Duration>, StoreError> {
        let mut longest = None;
        for (subject, throttle) in &suspects.0 {
            if let Some(attempts) = self.attempts.attempts(subject).await? {
                longest = longest.max(throttle.wait(attempts, self.clock.now()));
            }
        }
        Ok(longest)
    }

    pub(crate) async fn fail(&self, suspects: &ThrottleSubjects) -> Result<(), StoreError> {
        for (subject, _) in &suspects.0 {
            self.attempts.note_failure(subject, self.clock.now()).await?;
        }
        Ok(())
    }

    /// Deletes the failures of a name. Those of the machine stay: success with one name must not allow more
    /// guesses at others.
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
