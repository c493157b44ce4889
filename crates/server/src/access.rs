//! Access control: the host names the server answers to, and the proxies it trusts.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::{HeaderMap, header};
use thiserror::Error;

/// The names of a server and the proxies in front of it.
///
/// A page of another site can make a browser send requests to this machine under a foreign name (DNS rebinding), so
/// requests for unknown names are rejected. Loopback names and the address a connection came in on are always known.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Further names, without a port, as in the `Host` header.
    pub host_names: Vec<String>,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub proxies: Vec<Network>,
    /// Whether strangers may find each other: tables can be listed for anybody to sit down.
    pub open_tables: bool,
}

impl Access {
    /// Whether a request with this `Host` that came in on the address `local` is meant for this server.
    pub(crate) fn knows_host(&self, host: &str, local: Option<IpAddr>) -> bool {
        let name = without_port(host);
        let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let given = |known: &String| known.eq_ignore_ascii_case(name);
        if self.host_names.iter().any(given) {
            return true;
        }
        match literal {
            Ok(ip) => {
                let ip = ip.to_canonical();
                ip.is_loopback() || local.map(|local| local.to_canonical()) == Some(ip)
            }
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }

    pub(crate) fn is_proxy(&self, ip: IpAddr) -> bool {
        self.proxies.iter().any(|network| network.contains(ip))
    }

    /// The client behind a connection from `peer`. Each proxy appends the address it forwards for, so the last entry
    /// that is not a trusted proxy is the client; everything before it may be forged.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_proxy(peer) {
            return peer;
        }
        let mut client = peer;
        let lists = headers.get_all("x-forwarded-for").iter().rev();
        for entry in lists.flat_map(|list| list.to_str().unwrap_or_default().rsplit(',')) {
            let Some(ip) = forwarded(entry) else { break };
            client = ip;
            if !self.is_proxy(ip) {
                break;
            }
        }
        client
    }
}

/// The `Host` of a request, if it is readable. Browsers always send one.
pub(crate) fn host_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST).map(|host| host.to_str().unwrap_or("?"))
}

/// `example.org:80` and `[::1]:80` without the port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
            // IPv6 addresses are in brackets; without brackets the last part is not a port.
            if name.contains(':') && !name.ends_with(']') { host } else { name }
        }
        _ => host,
    }
}

/// An entry of `X-Forwarded-For`: some proxies add the port.
fn forwarded(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let ip =
        entry.parse().ok().or_else(|| without_port(entry).trim_matches(['[', ']']).parse().ok());
    ip.map(|ip: IpAddr| ip.to_canonical())
}

/// A network of addresses: `192.0.2.0/24`, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

/// A text that is not a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not an address such as 127.0.0.1 or 10.0.0.0/8")]
pub struct BadNetwork(String);

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Network, BadNetwork> {
        let bad = || BadNetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| bad())?)),
            None => (text, None),
        };
        let address = address.parse::<IpAddr>().map_err(|_| bad())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most { Err(bad()) } else { Ok(Network { address, bits }) }
    }
}

impl Network {
    fn contains(self, ip: IpAddr) -> bool {
        let bits = u32::from(self.bits);
        match (self.address, ip.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
                u32::from(own) & mask == u32::from(other) & mask
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
                u128::from(own) & mask == u128::from(other) & mask
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn loopback_names_one_s_own_address_and_given_names_are_known() {
        let access =
            Access { host_names: vec!["play.example.org".to_owned()], ..Access::default() };
        let local = Some(ip("192.0.2.7"));
        for host in [
            "localhost",
            "localhost:8470",
            "LOCALHOST:1",
            "127.0.0.1:8470",
            "127.1.2.3",
            "[::1]:8470",
            "192.0.2.7:8470",
            "Play.Example.org:443",
        ] {
            assert!(access.knows_host(host, local), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example:8470",
            "192.0.2.8",
            "[2001:db8::1]:80",
            "play.example.org.evil.example",
            "?",
        ] {
            assert!(!access.knows_host(host, local), "{host}");
        }
    }

    #[test]
    fn only_named_proxies_are_believed() {
        let proxies = ["127.0.0.1", "10.0.0.0/8"].map(|text| text.parse().unwrap()).to_vec();
        let access = Access { proxies, ..Access::default() };
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "203.0.113.9, 198.51.100.7".parse().unwrap());
        assert_eq!(access.client(ip("127.0.0.1"), &headers), ip("198.51.100.7"));
        assert_eq!(access.client(ip("::ffff:127.0.0.1"), &headers), ip("198.51.100.7"));
        assert_eq!(access.client(ip("192.0.2.1"), &headers), ip("192.0.2.1"));
        assert_eq!(Access::default().client(ip("127.0.0.1"), &headers), ip("127.0.0.1"));
        headers.append("x-forwarded-for", "192.0.2.5:4711, 10.1.2.3".parse().unwrap());
        assert_eq!(
            access.client(ip("127.0.0.1"), &headers),
            ip("192.0.2.5"),
            "through two proxies"
        );
        headers.insert("x-forwarded-for", "203.0.113.9, nonsense".parse().unwrap());
        assert_eq!(access.client(ip("127.0.0.1"), &headers), ip("127.0.0.1"));
    }

    #[test]
    fn networks_are_read_and_hold_what_is_in_them() {
        let network = |text: &str| text.parse::<Network>();
        assert!(network("10.0.0.0/8").unwrap().contains(ip("10.255.0.1")));
        assert!(!network("10.0.0.0/8").unwrap().contains(ip("11.0.0.1")));
        assert!(network("0.0.0.0/0").unwrap().contains(ip("203.0.113.1")));
        assert!(network("2001:db8::/32").unwrap().contains(ip("2001:db8:1::1")));
        assert!(!network("::1").unwrap().contains(ip("::2")));
        for text in ["", "example.org", "10.0.0.0/33", "10.0.0.0/x", "10.0.0"] {
            assert!(network(text).is_err(), "{text}");
        }
    }
}
