use std::sync::Arc;

use application::manage_images::{DeletedMedia, ManageImages};
use domain::accounts::{Account, AccountName, AccountStatus};
use ports::AccountStore;
use serde_json::{Value, json};

use crate::command_line::AccountCommand;
use crate::configuration::Settings;
use crate::terminal::{how_many, mention, say};
use crate::wiring::Installation;

pub(crate) async fn run(
    settings: &Settings,
    installation: &Installation,
    command: AccountCommand,
) -> anyhow::Result<()> {
    let database = &installation.database;
    match command {
        AccountCommand::Create { name, json } => {
            let account = installation.open_account().open(AccountName::new(&name)?).await?;
            if json {
                say(describe(&account));
            } else {
                say(account.id);
            }
        }
        AccountCommand::List { json } => {
            let accounts = database.accounts().await?;
            if json {
                say(Value::Array(accounts.iter().map(describe).collect()));
            } else {
                for account in accounts {
                    say(format_args!("{}  {:9}  {}", account.id, account.status.as_str(), account.name));
                }
            }
        }
        AccountCommand::Suspend { account } => {
            database.set_account_status(account, AccountStatus::Suspended).await?;
            say(account);
        }
        AccountCommand::Reinstate { account } => {
            database.set_account_status(account, AccountStatus::Active).await?;
            say(account);
        }
        AccountCommand::DeleteMedia { account } => {
            let objects = Arc::new(settings.object_storage()?);
            let images = ManageImages::new(database.clone(), objects, installation.clock.clone());
            let DeletedMedia { deleted, under_way } = images.delete_account(account).await?;
            if under_way > 0 {
                mention(format_args!(
                    "calls in progress may still have {}; run this again in an hour",
                    how_many(under_way, "image|images")
                ));
            }
            say(deleted);
        }
    }
    Ok(())
}

fn describe(account: &Account) -> Value {
    json!({
        "accountId": account.id.to_string(),
        "name": account.name.as_str(),
        "status": account.status.as_str(),
        "createdAt": format!("{:.3}", account.created_at),
    })
}
