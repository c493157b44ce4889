//! A client at another local address: all of 127.0.0.0/8 is local.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::MaybeTlsStream;

use super::Client;

/// The last part of the address.
#[derive(Clone, Copy)]
pub(crate) struct Stranger(pub(crate) u8);

impl Stranger {
    pub(crate) async fn dial(self, server: SocketAddr) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, self.0), 0)))?;
        socket.connect(server).await
    }

    /// A WebSocket on which nothing has been sent.
    pub(crate) async fn socket(self, server: SocketAddr, path: &str) -> Result<Client, String> {
        let stream = self.dial(server).await.map_err(|error| error.to_string())?;
        let url = format!("ws://{server}{path}");
        let connected = tokio_tungstenite::client_async(url, MaybeTlsStream::Plain(stream)).await;
        connected.map(|(socket, _)| Client::of(socket)).map_err(|error| error.to_string())
    }

    /// An HTTP request; returns the status and the body of the response.
    pub(crate) async fn ask(self, server: SocketAddr, head: &str, body: &str) -> (u16, String) {
        let mut stream = self.dial(server).await.unwrap();
        let request = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        // A server that answers before it has read everything may close the connection.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, body.to_owned())
    }

    /// Sends a JSON body; returns the status and the response.
    pub(crate) async fn post(
        self,
        server: SocketAddr,
        path: &str,
        key: &str,
        body: &str,
    ) -> (u16, serde_json::Value) {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
             authorization: Bearer {key}"
        );
        let (status, body) = self.ask(server, &head, body).await;
        (status, serde_json::from_str(&body).unwrap_or_default())
    }
}
