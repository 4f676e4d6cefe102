//! The address of a store, as people write it.

use crate::StoreError;
use leitai_core::{Sentence, sentence};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::net::IpAddr;
use std::str::FromStr;

/// Which database an address names, and how it is reached.
pub(crate) enum Address {
    /// The path of a file.
    Sqlite(String),
    /// A server, with its address without the password, for display.
    Postgres { options: Box<PgConnectOptions>, place: String },
}

impl Address {
    /// Reads `sqlite:PATH` or `postgres://USER@HOST/NAME`. A connection to another machine is encrypted and that
    /// machine must prove its name, unless the address (or `PGSSLMODE`) sets the mode itself.
    pub(crate) fn read(text: &str) -> Result<Address, StoreError> {
        let refuse = |why: Sentence| StoreError::Address(hide_password(text), why);
        if let Some(path) = text.strip_prefix("sqlite:").filter(|path| !path.is_empty()) {
            return Ok(Address::Sqlite(path.to_owned()));
        }
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(refuse(Sentence::new("this is neither", "两者都不是")));
        }
        let mut options = PgConnectOptions::from_str(text)
            .map_err(|error| refuse(sentence!("{error}", "无法读取（{error}）")))?;
        if !is_here(&options) && !says_how(text) && std::env::var_os("PGSSLMODE").is_none() {
            options = options.ssl_mode(PgSslMode::VerifyFull);
        }
        Ok(Address::Postgres { options: Box::new(options), place: hide_password(text) })
    }
}

/// Whether the server is on this machine, so that no traffic leaves it.
fn is_here(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    options.get_socket().is_some()
        || host.starts_with('/')
        || host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether the address itself sets the encryption mode.
fn says_how(text: &str) -> bool {
    let settings = text.split_once('?').map_or("", |(_, settings)| settings);
    settings.split('&').any(|setting| setting.starts_with("sslmode=") || setting.starts_with("ssl-mode="))
}

/// `postgres://name:secret@host/db?password=secret` without the secrets.
fn hide_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (place, settings) = rest.split_once('?').unwrap_or((rest, ""));
    let place = match place.rsplit_once('@') {
        Some((login, host)) => format!("{}@{host}", login.split(':').next().unwrap_or("")),
        None => place.to_owned(),
    };
    let shown: Vec<_> = settings.split('&').filter(|setting| !setting.starts_with("password")).collect();
    format!("{scheme}://{place}?{}", shown.join("&")).trim_end_matches('?').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(text: &str) -> PgSslMode {
        match Address::read(text) {
            Ok(Address::Postgres { options, .. }) => options.get_ssl_mode(),
            _ => panic!("{text} is a server's"),
        }
    }

    #[test]
    fn what_leaves_the_machine_is_encrypted_unless_told_otherwise() {
        for here in ["localhost", "127.0.0.1", "127.1.2.3:5433", "[::1]", "LOCALHOST"] {
            let mode = mode(&format!("postgres://leitai@{here}/store"));
            assert!(matches!(mode, PgSslMode::Prefer), "{here}: {mode:?}");
        }
        for socket in ["localhost/store?host=/run/postgresql", "%2Frun%2Fpostgresql/store"] {
            let mode = mode(&format!("postgres://leitai@{socket}"));
            assert!(matches!(mode, PgSslMode::Prefer), "{socket}: {mode:?}");
        }
        for away in [
            "db.example",
            "10.0.0.7:5432",
            "[fe80::1]",
            "localhost.example",
            "localhost/store?host=db.example",
        ] {
            let away = if away.contains('/') { away.to_owned() } else { format!("{away}/store") };
            let mode = mode(&format!("postgres://leitai@{away}"));
            assert!(matches!(mode, PgSslMode::VerifyFull), "{away}: {mode:?}");
        }
        assert!(matches!(mode("postgres://leitai@db.example/store?sslmode=disable"), PgSslMode::Disable));
        let told = mode("postgres://leitai@db.example/store?sslrootcert=/etc/ca.pem&sslmode=verify-ca");
        assert!(matches!(told, PgSslMode::VerifyCa));
    }
}
