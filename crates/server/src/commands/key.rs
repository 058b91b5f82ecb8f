use std::time::Duration;

use application::issue_api_key::NewApiKey;
use application::limit_api_key::LimitApiKey;
use domain::accounts::AccountName;
use domain::api_keys::{ApiKeyRecord, KeyMode, Scope, Scopes};
use domain::credits::Credits;
use domain::ids::AccountId;
use ports::ApiKeyStore;
use serde_json::{Value, json};

use crate::command_line::{CreateKeyArguments, KeyCommand, LimitKeyArguments, RevokeKeyArguments};
use crate::commands::account_or_oldest;
use crate::configuration::Settings;
use crate::signing_secrets;
use crate::terminal::{mention, say};
use crate::wiring::Installation;

pub(crate) async fn run(settings: &Settings, command: KeyCommand) -> anyhow::Result<()> {
    if matches!(command, KeyCommand::RotateSecret) {
        say(signing_secrets::rotate(settings)?.current_kid());
        mention("services that run refuse keys signed with it until they are started again");
        return Ok(());
    }
    let installation = Installation::open(settings).await?;
    match command {
        KeyCommand::Create(arguments) => create(&installation, arguments).await,
        KeyCommand::List { account, json } => list(&installation, account, json).await,
        KeyCommand::Limit(arguments) => limit(&installation, arguments).await,
        KeyCommand::Revoke(arguments) => revoke(&installation, arguments).await,
        KeyCommand::RotateSecret => Ok(()),
    }
}

async fn create(installation: &Installation, arguments: CreateKeyArguments) -> anyhow::Result<()> {
    const DAY: Duration = Duration::from_hours(24);
    let lifetime = arguments.expires_in_days.map(|days| DAY * days);
    let new = NewApiKey {
        account: account_or_oldest(installation, arguments.account).await?,
        name: AccountName::new(&arguments.name)?,
        mode: KeyMode::from(arguments.mode),
        scopes: if arguments.scopes.is_empty() { Scopes::all() } else { Scopes::from_iter(arguments.scopes) },
        expires_at: lifetime.map(|lifetime| installation.clock.now() + lifetime),
        monthly_limit: arguments.monthly_limit.map(Credits::new),
    };
    let (key, record) = installation.issue_api_key().issue(new).await?;
    if arguments.json {
        let mut description = describe(&record);
        description["key"] = json!(key.reveal());
        say(description);
    } else {
        say(key.reveal());
    }
    Ok(())
}

async fn list(installation: &Installation, account: Option<AccountId>, json: bool) -> anyhow::Result<()> {
    let account = account_or_oldest(installation, account).await?;
    let records = installation.database.keys_of(account).await?;
    if json {
        say(Value::Array(records.iter().map(describe).collect()));
        return Ok(());
    }
    for record in records {
        let state = if record.revoked_at.is_some() { "revoked" } else { "valid" };
        let (mode, last_four) = (record.mode.as_str(), &record.last_four);
        say(format_args!("{}  {mode}  …{last_four}  {state:7}  {}", record.id, record.name));
    }
    Ok(())
}

async fn limit(installation: &Installation, arguments: LimitKeyArguments) -> anyhow::Result<()> {
    let account = account_or_oldest(installation, arguments.account).await?;
    let limit = LimitApiKey::new(installation.database.clone());
    limit.limit(account, arguments.key, arguments.credits.map(Credits::new)).await?;
    say(arguments.key);
    Ok(())
}

async fn revoke(installation: &Installation, arguments: RevokeKeyArguments) -> anyhow::Result<()> {
    let now = installation.clock.now();
    if let Some(key) = arguments.key {
        installation.database.revoke_key(key, now).await?;
        say(key);
    }
    if let Some(account) = arguments.all_of {
        installation.database.revoke_all_keys(account, now).await?;
        say(account);
    }
    Ok(())
}

fn describe(record: &ApiKeyRecord) -> Value {
    json!({
        "keyId": record.id.to_string(),
        "accountId": record.account.to_string(),
        "name": record.name.as_str(),
        "mode": record.mode.as_str(),
        "scopes": record.scopes.iter().map(Scope::as_str).collect::<Vec<_>>(),
        "lastFour": record.last_four,
        "createdAt": format!("{:.3}", record.created_at),
        "expiresAt": record.expires_at.map(|at| format!("{at:.3}")),
        "revokedAt": record.revoked_at.map(|at| format!("{at:.3}")),
        "monthlyLimitCredits": record.monthly_limit.map(Credits::as_i64),
        "lastUsedAt": record.last_used_at.map(|at| format!("{at:.3}")),
    })
}
