//! Why a site cannot be served.

use leitai_core::{Words, errors};
use leitai_hall::HallError;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

errors! {
    /// Why a site cannot be served.
    #[derive(Debug)]
    pub enum ServeError {
        /// The address cannot be listened on.
        Listen(listen: SocketAddr, error: io::Error) =>
            "cannot listen at {listen}: {error}; another port: --listen 127.0.0.1:8081",
            "无法在 {listen} 监听：{error}；可换端口：--listen 127.0.0.1:8081",
            listen = listen.to_string();
        /// What is for this machine alone would be open to its network.
        NotLoopback(listen: SocketAddr) =>
            "the operator's window is for this machine alone, and {listen} is no loopback address: use --listen 127.0.0.1:0",
            "操作窗口只供本机使用，而 {listen} 不是本机回环地址：请用 --listen 127.0.0.1:0",
            listen = listen.to_string();
        /// Another server is using the folder.
        InUse(data: PathBuf) =>
            "{data} is in use by another server; give this one another folder (--data)",
            "{data} 正被另一个服务器使用；请用 --data 指定其他文件夹";
        /// Another server is using the folder, and serves its site at this address.
        ServedAt(data: PathBuf, at: String) =>
            "{data} is in use by another server, which is at {at}; give this one another folder (--data)",
            "{data} 正被另一个服务器使用，其地址为 {at}；请用 --data 指定其他文件夹";
        /// The store cannot be opened.
        Store(error: HallError) from;
        /// A file or folder could not be used.
        Io(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// The system refused something.
        System(what: Words, error: io::Error) => "{what}: {error}", "{what}：{error}";
    }
}
