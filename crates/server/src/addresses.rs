//! Who asks, by the address that it comes from: one house full of browsers must not take the place of all others.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use sarsen_protocol::{Refusal, RefusalCode};

use crate::http;
use crate::limits::{Bucket, Limits};

/// So many addresses are remembered; then those that have been quiet are forgotten.
const MOST: usize = 10_000;

/// Where somebody comes from; nothing where there is no socket, as in tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address(Option<IpAddr>);

impl Address {
    /// A proxy on this machine tells in `X-Forwarded-For` for whom it asks; the last entry is the one that it wrote itself.
    /// Nobody else is believed.
    fn of(peer: Option<IpAddr>, headers: &HeaderMap) -> Address {
        let forwarded = || {
            let header = headers.get_all("x-forwarded-for").iter().next_back()?;
            header.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        };
        let proxied = peer.filter(IpAddr::is_loopback).and_then(|_| forwarded());
        Address(proxied.or(peer).map(network))
    }
}

/// Who has one address of IPv6 has the 2⁶⁴ of its network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let bits = u128::from(address) & (!0 << 64);
            IpAddr::V6(Ipv6Addr::from(bits))
        }
        address @ IpAddr::V4(_) => address,
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Address, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Address::of(peer.map(|ConnectInfo(peer)| peer.ip()), &parts.headers))
    }
}

/// What somebody does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    /// Asks by HTTP.
    Ask,
    /// Makes a player or a table.
    Create,
    /// Says something on a WebSocket.
    Say,
}

/// What has come from every address of late.
#[derive(Default)]
pub(crate) struct Addresses(Mutex<HashMap<IpAddr, Seen>>);

struct Seen {
    asks: Bucket,
    creations: Bucket,
    words: Bucket,
    connections: usize,
}

impl Seen {
    fn new(limits: &Limits, now: Instant) -> Seen {
        let bucket =
            |per_second: f64, seconds: f64| Bucket::new(per_second, per_second * seconds, now);
        Seen {
            asks: bucket(limits.requests_per_address, 10.0),
            creations: bucket(limits.creations_per_address, 20.0),
            words: bucket(limits.messages_per_address, 5.0),
            connections: 0,
        }
    }

    fn is_quiet(&mut self, now: Instant) -> bool {
        self.connections == 0
            && [&mut self.asks, &mut self.creations, &mut self.words]
                .into_iter()
                .all(|bucket| bucket.is_full(now))
    }
}

impl Addresses {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Seen>> {
        // Every change is to one number, so a panic elsewhere leaves it usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(
        &self,
        address: IpAddr,
        limits: &Limits,
        look: impl FnOnce(&mut Seen, Instant) -> T,
    ) -> T {
        let now = Instant::now();
        let mut seen = self.lock();
        if seen.len() >= MOST && !seen.contains_key(&address) {
            seen.retain(|_, seen| !seen.is_quiet(now));
            if seen.len() >= MOST {
                // Nobody is quiet: whoever is not connected starts anew, which is better than to grow for ever.
                seen.retain(|_, seen| seen.connections > 0);
            }
        }
        look(seen.entry(address).or_insert_with(|| Seen::new(limits, now)), now)
    }

    /// Whether somebody may do something now.
    pub(crate) fn may(
        &self,
        address: Address,
        doing: Doing,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let Some(address) = address.0 else { return Ok(()) };
        let may = self.with(address, limits, |seen, now| {
            let bucket = match doing {
                Doing::Ask => &mut seen.asks,
                Doing::Create => &mut seen.creations,
                Doing::Say => &mut seen.words,
            };
            bucket.take(now)
        });
        if may { Ok(()) } else { Err(http::refuse(RefusalCode::TooFast)) }
    }

    /// Whether another WebSocket may be opened; if so, it is counted.
    pub(crate) fn connect(&self, address: Address, limits: &Limits) -> Result<(), Refusal> {
        let Some(address) = address.0 else { return Ok(()) };
        let may = self.with(address, limits, |seen, _| {
            let may = seen.connections < limits.connections_per_address;
            seen.connections += usize::from(may);
            may
        });
        if may { Ok(()) } else { Err(http::refuse(RefusalCode::TooMany)) }
    }

    /// A WebSocket that was counted is closed.
    pub(crate) fn disconnect(&self, address: Address) {
        let Some(address) = address.0 else { return };
        if let Some(seen) = self.lock().get_mut(&address) {
            seen.connections = seen.connections.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::of(Some(text.parse().unwrap()), &HeaderMap::new())
    }

    #[test]
    fn every_address_has_limits_of_its_own() {
        let limits =
            Limits { creations_per_address: 0.1, connections_per_address: 1, ..Limits::default() };
        let addresses = Addresses::default();
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let may = |address| addresses.may(address, Doing::Create, &limits).is_ok();
        assert_eq!([may(one), may(one), may(one), may(other)], [true, true, false, true]);
        assert!(addresses.may(one, Doing::Ask, &limits).is_ok(), "asking is another matter");
        let connect = |address| addresses.connect(address, &limits).is_ok();
        assert_eq!([connect(one), connect(one), connect(other)], [true, false, true]);
        addresses.disconnect(one);
        assert!(connect(one));
    }

    #[test]
    fn a_network_of_ipv6_is_one_address_and_an_embedded_one_is_what_it_embeds() {
        assert_eq!(address("2001:db8:1:2:3::4"), address("2001:db8:1:2:9::8"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }

    #[test]
    fn only_a_proxy_on_this_machine_is_believed() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "203.0.113.9, 198.51.100.7".parse().unwrap());
        let of = |peer: &str| Address::of(Some(peer.parse().unwrap()), &headers);
        assert_eq!(of("127.0.0.1"), address("198.51.100.7"));
        assert_eq!(of("192.0.2.1"), address("192.0.2.1"));
        headers.insert("x-forwarded-for", "nonsense".parse().unwrap());
        let of = |peer: &str| Address::of(Some(peer.parse().unwrap()), &headers);
        assert_eq!(of("127.0.0.1"), address("127.0.0.1"));
    }

    #[test]
    fn a_flood_of_addresses_does_not_fill_the_memory() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let connected = address("192.0.2.1");
        addresses.connect(connected, &limits).unwrap();
        for number in 0..3 * MOST as u32 {
            let from = Address(Some(IpAddr::V4(number.into())));
            addresses.may(from, Doing::Create, &limits).unwrap();
        }
        assert!(addresses.lock().len() <= MOST);
        assert_eq!(addresses.lock()[&"192.0.2.1".parse::<IpAddr>().unwrap()].connections, 1);
    }
}
