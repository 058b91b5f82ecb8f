//! Limits how slowly a file may be read. A client that stops reading would hold its connection, and the one
//! to the storage, forever. A body is not polled while the client does not read, so it can't detect this, and
//! the whole connection is closed.

use std::time::Duration;

use futures_util::{Stream, StreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::listener::Connection;

/// The time that every file may take.
const GRACE: Duration = Duration::from_mins(2);
/// Bytes that must be read per second after that time.
const SLOWEST: u64 = 16 * 1024;

/// The chunks of a file of `length` bytes. If they are not read in time, the connection is closed.
pub(super) fn in_time<Piece: Send + 'static>(
    pieces: impl Stream<Item = Piece> + Send + Unpin + 'static,
    length: u64,
    connection: Connection,
) -> impl Stream<Item = Piece> + Send + 'static {
    let mut timer = JoinSet::new();
    timer.spawn(async move {
        sleep(GRACE + Duration::from_secs(length / SLOWEST)).await;
        connection.end();
    });
    // The timer is dropped with the stream.
    stream::unfold((pieces, timer), |(mut pieces, timer)| async move {
        pieces.next().await.map(|piece| (piece, (pieces, timer)))
    })
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::time::advance;

    use super::*;

    const MINUTE: u64 = 60 * SLOWEST;

    #[tokio::test(start_paused = true)]
    async fn a_file_that_nobody_reads_on_ends_its_connection() {
        let connection = Connection::new();
        let body = in_time(stream::iter([1, 2]), MINUTE, connection.clone());
        let mut body = std::pin::pin!(body);
        assert_eq!(body.next().await, Some(1));
        sleep(Duration::from_secs(179)).await;
        assert!(connection.ended().now_or_never().is_none());
        sleep(Duration::from_secs(2)).await;
        assert!(connection.ended().now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_that_was_read_leaves_its_connection() {
        let connection = Connection::new();
        let read: Vec<u8> = in_time(stream::iter([1, 2]), 2, connection.clone()).collect().await;
        assert_eq!(read, [1, 2]);
        advance(GRACE * 2).await;
        assert!(connection.ended().now_or_never().is_none());
    }
}
