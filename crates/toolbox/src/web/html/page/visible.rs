//! The visibility of a page's content, and the count of hidden parts.

use std::borrow::Cow;

use super::content::has_words;
use super::{At, Page};
use crate::web::html::inline::{Mark, marked};
use crate::web::html::tree::{Element, Id};
use crate::web::letters::{clean, is_blank};

impl Page<'_> {
    /// Returns true if words at a place are visible. Invisible ones are counted.
    pub fn shows(&mut self, id: Id, text: &str, at: &At) -> bool {
        if is_blank(text) {
            return at.look.is_seen();
        }
        if !at.look.is_seen() {
            self.hide(at.look.hidden_by.unwrap_or(id));
            return false;
        }
        if at.look.is_doubtful() {
            self.left_out.doubtful += 1;
        }
        true
    }

    /// Counts everything that an element hides as one passage.
    fn hide(&mut self, by: Id) {
        if self.last_hidden != Some(by) {
            self.last_hidden = Some(by);
            self.left_out.hidden += 1;
        }
    }

    /// A text without its invisible characters.
    pub fn clean<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let (text, count) = clean(text);
        self.left_out.letters += count;
        text
    }

    /// The same with each run of blanks replaced by one.
    pub fn clean_line(&mut self, text: &str) -> String {
        let text = self.clean(text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The context inside an element; `None` if it is not shown, which is counted.
    pub fn enter(&mut self, id: Id, element: &Element, at: &At) -> Option<At> {
        let look = self.styles.look(id, element, &at.look);
        if look.is_gone {
            if has_words(self.tree, id) {
                self.hide(id);
            }
            return None;
        }
        let marks = if look.is_struck {
            marked(&at.marks, Mark::Struck)
        } else {
            at.marks.clone()
        };
        Some(At {
            look,
            marks,
            heading: at.heading,
            depth: at.depth + 1,
        })
    }
}
