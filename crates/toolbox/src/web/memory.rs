use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use super::address::Address;
use super::fetch::{Answer, Fetch, FetchFault, Followed};

/// A web in memory, which records the requests.
#[derive(Default)]
pub struct MemoryWeb {
    /// The answers by address.
    pub pages: BTreeMap<String, MemoryAnswer>,
    /// The requested addresses.
    pub asked: RefCell<Vec<String>>,
    /// Whether the targets of redirects are hidden, as in a browser.
    pub hides_redirects: bool,
    /// Whether redirects can't be followed, as in a worker.
    pub has_no_frames: bool,
}

/// An answer in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryAnswer {
    /// The status.
    pub status: u16,
    /// The headers, in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body, in the pieces in which it arrives.
    pub chunks: VecDeque<Vec<u8>>,
    url: String,
    is_hidden: bool,
}

impl MemoryAnswer {
    /// An answer with a body of this type.
    #[must_use]
    pub fn of(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: 200,
            headers: BTreeMap::from([("content-type".to_owned(), content_type.to_owned())]),
            chunks: VecDeque::from([body.into()]),
            ..Self::default()
        }
    }

    /// A redirect.
    #[must_use]
    pub fn redirect(location: &str) -> Self {
        Self {
            status: 302,
            ..Self::default()
        }
        .with("location", location)
    }

    /// The same answer with another status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// The same answer with a header.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.insert(name.to_owned(), value.to_owned());
        self
    }
}

impl MemoryWeb {
    /// Adds an answer for an address.
    #[must_use]
    pub fn page(mut self, url: &str, answer: MemoryAnswer) -> Self {
        self.pages.insert(url.to_owned(), answer);
        self
    }

    /// The requested addresses, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.asked.borrow().clone()
    }

    fn answer(&self, url: &str) -> Result<MemoryAnswer, FetchFault> {
        self.asked.borrow_mut().push(url.to_owned());
        let mut answer = self.pages.get(url).cloned().ok_or_else(|| FetchFault {
            message: "there is no server".to_owned(),
            may_be_cors: self.hides_redirects,
        })?;
        url.clone_into(&mut answer.url);
        Ok(answer)
    }
}

impl Fetch for MemoryWeb {
    type Answer = MemoryAnswer;

    async fn pause(&self) {}

    fn parse(&self, text: &str, base: Option<&str>) -> Option<Address> {
        let url = match base {
            Some(base) => url::Url::parse(base).ok()?.join(text).ok()?,
            None => url::Url::parse(text).ok()?,
        };
        Some(Address {
            href: url.to_string(),
            scheme: url.scheme().to_owned(),
            host: url.host_str().unwrap_or_default().to_owned(),
            port: url.port_or_known_default(),
            has_credentials: !url.username().is_empty() || url.password().is_some(),
        })
    }

    fn until(&self, date: &str) -> Option<f64> {
        (date == "in a minute").then_some(60_000.0)
    }

    async fn get(&self, address: &Address) -> Result<MemoryAnswer, FetchFault> {
        let answer = self.answer(address.without_fragment())?;
        if self.hides_redirects && answer.headers.contains_key("location") {
            return Ok(MemoryAnswer {
                is_hidden: true,
                ..MemoryAnswer::default()
            });
        }
        Ok(answer)
    }

    async fn follow(
        &self,
        address: &Address,
        sources: &[String],
    ) -> Result<Followed<MemoryAnswer>, FetchFault> {
        if self.has_no_frames {
            return Ok(Followed::Impossible("there is no document here".to_owned()));
        }
        let mut url = address.without_fragment().to_owned();
        loop {
            let answer = self.answer(&url)?;
            let Some(location) = answer.headers.get("location") else {
                return Ok(Followed::Answer(answer));
            };
            let next = self.parse(location, Some(&url)).ok_or_else(|| FetchFault {
                message: "no address".to_owned(),
                may_be_cors: false,
            })?;
            // Enough of a policy for tests: whole origins, and hosts below a host.
            let origin = next.origin();
            let fits = |source: &String| match source.split_once("*.") {
                Some((scheme, zone)) => origin
                    .strip_prefix(scheme)
                    .is_some_and(|host| host.ends_with(&format!(".{zone}"))),
                None => *source == origin,
            };
            if !sources.iter().any(fits) {
                return Ok(Followed::LeftAllowed);
            }
            next.without_fragment().clone_into(&mut url);
        }
    }
}

impl Answer for MemoryAnswer {
    fn status(&self) -> u16 {
        self.status
    }

    fn url(&self) -> String {
        self.url.clone()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).cloned()
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchFault> {
        Ok(self.chunks.pop_front())
    }

    fn is_hidden_redirect(&self) -> bool {
        self.is_hidden
    }
}
