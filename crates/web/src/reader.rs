//! The reader of a request: language, theme and other preferences.

use axum::http::{HeaderMap, Uri, header};
use leitai_core::Lang;
use leitai_hall::Zone;
use leitai_pages::Theme;

/// The cookie that keeps the language.
pub(crate) const LANG: &str = "lt-lang";
/// The cookie that keeps the theme.
pub(crate) const THEME: &str = "lt-theme";

/// The reader of a page.
#[derive(Clone, Debug)]
pub(crate) struct Asking {
    pub(crate) lang: Lang,
    /// Whether the address named the language.
    pub(crate) named: bool,
    pub(crate) theme: Theme,
    /// The zone of all times.
    pub(crate) zone: Zone,
    /// Path and query, without the language.
    pub(crate) here: String,
    /// Scheme and host of the site for this reader; empty where nothing is said of them.
    pub(crate) own: String,
}

impl Asking {
    /// `usual` are the site's default language and its zone.
    pub(crate) fn of(uri: &Uri, headers: &HeaderMap, usual: (Lang, &Zone)) -> Asking {
        let named = query(uri, "lang").and_then(|text| lang_of(&text));
        let kept = cookie(headers, LANG).and_then(lang_of);
        let lang = named.or(kept).or_else(|| accepted(headers)).unwrap_or(usual.0);
        let theme = match cookie(headers, THEME) {
            Some("dark") => Theme::Dark,
            Some("light") => Theme::Light,
            _ => Theme::System,
        };
        Asking {
            lang,
            named: named.is_some(),
            theme,
            zone: usual.1.clone(),
            here: without_lang(uri),
            own: String::new(),
        }
    }

    /// The cache key of a page for this reader. Its links contain the address requested, and its head that of the site.
    pub(crate) fn key(&self, what: &str) -> String {
        format!("{what} {} {:?} {} {}", self.lang, self.theme, self.here, self.own)
    }

    /// The reader in the type used by the pages.
    pub(crate) fn reader(&self) -> leitai_pages::Reader<'_> {
        leitai_pages::Reader {
            lang: self.lang,
            theme: self.theme,
            zone: &self.zone,
            here: &self.here,
            address: &self.own,
        }
    }
}

/// The decoded value of a name in an address's query; the first if it occurs twice.
pub(crate) fn query(uri: &Uri, name: &str) -> Option<String> {
    let pairs = uri.query()?.split('&');
    let value = pairs.filter_map(|pair| pair.split_once('=').or(Some((pair, ""))));
    value.filter(|(key, _)| *key == name).map(|(_, value)| decoded(value)).next()
}

/// Decodes percent and plus signs; invalid UTF-8 is replaced.
pub(crate) fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: u8| char::from(byte).to_digit(16);
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let mut ahead = rest.clone();
                match (ahead.next().and_then(hex), ahead.next().and_then(hex)) {
                    (Some(high), Some(low)) => {
                        bytes.push((high << 4 | low) as u8);
                        rest = ahead;
                    }
                    _ => bytes.push(byte),
                }
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether an address is on this site.
pub(crate) fn is_here(back: &str) -> bool {
    let plain = back.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    plain && back.starts_with('/') && !back.starts_with("//")
}

fn lang_of(text: impl AsRef<str>) -> Option<Lang> {
    match text.as_ref() {
        "zh" => Some(Lang::Zh),
        "en" => Some(Lang::En),
        _ => None,
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The first language accepted by the browser that the site supports; they are usually in order of weight.
fn accepted(headers: &HeaderMap) -> Option<Lang> {
    let named = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    named.split(',').find_map(|one| match one.trim().get(..2)?.to_ascii_lowercase().as_str() {
        "zh" => Some(Lang::Zh),
        "en" => Some(Lang::En),
        _ => None,
    })
}

fn without_lang(uri: &Uri) -> String {
    let path = uri.path();
    let kept: Vec<_> = uri
        .query()
        .into_iter()
        .flat_map(|query| query.split('&'))
        .filter(|pair| !pair.starts_with("lang="))
        .collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn asking(uri: &str, headers: &[(header::HeaderName, &str)]) -> Asking {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(name, value.parse().expect("a header"));
        }
        Asking::of(&uri.parse().expect("an address"), &map, (Lang::En, &Zone::of_machine()))
    }

    #[test]
    fn the_address_goes_before_the_cookie_and_that_before_the_browser() {
        let zh = (header::ACCEPT_LANGUAGE, "fr, zh-CN;q=0.9, en;q=0.8");
        assert_eq!(asking("/", &[]).lang, Lang::En);
        assert_eq!(asking("/", std::slice::from_ref(&zh)).lang, Lang::Zh);
        let en = (header::COOKIE, "a=b; lt-lang=en; lt-theme=dark");
        let kept = asking("/x?y=1", &[zh.clone(), en.clone()]);
        assert_eq!((kept.lang, kept.theme, kept.named), (Lang::En, Theme::Dark, false));
        let named = asking("/x?y=1&lang=zh", &[en]);
        assert_eq!((named.lang, named.named, named.here.as_str()), (Lang::Zh, true, "/x?y=1"));
        assert_eq!(asking("/?lang=klingon", &[]).lang, Lang::En);
    }

    #[test]
    fn what_is_encoded_is_read_and_nonsense_stays() {
        for (text, read) in [
            ("a%20b+c", "a b c"),
            ("%", "%"),
            ("%4", "%4"),
            ("%zz", "%zz"),
            ("%e4%ba%8c", "二"),
            ("%ff", "\u{fffd}"),
        ] {
            assert_eq!(decoded(text), read, "{text}");
        }
    }

    #[test]
    fn nobody_is_led_elsewhere() {
        for (back, here) in [
            ("/", true),
            ("/games/k7f2?ply=3", true),
            ("//evil.example", false),
            ("/\\evil.example", false),
            ("https://evil.example", false),
            ("", false),
            ("/a\r\nset-cookie: x", false),
        ] {
            assert_eq!(is_here(back), here, "{back:?}");
        }
    }

    /// Encoded as by a browser.
    fn encoded(text: &str) -> String {
        text.bytes().fold(String::new(), |encoded, byte| format!("{encoded}%{byte:02X}"))
    }

    proptest! {
        #[test]
        fn what_a_browser_encodes_is_read_back(text in "\\PC{0,40}", other in "[a-z&=%+]{0,20}") {
            prop_assert_eq!(decoded(&encoded(&text)), text.clone());
            let uri = format!("/x?{other}&from={}&from=second", encoded(&text)).parse().expect("an address");
            if !other.split('&').any(|pair| pair == "from" || pair.starts_with("from=")) {
                prop_assert_eq!(query(&uri, "from"), Some(text));
            }
        }

        #[test]
        fn any_bytes_leave_a_reader_with_a_language(
            path in "[!-~]{0,60}",
            cookie in proptest::collection::vec(any::<u8>(), 0..60),
            accepted in proptest::collection::vec(any::<u8>(), 0..60),
        ) {
            let Ok(uri) = format!("/{path}").parse::<Uri>() else { return Ok(()) };
            let mut headers = HeaderMap::new();
            for (name, bytes) in [(header::COOKIE, &cookie), (header::ACCEPT_LANGUAGE, &accepted)] {
                headers.extend(header::HeaderValue::from_bytes(bytes).ok().map(|value| (Some(name), value)));
            }
            let asking = Asking::of(&uri, &headers, (Lang::Zh, &Zone::of_machine()));
            prop_assert_eq!(asking.named, ["zh", "en"].map(Some).contains(&query(&uri, "lang").as_deref()));
            prop_assert!(asking.here.starts_with(uri.path()));
            let here: Uri = asking.here.parse().expect("an address");
            prop_assert!(!here.query().unwrap_or_default().split('&').any(|pair| pair.starts_with("lang=")));
            prop_assert!(decoded(&path).len() <= 3 * path.len());
        }
    }
}
