use thiserror::Error;

use super::address::Address;
use super::pattern::{FORM, Pattern};

/// Which hosts may be asked.
///
/// A pattern is a host, `*.` and a host for all below it, or `*` for every public host. `https` is meant unless a pattern says
/// `http://` (which means both), or the host is this machine. An IP address, and a name that is not public (`localhost`,
/// `printer`, `db.internal`), is only reached by a pattern that names it. What is denied is never asked, whatever is allowed.
#[derive(Debug, Clone, Default)]
pub struct DomainFilter {
    allow: Vec<Pattern>,
    deny: Vec<Pattern>,
    /// As the page wrote them, to say what is allowed.
    named: Vec<String>,
}

/// A pattern that is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{list}[{index}]: {text:?} {FORM}")]
pub struct FilterFault {
    /// `allow` or `deny`.
    pub list: &'static str,
    /// Its place in the list, from 0.
    pub index: usize,
    /// What stands there.
    pub text: String,
}

/// How many patterns a refusal names.
const NAMED: usize = 20;

impl DomainFilter {
    /// Of what a page lists. `parse` reads an address.
    ///
    /// # Errors
    ///
    /// The first pattern that is none.
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

    /// Whether an address may be asked.
    ///
    /// # Errors
    ///
    /// Why not, and what would be allowed.
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

    /// In words, which are allowed.
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

    /// Sources of a Content-Security-Policy that lets a request to `address`, and what it is redirected to, go nowhere that this
    /// forbids. A policy can't except a host, so what a denied host may lie in is left out.
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
        // Where it goes first is checked already, and may be part of a pattern that is left out.
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
