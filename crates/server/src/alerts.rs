//! Ways to alert owners about low credits.

use std::sync::Arc;

use application::emails::{Occasion, write};
use application::notify_account::NotifyAccount;
use async_trait::async_trait;
use domain::api_keys::KeyMode;
use domain::ledger::LowBalance;
use ports::{AlertError, AlertSink, MailError, Mailer, PeopleStore};

use crate::request_log::OperatorsLog;
use crate::wiring::Installation;

/// All ways. The log comes last, so that it records what customers were sent.
pub(crate) fn all_ways(
    installation: &Installation,
    mailer: Arc<dyn Mailer>,
    public_url: &str,
) -> Vec<Arc<dyn AlertSink>> {
    let (database, clock) = (&installation.database, &installation.clock);
    let by_webhook = ByWebhook(NotifyAccount::new(database.clone(), clock.clone()));
    let link = format!("{public_url}/dashboard/credits");
    vec![
        Arc::new(by_webhook),
        Arc::new(ByMail { people: database.clone(), mailer, link }),
        Arc::new(OperatorsLog),
    ]
}

/// Notifies the account's endpoints that subscribe to the event.
struct ByWebhook(NotifyAccount);

#[async_trait]
impl AlertSink for ByWebhook {
    fn name(&self) -> &'static str {
        "webhooks"
    }

    async fn notify(&self, alert: &LowBalance) -> Result<(), AlertError> {
        let occasion = format!("credits.low {}", alert.id);
        self.0.credits_low(alert.purse, alert.available, alert.threshold, &occasion).await?;
        Ok(())
    }
}

/// Sends emails to the people of the account.
struct ByMail {
    people: Arc<dyn PeopleStore>,
    mailer: Arc<dyn Mailer>,
    link: String,
}

#[async_trait]
impl AlertSink for ByMail {
    fn name(&self) -> &'static str {
        "mail"
    }

    /// An unconfirmed email address may belong to somebody else. If a later email fails, the recipients of
    /// earlier ones get a second one.
    async fn notify(&self, alert: &LowBalance) -> Result<(), AlertError> {
        let occasion = Occasion::CreditsLow {
            available: alert.available.as_i64(),
            threshold: alert.threshold.as_i64(),
            test: alert.purse.mode == KeyMode::Test,
            link: &self.link,
        };
        let people = self.people.people_of(alert.purse.account).await?;
        for person in people.iter().filter(|person| person.confirmed_at.is_some()) {
            match self.mailer.send(&write(&person.email, person.language, occasion)).await {
                Ok(()) => {}
                Err(error @ MailError::Unavailable(_)) => return Err(error.into()),
                Err(error) => {
                    tracing::warn!(person = %person.id, %error, "somebody can't be told that credits run low");
                }
            }
        }
        Ok(())
    }
}
