//! Links and images.

use super::{At, Page};
use crate::web::html::escape;
use crate::web::html::inline::Mark;
use crate::web::html::tree::Element;
use crate::web::letters::is_blank;

/// The maximum length of a shown address in bytes: a `data:` address may contain a whole picture.
const MAX_ADDRESS: usize = 2_000;
/// The maximum number of bytes that addresses and other additions may add to a page.
const MAX_ADDED: usize = 4_000_000;

impl Page<'_> {
    /// A mark for an address that a reader can follow.
    pub fn link(&mut self, href: Option<&str>) -> Option<Mark> {
        let address = self.address(href?)?;
        Some(Mark::Link(address.into()))
    }

    /// An address that a reader can follow, within the limit on addresses of a page.
    pub fn address(&mut self, address: &str) -> Option<String> {
        if address.len() > MAX_ADDRESS || self.added > MAX_ADDED {
            return None;
        }
        let address = (self.resolve)(address, self.base.as_deref())?;
        let is_link = ["https:", "http:", "mailto:", "tel:", "ftp:"]
            .iter()
            .any(|scheme| address.starts_with(scheme));
        let is_shown = is_link && address.len() <= MAX_ADDRESS;
        self.added += address.len();
        is_shown.then(|| self.clean(&address).into_owned())
    }

    pub(super) fn image(&mut self, element: &Element, at: &At) {
        if !at.look.is_there() {
            return;
        }
        let alt = element.attribute("alt");
        // A picture that is marked as decorative.
        if alt.is_some_and(is_blank) {
            return;
        }
        let alt = self.clean_line(alt.unwrap_or_default());
        let mut text = String::new();
        escape::escape(&alt, true, &mut text);
        let source = element.attribute("src").map(|src| self.address(src));
        let image = match source.flatten() {
            Some(source) => {
                let mut image = format!("![{text}](");
                escape::address(&source, &mut image);
                image.push(')');
                image
            }
            None if text.is_empty() => return,
            None => format!("![{text}]"),
        };
        self.inline.made(image, &at.marks);
    }
}
