use thiserror::Error;

use super::address::Address;
use super::pattern::{FORM, Pattern};

/// The hosts that may be requested.
///
/// A pattern is a host, `*.` and a host for all hosts below it, or `*` for every public host. The scheme is `https`, unless
/// a pattern has `http://` (which allows both), or the host is this machine. An IP address, or a name that is not public
/// (`localhost`, `printer`, `db.internal`), is only reached by a pattern that names it. A denied host is never requested,
/// even if another pattern allows it.
#[derive(Debug, Clone, Default)]
pub struct DomainFilter {
    allow: Vec<Pattern>,
    deny: Vec<Pattern>,
    /// The allowed patterns as the page wrote them, for messages.
    named: Vec<String>,
}

/// An invalid pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{list}[{index}]: {text:?} {FORM}")]
pub struct FilterFault {
    /// `allow` or `deny`.
    pub list: &'static str,
    /// The index in the list, from 0.
    pub index: usize,
    /// The pattern.
    pub text: String,
}

/// The maximum number of patterns in a refusal.
const NAMED: usize = 20;

impl DomainFilter {
    /// A filter from a page's lists. `parse` parses an address.
    ///
    /// # Errors
    ///
    /// The first invalid pattern.
    pub fn new(
        allow: &[String],
        deny: &[String],
        parse: impl Fn(&str) -> Option<Address>,
    ) -> Result<Self, FilterFault> {
        Ok(Self {
            allow: read(allow, "allow", &parse)?,
            deny: read(deny, "deny", &parse)?,
            named: allow.to_vec(),
        })
    }

    /// Checks whether an address may be requested.
    ///
    /// # Errors
    ///
    /// The reason for a refusal, with the allowed hosts.
    pub fn check(&self, address: &Address) -> Result<(), String> {
        let origin = address.origin();
        if address.has_credentials {
            return Err(format!(
                "An address with a user name or a password in it is not fetched ({origin}). Leave them out."
            ));
        }
        if self.deny.iter().any(|pattern| pattern.denies(address)) {
            return Err(format!(
                "The page denies requests to {origin}. {}",
                self.allowed()
            ));
        }
        if self.allow.iter().any(|pattern| pattern.allows(address)) {
            return Ok(());
        }
        Err(format!(
            "The page does not allow requests to {origin}. {}",
            self.allowed()
        ))
    }

    /// The allowed hosts, as text for a message.
    #[must_use]
    pub fn allowed(&self) -> String {
        if self.named.is_empty() {
            return "It allows none.".to_owned();
        }
        let first: Vec<&str> = self.named.iter().take(NAMED).map(String::as_str).collect();
        let more = match self.named.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("Allowed: {}{more}.", first.join(", "))
    }

    /// Sources of a Content-Security-Policy for a request to `address` and its redirects, which does not reach any host that
    /// the filter forbids. A policy can't except a host, so a pattern that includes a denied host is left out.
    #[must_use]
    pub fn sources(&self, address: &Address) -> Vec<String> {
        let is_clear =
            |pattern: &&Pattern| !self.deny.iter().any(|denied| denied.overlaps(pattern));
        let mut sources: Vec<_> = self
            .allow
            .iter()
            .filter(is_clear)
            .filter_map(Pattern::source)
            .collect();
        // The address itself was checked already, and may belong to a pattern that is left out.
        if address.scheme == "https" && !address.host.starts_with('[') {
            sources.push(address.origin());
        }
        sources
    }
}

fn read(
    texts: &[String],
    list: &'static str,
    parse: &impl Fn(&str) -> Option<Address>,
) -> Result<Vec<Pattern>, FilterFault> {
    let one = |(index, text): (usize, &String)| {
        Pattern::read(text, parse).ok_or_else(|| FilterFault {
            list,
            index,
            text: text.clone(),
        })
    };
    texts.iter().enumerate().map(one).collect()
}
