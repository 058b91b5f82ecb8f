//! A mail server with the part of the protocol that emails need.

use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufStream};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

/// How a server behaves.
#[derive(Clone, Copy)]
pub(crate) struct Behaviour {
    pub(crate) offers_encryption: bool,
    pub(crate) encrypts_at_once: bool,
    pub(crate) recipient: &'static str,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self { offers_encryption: false, encrypts_at_once: false, recipient: "250 ok" }
    }
}

/// An email as it arrived.
#[derive(Debug, Default)]
pub(crate) struct Received {
    pub(crate) encrypted: bool,
    pub(crate) credentials: Option<String>,
    pub(crate) from: String,
    pub(crate) to: Vec<String>,
    pub(crate) data: String,
}

pub(crate) struct MailServer {
    pub(crate) port: u16,
    authority: tempfile::NamedTempFile,
    received: Mutex<mpsc::UnboundedReceiver<Received>>,
    _server: JoinSet<()>,
}

impl MailServer {
    pub(crate) async fn open(manners: Behaviour) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let authority = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(authority.path(), pem(cert.der())).unwrap();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        // On most machines the name resolves to both IPv4 and IPv6.
        let listener = TcpListener::bind("localhost:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, received) = mpsc::unbounded_channel();
        let mut server = JoinSet::new();
        server.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // Some tests disconnect in the middle.
                let _ = Visit { manners, sender: sender.clone() }.receive(stream, &acceptor).await;
            }
        });
        Self { port, authority, received: Mutex::new(received), _server: server }
    }

    pub(crate) fn ca_file(&self) -> PathBuf {
        self.authority.path().to_owned()
    }

    pub(crate) async fn next(&self) -> Received {
        self.received.lock().await.recv().await.unwrap()
    }

    /// How many emails arrived that no test has read.
    pub(crate) async fn emails(&self) -> usize {
        self.received.lock().await.len()
    }
}

struct Visit {
    manners: Behaviour,
    sender: mpsc::UnboundedSender<Received>,
}

/// How a conversation ends.
enum End {
    Over,
    Encrypt,
}

impl Visit {
    async fn receive(&self, stream: tokio::net::TcpStream, acceptor: &TlsAcceptor) -> std::io::Result<()> {
        if self.manners.encrypts_at_once {
            let mut stream = BufStream::new(acceptor.accept(stream).await?);
            say(&mut stream, "220 server.example ESMTP").await?;
            return self.converse(&mut stream, true).await.map(|_| ());
        }
        let mut plain = BufStream::new(stream);
        say(&mut plain, "220 server.example ESMTP").await?;
        if let End::Encrypt = self.converse(&mut plain, false).await? {
            let mut stream = BufStream::new(acceptor.accept(plain.into_inner()).await?);
            self.converse(&mut stream, true).await?;
        }
        Ok(())
    }

    async fn converse<S>(&self, stream: &mut BufStream<S>, encrypted: bool) -> std::io::Result<End>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut email = Received { encrypted, ..Received::default() };
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(End::Over);
            }
            let line = line.trim_end();
            let (verb, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
            match verb.to_ascii_uppercase().as_str() {
                "EHLO" => self.greet(stream, encrypted).await?,
                "STARTTLS" => {
                    say(stream, "220 go ahead").await?;
                    return Ok(End::Encrypt);
                }
                "AUTH" => {
                    email.credentials = rest.strip_prefix("PLAIN ").map(decoded);
                    say(stream, "235 welcome").await?;
                }
                "MAIL" => {
                    email.from = address(rest);
                    say(stream, "250 ok").await?;
                }
                "RCPT" => {
                    email.to.push(address(rest));
                    say(stream, self.manners.recipient).await?;
                }
                "DATA" => {
                    say(stream, "354 go on").await?;
                    email.data = data(stream).await?;
                    say(stream, "250 taken").await?;
                    let _ = self
                        .sender
                        .send(std::mem::replace(&mut email, Received { encrypted, ..Received::default() }));
                }
                "QUIT" => {
                    say(stream, "221 bye").await?;
                    return Ok(End::Over);
                }
                _ => say(stream, "250 ok").await?,
            }
        }
    }

    async fn greet<S>(&self, stream: &mut BufStream<S>, encrypted: bool) -> std::io::Result<()>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        if self.manners.offers_encryption && !encrypted {
            return say(stream, "250-server.example\r\n250 STARTTLS").await;
        }
        say(stream, "250-server.example\r\n250-8BITMIME\r\n250 AUTH PLAIN").await
    }
}

async fn say<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut BufStream<S>,
    line: &str,
) -> std::io::Result<()> {
    stream.write_all(format!("{line}\r\n").as_bytes()).await?;
    stream.flush().await
}

async fn data<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut BufStream<S>) -> std::io::Result<String> {
    let mut all = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || line == ".\r\n" {
            return Ok(all);
        }
        all.push_str(&line);
    }
}

/// Reads `<a@b>` from `FROM:<a@b> BODY=8BITMIME`.
fn address(text: &str) -> String {
    let text = text.split_once(':').map_or(text, |(_, address)| address);
    text.split(' ').next().unwrap_or_default().to_owned()
}

fn decoded(text: &str) -> String {
    String::from_utf8(STANDARD.decode(text).unwrap()).unwrap()
}

fn pem(certificate: &[u8]) -> String {
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", STANDARD.encode(certificate))
}
