use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;

/// The clock of the timer.
pub trait Clock {
    /// Completes after this number of milliseconds, unless the future is dropped before.
    fn wait(&self, milliseconds: u32) -> Pin<Box<dyn Future<Output = ()> + '_>>;
}

/// A clock for tests: it does not wait, and counts.
#[derive(Default)]
pub struct CountingClock {
    waited: Cell<u32>,
}

impl CountingClock {
    /// The total of requested milliseconds.
    pub fn waited(&self) -> u32 {
        self.waited.get()
    }
}

impl Clock for CountingClock {
    fn wait(&self, milliseconds: u32) -> Pin<Box<dyn Future<Output = ()> + '_>> {
        self.waited.set(self.waited.get() + milliseconds);
        Box::pin(std::future::ready(()))
    }
}

/// The clock of a page.
#[cfg(target_arch = "wasm32")]
pub struct PageClock;

#[cfg(target_arch = "wasm32")]
impl Clock for PageClock {
    fn wait(&self, milliseconds: u32) -> Pin<Box<dyn Future<Output = ()> + '_>> {
        Box::pin(gloo_timers::future::TimeoutFuture::new(milliseconds))
    }
}
