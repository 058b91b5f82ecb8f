//! The bodies of requests and responses, for accounts that have them stored.

use std::collections::BTreeSet;

use async_trait::async_trait;
use domain::Timestamp;
use domain::ids::AccountId;
use domain::ledger::Purse;
use domain::requests::{NoteId, StoredBodies};
use ports::{BodyStore, StoreError};
use uuid::Uuid;

use super::RequestLogStore;
use crate::accounts::id_to_sql;
use crate::database::on_either;
use crate::error::unavailable;
use crate::sql_types::purse_to_sql;

/// The most calls of each account and mode whose bodies are stored.
const MOST_KEPT: i64 = 500;

#[async_trait]
impl BodyStore for RequestLogStore {
    async fn add_bodies(&self, bodies: &[StoredBodies]) -> Result<(), StoreError> {
        const ADD: &str = "INSERT INTO request_bodies (id, account_id, mode, path, request, response) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        const DELETE: &str = "DELETE FROM request_bodies WHERE account_id = $1 AND mode = $2 AND id <= \
            (SELECT id FROM request_bodies WHERE account_id = $1 AND mode = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)";
        let added: sqlx::Result<()> = on_either!(&self.0, pool => {
            async {
                let mut transaction = pool.begin().await?;
                for call in bodies {
                    let (account, mode) = purse_to_sql(call.purse);
                    sqlx::query(ADD)
                        .bind(call.note.as_uuid())
                        .bind(account)
                        .bind(mode)
                        .bind(call.path.as_str())
                        .bind(call.request.as_deref())
                        .bind(call.response.as_deref())
                        .execute(&mut *transaction)
                        .await?;
                }
                for purse in bodies.iter().map(|call| call.purse).collect::<BTreeSet<_>>() {
                    let (account, mode) = purse_to_sql(purse);
                    sqlx::query(DELETE).bind(account).bind(mode).bind(MOST_KEPT).execute(&mut *transaction).await?;
                }
                transaction.commit().await
            }
            .await
        });
        added.map_err(unavailable)
    }

    async fn bodies(&self, purse: Purse, note: NoteId) -> Result<Option<StoredBodies>, StoreError> {
        const OF_CALL: &str = "SELECT path, request, response FROM request_bodies \
            WHERE account_id = $1 AND mode = $2 AND id = $3";
        let (account, mode) = purse_to_sql(purse);
        let row: Option<(String, Option<String>, Option<String>)> = on_either!(&self.0, pool => {
            sqlx::query_as(OF_CALL).bind(account).bind(mode).bind(note.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        Ok(row.map(|(path, request, response)| StoredBodies { note, purse, path, request, response }))
    }

    async fn delete_bodies(&self, account: AccountId) -> Result<(), StoreError> {
        const DELETE: &str = "DELETE FROM request_bodies WHERE account_id = $1";
        on_either!(&self.0, pool => {
            sqlx::query(DELETE).bind(id_to_sql(account.as_u64())).execute(pool).await.map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn delete_old_bodies(&self, older_than: Timestamp) -> Result<(), StoreError> {
        const DELETE: &str = "DELETE FROM request_bodies WHERE id < $1";
        let first_kept: Uuid = NoteId::first_at(older_than).as_uuid();
        on_either!(&self.0, pool => sqlx::query(DELETE).bind(first_kept).execute(pool).await.map(|_| ()))
            .map_err(unavailable)
    }
}
