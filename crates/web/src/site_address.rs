//! The site's own address, as others type it.

use axum::http::{HeaderMap, Uri, header};
use leitai_core::{Sentence, sentence};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// What decides the address of a site.
#[derive(Clone, Debug)]
pub(crate) struct SiteAddress {
    /// The scheme and host that were set.
    set: Option<String>,
    listen: SocketAddr,
}

/// The site's address for one reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnAddress {
    /// Scheme and host.
    pub(crate) text: String,
    /// Whether no other machine reaches it.
    pub(crate) is_only_here: bool,
}

impl SiteAddress {
    pub(crate) fn new(set: Option<String>, listen: SocketAddr) -> SiteAddress {
        SiteAddress { set, listen }
    }

    /// The address for whoever sent this request: what was set, else the one by which the request came, else, where that
    /// reaches only this machine, this machine's address in its network.
    pub(crate) fn of(&self, headers: &HeaderMap) -> OwnAddress {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        self.asked_as(host, outward)
    }

    fn asked_as(&self, host: Option<&str>, outward: impl Fn() -> Option<IpAddr>) -> OwnAddress {
        if let Some(set) = &self.set {
            return OwnAddress { text: set.clone(), is_only_here: is_only_here(host_of(set).as_deref()) };
        }
        let plain = |text: &str| format!("http://{text}");
        if let Some(host) = host.filter(|host| !is_only_here(host_of(&plain(host)).as_deref())) {
            return OwnAddress { text: plain(host), is_only_here: false };
        }
        let own = self.listen.ip();
        let ip = if own.is_unspecified() { outward() } else { (!own.is_loopback()).then_some(own) };
        if let Some(ip) = ip {
            let text = plain(&SocketAddr::new(ip, self.listen.port()).to_string());
            return OwnAddress { text, is_only_here: false };
        }
        let listen = plain(&SocketAddr::new(Ipv4Addr::LOCALHOST.into(), self.listen.port()).to_string());
        OwnAddress { text: host.map_or(listen, plain), is_only_here: true }
    }
}

impl OwnAddress {
    /// What to say before it is printed, where it leads nobody else here.
    pub(crate) fn warning(&self) -> Option<Sentence> {
        let address = &self.text;
        self.is_only_here.then(|| {
            sentence!(
                "Only this machine reaches {address}: start the site with `--lan`, or set `address` in `leitai.toml`, before you hand this out.",
                "{address} 只有本机能打开：分发之前，请以 `--lan` 启动网站，或在 `leitai.toml` 中设置 `address`。"
            )
        })
    }
}

/// The addresses by which visitors reach a site that listens here; if it listens on all networks, one in each of them.
pub fn addresses(listen: SocketAddr) -> Vec<String> {
    if !listen.ip().is_unspecified() {
        return vec![format!("http://{listen}/")];
    }
    let port = listen.port();
    let mut all = vec![format!("http://127.0.0.1:{port}/")];
    all.extend(outward().map(|ip| format!("http://{}/", SocketAddr::new(ip, port))));
    all
}

fn host_of(address: &str) -> Option<String> {
    let host = address.parse::<Uri>().ok()?.host()?.to_ascii_lowercase();
    Some(host.trim_start_matches('[').trim_end_matches(']').to_owned())
}

/// Whether this host names the machine itself, or none.
fn is_only_here(host: Option<&str>) -> bool {
    let Some(host) = host else { return true };
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified())
}

/// This machine's address in its network, found without sending anything.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address reserved for documentation, which nobody uses.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_else_how_it_was_asked_for_else_the_machine_in_its_network() {
        let lan = || Some(IpAddr::from([10, 0, 0, 7]));
        for (set, listen, host, outward, text, is_only_here) in [
            (
                Some("https://leitai.example"),
                "127.0.0.1:80",
                Some("127.0.0.1"),
                None,
                "https://leitai.example",
                false,
            ),
            (Some("http://localhost:80"), "0.0.0.0:80", Some("10.0.0.7"), lan(), "http://localhost:80", true),
            (None, "0.0.0.0:8080", Some("teacher-pc:8080"), lan(), "http://teacher-pc:8080", false),
            (None, "0.0.0.0:8080", Some("10.0.0.9:8080"), lan(), "http://10.0.0.9:8080", false),
            (None, "0.0.0.0:8080", Some("127.0.0.1:8080"), lan(), "http://10.0.0.7:8080", false),
            (None, "0.0.0.0:8080", Some("LOCALHOST:8080"), lan(), "http://10.0.0.7:8080", false),
            (None, "0.0.0.0:8080", Some("0.0.0.0:8080"), lan(), "http://10.0.0.7:8080", false),
            (None, "0.0.0.0:8080", Some("[::1]:8080"), None, "http://[::1]:8080", true),
            (None, "10.0.0.7:8080", Some("localhost:8080"), None, "http://10.0.0.7:8080", false),
            (None, "127.0.0.1:8080", Some("127.0.0.1:8080"), lan(), "http://127.0.0.1:8080", true),
            (None, "0.0.0.0:8080", None, None, "http://127.0.0.1:8080", true),
        ] {
            let site = SiteAddress::new(set.map(str::to_owned), listen.parse().expect("an address"));
            let own = OwnAddress { text: text.to_owned(), is_only_here };
            assert_eq!(site.asked_as(host, || outward), own, "{set:?} {listen} {host:?}");
            assert_eq!(own.warning().is_some(), is_only_here);
        }
    }
}
