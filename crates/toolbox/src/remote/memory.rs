use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::task::Poll;

use super::exchange::{Exchange, Received, Request};
use crate::web::FetchFault;

/// The answers of a [`MemoryExchange`].
type Answers = Box<dyn Fn(&Request) -> Result<Received, FetchFault>>;

/// Services in memory, which record their requests.
pub struct MemoryExchange {
    /// The time, in milliseconds since 1970.
    pub now: Cell<f64>,
    /// The requests, in order.
    pub asked: RefCell<Vec<Request>>,
    answers: Answers,
}

impl MemoryExchange {
    /// An exchange at this time, with a function that answers requests.
    pub fn new(
        now: f64,
        answers: impl Fn(&Request) -> Result<Received, FetchFault> + 'static,
    ) -> Self {
        Self {
            now: Cell::new(now),
            asked: RefCell::default(),
            answers: Box::new(answers),
        }
    }
}

impl Default for MemoryExchange {
    /// An exchange that reaches nothing.
    fn default() -> Self {
        Self::new(0.0, |_| {
            Err(FetchFault {
                message: "there is no server".to_owned(),
                may_be_cors: false,
            })
        })
    }
}

impl Exchange for MemoryExchange {
    fn now(&self) -> f64 {
        self.now.get()
    }

    async fn send(&self, request: Request, max_bytes: usize) -> Result<Received, FetchFault> {
        let answer = (self.answers)(&request);
        self.asked.borrow_mut().push(request);
        // Other work runs first, as over a network.
        let mut was_asked = false;
        poll_fn(|context| {
            if was_asked {
                return Poll::Ready(());
            }
            was_asked = true;
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
        answer.map(|mut received| {
            received.is_cut = received.body.len() > max_bytes;
            received.body.truncate(max_bytes);
            received
        })
    }
}
