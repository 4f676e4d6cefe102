//! How many connections there may be, in total and from one address, and which of them make room for others.

use crate::address_key::AddressKey;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// How many connections there may be at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ceilings {
    pub(crate) all: usize,
    pub(crate) of_one_address: usize,
}

/// The connections of a server. One that waits, because no request of it is being answered, makes room for a newcomer
/// where there would be too many: the one that has waited longest goes first.
pub(crate) struct Connections {
    ceilings: Ceilings,
    floor: Mutex<Floor>,
}

#[derive(Default)]
struct Floor {
    next: u64,
    places: HashMap<u64, Held>,
    /// Those that wait, by their turns.
    waiting: BTreeMap<u64, u64>,
    addresses: HashMap<AddressKey, OfAddress>,
}

struct Held {
    /// `None` for one that is not counted by address.
    address: Option<AddressKey>,
    /// Its turn while it waits.
    turn: Option<u64>,
    leave: Arc<Notify>,
}

#[derive(Default)]
struct OfAddress {
    count: usize,
    waiting: BTreeMap<u64, u64>,
}

/// Why a newcomer is turned away: every connection is being answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    Everywhere,
    ForThisAddress,
}

/// The place of a connection, free again once this is dropped.
pub(crate) struct Place {
    connections: Arc<Connections>,
    id: u64,
    leave: Arc<Notify>,
}

/// A request that is being answered: its connection makes room for nobody.
pub(crate) struct Answering(Arc<Place>);

impl Connections {
    pub(crate) fn new(ceilings: Ceilings) -> Arc<Connections> {
        Arc::new(Connections { ceilings, floor: Mutex::default() })
    }

    /// Takes a place for a connection from this address, at first as one that waits. `None` is not counted by address:
    /// a proxy speaks for many.
    pub(crate) fn enter(self: &Arc<Connections>, from: Option<IpAddr>) -> Result<Place, Full> {
        let (address, leave) = (from.map(AddressKey::from), Arc::new(Notify::new()));
        let mut floor = self.floor();
        if let Some(of_address) = address.and_then(|address| floor.addresses.get(&address))
            && of_address.count >= self.ceilings.of_one_address
        {
            let (_, longest) = of_address.waiting.first_key_value().ok_or(Full::ForThisAddress)?;
            let longest = *longest;
            floor.sends_away(longest);
        }
        if floor.places.len() >= self.ceilings.all {
            let (_, longest) = floor.waiting.first_key_value().ok_or(Full::Everywhere)?;
            let longest = *longest;
            floor.sends_away(longest);
        }
        let id = floor.turn();
        floor.places.insert(id, Held { address, turn: None, leave: Arc::clone(&leave) });
        if let Some(address) = address {
            floor.addresses.entry(address).or_default().count += 1;
        }
        floor.waits(id);
        Ok(Place { connections: Arc::clone(self), id, leave })
    }

    fn floor(&self) -> MutexGuard<'_, Floor> {
        self.floor.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Floor {
    fn turn(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn waits(&mut self, id: u64) {
        let turn = self.turn();
        let Some(held) = self.places.get_mut(&id).filter(|held| held.turn.is_none()) else { return };
        held.turn = Some(turn);
        self.waiting.insert(turn, id);
        if let Some(of_address) = held.address.and_then(|address| self.addresses.get_mut(&address)) {
            of_address.waiting.insert(turn, id);
        }
    }

    /// Ends the wait of a connection; false if it has been sent away.
    fn works(&mut self, id: u64) -> bool {
        let Some(held) = self.places.get_mut(&id) else { return false };
        if let Some(turn) = held.turn.take() {
            self.waiting.remove(&turn);
            if let Some(of_address) = held.address.and_then(|address| self.addresses.get_mut(&address)) {
                of_address.waiting.remove(&turn);
            }
        }
        true
    }

    fn leaves(&mut self, id: u64) -> Option<Held> {
        self.works(id);
        let held = self.places.remove(&id)?;
        if let Some(address) = held.address
            && let Some(of_address) = self.addresses.get_mut(&address)
        {
            of_address.count -= 1;
            if of_address.count == 0 {
                self.addresses.remove(&address);
            }
        }
        Some(held)
    }

    fn sends_away(&mut self, id: u64) {
        if let Some(held) = self.leaves(id) {
            held.leave.notify_one();
        }
    }
}

impl Place {
    /// Begins to answer a request; `None` if the connection has been sent away.
    pub(crate) fn begin(self: &Arc<Place>) -> Option<Answering> {
        self.connections.floor().works(self.id).then(|| Answering(Arc::clone(self)))
    }

    /// Returns when the connection has to make room for another.
    pub(crate) async fn sent_away(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.floor().leaves(self.id);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.connections.floor().waits(self.0.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn is_sent_away(place: &Place) -> bool {
        use futures_util::FutureExt as _;
        place.sent_away().now_or_never().is_some()
    }

    #[test]
    fn who_waits_makes_room_and_who_is_answered_does_not() {
        let connections = Connections::new(Ceilings { all: 4, of_one_address: 3 });
        let enters = |from: &str| connections.enter(Some(ip(from))).map(Arc::new);
        let one = ["2001:db8::1", "2001:db8::2", "2001:db8::3"].map(|from| enters(from).expect("room"));
        let answering = one[0].begin().expect("it is there");
        // The fourth of one network displaces the one that has waited longest, and no other.
        let fourth = enters("2001:db8::4").expect("room");
        assert_eq!(one.each_ref().map(|place| is_sent_away(place)), [false, true, false]);
        assert!(one[1].begin().is_none(), "it has been sent away");
        let others = ["10.0.0.1", "10.0.0.2"].map(|from| enters(from).expect("room"));
        // Four in all: the second of the others displaced the longest waiting, whose ever it is.
        assert!(is_sent_away(&one[2]) && !is_sent_away(&fourth));
        let busy = [&fourth, &others[0], &others[1]].map(|place| place.begin().expect("it is there"));
        assert_eq!(enters("10.0.0.3").err(), Some(Full::Everywhere));
        assert_eq!(connections.enter(None).err(), Some(Full::Everywhere));
        drop(answering);
        assert!(enters("10.0.0.3").is_ok(), "the first waits again");
        assert!(is_sent_away(&one[0]));
        drop(busy);
        drop(others);
        // An address whose connections are all being answered is full; the control is another one.
        let two = [(); 2].map(|()| enters("2001:db8::5").expect("room"));
        let busy = [&two[0], &two[1], &fourth].map(|place| place.begin().expect("it is there"));
        assert_eq!(enters("2001:db8::6").err(), Some(Full::ForThisAddress));
        assert!(enters("2001:db8:0:1::6").is_ok());
        assert!(connections.enter(None).is_ok(), "a proxy is not counted by its address");
        drop(busy);
    }

    proptest! {
        /// Whatever happens, no ceiling is exceeded, and all that is kept in mind goes with the connections.
        #[test]
        fn ceilings_hold(deeds in proptest::collection::vec((0_u8..4, 0_u8..3, any::<prop::sample::Index>()), 0..200)) {
            let connections = Connections::new(Ceilings { all: 7, of_one_address: 4 });
            let (mut places, mut answering) = (Vec::new(), Vec::new());
            for (deed, from, which) in deeds {
                match deed {
                    0 | 1 => {
                        let from = (from > 0).then(|| IpAddr::from([10, 0, 0, from]));
                        let is_full = connections.floor().waiting.is_empty();
                        match connections.enter(from) {
                            Ok(place) => places.push(Arc::new(place)),
                            Err(Full::Everywhere) => prop_assert!(is_full),
                            Err(Full::ForThisAddress) => prop_assert!(from.is_some()),
                        }
                    }
                    2 if !places.is_empty() => answering.extend(which.get(&places).begin()),
                    3 if !answering.is_empty() => drop(answering.swap_remove(which.index(answering.len()))),
                    _ if !places.is_empty() => drop(places.swap_remove(which.index(places.len()))),
                    _ => {}
                }
                let floor = connections.floor();
                prop_assert!(floor.places.len() <= 7);
                prop_assert!(floor.addresses.values().all(|of| of.count <= 4 && of.waiting.len() <= of.count));
                let waiting = floor.places.values().filter(|held| held.turn.is_some()).count();
                prop_assert_eq!(floor.waiting.len(), waiting);
            }
            drop((places, answering));
            let floor = connections.floor();
            prop_assert!(floor.places.is_empty() && floor.waiting.is_empty() && floor.addresses.is_empty());
        }
    }
}
