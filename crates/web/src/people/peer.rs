//! Clients, as people are told of them.

use axum::http::{HeaderMap, header};
use leitai_draw::clean;
use std::net::IpAddr;

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
}
