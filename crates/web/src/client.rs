//! Where a request comes from.

use crate::proxies::Proxies;
use axum::http::{Extensions, HeaderMap};
use std::net::{IpAddr, SocketAddr};

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The client of a request.
#[derive(Clone, Copy)]
struct Client(IpAddr);

/// Notes the client of a request: the other end of its connection, or whom a proxy there speaks for.
pub(crate) fn note(extensions: &mut Extensions, headers: &HeaderMap, proxies: &Proxies) {
    if let Some(Peer(peer)) = extensions.get::<Peer>().copied() {
        extensions.insert(Client(proxies.client(peer.ip(), headers)));
    }
}

/// The client's address.
pub(crate) fn address(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<Client>().map(|Client(address)| *address)
}
