use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;
use futures_util::future::{LocalBoxFuture, ready};

use super::shared_future::SharedFuture;

/// Who gives the token that a service wants.
pub trait TokenSource: 'static {
    /// A token; with `refresh` another one than before, since that was not accepted.
    fn token(self: Rc<Self>, refresh: bool)
    -> LocalBoxFuture<'static, Result<String, ToolFailure>>;

    /// Whether there may be another one.
    fn can_refresh(&self) -> bool;
}

/// A token that stays the same.
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

/// The tokens of a service. One that was not accepted is refreshed once for all whose request it went with.
#[derive(Default)]
pub struct Tokens {
    source: Option<Rc<dyn TokenSource>>,
    /// How many refreshes there were.
    refreshes: Cell<u32>,
    /// What took the place of which token.
    last: RefCell<Option<(String, String)>>,
    refreshing: SharedFuture<String, Result<String, ToolFailure>>,
}

/// A token, as a request takes it along.
pub(super) struct Held {
    /// Nothing where a proxy adds it.
    pub token: Option<String>,
    refreshes: u32,
}

impl Tokens {
    /// From a source; without one none is sent.
    #[must_use]
    pub fn new(source: Option<Rc<dyn TokenSource>>) -> Self {
        Self {
            source,
            ..Self::default()
        }
    }

    /// Asked for each request: whose token it is may have changed since.
    pub(super) async fn get(&self) -> Result<Held, ToolFailure> {
        let refreshes = self.refreshes.get();
        let token = match &self.source {
            None => None,
            Some(source) => Some(usable(Rc::clone(source).token(false).await?)?),
        };
        Ok(Held { token, refreshes })
    }

    /// One in place of a token that was not accepted; nothing where there is no other.
    ///
    /// Whoever was refused the same token waits for the same refresh, or takes what came of one that has ended since. Nobody
    /// takes what replaced another token: that may be another user's.
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

/// What may stand in a header; what a page gives by mistake (`undefined`, a whole header with its line end) may not.
fn usable(token: String) -> Result<String, ToolFailure> {
    let is_token = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    if is_token {
        return Ok(token);
    }
    Err(ToolFailure::permanent(
        "The page gives no token that can be sent: it must be a text without blanks or line ends, without \"Bearer\" before it.",
    )
    .code("bad_token"))
}
