//! Wires audits: live keys reach the web through the guarded fetcher and a browser behind the filtering
//! proxy, test keys reach the sandbox's web.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use application::audit_page::{AuditPage, AuditTools};
use application::cpu_pool::CpuPool;
use application::manage_audits::{ManageAudits, Shelf};
use browser::{BrowserSettings, Chromium};
use fetch::{FilteringProxy, GuardedFetcher, ProxyLimits};
use http_api::ByMode;
use objects::ObjectStorage;
use ports::{Clock, Fetcher};

use crate::configuration::Settings;
use crate::research::{FieldSource, fetch_rules};
use crate::wiring::Installation;

/// The user agent of Google's crawler, to check whether the page differs for it.
const CRAWLER: &str = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/148.0.0.0 Safari/537.36";
const DAY: Duration = Duration::from_hours(24);

/// The services of audits in both modes.
pub(crate) struct AuditServices {
    pub(crate) audit_page: ByMode<AuditPage>,
    browsers: [Arc<Chromium>; 2],
    /// Keeps the proxy running, which is the browser's only route to the web.
    _proxy: FilteringProxy,
}

impl AuditServices {
    pub(crate) async fn open(
        settings: &Settings,
        clock: &Arc<dyn Clock>,
        sandbox: SocketAddr,
        fetchers: &ByMode<Arc<dyn Fetcher>>,
        field_vitals: ByMode<FieldSource>,
    ) -> anyhow::Result<Self> {
        let rules = fetch_rules(settings);
        let crawler = fetch::FetchRules { user_agent: CRAWLER.to_owned(), ..rules.clone() };
        let proxy = FilteringProxy::start(rules, ProxyLimits::default())
            .await
            .context("the browser's proxy can't listen")?;
        let browser_settings = browser_settings(settings);
        let live = Arc::new(Chromium::behind(browser_settings.clone(), proxy.address()));
        let test = Arc::new(Chromium::through(browser_settings, fetchers.test.clone()));
        let cpu_pool = CpuPool::default();
        let audit_page = |browser: &Arc<Chromium>, fetcher: &Arc<dyn Fetcher>, as_crawler, field_vitals| {
            AuditPage::new(AuditTools {
                fetcher: fetcher.clone(),
                as_crawler,
                browser: browser.clone(),
                field_vitals,
                cpu_pool: cpu_pool.clone(),
                clock: clock.clone(),
            })
        };
        let crawlers: ByMode<Arc<dyn Fetcher>> = ByMode {
            live: Arc::new(GuardedFetcher::new(crawler.clone())?),
            test: Arc::new(GuardedFetcher::through(crawler, sandbox)?),
        };
        Ok(Self {
            audit_page: ByMode {
                live: audit_page(&live, &fetchers.live, crawlers.live, field_vitals.live),
                test: audit_page(&test, &fetchers.test, crawlers.test, field_vitals.test),
            },
            browsers: [live, test],
            _proxy: proxy,
        })
    }

    /// Closes the browsers after their last pages.
    pub(crate) async fn close(self) {
        for browser in &self.browsers {
            browser.close().await;
        }
    }

    /// The use cases of stored audits.
    pub(crate) fn manage_audits(
        &self,
        settings: &Settings,
        installation: &Installation,
        objects: &Arc<ObjectStorage>,
        media_url: &str,
    ) -> ByMode<ManageAudits> {
        let keep = |audit_page: &AuditPage| {
            ManageAudits::new(
                audit_page.clone(),
                Shelf {
                    audits: installation.database.clone(),
                    objects: objects.clone(),
                    media_url: media_url.to_owned(),
                    clock: installation.clock.clone(),
                    kept: DAY * settings.audit.keep_days,
                },
            )
        };
        ByMode { live: keep(&self.audit_page.live), test: keep(&self.audit_page.test) }
    }
}

/// The operator's browser settings.
pub(crate) fn browser_settings(settings: &Settings) -> BrowserSettings {
    BrowserSettings {
        program: settings.browser.path.clone(),
        tabs: settings.browser.tabs,
        no_sandbox: settings.browser.no_sandbox,
        ..BrowserSettings::default()
    }
}
