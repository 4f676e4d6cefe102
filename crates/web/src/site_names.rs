//! The names under which the site is asked for. A page of another site cannot give it one of its own names and then
//! read it as if it were its own (DNS rebinding).

use axum::http::Uri;
use std::net::IpAddr;

/// Names that no public name server gives out: they are of this machine, or of its network.
const LOCAL: [&str; 6] = [".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test"];

/// The names of the site.
#[derive(Clone, Default, Debug)]
pub(crate) struct SiteNames {
    /// In lower case; if there is none, the site has every name of its network.
    named: Vec<String>,
}

impl SiteNames {
    /// These names, and that in the site's public address.
    pub(crate) fn new(names: &[String], address: Option<&str>) -> SiteNames {
        let of_address = address.and_then(|address| address.parse::<Uri>().ok());
        let of_address = of_address.as_ref().and_then(Uri::host).map(str::to_owned);
        let named = names.iter().cloned().chain(of_address).map(|name| plain(&name)).collect();
        SiteNames { named }
    }

    /// Whether a request with this `Host` is meant for the site. An address always is, with or without a port: nobody
    /// can have it but this machine.
    pub(crate) fn has(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        if name.is_empty() {
            return false;
        }
        let name = plain(name);
        let is_address = |text: &str| text.parse::<IpAddr>().is_ok();
        if name == "localhost" || is_address(name.trim_start_matches('[').trim_end_matches(']')) {
            return true;
        }
        if self.named.is_empty() {
            return !name.contains('.') || LOCAL.iter().any(|ending| name.ends_with(ending));
        }
        self.named.contains(&name)
    }
}

/// A name as names are compared.
fn plain(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// The name in a `Host`; `None` if it is malformed.
fn without_port(host: &str) -> Option<&str> {
    let after = host.rfind(']').map_or(0, |end| end + 1);
    let Some(colon) = host[after..].find(':') else { return Some(host) };
    let port = &host[after + colon + 1..];
    port.bytes().all(|byte| byte.is_ascii_digit()).then(|| &host[..after + colon])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_answers_under_its_names_only() {
        let none = SiteNames::new(&[], None);
        let named = SiteNames::new(&["Leitai.School.example".to_owned()], Some("https://leitai.example"));
        for (host, by_default, if_named) in [
            ("127.0.0.1", true, true),
            ("127.0.0.1:8080", true, true),
            ("10.0.0.7:8080", true, true),
            ("[::1]:8080", true, true),
            ("[2001:db8::7]", true, true),
            ("localhost", true, true),
            ("LOCALHOST:8080", true, true),
            // The names of a network at school, and those of the whole world.
            ("teacher-pc:8080", true, false),
            ("teacher-pc.local", true, false),
            ("leitai.example", false, true),
            ("leitai.example.", false, true),
            ("LEITAI.example:443", false, true),
            ("leitai.school.example", false, true),
            ("evil.example", false, false),
            ("leitai.example.evil.example", false, false),
            ("notleitai.example", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("", false, false),
            (":80", false, false),
            ("leitai.example:80:evil.example", false, false),
            ("evil.example:80#.local", false, false),
            ("leitai.example@evil.example", false, false),
        ] {
            assert_eq!((none.has(host), named.has(host)), (by_default, if_named), "{host}");
        }
    }
}
