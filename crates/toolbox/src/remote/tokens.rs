use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;
use futures_util::future::{LocalBoxFuture, ready};

use super::shared_future::SharedFuture;

/// A source of tokens for a service.
pub trait TokenSource: 'static {
    /// A token; with `refresh` a new one, since the previous one was not accepted.
    fn token(self: Rc<Self>, refresh: bool)
    -> LocalBoxFuture<'static, Result<String, ToolFailure>>;

    /// Returns true if there may be another token.
    fn can_refresh(&self) -> bool;
}

/// A fixed token.
pub struct Fixed(pub String);

impl TokenSource for Fixed {
    fn token(
        self: Rc<Self>,
        _refresh: bool,
    ) -> LocalBoxFuture<'static, Result<String, ToolFailure>> {
        Box::pin(ready(Ok(self.0.clone())))
    }

    fn can_refresh(&self) -> bool {
        false
    }
}

/// The tokens of a service. One that was not accepted is refreshed once for all requests that used it.
#[derive(Default)]
pub struct Tokens {
    source: Option<Rc<dyn TokenSource>>,
    /// The number of refreshes.
    refreshes: Cell<u32>,
    /// The last refused token and its replacement.
    last: RefCell<Option<(String, String)>>,
    refreshing: SharedFuture<String, Result<String, ToolFailure>>,
}

/// A token for a request.
pub(super) struct Held {
    /// The token; `None` if a proxy adds it.
    pub token: Option<String>,
    refreshes: u32,
}

impl Tokens {
    /// Tokens from a source; without one none is sent.
    #[must_use]
    pub fn new(source: Option<Rc<dyn TokenSource>>) -> Self {
        Self {
            source,
            ..Self::default()
        }
    }

    /// Called for each request, since the user may have changed.
    pub(super) async fn get(&self) -> Result<Held, ToolFailure> {
        let refreshes = self.refreshes.get();
        let token = match &self.source {
            None => None,
            Some(source) => Some(usable(Rc::clone(source).token(false).await?)?),
        };
        Ok(Held { token, refreshes })
    }

    /// A replacement for a token that was not accepted; `None` if there is no other.
    ///
    /// All callers with the same refused token share one refresh, or use the result of one that has ended since. The
    /// replacement of another token is not used: it may be another user's.
    pub(super) async fn fresh(&self, refused: &Held) -> Result<Option<Held>, ToolFailure> {
        let (Some(source), Some(token)) = (&self.source, &refused.token) else {
            return Ok(None);
        };
        if !source.can_refresh() {
            return Ok(None);
        }
        if let Some(token) = self.replaced(token, refused.refreshes) {
            return Ok(Some(self.held(token)));
        }
        let source = Rc::clone(source);
        let refresh = self
            .refreshing
            .run(token.clone(), || source.token(true))
            .await;
        let fresh = usable(refresh?)?;
        self.refreshes.set(self.refreshes.get() + 1);
        *self.last.borrow_mut() = Some((token.clone(), fresh.clone()));
        Ok(Some(self.held(fresh)))
    }

    fn replaced(&self, token: &str, refreshes: u32) -> Option<String> {
        let last = self.last.borrow();
        let (old, new) = last.as_ref()?;
        (old == token && self.refreshes.get() != refreshes).then(|| new.clone())
    }

    fn held(&self, token: String) -> Held {
        Held {
            token: Some(token),
            refreshes: self.refreshes.get(),
        }
    }
}

/// Checks that a token may be sent in a header. A page may pass a wrong value (`undefined`, a whole header with its line
/// end).
fn usable(token: String) -> Result<String, ToolFailure> {
    let is_token = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    if is_token {
        return Ok(token);
    }
    Err(ToolFailure::permanent(
        "The page provides no valid token: it must be a text without blanks or line ends, without \"Bearer\" before it.",
    )
    .code("bad_token"))
}
