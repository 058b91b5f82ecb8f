//! `rankwright credits buy`, `purchases`, `check` and `refund`.

use anyhow::Context;
use application::buy_credits::{BuyCredits, NewPurchase, RefundInput};
use domain::credits::Credits;
use domain::ledger::Purse;
use domain::purchases::{CreditQuantity, Purchase, PurchaseId};
use providers::ProviderClient;
use sandbox::{Sandbox, SandboxOptions};
use serde_json::{Value, json};
use url::Url;

use crate::command_line::{BuyArguments, RefundArguments};
use crate::configuration::Settings;
use crate::payments::StandInSecret;
use crate::terminal::say;
use crate::wiring::Installation;

/// The services that sell credits, with their own stand-ins. Purchases from here can be paid at any running
/// service of the installation.
pub(super) struct Counter {
    buy_credits: BuyCredits,
    home: Url,
    _sandbox: Sandbox,
}

impl Counter {
    pub(super) async fn open(settings: &Settings, installation: &Installation) -> anyhow::Result<Self> {
        let public_url = settings.public_url(settings.listen);
        let secret = StandInSecret::of(installation).await?;
        let options = SandboxOptions {
            private: true,
            payments: secret.options(&public_url, None),
            ..SandboxOptions::default()
        };
        let sandbox = Sandbox::start(options).await.context("the sandbox can't listen")?;
        let client = ProviderClient::new("rankwright")?;
        let buy_credits = secret.buy_credits(settings, installation, &client, sandbox.address())?;
        Ok(Self { buy_credits, home: Url::parse(&public_url)?, _sandbox: sandbox })
    }

    pub(super) async fn buy(&self, purse: Purse, arguments: BuyArguments) -> anyhow::Result<()> {
        let order = match (arguments.pack, arguments.credits) {
            (Some(pack), _) => pack.order,
            (None, credits) => CreditQuantity::new(Credits::new(credits.unwrap_or(0)))?,
        };
        let usual = arguments.provider.currencies().first().copied();
        let return_to = arguments.return_to.as_ref().unwrap_or(&self.home);
        let new = NewPurchase {
            purse,
            order,
            provider: arguments.provider,
            currency: arguments.currency.or(usual).context("the payment provider takes no currency")?,
            paid: return_to,
            cancelled: return_to,
            key: arguments.key.as_deref(),
        };
        let purchase = self.buy_credits.start(new).await?;
        if arguments.json {
            say(describe(&purchase));
        } else {
            say(purchase.checkout_url.unwrap_or_default());
        }
        Ok(())
    }

    pub(super) async fn list(&self, purse: Purse, limit: u32, as_json: bool) -> anyhow::Result<()> {
        let purchases = self.buy_credits.list(purse, None, limit).await?;
        if as_json {
            say(Value::Array(purchases.iter().map(describe).collect()));
            return Ok(());
        }
        for purchase in &purchases {
            let (provider, status) = (purchase.provider.as_str(), purchase.status.as_str());
            say(format_args!(
                "{}  {}  {:>11} credits  {:>14}  {provider:6}  {status}",
                purchase.id,
                purchase.created_at,
                purchase.order.credits().as_i64(),
                purchase.price.to_string(),
            ));
        }
        Ok(())
    }

    pub(super) async fn check(&self, id: PurchaseId, as_json: bool) -> anyhow::Result<()> {
        show(&self.buy_credits.check(id).await?, as_json);
        Ok(())
    }

    pub(super) async fn refund(&self, arguments: RefundArguments) -> anyhow::Result<()> {
        let order = RefundInput {
            purchase: arguments.purchase,
            amount: arguments.amount,
            by_hand: arguments.by_hand,
            even_if_spent: arguments.even_if_spent,
        };
        show(&self.buy_credits.refund(order).await?, arguments.json);
        Ok(())
    }
}

fn show(purchase: &Purchase, as_json: bool) {
    if as_json {
        say(describe(purchase));
    } else {
        say(purchase.status.as_str());
    }
}

fn describe(purchase: &Purchase) -> Value {
    json!({
        "purchaseId": purchase.id.to_string(),
        "accountId": purchase.purse.account.to_string(),
        "mode": purchase.purse.mode.as_str(),
        "credits": purchase.order.credits().as_i64(),
        "amount": purchase.price.amount,
        "currency": purchase.price.currency.as_str(),
        "provider": purchase.provider.as_str(),
        "orderCode": purchase.id.order_code(),
        "status": purchase.status.as_str(),
        "reference": purchase.reference,
        "payment": purchase.payment,
        "checkoutUrl": purchase.checkout_url,
        "createdAt": format!("{:.3}", purchase.created_at),
        "expiresAt": format!("{:.3}", purchase.expires_at),
        "paidAt": purchase.paid_at.map(|at| format!("{at:.3}")),
        "granted": purchase.granted,
        "refundedAmount": purchase.refunded,
        "reversedCredits": purchase.reversed.as_i64(),
        "owedCredits": purchase.owed.as_i64(),
        "problem": purchase.problem,
    })
}
