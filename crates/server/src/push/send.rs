//! One message to one push service.
//!
//! A request of a few lines and a status: written by hand rather than with an HTTP client, which would follow redirects and look names
//! up by itself.

use std::io::{Error, Result};
use std::net::SocketAddr;

use sarsen_protocol::PushSubscription;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;

use super::encrypt::Recipient;
use super::endpoint::{Endpoint, is_public};
use super::{PATIENCE, PushOptions};
use crate::app_state::{Sources, SystemSources};

/// How long a push service keeps a message for a browser that is not running, in seconds.
const KEPT: u32 = 24 * 3600;

/// No status line is longer.
const LONGEST_STATUS: usize = 1024;

/// What the push service says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sent {
    /// It has taken the message.
    Accepted,
    /// The browser can no longer be reached there.
    Gone,
}

/// Sends a text to a browser. Of several with one topic the push service keeps the last.
pub(super) async fn send(
    options: &PushOptions,
    subscription: &PushSubscription,
    text: &str,
    topic: &str,
) -> Result<Sent> {
    let endpoint = Endpoint::parse(&subscription.endpoint, options.allow_local);
    let endpoint = endpoint.ok_or_else(|| Error::other("the address may not be sent to"))?;
    let recipient = Recipient::read(subscription);
    let body = recipient.and_then(|recipient| recipient.encrypt(text));
    let body = body.ok_or_else(|| Error::other("the keys of the browser cannot be used"))?;
    // Push services compare with the time of day, also where tests have another clock.
    let now = SystemSources.now();
    let signature = options.key.authorization(&endpoint.origin, &options.contact, now);
    let signature = signature.ok_or_else(|| Error::other("the message could not be signed"))?;
    let head = head(&endpoint, &signature, topic, body.len());
    let request = [head.as_bytes(), &body].concat();
    match tokio::time::timeout(PATIENCE, exchange(&endpoint, options.allow_local, &request)).await {
        Ok(status) => judge(status?),
        Err(_) => Err(Error::other("the push service does not answer")),
    }
}

fn head(endpoint: &Endpoint, signature: &str, topic: &str, length: usize) -> String {
    let Endpoint { path, origin, .. } = endpoint;
    let host = origin.split_once("://").map_or("", |(_, host)| host);
    format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAuthorization: {signature}\r\n\
         Content-Encoding: aes128gcm\r\nContent-Type: application/octet-stream\r\nTTL: {KEPT}\r\n\
         Topic: {topic}\r\nContent-Length: {length}\r\n\r\n"
    )
}

fn judge(status: u16) -> Result<Sent> {
    match status {
        200..=299 => Ok(Sent::Accepted),
        404 | 410 => Ok(Sent::Gone),
        _ => Err(Error::other(format!("the push service answers {status}"))),
    }
}

async fn exchange(endpoint: &Endpoint, allow_local: bool, request: &[u8]) -> Result<u16> {
    let addresses = tokio::net::lookup_host((endpoint.host.as_str(), endpoint.port)).await?;
    let may = |address: &SocketAddr| allow_local || is_public(address.ip());
    let address = addresses.into_iter().find(may);
    let address = address.ok_or_else(|| Error::other("the address may not be sent to"))?;
    let stream = TcpStream::connect(address).await?;
    if !endpoint.tls {
        return ask(stream, request).await;
    }
    let name = ServerName::try_from(endpoint.host.clone()).map_err(Error::other)?;
    ask(sarsen_store::tls_connector().connect(name, stream).await?, request).await
}

/// Sends a request and reads the status of the answer; the rest is of no interest.
async fn ask(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &[u8]) -> Result<u16> {
    stream.write_all(request).await?;
    stream.flush().await?;
    let mut answer = Vec::new();
    while !answer.contains(&b'\n') && answer.len() < LONGEST_STATUS {
        if stream.read_buf(&mut answer).await? == 0 {
            break;
        }
    }
    let line = String::from_utf8_lossy(&answer);
    let status = line.strip_prefix("HTTP/1.").and_then(|rest| rest.split(' ').nth(1)?.parse().ok());
    status.ok_or_else(|| Error::other("this is not an HTTP response"))
}
