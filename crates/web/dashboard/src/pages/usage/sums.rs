//! Sums by day, endpoint, key and route.

use std::collections::BTreeMap;

use crate::explorer::charts::{Series, Share, Tone};
use domain::locale::Language;
use domain::requests::RequestDay;
use ports::ledger::KeyUsageDay;

use crate::figures::percent;

/// The number of endpoints with their own colour; all others share one.
const OWN_COLOURS: usize = 6;
/// The most routes that are listed.
const MOST_ROUTES: usize = 50;

/// The results of the calls of a route.
pub(super) struct RouteRow {
    pub(super) route: String,
    pub(super) calls: i64,
    pub(super) client_errors: i64,
    pub(super) server_errors: i64,
    pub(super) share: String,
}

/// Credits by name, most first.
pub(super) fn ranked<'a>(days: impl Iterator<Item = (&'a str, &'a KeyUsageDay)>) -> Vec<Share> {
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    for (name, day) in days {
        *sums.entry(name).or_default() += day.usage.credits.as_i64();
    }
    let mut shares: Vec<Share> =
        sums.into_iter().map(|(name, amount)| Share { name: name.to_owned(), amount }).collect();
    shares.sort_by_key(|share| std::cmp::Reverse(share.amount));
    shares
}

/// Credits by day. The endpoints with the highest spending have a series each, all others share one.
pub(super) fn stacked(usage: &[KeyUsageDay], first_day: i64, days: usize, other: &str) -> Vec<Series> {
    let ranking = ranked(usage.iter().map(|day| (day.usage.purpose.as_str(), day)));
    let (own, rest) = ranking.split_at(ranking.len().min(OWN_COLOURS));
    let values = |wanted: &dyn Fn(&str) -> bool| {
        let mut values = vec![0; days];
        for day in usage.iter().map(|day| &day.usage).filter(|day| wanted(&day.purpose)) {
            add(&mut values, day.day - first_day, day.credits.as_i64());
        }
        values
    };
    let mut series: Vec<Series> = own
        .iter()
        .map(|share| Series {
            name: share.name.clone(),
            tone: Tone::ByPlace,
            values: values(&|purpose| purpose == share.name),
        })
        .collect();
    if !rest.is_empty() {
        let is_rest = |purpose: &str| rest.iter().any(|share| share.name == purpose);
        series.push(Series { name: other.to_owned(), tone: Tone::ByPlace, values: values(&is_rest) });
    }
    series
}

fn add(values: &mut [i64], place: i64, amount: i64) {
    if let Some(value) = usize::try_from(place).ok().and_then(|place| values.get_mut(place)) {
        *value += amount;
    }
}

/// Calls by day: successful ones and failed ones.
pub(super) fn by_day(calls: &[RequestDay], first_day: i64, days: usize) -> (Vec<i64>, Vec<i64>) {
    let (mut fine, mut failed) = (vec![0; days], vec![0; days]);
    for day in calls {
        add(&mut fine, day.day - first_day, day.fine);
        add(&mut failed, day.day - first_day, day.client_errors + day.server_errors);
    }
    (fine, failed)
}

/// Calls by route, most first.
pub(super) fn by_route(calls: &[RequestDay], language: Language) -> Vec<RouteRow> {
    let mut sums: BTreeMap<&str, [i64; 3]> = BTreeMap::new();
    for day in calls {
        let [fine, client_errors, server_errors] = sums.entry(&day.route).or_default();
        *fine += day.fine;
        *client_errors += day.client_errors;
        *server_errors += day.server_errors;
    }
    let row = |(route, [fine, client_errors, server_errors]): (&str, [i64; 3])| {
        let failed = client_errors + server_errors;
        RouteRow {
            route: route.to_owned(),
            calls: fine + failed,
            client_errors,
            server_errors,
            share: percent(failed, fine + failed, language),
        }
    };
    let mut rows: Vec<RouteRow> = sums.into_iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.calls));
    rows.truncate(MOST_ROUTES);
    rows
}

#[cfg(test)]
mod tests {
    use domain::credits::Credits;
    use ports::ledger::UsageDay;

    use super::*;

    fn spent(day: i64, purpose: &str, credits: i64) -> KeyUsageDay {
        let usage = UsageDay { day, purpose: purpose.to_owned(), calls: 1, credits: Credits::new(credits) };
        KeyUsageDay { key: None, usage }
    }

    #[test]
    fn small_endpoints_share_a_colour_and_nothing_is_lost() {
        let usage: Vec<KeyUsageDay> =
            (0..9).map(|index| spent(10 + index % 2, &format!("e{index}"), 100 - index)).collect();
        let series = stacked(&usage, 10, 2, "other");
        assert_eq!(series.len(), 7);
        assert_eq!(series[0].values, [100, 0]);
        assert_eq!((series[6].name.as_str(), series[6].values.as_slice()), ("other", &[186, 93][..]));
        let drawn: i64 = series.iter().flat_map(|series| &series.values).sum();
        assert_eq!(drawn, usage.iter().map(|day| day.usage.credits.as_i64()).sum::<i64>());
    }

    #[test]
    fn error_rates_are_told_by_route() {
        let day = |day, route: &str, fine, client_errors| RequestDay {
            day,
            route: route.to_owned(),
            fine,
            client_errors,
            server_errors: 1,
        };
        let calls = [day(1, "/a", 7, 0), day(2, "/a", 0, 1), day(2, "/b", 99, 0)];
        let rows = by_route(&calls, Language::ENGLISH);
        assert_eq!((rows[0].route.as_str(), rows[0].calls, rows[0].share.as_str()), ("/b", 100, "1.0 %"));
        assert_eq!((rows[1].calls, rows[1].client_errors, rows[1].share.as_str()), (10, 1, "30.0 %"));
        assert_eq!(by_day(&calls, 1, 2), (vec![7, 99], vec![1, 3]));
    }
}
