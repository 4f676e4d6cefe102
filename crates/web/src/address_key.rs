//! The unit in which clients are counted by where they come from.

use std::net::IpAddr;

/// An address as limits count it. An IPv6 address counts as its /64, which any single connection is given whole; an
/// IPv4 address counts as itself, also when it is written as an IPv6 one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct AddressKey(u64);

impl From<IpAddr> for AddressKey {
    fn from(address: IpAddr) -> AddressKey {
        AddressKey(match address.to_canonical() {
            // No /64 begins with these bits: global addresses begin with 001, local ones with 1.
            IpAddr::V4(address) => u64::from(address.to_bits()),
            IpAddr::V6(address) => (address.to_bits() >> 64) as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_counts_as_what_one_client_holds() {
        let key = |text: &str| AddressKey::from(text.parse::<IpAddr>().expect("an address"));
        for (one, other) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
            ("10.0.0.1", "::ffff:10.0.0.1"),
            ("fe80::1", "fe80::2"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [
            ("2001:db8:1:2::1", "2001:db8:1:3::1"),
            ("10.0.0.1", "10.0.0.2"),
            ("10.0.0.1", "::1"),
            ("2001:db8::", "32.1.13.184"),
        ] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }
}
