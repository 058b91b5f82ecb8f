//! The services of calls and commands, assembled once.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use application::buy_credits::BuyCredits;
use application::manage_audits::ManageAudits;
use application::spend_credits::SpendCredits;
use http_api::{ByMode, Pictures, Research};
use models::Progress;
use objects::ObjectStorage;
use providers::ProviderClient;
use sandbox::{Sandbox, SandboxOptions};
use store::AnswerStore;
use tokio_util::task::TaskTracker;

use crate::articles::{ArticleDependencies, ArticleServices};
use crate::audits::AuditServices;
use crate::configuration::Settings;
use crate::payments::StandInSecret;
use crate::pictures::{self, DrawingServices};
use crate::research;
use crate::wiring::Installation;

pub(crate) struct Assembly {
    pub(crate) sandbox: Sandbox,
    pub(crate) answers: Arc<AnswerStore>,
    pub(crate) research: ByMode<Research>,
    pub(crate) objects: Arc<ObjectStorage>,
    pub(crate) easel: DrawingServices,
    pub(crate) pictures: Pictures,
    pub(crate) spend: SpendCredits,
    pub(crate) media_url: String,
    pub(crate) newsroom: ArticleServices,
    pub(crate) observatory: AuditServices,
    pub(crate) audits: ByMode<ManageAudits>,
    pub(crate) buy_credits: BuyCredits,
}

impl Assembly {
    /// Assembles all services. Calls in progress are tracked by `calls`, `progress` receives the progress of
    /// fetched weights, and messages of payment stand-ins go to `service`.
    pub(crate) async fn new(
        settings: &Settings,
        installation: &Installation,
        public_url: &str,
        service: Option<SocketAddr>,
        calls: &TaskTracker,
        progress: Arc<Progress<'static>>,
    ) -> anyhow::Result<Self> {
        let stand_ins = StandInSecret::of(installation).await?;
        let payments = stand_ins.options(public_url, service);
        let options = SandboxOptions { private: true, payments, ..SandboxOptions::default() };
        let sandbox = Sandbox::start(options).await.context("the sandbox can't listen")?;
        let answers = Arc::new(AnswerStore::open(&installation.database).await?);
        let client = ProviderClient::new(&research::user_agent(settings))?;
        let fetchers = research::fetchers(settings, sandbox.address())?;
        let around = (sandbox.address(), &fetchers);
        let research = research::wire(settings, installation, &answers, &client, around, calls)?;
        let objects = Arc::new(settings.object_storage()?);
        let easel = DrawingServices::new(settings, installation.clock.clone(), progress);
        let pictures = pictures::wire(settings, installation, &easel, &objects, &client, sandbox.address())?;
        let media_url = objects.public_url(public_url);
        let spend = installation.spend_credits(calls.clone());
        let supplies = ArticleDependencies {
            settings,
            installation,
            client: &client,
            sandbox: sandbox.address(),
            fetchers: &fetchers,
            research: &research,
            pictures: &pictures,
            spend: spend.clone(),
            public_url,
            media_url: &media_url,
        };
        let newsroom = supplies.wire().await?;
        let field_vitals = research::field_vitals(settings, &client, sandbox.address())?;
        let observatory =
            AuditServices::open(settings, &installation.clock, sandbox.address(), &fetchers, field_vitals)
                .await?;
        let audits = observatory.manage_audits(settings, installation, &objects, &media_url);
        let buy_credits = stand_ins.buy_credits(settings, installation, &client, sandbox.address())?;
        Ok(Self {
            sandbox,
            answers,
            research,
            objects,
            easel,
            pictures,
            spend,
            media_url,
            newsroom,
            observatory,
            audits,
            buy_credits,
        })
    }
}
