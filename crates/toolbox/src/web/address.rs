/// A parsed address, as a page's `URL` reads it (<https://url.spec.whatwg.org>): host in lower case and Punycode, dots
/// resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The whole address.
    pub href: String,
    /// The scheme without the colon: `https`.
    pub scheme: String,
    /// The host; an IPv6 address is in brackets.
    pub host: String,
    /// The port; the scheme's default if none is named, `None` if the scheme has none.
    pub port: Option<u16>,
    /// Whether the address contains a user name or a password.
    pub has_credentials: bool,
}

impl Address {
    /// The host without the dot that may end a name from the root.
    #[must_use]
    pub fn name(&self) -> &str {
        self.host.strip_suffix('.').unwrap_or(&self.host)
    }

    /// Scheme, host and port, for people: the rest may contain a token.
    #[must_use]
    pub fn origin(&self) -> String {
        let port = match (self.port, default_port(&self.scheme)) {
            (Some(port), default) if Some(port) != default => format!(":{port}"),
            _ => String::new(),
        };
        format!("{}://{}{port}", self.scheme, self.host)
    }

    /// The address without its fragment, which is not sent.
    #[must_use]
    pub fn without_fragment(&self) -> &str {
        self.href.split('#').next().unwrap_or_default()
    }
}

/// The default port of a scheme.
pub(super) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "https" => Some(443),
        "http" => Some(80),
        _ => None,
    }
}

/// Returns true if a host is an IP address, or a name that no public server has. Such a host must be listed to be reached.
pub(super) fn is_private(name: &str) -> bool {
    const PRIVATE: [&str; 6] = [
        "localhost",
        "local",
        "internal",
        "intranet",
        "lan",
        "home.arpa",
    ];
    let is_address = name.starts_with('[') || name.parse::<std::net::Ipv4Addr>().is_ok();
    let in_zone = |zone: &&str| {
        name.strip_suffix(*zone)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    is_address || !name.contains('.') || PRIVATE.iter().any(in_zone)
}
