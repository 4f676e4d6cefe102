//! The origin of a request.

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, header};
use leitai_draw::clean;
use std::net::{IpAddr, SocketAddr};

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(SocketAddr);

impl Peer {
    pub(crate) fn new(address: SocketAddr) -> Peer {
        Peer(address)
    }
}

/// The client's address. A proxy on this machine passes it as the last one in `X-Forwarded-For`.
pub(crate) fn address(extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
    let ConnectInfo(Peer(peer)) = extensions.get::<ConnectInfo<Peer>>()?;
    let said = headers.get("x-forwarded-for").and_then(|said| said.to_str().ok());
    let said = said.and_then(|said| said.rsplit(',').next()?.trim().parse().ok());
    Some(said.filter(|_| peer.ip().is_loopback()).unwrap_or(peer.ip()))
}

/// A short description of the client: address, browser, system.
pub(crate) fn place(address: Option<IpAddr>, headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    // The first match counts: each of them also names those after it.
    let first = |names: &[&'static str]| names.iter().copied().find(|name| agent.contains(name));
    let browser =
        first(&["Firefox", "MicroMessenger", "QQBrowser", "Edg", "OPR", "Chrome", "Safari", "curl"]);
    let system = first(&["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"]);
    let address = address.map(|address| address.to_string());
    let parts = [address.as_deref(), browser, system].into_iter().flatten();
    clean(&parts.collect::<Vec<_>>().join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_few_words() {
        let agent =
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";
        let mut headers = HeaderMap::new();
        assert_eq!(place(None, &headers), "");
        headers.insert(header::USER_AGENT, agent.parse().expect("a header"));
        assert_eq!(place(Some([10, 0, 0, 7].into()), &headers), "10.0.0.7 · Chrome · Windows");
    }

    #[test]
    fn only_a_server_of_this_machine_speaks_for_another() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 10.1.2.3".parse().expect("a header"));
        for (peer, found) in [([127, 0, 0, 1], [10, 1, 2, 3]), ([10, 9, 9, 9], [10, 9, 9, 9])] {
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(Peer(SocketAddr::from((peer, 1)))));
            assert_eq!(address(&extensions, &headers), Some(found.into()));
        }
        assert_eq!(address(&Extensions::new(), &headers), None);
    }
}
