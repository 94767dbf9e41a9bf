use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;

/// What the timer needs of the world.
pub trait Clock {
    /// Passes after so many milliseconds. Dropped before, it never does.
    fn wait(&self, milliseconds: u32) -> Pin<Box<dyn Future<Output = ()> + '_>>;
}

/// A clock of tests: it waits for nothing, and counts.
#[derive(Default)]
pub struct CountingClock {
    waited: Cell<u32>,
}

impl CountingClock {
    /// The milliseconds that were waited for.
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
