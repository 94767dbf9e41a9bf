//! The formats: what `format` says of a text.
//!
//! Each is the grammar its RFC gives, checked byte by byte in time linear in the text, which is hostile. `regex` is what
//! `crate::pattern` can read. `idn-email` and `idn-hostname` need Unicode's tables, and say nothing.
//!
//! | module | formats |
//! |---|---|
//! | `date_time`, `duration` | `date`, `time`, `date-time`; `duration` |
//! | `email`, `hostname` | `email`; `hostname`, with `punycode` and `idna` for its `xn--` labels |
//! | `pointer` | `json-pointer`, `relative-json-pointer` |
//! | `uri_template`, `uuid` | `uri-template`; `uuid` |
//! | `uri`, beside this folder | `uri`, `uri-reference`, `iri`, `iri-reference`, `ipv4`, `ipv6` |

mod date_time;
mod duration;
mod email;
mod hostname;
mod idna;
mod pointer;
mod punycode;
mod uri_template;
mod uuid;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

use super::Dialect;
use super::patterns::is_pattern;
use super::uri;

/// A format that a text can be checked for.
#[derive(Debug, Clone, Copy)]
pub(in crate::schema) struct Format(fn(&str) -> bool);

impl Format {
    /// Whether `text` is written in this format.
    pub(in crate::schema) fn matches(self, text: &str) -> bool {
        (self.0)(text)
    }
}

/// The format that a dialect knows by `name`. A name that is unknown, or that the dialect does not know yet, is an
/// annotation and says nothing of a text.
///
/// `date` and `time` are draft 3's, and came back with draft 7. They are checked in the drafts between as well, since
/// schemas went on using them.
pub(in crate::schema) fn format_of(name: &str, dialect: Dialect) -> Option<Format> {
    let since_draft6 = dialect != Dialect::Draft4;
    let since_draft7 = since_draft6 && dialect != Dialect::Draft6;
    let since_2019 = since_draft7 && dialect != Dialect::Draft7;
    Some(Format(match name {
        "date" => date_time::is_date,
        "time" => date_time::is_time,
        "date-time" => date_time::is_date_time,
        "email" => email::is_mailbox,
        "hostname" if since_draft7 => hostname::is_hostname,
        "hostname" => hostname::is_ascii_hostname,
        "ipv4" => uri::is_ipv4,
        "ipv6" => uri::is_ipv6,
        "uri" => uri::is_uri,
        "uri-reference" if since_draft6 => uri::is_uri_reference,
        "uri-template" if since_draft6 => uri_template::is_template,
        "json-pointer" if since_draft6 => pointer::is_pointer,
        "iri" if since_draft7 => uri::is_iri,
        "iri-reference" if since_draft7 => uri::is_iri_reference,
        "relative-json-pointer" if dialect == Dialect::Draft202012 => {
            pointer::is_relative_with_index
        }
        "relative-json-pointer" if since_draft7 => pointer::is_relative,
        "duration" if since_2019 => duration::is_duration,
        "regex" if since_draft6 => is_pattern,
        "uuid" if since_2019 => uuid::is_uuid,
        _ => return None,
    }))
}
