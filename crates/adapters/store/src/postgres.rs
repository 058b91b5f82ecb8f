//! What only PostgreSQL needs: pool size and time limits. Its advisory lock keeps nodes from migrating at
//! once.

use std::str::FromStr;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::OpenError;

const CONNECTIONS: u32 = 16;
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) async fn open(url: &str) -> Result<PgPool, OpenError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(OpenError::Address)?
        .application_name("rankwright")
        .options([("statement_timeout", "30s"), ("idle_in_transaction_session_timeout", "30s")]);
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_with(options)
        .await
        .map_err(OpenError::Connect)?;
    sqlx::migrate!("migrations/postgres").run(&pool).await?;
    Ok(pool)
}
