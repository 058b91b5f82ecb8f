//! Ways to tell owners that their credits run low.

use std::sync::Arc;

use application::emails::{Occasion, write};
use application::notify_account::NotifyAccount;
use async_trait::async_trait;
use domain::api_keys::KeyMode;
use domain::ledger::LowBalance;
use ports::{AlertError, AlertSink, MailError, Mailer, PeopleStore};

use crate::request_log::OperatorsLog;
use crate::wiring::Installation;

/// All ways there are. The log comes last, so that it says what customers were told.
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

/// Tells the account's endpoints that want to know.
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

/// Writes to the people of the account.
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

    /// An address that was never confirmed may be a stranger's. Whoever was written to before a later email failed gets a second one.
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
