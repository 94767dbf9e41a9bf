use super::address::{Address, default_port, is_private};

/// A pattern of a page: `example.com`, `*.example.com`, `http://localhost:*`, `[::1]:8080`, `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    scheme: Option<Scheme>,
    host: Host,
    port: Port,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Https,
    /// `http`, and also `https`, as in a Content-Security-Policy.
    Http,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Host {
    /// Every public name.
    Any,
    /// This host.
    Exact(String),
    /// Hosts that end in a dot and this.
    Below(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Port {
    /// The default port of the scheme.
    Default,
    Any,
    Number(u16),
}

/// The error message for an invalid pattern.
pub(super) const FORM: &str = "must be a host such as \"example.com\", \"*.example.com\" for what is below it, or \"*\" for every \
                               public host, with \"http://\" before it where http is meant, and a port or \":*\" after it where \
                               one is meant; no path, and no user name";

impl Pattern {
    /// Reads a pattern. `parse` parses addresses, and normalizes the host.
    pub fn read(text: &str, parse: impl Fn(&str) -> Option<Address>) -> Option<Self> {
        let (scheme, rest) = match text.trim().split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => {
                (Some(Scheme::Https), rest)
            }
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => {
                (Some(Scheme::Http), rest)
            }
            Some(_) => return None,
            None => (None, text.trim()),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.is_empty() || rest.contains(['/', '?', '#', '@', '\\', ' ', '\t', '\n', '\r', '%'])
        {
            return None;
        }
        let (host, port) = split_port(rest)?;
        let host = read_host(host, parse)?;
        let is_own = |number| {
            let of = |scheme| match scheme {
                Scheme::Https => 443,
                Scheme::Http => 80,
            };
            scheme.map_or(number == 443, |scheme| number == of(scheme))
        };
        let port = match port {
            Port::Number(number) if is_own(number) => Port::Default,
            port => port,
        };
        Some(Self { scheme, host, port })
    }

    /// Returns true if the pattern allows a request to an address.
    pub fn allows(&self, address: &Address) -> bool {
        let name = address.name();
        let is_named = match &self.host {
            Host::Any => !is_private(name),
            Host::Exact(host) => host == name,
            Host::Below(zone) => is_below(name, zone) && (!is_private(name) || is_private(zone)),
        };
        is_named && self.allows_scheme(address) && self.allows_port(address)
    }

    /// Returns true if the pattern denies an address: by every scheme and on every port, unless the pattern names one.
    pub fn denies(&self, address: &Address) -> bool {
        let name = address.name();
        let is_named = match &self.host {
            Host::Any => true,
            Host::Exact(host) => host == name,
            Host::Below(zone) => is_below(name, zone),
        };
        let scheme = match self.scheme {
            None => true,
            Some(Scheme::Https) => address.scheme == "https",
            Some(Scheme::Http) => address.scheme == "http",
        };
        let port = match self.port {
            Port::Number(number) => address.port == Some(number),
            Port::Default | Port::Any => true,
        };
        is_named && scheme && port
    }

    /// Returns true if there may be a host that matches both.
    pub fn overlaps(&self, other: &Self) -> bool {
        match (&self.host, &other.host) {
            (Host::Any, _) | (_, Host::Any) => true,
            (Host::Exact(a), Host::Exact(b)) => a == b,
            (Host::Exact(host), Host::Below(zone)) | (Host::Below(zone), Host::Exact(host)) => {
                is_below(host, zone)
            }
            (Host::Below(a), Host::Below(b)) => a == b || is_below(a, b) || is_below(b, a),
        }
    }

    /// A source of a Content-Security-Policy (<https://www.w3.org/TR/CSP3/#grammardef-host-source>) that allows no more than
    /// the pattern does; `None` if there is none.
    pub fn source(&self) -> Option<String> {
        let host = match &self.host {
            // `*` in a policy also includes addresses and private names.
            Host::Any => return None,
            Host::Exact(host) if host.starts_with('[') => return None,
            Host::Exact(host) => host.clone(),
            Host::Below(zone) => format!("*.{zone}"),
        };
        let scheme = if self.takes_http() { "http" } else { "https" };
        let port = match self.port {
            Port::Default => String::new(),
            Port::Any => ":*".to_owned(),
            Port::Number(number) => format!(":{number}"),
        };
        Some(format!("{scheme}://{host}{port}"))
    }

    fn takes_http(&self) -> bool {
        let is_here = |host: &str| {
            let is_loopback = host
                .parse::<std::net::Ipv4Addr>()
                .is_ok_and(|address| address.is_loopback());
            is_loopback || host == "[::1]" || host == "localhost" || is_below(host, "localhost")
        };
        match (self.scheme, &self.host) {
            (Some(Scheme::Http), _) => true,
            (None, Host::Exact(host) | Host::Below(host)) => is_here(host),
            _ => false,
        }
    }

    fn allows_scheme(&self, address: &Address) -> bool {
        match address.scheme.as_str() {
            "https" => true,
            "http" => self.takes_http(),
            _ => false,
        }
    }

    fn allows_port(&self, address: &Address) -> bool {
        match self.port {
            Port::Any => address.port.is_some(),
            Port::Number(number) => address.port == Some(number),
            Port::Default => address.port == default_port(&address.scheme),
        }
    }
}

fn is_below(name: &str, zone: &str) -> bool {
    name.strip_suffix(zone)
        .is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
}

/// Splits the port off. The colons of an IPv6 address are in brackets.
fn split_port(text: &str) -> Option<(&str, Port)> {
    let after = text.rfind(']').map_or(0, |end| end + 1);
    let Some(colon) = text[after..].find(':') else {
        return Some((text, Port::Default));
    };
    let (host, port) = (&text[..after + colon], &text[after + colon + 1..]);
    let port = match port {
        "*" => Port::Any,
        digits if digits.chars().all(|digit| digit.is_ascii_digit()) => {
            Port::Number(digits.parse().ok()?)
        }
        _ => return None,
    };
    Some((host, port))
}

fn read_host(host: &str, parse: impl Fn(&str) -> Option<Address>) -> Option<Host> {
    if host == "*" {
        return Some(Host::Any);
    }
    let (is_below, name) = match host.strip_prefix("*.") {
        Some(zone) => (true, zone),
        None => (false, host),
    };
    if name.is_empty() || name.contains('*') {
        return None;
    }
    let address = parse(&format!("https://{name}/"))?;
    let is_all = address.href.strip_prefix("https://")?.strip_suffix('/')? == address.host;
    let name = address.name().to_owned();
    let is_number = name.starts_with('[') || name.parse::<std::net::Ipv4Addr>().is_ok();
    match (is_all && !name.is_empty(), is_below) {
        (true, false) => Some(Host::Exact(name)),
        (true, true) if !is_number => Some(Host::Below(name)),
        _ => None,
    }
}
