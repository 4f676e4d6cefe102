//! The bait outside a sandbox that the probe tries to reach.

use crate::deed::{Bait, Deed};
use crate::linux::outside;
use crate::linux::system::cores::available;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::path::Path;
use std::process::{Child, Stdio};

/// Bait files in place; removed when dropped.
#[derive(Debug)]
pub struct Laid {
    bait: Bait,
    _port: Option<TcpListener>,
    _socket: UnixListener,
    _datagrams: UnixDatagram,
    victims: Vec<Child>,
}

impl Laid {
    /// Places the bait: everything in `folder` may be read and written by every user, so that nothing but the sandbox
    /// keeps the probe from it.
    pub fn in_folder(folder: &Path, probe: &Path) -> io::Result<Laid> {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777))?;
        let file = folder.join("bait");
        fs::write(&file, "not for programs\n")?;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666))?;
        let path = folder.join("socket");
        let socket = UnixListener::bind(&path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777))?;
        let port = TcpListener::bind(("127.0.0.1", 0)).ok();
        let number =
            port.as_ref().and_then(|port| port.local_addr().ok()).map_or(0, |address| address.port());
        let bait = Bait {
            file,
            folder: folder.to_owned(),
            port: number,
            socket: path,
            victims: [0; 2],
            cores: available().unwrap_or_default().into_iter().skip(1).collect(),
        };
        let datagrams = UnixDatagram::bind(bait.datagrams())?;
        fs::set_permissions(bait.datagrams(), fs::Permissions::from_mode(0o777))?;
        let mut laid =
            Laid { bait, _port: port, _socket: socket, _datagrams: datagrams, victims: Vec::new() };
        for i in 0..2 {
            let mut command = outside::own(probe, Deed::Wait.args("victim"));
            command.stdin(Stdio::piped()).stdout(Stdio::null());
            let victim = outside::start(command)?;
            laid.bait.victims[i] = victim.id();
            laid.victims.push(victim);
        }
        Ok(laid)
    }

    /// What the probe is told of it.
    pub fn bait(&self) -> &Bait {
        &self.bait
    }
}

impl Drop for Laid {
    fn drop(&mut self) {
        for victim in &mut self.victims {
            // The probe may already have killed it, which is what it is for.
            let _ = victim.kill();
            let _ = victim.wait();
        }
    }
}
