//! URI references: what `$id` and `$ref` are written in, and four of the formats.
//!
//! RFC 3986 for URIs, RFC 3987 for IRIs, which allow more than ASCII in some of the same places. Texts are hostile, so
//! everything here takes time linear in the text and never fails on one.
//!
//! | module | what it is for |
//! |---|---|
//! | `parts` | a reference's five components |
//! | `resolve` | what a reference means where it stands |
//! | `decode` | percent-encoded text |
//! | `grammar` | whether a text is a URI, an IRI, or a reference |
//! | `authority` | the grammar of `user@host:port` |
//! | `address` | IP addresses |
//! | `characters` | which characters a component may hold |

mod address;
mod authority;
mod characters;
mod decode;
mod grammar;
mod parts;
mod resolve;

pub(crate) use address::{is_ipv4, is_ipv6};
pub(crate) use characters::{Beyond, is_encoding};
pub(crate) use decode::decode;
pub(crate) use grammar::{is_iri, is_iri_reference, is_uri, is_uri_reference};
pub(crate) use parts::Parts;
pub(crate) use resolve::resolve;
