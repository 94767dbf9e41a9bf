//! Work that is dropped at any of its awaits, as a page drops the future of an aborted call.

use std::any::Any;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use ag_ui_lit_toolbox::files::{FilePath, Files, Listing, MemoryFiles, Pending, Snapshot, Stamp};

/// Polls work this many times, and drops it. Returns the result if it was done by then.
pub fn dropped_after<T>(
    turns: usize,
    mut work: Pin<Box<dyn Future<Output = T> + '_>>,
) -> Option<T> {
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..turns {
        if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
            return Some(done);
        }
    }
    None
}

/// Files that yield to other work before and after each operation.
pub struct Slow(pub Rc<MemoryFiles>);

/// Yields once.
pub async fn turn() {
    let mut has_waited = false;
    poll_fn(|context| {
        if has_waited {
            return Poll::Ready(());
        }
        has_waited = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Waits before and after.
pub fn slow<'a, T: 'a>(
    work: impl Future<Output = T> + 'a,
) -> Pin<Box<dyn Future<Output = T> + 'a>> {
    Box::pin(async move {
        turn().await;
        let done = work.await;
        turn().await;
        done
    })
}

impl Files for Slow {
    fn key<'a>(&'a self, path: &'a FilePath) -> Pending<'a, String> {
        slow(self.0.key(path))
    }

    fn open<'a>(&'a self, path: &'a FilePath) -> Pending<'a, Rc<dyn Snapshot>> {
        slow(self.0.open(path))
    }

    fn list<'a>(&'a self, folder: &'a FilePath, at_most: usize) -> Pending<'a, Listing> {
        slow(self.0.list(folder, at_most))
    }

    fn replace<'a>(
        &'a self,
        path: &'a FilePath,
        content: &'a [u8],
        before: Option<Stamp>,
    ) -> Pending<'a, Stamp> {
        slow(self.0.replace(path, content, before))
    }

    fn lock<'a>(&'a self, key: &'a str) -> Pending<'a, Box<dyn Any>> {
        slow(self.0.lock(key))
    }

    fn pause(&self) -> Pending<'_, ()> {
        slow(self.0.pause())
    }

    fn now(&self) -> f64 {
        self.0.now()
    }
}
