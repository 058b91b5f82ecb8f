//! Routes a small web: each host has a server on this machine.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// A stand-in for the web. Stops when dropped.
pub(crate) struct Crossing {
    pub(crate) address: SocketAddr,
    _leading: JoinSet<()>,
}

impl Crossing {
    /// Routes requests for these hosts to these servers, encrypted and without `www.` as well-configured
    /// hosts do, and all others to `elsewhere`.
    pub(crate) async fn open(hosts: &[(&'static str, SocketAddr)], elsewhere: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, hosts) = (listener.local_addr().unwrap(), Arc::new(hosts.to_vec()));
        let mut leading = JoinSet::new();
        leading.spawn(async move {
            let mut travellers = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let hosts = Arc::clone(&hosts);
                travellers.spawn(async move {
                    // A client that disconnects is no failure of the stand-in.
                    let _ = lead(stream, &hosts, elsewhere).await;
                });
            }
        });
        Self { address, _leading: leading }
    }
}

async fn lead(
    mut stream: TcpStream,
    hosts: &[(&'static str, SocketAddr)],
    elsewhere: SocketAddr,
) -> std::io::Result<()> {
    let head = read_head(&mut stream).await?;
    let text = String::from_utf8_lossy(&head).into_owned();
    let header = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    };
    let host = header("host").to_owned();
    let plain = host.trim_start_matches("www.");
    let Some((_, server)) = hosts.iter().find(|(name, _)| *name == plain) else {
        return pass_on(stream, &head, elsewhere).await;
    };
    if header("x-sandbox-scheme") == "https" && host == plain {
        return pass_on(stream, &head, *server).await;
    }
    let path = text.split(' ').nth(1).unwrap_or("/");
    let moved = format!(
        "HTTP/1.1 301 Moved Permanently\r\nLocation: https://{plain}{path}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(moved.as_bytes()).await
}

async fn pass_on(mut from: TcpStream, head: &[u8], to: SocketAddr) -> std::io::Result<()> {
    let mut to = TcpStream::connect(to).await?;
    to.write_all(head).await?;
    copy_bidirectional(&mut from, &mut to).await.map(drop)
}

async fn read_head(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while !head.windows(4).any(|bytes| bytes == b"\r\n\r\n") {
        if stream.read_buf(&mut head).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(head)
}
