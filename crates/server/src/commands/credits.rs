mod purchases;

use std::process::ExitCode;

use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::AccountId;
use domain::ledger::{Balance, GrantSource, Purse};
use ports::Ledger;
use ports::ledger::Drift;
use serde_json::{Value, json};

use crate::command_line::{CreditsCommand, GrantArguments, Mode};
use crate::commands::account_or_oldest;
use crate::configuration::Settings;
use crate::terminal::say;
use crate::wiring::Installation;
use purchases::Counter;

pub(crate) async fn run(
    settings: &Settings,
    installation: &Installation,
    command: CreditsCommand,
) -> anyhow::Result<ExitCode> {
    match command {
        CreditsCommand::Grant(arguments) => grant(installation, arguments).await?,
        CreditsCommand::Balance { account, mode, json } => {
            let purse = purse(installation, account, mode).await?;
            show(purse, installation.ledger.balance(purse).await?, json);
        }
        CreditsCommand::Buy(arguments) => {
            let purse = purse(installation, arguments.account, arguments.mode).await?;
            Counter::open(settings, installation).await?.buy(purse, arguments).await?;
        }
        CreditsCommand::Purchases { account, mode, limit, json } => {
            let purse = purse(installation, account, mode).await?;
            Counter::open(settings, installation).await?.list(purse, limit, json).await?;
        }
        CreditsCommand::Check { purchase, json } => {
            Counter::open(settings, installation).await?.check(purchase, json).await?;
        }
        CreditsCommand::Refund(arguments) => {
            Counter::open(settings, installation).await?.refund(arguments).await?;
        }
        CreditsCommand::Verify { json } => return verify(installation, json).await,
    }
    Ok(ExitCode::SUCCESS)
}

async fn grant(installation: &Installation, arguments: GrantArguments) -> anyhow::Result<()> {
    let purse = purse(installation, arguments.account, arguments.mode).await?;
    let source = if arguments.promotional { GrantSource::Promotional } else { GrantSource::Paid };
    let amount = Credits::new(arguments.amount);
    let posting = installation.grant_credits().grant(purse, amount, source, &arguments.note).await?;
    show(purse, posting.after, arguments.json);
    Ok(())
}

async fn verify(installation: &Installation, as_json: bool) -> anyhow::Result<ExitCode> {
    let drifts = installation.ledger_maintenance().audit().await?;
    if as_json {
        say(
            json!({"clean": drifts.is_empty(), "drifts": drifts.iter().map(describe_drift).collect::<Vec<_>>()}),
        );
    } else if drifts.is_empty() {
        say("clean");
    } else {
        for drift in &drifts {
            say(describe_drift(drift));
        }
    }
    Ok(if drifts.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn purse(installation: &Installation, account: Option<AccountId>, mode: Mode) -> anyhow::Result<Purse> {
    let account = account_or_oldest(installation, account).await?;
    Ok(Purse { account, mode: KeyMode::from(mode) })
}

fn show(purse: Purse, balance: Balance, as_json: bool) {
    if as_json {
        say(describe(purse, balance));
    } else {
        say(balance.available);
    }
}

fn describe(purse: Purse, balance: Balance) -> Value {
    json!({
        "accountId": purse.account.to_string(),
        "mode": purse.mode.as_str(),
        "balanceCredits": balance.available.as_i64(),
        "heldCredits": balance.held.as_i64(),
    })
}

fn describe_drift(drift: &Drift) -> Value {
    json!({"stored": describe(drift.purse, drift.stored), "folded": describe(drift.purse, drift.folded)})
}
