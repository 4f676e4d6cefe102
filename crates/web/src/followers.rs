//! How many streams are open, in all and to one address.

use crate::address_key::AddressKey;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The open streams.
pub(crate) struct Followers {
    all: watch::Sender<usize>,
    of_address: Mutex<HashMap<AddressKey, usize>>,
    most: usize,
    most_of_address: usize,
}

/// One of the streams; it is counted until this is dropped.
pub(crate) struct Follower(Arc<Followers>, Option<AddressKey>);

impl Followers {
    pub(crate) fn new(most: usize, most_of_address: usize) -> Arc<Followers> {
        let all = watch::Sender::new(0);
        Arc::new(Followers { all, of_address: Mutex::default(), most, most_of_address })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        *self.all.borrow()
    }

    /// How many there may be.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Counts one more, to this client; `None` if there are as many as there may be.
    pub(crate) fn enter(self: &Arc<Followers>, client: Option<IpAddr>) -> Option<Follower> {
        let client = client.map(AddressKey::from);
        let mut of_address = self.of_address.lock().unwrap_or_else(PoisonError::into_inner);
        let count = client.map_or(0, |client| of_address.get(&client).copied().unwrap_or(0));
        if self.count() >= self.most || count >= self.most_of_address {
            return None;
        }
        if let Some(client) = client {
            of_address.insert(client, count + 1);
        }
        self.all.send_modify(|count| *count += 1);
        Some(Follower(Arc::clone(self), client))
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut of_address = self.0.of_address.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.all.send_modify(|count| *count -= 1);
        if let Some(client) = self.1
            && let Some(count) = of_address.get_mut(&client)
        {
            *count -= 1;
            if *count == 0 {
                of_address.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_all_streams() {
        let followers = Followers::new(3, 2);
        let enters = |address: [u8; 4]| followers.enter(Some(address.into()));
        let first = enters([10, 0, 0, 1]).expect("room");
        let second = enters([10, 0, 0, 1]).expect("room");
        assert!(enters([10, 0, 0, 1]).is_none(), "the third of one address");
        let other = enters([10, 0, 0, 2]).expect("room");
        assert!(enters([10, 0, 0, 3]).is_none() && followers.enter(None).is_none(), "the fourth of all");
        assert_eq!(followers.count(), 3);
        drop(first);
        assert!(enters([10, 0, 0, 1]).is_some(), "one has ended, and this one at once");
        drop((second, other));
        assert_eq!((followers.count(), followers.of_address.lock().expect("whole").len()), (0, 0));
    }
}
