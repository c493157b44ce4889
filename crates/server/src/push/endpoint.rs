//! The addresses that are sent to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The longest address of a push service that is kept.
const LONGEST: usize = 1024;

/// Where a push service takes messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Endpoint {
    pub(super) tls: bool,
    /// Without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// From the first `/` on.
    pub(super) path: String,
    /// The part before the path: the audience of the signature.
    pub(super) origin: String,
}

impl Endpoint {
    /// Reads an address. Without `allow_local` it has to be `https` and must not be the number of an address that is not public; a
    /// name is checked when it is looked up.
    pub(super) fn parse(text: &str, allow_local: bool) -> Option<Endpoint> {
        if text.len() > LONGEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        let (tls, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) if allow_local => (false, rest),
            _ => return None,
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        // A name before `@` would make an address look like another one.
        if authority.contains('@') || path.contains('#') || !path.starts_with('/') {
            return None;
        }
        let (host, port) = split_port(authority, if tls { 443 } else { 80 })?;
        let is_public = match host.parse::<IpAddr>() {
            Ok(ip) => is_public(ip),
            Err(_) => !is_local_name(&host),
        };
        if host.is_empty() || !is_public && !allow_local {
            return None;
        }
        let origin = text[..text.len() - path.len()].to_owned();
        Some(Endpoint { tls, host, port, path: path.to_owned(), origin })
    }
}

fn split_port(authority: &str, default: u16) -> Option<(String, u16)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']')?;
            (host, port)
        }
        None => match authority.find(':') {
            Some(colon) => authority.split_at(colon),
            None => (authority, ""),
        },
    };
    let port = match port.strip_prefix(':') {
        Some(port) => port.parse().ok().filter(|&port| port > 0)?,
        None if port.is_empty() => default,
        None => return None,
    };
    Some((host.to_ascii_lowercase(), port))
}

/// Names that are never those of a push service.
fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let last = name.rsplit('.').next().unwrap_or_default();
    !name.contains('.')
        || ["localhost", "local", "internal", "lan", "home", "test"].contains(&last)
        // Browsers and resolvers read some numbers as addresses that do not look like one, such as 127.1 or 0x7f.1.
        || last.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether an address is one of the public internet.
pub(super) fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_unspecified()
        || ip.is_multicast()
        || ip.is_broadcast()
        || ip.is_documentation();
    let shared = a == 100 && (64..128).contains(&b);
    let assigned = (a, b, c) == (192, 0, 0) || a == 198 && (b & 0xfe) == 18;
    !special && !shared && !assigned && a != 0 && a < 240
}

/// Global unicast is 2000::/3. Left out of it are those that stand for an address of IPv4 (6to4, Teredo) and those for examples.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    let global = first & 0xe000 == 0x2000;
    let tunnel = first == 0x2002 || first == 0x2001 && second < 0x0200;
    let documentation = first == 0x2001 && second == 0x0db8 || first == 0x3fff;
    global && !tunnel && !documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_services_are_accepted() {
        let endpoint = Endpoint::parse("https://push.example.net/send/abc?x=1", false).unwrap();
        assert_eq!((endpoint.host.as_str(), endpoint.port), ("push.example.net", 443));
        assert_eq!(endpoint.path, "/send/abc?x=1");
        assert_eq!(endpoint.origin, "https://push.example.net");
        let endpoint = Endpoint::parse("https://[2606:4700::1111]:8443/a", false).unwrap();
        assert_eq!((endpoint.host.as_str(), endpoint.port), ("2606:4700::1111", 8443));
    }

    #[test]
    fn push_endpoints_in_private_networks_are_refused() {
        for text in [
            "http://push.example.net/a",
            "https://localhost/a",
            "https://127.0.0.1/a",
            "https://127.1/a",
            "https://0x7f.1/a",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://[::ffff:10.0.0.1]/a",
            "https://10.1.2.3:8470/a",
            "https://192.168.0.1/a",
            "https://169.254.169.254/latest/meta-data/",
            "https://100.64.0.1/a",
            "https://0.0.0.0/a",
            "https://[fd00::1]/a",
            "https://[fe80::1]/a",
            "https://[2002:7f00:1::]/a",
            "https://[64:ff9b::7f00:1]/a",
            "https://router.local/a",
            "https://db.internal./a",
            "https://postgres/a",
            "https://push.example.net@127.0.0.1/a",
            "https://push.example.net/a#b",
            "https://push.example.net",
            "https:///a",
            "https://push.example.net:0/a",
            "https://push.example.net:99999/a",
            "https://push.example.net/a\r\nx: y",
            "file:///etc/passwd",
            "",
        ] {
            assert_eq!(Endpoint::parse(text, false), None, "{text}");
        }
        assert!(Endpoint::parse("http://127.0.0.1:8080/a", true).is_some(), "for tests");
        assert_eq!(Endpoint::parse("ftp://127.0.0.1/a", true), None);
    }
}
