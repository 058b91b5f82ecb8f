//! Delivers messages to the service, as providers do: with retries until it accepts them, though not for
//! days.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::Url;

use super::payment_stand_ins::{Message, PaymentStandIns};

const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(200);
const LIMIT: Duration = Duration::from_secs(5);

/// Delivers the waiting messages.
pub(crate) async fn deliver(payment_stand_ins: &PaymentStandIns) {
    let Some(base) = &payment_stand_ins.webhooks else { return };
    for message in payment_stand_ins.take_outgoing() {
        let address = format!("{base}/{}", message.provider);
        for attempt in 1..=ATTEMPTS {
            match tokio::time::timeout(LIMIT, post(&address, &message)).await {
                Ok(Ok(200..=299)) => break,
                outcome => {
                    tracing::warn!(address, attempt, ?outcome, "a message of a stand-in was not taken");
                }
            }
            tokio::time::sleep(PAUSE * attempt).await;
        }
    }
}

/// Posts a message over plain HTTP and returns the status. The service is on this machine, so this needs no
/// more of the protocol.
async fn post(address: &str, message: &Message) -> std::io::Result<u16> {
    let invalid = |what: &'static str| std::io::Error::new(std::io::ErrorKind::InvalidData, what);
    let url = Url::parse(address).map_err(|_| invalid("no address"))?;
    let host = url.host_str().filter(|_| url.scheme() == "http").ok_or_else(|| invalid("not http"))?;
    let port = url.port_or_known_default().unwrap_or(80);
    let mut stream = TcpStream::connect((host.trim_matches(['[', ']']), port)).await?;
    let signature =
        message.signature.as_ref().map_or_else(String::new, |value| format!("Stripe-Signature: {value}\r\n"));
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{signature}\
         User-Agent: Rankwright-sandbox\r\nConnection: close\r\n\r\n",
        url.path(),
        message.body.len(),
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(message.body.as_bytes()).await?;
    // "HTTP/1.1 200"
    let mut status_line = [0; 12];
    stream.read_exact(&mut status_line).await?;
    let status = std::str::from_utf8(&status_line).ok().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    status.ok_or_else(|| invalid("no status"))
}
