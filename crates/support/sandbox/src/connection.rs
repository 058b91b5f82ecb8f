//! Connections that a fault can cut before any byte of the response is sent.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// The pause after the system refused a connection, usually because of too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections that can be cut.
pub(crate) struct SeverableListener(pub(crate) TcpListener);

/// A connection that can be cut.
pub(crate) struct SeverableStream {
    inner: TcpStream,
    cutter: ConnectionCutter,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionCutter(Arc<AtomicBool>);

impl ConnectionCutter {
    /// Prevents all further writes; the first attempt closes the connection.
    pub(crate) fn cut(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }
}

impl Connected<IncomingStream<'_, SeverableListener>> for ConnectionCutter {
    fn connect_info(stream: IncomingStream<'_, SeverableListener>) -> Self {
        stream.io().cutter.clone()
    }
}

impl Listener for SeverableListener {
    type Io = SeverableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (SeverableStream, SocketAddr) {
        loop {
            match self.0.accept().await {
                Ok((inner, peer)) => {
                    if let Err(error) = inner.set_nodelay(true) {
                        tracing::debug!(%error, "no TCP_NODELAY");
                    }
                    return (SeverableStream { inner, cutter: ConnectionCutter::default() }, peer);
                }
                Err(error) => {
                    tracing::warn!(%error, "the sandbox could not accept a connection");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl AsyncRead for SeverableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl AsyncWrite for SeverableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.cutter.check()?;
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.cutter.check()?;
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
