//! The usage of an account in a number of days.

use domain::calendar::day_of;
use domain::locale::Language;
use domain::requests::RequestDay;
use ports::ledger::KeyUsageDay;

use crate::failure::PageError;
use crate::figures::{day_name, percent};
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// Credits and calls of several days, up to today.
pub(crate) struct Used {
    pub(super) first_day: i64,
    today: i64,
    pub(super) credits: Vec<KeyUsageDay>,
    pub(super) calls: Vec<RequestDay>,
}

pub(crate) struct CallCounts {
    pub(crate) all: i64,
    /// Calls that failed, whether by the client's or by our fault.
    pub(crate) failed: i64,
}

impl CallCounts {
    /// The share of failed calls, in the reader's format.
    pub(crate) fn failed_share(&self, language: Language) -> String {
        percent(self.failed, self.all, language)
    }
}

impl Used {
    /// Reads the usage of the last `span` days.
    pub(crate) async fn read(dashboard: &Dashboard, visit: &SignedIn, span: u32) -> Result<Self, PageError> {
        let today = day_of(dashboard.clock.now());
        let first_day = today - i64::from(span) + 1;
        let credits = dashboard.accounts.usage_by_key(visit.purse(), first_day).await?;
        let calls = dashboard.requests.rates(visit.purse(), span).await?;
        Ok(Self { first_day, today, credits, calls })
    }

    /// The names of the days.
    pub(super) fn days(&self) -> Vec<String> {
        (self.first_day..=self.today).map(day_name).collect()
    }

    /// The sum of spent credits.
    pub(crate) fn spent(&self) -> i64 {
        self.credits.iter().map(|day| day.usage.credits.as_i64()).sum()
    }

    /// The results of the calls.
    pub(crate) fn count_calls(&self) -> CallCounts {
        let fine: i64 = self.calls.iter().map(|day| day.fine).sum();
        let failed: i64 = self.calls.iter().map(|day| day.client_errors + day.server_errors).sum();
        CallCounts { all: fine + failed, failed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_all_days_and_routes_are_counted() {
        let day = |day, fine, client_errors, server_errors| RequestDay {
            day,
            route: "/a".to_owned(),
            fine,
            client_errors,
            server_errors,
        };
        let calls = vec![day(20_773, 6, 1, 0), day(20_774, 2, 0, 1)];
        let used = Used { first_day: 20_773, today: 20_774, credits: Vec::new(), calls };
        let counts = used.count_calls();
        assert_eq!((counts.all, counts.failed), (10, 2));
        assert_eq!(counts.failed_share(Language::ENGLISH), "20.0 %");
        assert_eq!(used.days(), ["2026-11-16", "2026-11-17"]);
        assert_eq!(used.spent(), 0);
    }
}
