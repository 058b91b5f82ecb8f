//! The reader of a page: a stranger, a person halfway through signing in, or a signed-in person.

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

/// Any reader, signed in or not.
pub(crate) struct Stranger {
    /// The language of the page.
    pub(crate) language: Language,
    pub(crate) theme: Theme,
    /// The time zone of shown times.
    pub(crate) zone: Zone,
    /// The reader's IP address and browser.
    pub(crate) visitor: Visitor,
    /// The links in the header of public pages.
    door: HeaderLinks,
    /// The session token from the cookie.
    token: Option<SecretToken>,
}

impl Stranger {
    /// What the request alone shows, without looking up the session.
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

    /// The frame of a page for this reader.
    pub(crate) fn frame(&self, title: &str) -> Frame {
        Frame { door: self.door, ..Frame::public(self.language, self.theme, title) }
    }

    /// The session of the browser, at whatever stage it is.
    pub(crate) async fn session(&self, dashboard: &Dashboard) -> Result<Option<Visit>, PageError> {
        match &self.token {
            Some(token) => Ok(dashboard.sessions.find(token).await?),
            None => Ok(None),
        }
    }
}

impl FromRequestParts<Dashboard> for Stranger {
    type Rejection = PageError;

    /// Looks up a session only if the browser sends one. If the lookup fails, public pages are still shown.
    async fn from_request_parts(parts: &mut Parts, dashboard: &Dashboard) -> Result<Self, PageError> {
        let mut stranger = Self::new(parts, dashboard);
        let session = stranger.session(dashboard).await.ok().flatten();
        if session.is_some_and(|visit| visit.session.stage == SessionStage::Full) {
            stranger.door = HeaderLinks::Dashboard;
        }
        Ok(stranger)
    }
}

/// A person whose password was correct and whose code is still missing.
pub(crate) struct HalfSignedIn {
    /// The request data that is available without signing in.
    pub(crate) stranger: Stranger,
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

/// A person who is signed in.
#[derive(Clone)]
pub(crate) struct SignedIn {
    pub(crate) visit: Visit,
    /// The language of the page.
    pub(crate) language: Language,
    /// The time zone of shown times.
    pub(crate) zone: Zone,
    theme: Theme,
    form_token: String,
}

impl SignedIn {
    /// The purse whose credits the pages show.
    pub(crate) const fn purse(&self) -> Purse {
        Purse { account: self.visit.account.id, mode: self.visit.session.mode }
    }

    /// Live or test mode.
    pub(crate) const fn mode(&self) -> KeyMode {
        self.visit.session.mode
    }

    /// The frame of a page for this person.
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

    /// Checks that a form comes from a page of this session.
    pub(crate) fn prove(&self, form: &Form) -> Result<(), PageError> {
        form.prove(&self.form_token)
    }

    /// Fails unless the person is an operator.
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
