//! A store on another machine is reached over an encrypted connection, and only if that machine proves its name.

use crate::bed::{Server, wait};
use leitai_core::{Lang, Tell};
use leitai_store::{Database, StoreError};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use sqlx::Connection;
use std::net::TcpListener;
use tempfile::TempDir;

/// A server behind a certificate for `127.0.0.1` and an authority's signature.
struct Behind {
    server: Server,
    folder: TempDir,
    port: u16,
}

impl Behind {
    /// Returns `None` if PostgreSQL is not installed.
    fn start() -> Option<Behind> {
        let folder = tempfile::tempdir().expect("a folder");
        let authority = authority();
        std::fs::write(folder.path().join("ca.pem"), authority.pem()).expect("our folder");
        std::fs::write(folder.path().join("other.pem"), self::authority().pem()).expect("our folder");
        let key = KeyPair::generate().expect("a key");
        let named = CertificateParams::new(vec!["127.0.0.1".to_owned()]).expect("an address");
        let certificate = named.signed_by(&key, &authority).expect("is signed");
        let port = free_port();
        let server = Server::certified(port, &certificate.pem(), &key.serialize_pem())?;
        server.sql("postgres", "CREATE DATABASE store");
        Some(Behind { server, folder, port })
    }

    fn address(&self, host: &str, settings: &str) -> String {
        let settings = settings.replace("FOLDER", self.folder.path().to_str().expect("text"));
        format!("postgres://leitai@{host}:{}/store?{settings}", self.port)
    }
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).expect("no names");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("signs")
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// Whether the server sees that connection encrypted.
async fn is_encrypted(address: &str) -> bool {
    let mut connection = sqlx::PgConnection::connect(address).await.expect("connects");
    let asked = sqlx::query_as("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    let (ssl,): (bool,) = asked.fetch_one(&mut connection).await.expect("a row");
    ssl
}

#[test]
fn a_server_that_proves_its_name_is_trusted_and_no_other() {
    let Some(behind) = Behind::start() else { return };
    wait(async {
        let proved = behind.address("127.0.0.1", "sslmode=verify-full&sslrootcert=FOLDER/ca.pem");
        let database = Database::open(&proved).await.expect("it proves its name");
        database.close().await;
        assert!(is_encrypted(&proved).await);
        // The control: an address that asks for no encryption is obeyed.
        let plain = behind.address("127.0.0.1", "sslmode=disable");
        Database::open(&plain).await.expect("as it was told").close().await;
        assert!(!is_encrypted(&plain).await);
        for (host, settings) in [
            // Signed by an unknown authority, by another one, and for another name.
            ("127.0.0.1", "sslmode=verify-full"),
            ("127.0.0.1", "sslmode=verify-full&sslrootcert=FOLDER/other.pem"),
            ("localhost", "sslmode=verify-full&sslrootcert=FOLDER/ca.pem"),
        ] {
            let refused = Database::open(&behind.address(host, settings)).await.err();
            let refused = refused.unwrap_or_else(|| panic!("{host} {settings} is trusted"));
            assert!(matches!(refused, StoreError::Encryption(..)), "{settings}: {refused:?}");
            assert!(!refused.is_passing(), "asking again helps nobody");
            assert!(refused.told(Lang::En).contains("sslrootcert=FILE"), "{refused}");
        }
    });
    drop(behind.server);
}
