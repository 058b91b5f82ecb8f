//! Wires payments: live purchases go to the configured providers, test purchases to their stand-ins.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use application::buy_credits::{BuyCredits, PaymentChannel, PaymentChannels};
use domain::purchases::sandbox_secret;
use providers::ProviderClient;
use providers::payments::{Connected, PaymentSettings};
use sandbox::PaymentOptions;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::configuration::Settings;
use crate::wiring::Installation;

/// The secret with which the stand-ins of this installation sign. All nodes and commands share it, so each
/// can verify the purchases of all.
pub(crate) struct StandInSecret(SecretString);

impl StandInSecret {
    pub(crate) async fn of(installation: &Installation) -> anyhow::Result<Self> {
        Ok(Self(sandbox_secret(&installation.secret().await?)))
    }

    /// Buyers see checkout pages below `public_url`; messages go to the service that listens at `service`, if
    /// there is one.
    pub(crate) fn options(&self, public_url: &str, service: Option<SocketAddr>) -> PaymentOptions {
        PaymentOptions {
            secret: self.0.expose_secret().to_owned(),
            checkout_url: Some(format!("{public_url}/sandbox/checkout")),
            webhooks: service.map(|address| format!("http://{}/webhooks/sandbox", reachable(address))),
        }
    }

    pub(crate) fn buy_credits(
        &self,
        settings: &Settings,
        installation: &Installation,
        client: &ProviderClient,
        sandbox: SocketAddr,
    ) -> anyhow::Result<BuyCredits> {
        let base = Url::parse(&format!("http://{sandbox}"))?;
        let live = payment_channels(&settings.payments, client)?;
        let test = payment_channels(&PaymentSettings::sandbox(&base, &self.0), client)?;
        let (database, ledger) = (installation.database.clone(), installation.ledger.clone());
        Ok(BuyCredits::new(database, ledger, installation.clock.clone(), (live, test)))
    }
}

fn payment_channels(settings: &PaymentSettings, client: &ProviderClient) -> anyhow::Result<PaymentChannels> {
    let payment_channel = |connected: Connected| match connected {
        Ok(provider) => PaymentChannel::Enabled(provider),
        Err(missing) => PaymentChannel::NotConfigured(missing),
    };
    Ok(PaymentChannels {
        stripe: payment_channel(settings.connect_stripe(client)?),
        payos: payment_channel(settings.connect_payos(client)?),
    })
}

/// A service that listens on all interfaces is reached on this machine.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
