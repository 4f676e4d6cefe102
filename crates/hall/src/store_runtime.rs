//! The thread that runs the store's asynchronous code; all other threads block on its answers.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::thread::JoinHandle;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task;

/// A thread that drives the connections of a store, including heartbeats. Any thread may wait for an answer.
pub(crate) struct StoreRuntime {
    handle: Handle,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl StoreRuntime {
    /// Starts it.
    pub(crate) fn start() -> io::Result<StoreRuntime> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (end, ended) = oneshot::channel::<()>();
        let run = move || {
            // Ends when the sender is dropped.
            let _ = runtime.block_on(ended);
        };
        let thread = std::thread::Builder::new().name("store".to_owned()).spawn(run)?;
        Ok(StoreRuntime { handle, end: Some(end), thread: Some(thread) })
    }

    /// Runs a task in the background.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        what: impl Future<Output = T> + Send + 'static,
    ) -> task::JoinHandle<T> {
        self.handle.spawn(what)
    }

    /// Waits for an answer.
    pub(crate) fn wait<T>(&self, what: impl Future<Output = T>) -> T {
        let mut answer = None;
        self.drive(pin!(async { answer = Some(what.await) }));
        answer.expect("it has ended, so it has answered")
    }

    /// Every answer's way to a thread is of this one type: there are over a hundred, and each would be compiled anew.
    fn drive(&self, what: Pin<&mut dyn Future<Output = ()>>) {
        self.handle.block_on(what);
    }
}

impl Drop for StoreRuntime {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
