//! A real nginx and a real Caddy in front of a site, as the samples in `deploy/` set them up.

use super::site::{Answer, Site};
use leitai_testkit::{Need, is_long, skip};
use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Two clients.
const ONE: [u8; 4] = [127, 0, 0, 1];
const OTHER: [u8; 4] = [127, 0, 0, 2];

/// A proxy with its folder; killed when dropped.
struct Proxy {
    child: Child,
    address: SocketAddr,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program on the search path.
fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/sbin")])
        .map(|at| at.join(name))
        .find(|at| at.is_file())
}

/// A sample, with what differs here: each of the replaced texts is in it.
fn sample(name: &str, replaced: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    let text = fs::read_to_string(path).expect("a sample");
    replaced.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from} in {name}");
        text.replace(from, to)
    })
}

/// Starts a proxy in front of the site, without encryption, and waits until it listens.
fn start(need: Need, site: &Site) -> Option<Proxy> {
    let Some(program) = found(need.name()) else {
        skip(need, "a site behind it");
        return None;
    };
    let free = TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr()).expect("a port");
    let folder = site.house.path(need.name());
    fs::create_dir_all(&folder).expect("our folder");
    let (file, mut command) = (folder.join("config"), Command::new(program));
    let port = free.port().to_string();
    let text = if need == Need::Nginx {
        let server = sample(
            "nginx/leitai.conf",
            &[
                ("listen 443 ssl;", &format!("listen 0.0.0.0:{port};")),
                ("ssl_certificate /etc/ssl/leitai.example.pem;", ""),
                ("ssl_certificate_key /etc/ssl/leitai.example.key;", ""),
                ("127.0.0.1:8080;", &format!("{};", site.address)),
            ],
        );
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|of| format!("{of}_temp_path {}/{of};", folder.display()));
        command.arg("-p").arg(&folder).arg("-c").arg(&file);
        format!(
            "daemon off; user root; pid pid; error_log stderr; events {{}} http {{ access_log off; {} {server} }}",
            temporary.concat()
        )
    } else {
        command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file);
        let server = sample(
            "caddy/Caddyfile",
            &[("leitai.example {", &format!("http://:{port} {{")), ("127.0.0.1:8080", &site.address)],
        );
        format!("{{\n\tadmin off\n\tauto_https off\n}}\n{server}")
    };
    fs::write(&file, text).expect("our folder");
    let child = command
        .env("HOME", &folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut proxy = Proxy { child, address: free };
    let began = Instant::now();
    while TcpStream::connect(free).is_err() {
        assert!(proxy.child.try_wait().expect("ours").is_none(), "{} ended", need.name());
        assert!(began.elapsed() < Duration::from_secs(30), "{} does not listen", need.name());
        std::thread::sleep(Duration::from_millis(50));
    }
    Some(proxy)
}

/// Asks a server on this machine, from one of the addresses that this machine has for itself.
fn ask(from: [u8; 4], at: SocketAddr, host: &str, path: &str, more: &str) -> BufReader<TcpStream> {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
    bind(&socket, &SocketAddr::from((from, 0))).expect("an address of this machine");
    connect(&socket, &at).expect("it listens");
    let mut stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{more}connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    BufReader::new(stream)
}

/// A stream of the hall whose first line has arrived; the status of a refusal.
fn watches(from: [u8; 4], at: SocketAddr) -> Result<BufReader<TcpStream>, u16> {
    let forged = "x-forwarded-for: 203.0.113.9\r\nforwarded: for=203.0.113.9\r\nx-real-ip: 203.0.113.9\r\n";
    let mut answer = ask(from, at, "leitai.example", "/live?hall=0", forged);
    let mut line = String::new();
    answer.read_line(&mut line).expect("an answer");
    let status: u16 = line.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    while !line.starts_with("retry:") {
        if status != 200 {
            return Err(status);
        }
        line.clear();
        assert!(answer.read_line(&mut line).expect("it is not buffered") > 0);
    }
    Ok(answer)
}

fn is_served_behind(need: Need) {
    if !is_long() {
        return;
    }
    let mut site = Site::open(&[]);
    // The same without a word about proxies is the control.
    for believes in [true, false] {
        site.end();
        let mut settings = "address = \"https://leitai.example\"\nconnections-per-address = 3\n".to_owned();
        if believes {
            settings += "proxies = [\"127.0.0.1\"]\n";
        }
        fs::write(site.data().join("leitai.toml"), settings).expect("our folder");
        site.start();
        let Some(proxy) = start(need, &site) else { return };
        let page = |host| Answer::read(ask(ONE, proxy.address, host, "/sign-in", ""));
        assert_eq!(page("evil.example").status, 421);
        let answer = page("leitai.example");
        let cookie = answer.header("set-cookie").unwrap_or_default();
        assert!(
            answer.status == 200 && cookie.starts_with("__Host-lt-form=") && cookie.ends_with("; Secure"),
            "{cookie}"
        );
        // Whatever a client says of itself, it counts as one.
        let one: Vec<_> = (0..5).map(|_| watches(ONE, proxy.address)).collect();
        let refused = one.iter().filter_map(|stream| stream.as_ref().err()).collect::<Vec<_>>();
        assert!(refused.len() >= 2 && refused.iter().all(|status| **status >= 500), "{refused:?}");
        // Another client of the same proxy is another one, if the proxy is believed.
        let other = watches(OTHER, proxy.address).map(drop);
        assert_eq!(other.is_ok(), believes, "{other:?}");
    }
}

#[test]
fn a_site_is_served_behind_nginx() {
    is_served_behind(Need::Nginx);
}

#[test]
fn a_site_is_served_behind_caddy() {
    is_served_behind(Need::Caddy);
}
