//! The proxies in front of the site, and what is believed of what they say: nothing, unless they were named.

use axum::http::header::InvalidHeaderName;
use axum::http::{HeaderMap, HeaderName};
use leitai_core::errors;
use serde::Deserialize;
use std::net::IpAddr;
use std::str::FromStr;

/// An address, or a network of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Network {
    address: IpAddr,
    /// How many of its first bits all addresses of the network have.
    bits: u8,
}

errors! {
    /// Why a text names no network.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum NoNetwork {
        /// It is not an address, nor one with a number of bits that it has.
        Unclear(text: String) =>
            "`{text}` is neither an address (192.0.2.1, ::1) nor a network (192.0.2.0/24)",
            "“{text}”既不是地址（如 192.0.2.1、::1），也不是网段（如 192.0.2.0/24）";
    }
}

impl Network {
    /// Whether an address belongs to it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let unequal = match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(address)) => (own.to_bits() ^ address.to_bits()).leading_zeros(),
            (IpAddr::V6(own), IpAddr::V6(address)) => (own.to_bits() ^ address.to_bits()).leading_zeros(),
            _ => return false,
        };
        unequal >= u32::from(self.bits)
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Network, NoNetwork> {
        let unclear = || NoNetwork::Unclear(text.to_owned());
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| unclear())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| unclear())?;
        if bits > most { Err(unclear()) } else { Ok(Network { address, bits }) }
    }
}

impl TryFrom<String> for Network {
    type Error = NoNetwork;

    fn try_from(text: String) -> Result<Network, NoNetwork> {
        text.parse()
    }
}

/// The name of a header.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct HeaderField(pub HeaderName);

impl TryFrom<String> for HeaderField {
    type Error = InvalidHeaderName;

    fn try_from(text: String) -> Result<HeaderField, InvalidHeaderName> {
        text.parse().map(HeaderField)
    }
}

/// The proxies in front of the site.
#[derive(Clone, Debug)]
pub struct Proxies {
    /// Their addresses.
    pub trusted: Vec<Network>,
    /// The header in which each of them appends the address from which it was asked.
    pub header: HeaderName,
    /// How many of them a request passes at most.
    pub hops: u8,
}

impl Default for Proxies {
    /// None.
    fn default() -> Proxies {
        Proxies { trusted: Vec::new(), header: HeaderName::from_static("x-forwarded-for"), hops: 1 }
    }
}

impl Proxies {
    /// Whether this is the address of one.
    pub(crate) fn is_one(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }

    /// The address of the client of a request that came from `peer`. What a proxy appended counts, and only that: what a
    /// client sent is further to the left. Where a proxy says nothing that can be read, the request is its own.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all(&self.header).iter().rev();
        let said = lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
        let mut client = peer.to_canonical();
        for one in said.take(self.hops.into()) {
            let Some(before) = self.is_one(client).then(|| address(one)).flatten() else { break };
            client = before;
        }
        client
    }
}

/// An address as proxies write it, some of them with a port.
fn address(said: &[u8]) -> Option<IpAddr> {
    let said = std::str::from_utf8(said).ok()?.trim();
    let address =
        said.parse::<IpAddr>().ok().or_else(|| Some(said.parse::<std::net::SocketAddr>().ok()?.ip()));
    address
        .or_else(|| said.strip_prefix('[')?.strip_suffix(']')?.parse().ok())
        .map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_network_has_the_addresses_that_begin_like_it() {
        for (network, address, is_in) in [
            ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false),
            ("10.1.2.3", "::ffff:10.1.2.3", true),
            ("10.1.0.0/16", "10.1.255.255", true),
            ("10.1.0.0/16", "10.2.0.0", false),
            ("0.0.0.0/0", "203.0.113.7", true),
            ("0.0.0.0/0", "::1", false),
            ("::1", "::1", true),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
        ] {
            let read: Network = network.parse().expect("a network");
            assert_eq!(read.contains(ip(address)), is_in, "{address} in {network}");
        }
        for text in
            ["", "10.1", "10.1.2.3/33", "::1/129", "10.1.2.3/", "10.1.2.3/-1", "localhost", "10.1.2.3:80"]
        {
            assert_eq!(text.parse::<Network>(), Err(NoNetwork::Unclear(text.to_owned())));
        }
    }

    #[test]
    fn a_proxy_that_was_named_is_believed_and_nobody_else() {
        let proxies = |trusted: &[&str], hops| Proxies {
            trusted: trusted.iter().map(|text| text.parse().expect("a network")).collect(),
            hops,
            ..Proxies::default()
        };
        let (none, one) = (proxies(&[], 1), proxies(&["127.0.0.1", "::1"], 1));
        let two = proxies(&["127.0.0.1", "10.0.0.0/8"], 2);
        for (proxies, peer, said, client) in [
            // Closed by default, also for this machine: a student of the same machine is a visitor like others.
            (&none, "127.0.0.1", &["6.6.6.6"][..], "127.0.0.1"),
            (&one, "203.0.113.9", &["6.6.6.6"], "203.0.113.9"),
            (&one, "127.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            (&one, "::1", &["203.0.113.9"], "203.0.113.9"),
            (&one, "::ffff:127.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            // What the client sent itself is to the left, in the same line or another.
            (&one, "127.0.0.1", &["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
            (&one, "127.0.0.1", &["6.6.6.6", "203.0.113.9"], "203.0.113.9"),
            (&one, "127.0.0.1", &["6.6.6.6, 127.0.0.1"], "127.0.0.1"),
            (&one, "127.0.0.1", &[], "127.0.0.1"),
            (&one, "127.0.0.1", &["unknown"], "127.0.0.1"),
            (&one, "127.0.0.1", &["6.6.6.6, nonsense"], "127.0.0.1"),
            (&one, "127.0.0.1", &["203.0.113.9:4711"], "203.0.113.9"),
            (&one, "127.0.0.1", &["[2001:db8::7]:4711"], "2001:db8::7"),
            (&one, "127.0.0.1", &["[2001:db8::7]"], "2001:db8::7"),
            (&two, "127.0.0.1", &["6.6.6.6, 203.0.113.9, 10.0.0.1"], "203.0.113.9"),
            // Who is not named ends the way, and so does the number of proxies.
            (&two, "127.0.0.1", &["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
            (&two, "127.0.0.1", &["6.6.6.6, 10.0.0.2, 10.0.0.1"], "10.0.0.2"),
        ] {
            let mut headers = HeaderMap::new();
            for line in said {
                headers.append("x-forwarded-for", line.parse().expect("a header"));
            }
            assert_eq!(proxies.client(ip(peer), &headers), ip(client), "{peer}: {said:?}");
        }
        let mut headers = HeaderMap::new();
        headers.insert("x-real-ip", "203.0.113.9".parse().expect("a header"));
        let named = Proxies { header: HeaderName::from_static("x-real-ip"), ..one };
        assert_eq!(named.client(ip("127.0.0.1"), &headers), ip("203.0.113.9"));
    }
}
