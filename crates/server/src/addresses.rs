//! Limits per client address: many browsers behind one address must not crowd out everybody else.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use sarsen_protocol::{Refusal, RefusalCode};

use crate::accept::Peer;
use crate::access::Access;
use crate::app_state::AppState;
use crate::http;
use crate::limits::{Bucket, Limits};

/// The number of addresses remembered; beyond that, inactive ones are forgotten.
const MOST: usize = 10_000;

/// A client's address; `None` for the server's own work, and in tests without a socket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(Option<IpAddr>);

impl Address {
    /// The server's own work, such as waking tables.
    pub(crate) const SERVER: Address = Address(None);

    pub(crate) fn of(ip: IpAddr) -> Address {
        Address(Some(network(ip)))
    }

    /// An address from the range reserved for documentation.
    #[cfg(test)]
    pub(crate) fn example(last: u8) -> Address {
        Address::of(IpAddr::from([192, 0, 2, last]))
    }
}

/// An IPv6 client usually controls a whole /64 network, so that counts as one address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let bits = u128::from(address) & (!0 << 64);
            IpAddr::V6(Ipv6Addr::from(bits))
        }
        address @ IpAddr::V4(_) => address,
    }
}

impl FromRequestParts<Arc<AppState>> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<AppState>,
    ) -> Result<Address, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<Peer>>();
        let client = |peer: IpAddr, access: &Access| access.client(peer, &parts.headers);
        Ok(Address(peer.map(|ConnectInfo(peer)| network(client(peer.ip(), &app.access)))))
    }
}

/// A limited activity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Activity {
    /// An HTTP request.
    Ask,
    /// Creating a player or a table.
    Create,
    /// A message on a WebSocket.
    Say,
    /// Makes a table that is listed for anybody to sit down.
    List,
    /// Makes or uses a code that takes a key to another browser.
    Transfer,
}

/// The recent activity of every address.
#[derive(Default)]
pub(crate) struct Addresses(Mutex<HashMap<IpAddr, AddressUsage>>);

struct AddressUsage {
    asks: Bucket,
    creations: Bucket,
    words: Bucket,
    /// Bytes that were read from WebSockets.
    received: Bucket,
    transfers: Bucket,
    listings: Bucket,
    /// Seconds of processor time for replays.
    replays: Bucket,
    bytes: Bucket,
    /// Open WebSockets.
    connections: usize,
    /// Open connections of any kind.
    sockets: usize,
    /// The bytes of large answers that have not been taken.
    answers: usize,
}

impl AddressUsage {
    fn new(limits: &Limits, now: Instant) -> AddressUsage {
        let bucket =
            |per_second: f64, seconds: f64| Bucket::new(per_second, per_second * seconds, now);
        AddressUsage {
            asks: bucket(limits.requests_per_address, 10.0),
            creations: bucket(limits.creations_per_address, 20.0),
            words: bucket(limits.messages_per_address, 5.0),
            received: bucket(limits.received_per_address, 5.0),
            transfers: bucket(limits.transfers_per_address, 100.0),
            listings: bucket(limits.listings_per_address, 600.0),
            replays: bucket(limits.replay_per_address, 40.0),
            bytes: bucket(limits.bytes_per_address, 4096.0),
            connections: 0,
            sockets: 0,
            answers: 0,
        }
    }

    fn is_connected(&self) -> bool {
        self.connections > 0 || self.sockets > 0 || self.answers > 0
    }

    fn is_quiet(&mut self, now: Instant) -> bool {
        let buckets = [
            &mut self.asks,
            &mut self.creations,
            &mut self.words,
            &mut self.received,
            &mut self.transfers,
            &mut self.listings,
            &mut self.replays,
            &mut self.bytes,
        ];
        let quiet = buckets.into_iter().all(|bucket| bucket.is_full(now));
        quiet && !self.is_connected()
    }
}

impl Addresses {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, AddressUsage>> {
        // Every change is to a single number, so a panic elsewhere leaves the state usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(
        &self,
        address: IpAddr,
        limits: &Limits,
        look: impl FnOnce(&mut AddressUsage, Instant) -> T,
    ) -> T {
        let now = Instant::now();
        let mut seen = self.lock();
        if seen.len() >= MOST && !seen.contains_key(&address) {
            seen.retain(|_, seen| !seen.is_quiet(now));
            if seen.len() >= MOST {
                // No address is inactive: forget all without connections, which is better than growing without bound.
                seen.retain(|_, seen| seen.is_connected());
            }
        }
        look(seen.entry(address).or_insert_with(|| AddressUsage::new(limits, now)), now)
    }

    /// Whether an address may do something now.
    pub(crate) fn may(
        &self,
        address: Address,
        doing: Activity,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let Some(address) = address.0 else { return Ok(()) };
        let may = self.with(address, limits, |seen, now| {
            let bucket = match doing {
                Activity::Ask => &mut seen.asks,
                Activity::Create => &mut seen.creations,
                Activity::Say => &mut seen.words,
                Activity::Transfer => &mut seen.transfers,
                Activity::List => &mut seen.listings,
            };
            bucket.take(now)
        });
        if may { Ok(()) } else { Err(http::refuse(RefusalCode::TooFast)) }
    }

    /// How long an address has to wait before more is read from its WebSockets.
    pub(crate) fn must_wait(&self, address: Address, limits: &Limits) -> Duration {
        let Some(address) = address.0 else { return Duration::ZERO };
        self.with(address, limits, |seen, now| seen.received.wait(now))
    }

    /// Charges an address for what was read from one of its WebSockets.
    pub(crate) fn charge_received(&self, address: Address, bytes: usize, limits: &Limits) {
        let Some(address) = address.0 else { return };
        self.with(address, limits, |seen, now| seen.received.charge(bytes as f64, now));
    }

    /// Whether an address may start a replay now: it is charged afterwards, by the actual cost.
    pub(crate) fn may_replay(&self, address: Address, limits: &Limits) -> Result<(), Refusal> {
        let Some(address) = address.0 else { return Ok(()) };
        let may = self.with(address, limits, |seen, now| seen.replays.has_any(now));
        if may { Ok(()) } else { Err(http::refuse(RefusalCode::TooFast)) }
    }

    /// Charges an address for a replay.
    pub(crate) fn charge_replay(&self, address: Address, took: Duration, limits: &Limits) {
        let Some(address) = address.0 else { return };
        self.with(address, limits, |seen, now| seen.replays.charge(took.as_secs_f64(), now));
    }

    /// Whether an address may cause more writes: it is charged afterwards, by the actual size.
    pub(crate) fn may_write_more(&self, address: Address, limits: &Limits) -> Result<(), Refusal> {
        let Some(address) = address.0 else { return Ok(()) };
        let may = self.with(address, limits, |seen, now| seen.bytes.has_any(now));
        if may { Ok(()) } else { Err(http::refuse(RefusalCode::TooFast)) }
    }

    /// Charges an address for a write.
    pub(crate) fn charge_write(&self, address: Address, bytes: usize, limits: &Limits) {
        let Some(address) = address.0 else { return };
        self.with(address, limits, |seen, now| seen.bytes.charge(bytes as f64, now));
    }

    /// Whether this many bytes may be written for an address; if so, they are counted.
    pub(crate) fn may_write(
        &self,
        address: Address,
        bytes: usize,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let Some(address) = address.0 else { return Ok(()) };
        let bytes = bytes as f64;
        let may = self.with(address, limits, |seen, now| seen.bytes.take_many(bytes, now));
        if may { Ok(()) } else { Err(http::refuse(RefusalCode::TooFast)) }
    }

    /// Whether an address, allowed `most` connections of any kind, may have another; if so, it is counted.
    pub(crate) fn open(&self, address: Address, most: usize, limits: &Limits) -> bool {
        let Some(address) = address.0 else { return true };
        self.with(address, limits, |seen, _| {
            let may = seen.sockets < most;
            seen.sockets += usize::from(may);
            may
        })
    }

    /// Counts a connection as closed.
    pub(crate) fn shut(&self, address: Address) {
        let Some(address) = address.0 else { return };
        if let Some(seen) = self.lock().get_mut(&address) {
            seen.sockets = seen.sockets.saturating_sub(1);
        }
    }

    /// Whether another large answer may wait for an address to take it; if so, it is counted.
    pub(crate) fn keep_answer(&self, address: Address, size: usize, limits: &Limits) -> bool {
        let Some(address) = address.0 else { return true };
        self.with(address, limits, |seen, _| {
            // An address for which nothing is queued is answered, whatever the size.
            let may = seen.answers == 0 || seen.answers + size <= limits.answers_per_address;
            seen.answers += if may { size } else { 0 };
            may
        })
    }

    /// Counts a large answer as taken.
    pub(crate) fn drop_answer(&self, address: Address, size: usize) {
        let Some(address) = address.0 else { return };
        if let Some(seen) = self.lock().get_mut(&address) {
            seen.answers = seen.answers.saturating_sub(size);
        }
    }

    /// Whether an address may open another WebSocket; if so, it is counted.
    pub(crate) fn connect(&self, address: Address, limits: &Limits) -> Result<(), Refusal> {
        let Some(address) = address.0 else { return Ok(()) };
        let may = self.with(address, limits, |seen, _| {
            let may = seen.connections < limits.connections_per_address;
            seen.connections += usize::from(may);
            may
        });
        if may { Ok(()) } else { Err(http::refuse(RefusalCode::TooMany)) }
    }

    /// Counts a WebSocket as closed.
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
        Address::of(text.parse().unwrap())
    }

    #[test]
    fn every_address_has_limits_of_its_own() {
        let limits =
            Limits { creations_per_address: 0.1, connections_per_address: 1, ..Limits::default() };
        let addresses = Addresses::default();
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let may = |address| addresses.may(address, Activity::Create, &limits).is_ok();
        assert_eq!([may(one), may(one), may(one), may(other)], [true, true, false, true]);
        assert!(addresses.may(one, Activity::Ask, &limits).is_ok(), "asking is another matter");
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
    fn answers_that_are_not_taken_fill_an_address_s_share() {
        let limits = Limits { answers_per_address: 100, ..Limits::default() };
        let addresses = Addresses::default();
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let keep = |address, size| addresses.keep_answer(address, size, &limits);
        assert!(keep(one, 1000), "a single answer may have any size");
        assert!(!keep(one, 1) && keep(other, 60) && keep(other, 40) && !keep(other, 1));
        addresses.drop_answer(one, 1000);
        assert!(keep(one, 100), "what was taken is not counted any more");
    }

    #[test]
    fn replays_are_paid_for_afterwards() {
        let limits = Limits { replay_per_address: 0.1, ..Limits::default() };
        let addresses = Addresses::default();
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        assert!(addresses.may_replay(one, &limits).is_ok());
        addresses.charge_replay(one, Duration::from_secs(5), &limits);
        assert!(addresses.may_replay(one, &limits).is_err());
        assert!(addresses.may_replay(other, &limits).is_ok());
    }

    #[test]
    fn a_flood_of_addresses_does_not_fill_the_memory() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let connected = address("192.0.2.1");
        addresses.connect(connected, &limits).unwrap();
        for number in 0..3 * MOST as u32 {
            let from = Address(Some(IpAddr::V4(number.into())));
            addresses.may(from, Activity::Create, &limits).unwrap();
        }
        assert!(addresses.lock().len() <= MOST);
        assert_eq!(addresses.lock()[&"192.0.2.1".parse::<IpAddr>().unwrap()].connections, 1);
    }
}
