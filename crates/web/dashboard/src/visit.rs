//! Who looks at a page: a stranger, somebody halfway through signing in, or somebody signed in.

use std::net::SocketAddr;

use application::manage_sessions::{Visit, Visitor};
use axum::extract::{ConnectInfo, FromRequestParts};
use domain::api_keys::KeyMode;
use domain::ledger::Purse;
use domain::locale::Language;
use domain::people::{SecretToken, SessionStage};
use http::header::USER_AGENT;
use http::request::Parts;

use crate::cookies::{self, SESSION};
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, FrameReader, HeaderLinks, Section};
use crate::language::{self, Theme};
use crate::state::Dashboard;
use crate::zone::Zone;

/// Anybody.
pub(crate) struct Stranger {
    /// The language of the page.
    pub(crate) language: Language,
    /// Its colours.
    pub(crate) theme: Theme,
    /// The time zone of its times.
    pub(crate) zone: Zone,
    /// Where they come from.
    pub(crate) visitor: Visitor,
    /// Where public pages lead them.
    door: HeaderLinks,
    /// What their browser carries.
    token: Option<SecretToken>,
}

impl Stranger {
    /// What the request alone tells, before anybody is looked up.
    fn new(parts: &Parts, dashboard: &Dashboard) -> Self {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let agent = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        Self {
            language: language::choose(&parts.headers),
            theme: language::theme(&parts.headers),
            zone: Zone::of(&parts.headers),
            visitor: Visitor {
                address: address.map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string()),
                agent: agent.to_owned(),
            },
            door: if dashboard.settings.open_sign_up {
                HeaderLinks::LogInOrSignUp
            } else {
                HeaderLinks::LogIn
            },
            token: cookies::read(&parts.headers, SESSION).and_then(|text| text.parse().ok()),
        }
    }

    /// What surrounds a page for them.
    pub(crate) fn frame(&self, title: &str) -> Frame {
        Frame { door: self.door, ..Frame::public(self.language, self.theme, title) }
    }

    /// The session that the browser carries, however far it is.
    pub(crate) async fn session(&self, dashboard: &Dashboard) -> Result<Option<Visit>, PageError> {
        match &self.token {
            Some(token) => Ok(dashboard.sessions.find(token).await?),
            None => Ok(None),
        }
    }
}

impl FromRequestParts<Dashboard> for Stranger {
    type Rejection = PageError;

    /// Only browsers that carry a session are looked up, and public pages are shown even while nobody can be.
    async fn from_request_parts(parts: &mut Parts, dashboard: &Dashboard) -> Result<Self, PageError> {
        let mut stranger = Self::new(parts, dashboard);
        let session = stranger.session(dashboard).await.ok().flatten();
        if session.is_some_and(|visit| visit.session.stage == SessionStage::Full) {
            stranger.door = HeaderLinks::Dashboard;
        }
        Ok(stranger)
    }
}

/// Somebody whose password was right and whose code is still asked for.
pub(crate) struct HalfSignedIn {
    /// What is known without signing in.
    pub(crate) stranger: Stranger,
    /// The session.
    pub(crate) visit: Visit,
}

impl FromRequestParts<Dashboard> for HalfSignedIn {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, dashboard: &Dashboard) -> Result<Self, PageError> {
        let stranger = Stranger::new(parts, dashboard);
        let visit =
            stranger.session(dashboard).await?.filter(|visit| visit.session.stage == SessionStage::Half);
        Ok(Self { visit: visit.ok_or(PageError::SignedOut)?, stranger })
    }
}

/// Somebody who is signed in.
#[derive(Clone)]
pub(crate) struct SignedIn {
    /// Who.
    pub(crate) visit: Visit,
    /// The language of the page.
    pub(crate) language: Language,
    /// The time zone of its times.
    pub(crate) zone: Zone,
    theme: Theme,
    form_token: String,
}

impl SignedIn {
    /// Whose credits the pages show.
    pub(crate) const fn purse(&self) -> Purse {
        Purse { account: self.visit.account.id, mode: self.visit.session.mode }
    }

    /// Real or test credits.
    pub(crate) const fn mode(&self) -> KeyMode {
        self.visit.session.mode
    }

    /// What surrounds a page for them.
    pub(crate) async fn frame(
        &self,
        dashboard: &Dashboard,
        section: Section,
        title: &str,
    ) -> Result<Frame, PageError> {
        let balance = dashboard.accounts.balance(self.purse()).await?;
        Ok(Frame {
            reader: Some(FrameReader {
                operator: self.visit.operator,
                mode: self.mode(),
                balance: balance.available.as_i64(),
                token: self.form_token.clone(),
            }),
            image_origin: dashboard.settings.image_origin.clone(),
            zone: self.zone.clone(),
            ..Frame::public(self.language, self.theme, title).at(section)
        })
    }

    /// Whether a form came from a page of this session.
    pub(crate) fn prove(&self, form: &Form) -> Result<(), PageError> {
        form.prove(&self.form_token)
    }

    /// Whether they run the installation.
    pub(crate) const fn require_operator(&self) -> Result<(), PageError> {
        if self.visit.operator { Ok(()) } else { Err(PageError::NotOperator) }
    }
}

impl FromRequestParts<Dashboard> for SignedIn {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, dashboard: &Dashboard) -> Result<Self, PageError> {
        let stranger = Stranger::new(parts, dashboard);
        let form_token = stranger.token.as_ref().map(SecretToken::form_token).unwrap_or_default();
        let visit =
            stranger.session(dashboard).await?.filter(|visit| visit.session.stage == SessionStage::Full);
        let visit = visit.ok_or(PageError::SignedOut)?;
        let (theme, zone) = (stranger.theme, stranger.zone);
        Ok(Self { language: visit.person.language, zone, theme, form_token, visit })
    }
}
