use std::fmt::Write as _;

use crate::page::reference::Reference;

/// One line of an outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// How far it is indented.
    pub(super) indent: usize,
    /// What it is of, in the snapshot; nothing for text.
    pub(super) node: Option<u32>,
    /// The role, with the name in quotation marks.
    pub(super) head: String,
    /// States, address, value: what stands after the reference.
    pub(super) tail: String,
}

impl Line {
    /// About how many characters it takes.
    fn length(&self) -> usize {
        2 * self.indent + self.head.chars().count() + self.tail.chars().count() + 10
    }
}

/// Lines that one answer shows.
#[derive(Debug)]
pub(in crate::page) struct Part<'a>(&'a [Line]);

impl<'a> Part<'a> {
    /// As many lines as there is room for, from one on; always one, where there is one.
    pub(super) fn of(lines: &'a [Line], start: usize, most: usize, characters: usize) -> Self {
        let rest = lines.get(start..).unwrap_or_default();
        let mut room = characters;
        let fitting = rest.iter().take(most).take_while(|line| {
            let fits = line.length() <= room;
            room = room.saturating_sub(line.length());
            fits
        });
        let count = fitting.count().max(usize::from(!rest.is_empty()));
        Self(&rest[..count])
    }

    pub(in crate::page) fn len(&self) -> usize {
        self.0.len()
    }

    /// The nodes that need a reference.
    pub(in crate::page) fn nodes(&self) -> Vec<u32> {
        self.0.iter().filter_map(|line| line.node).collect()
    }

    /// The lines, with the references of their nodes.
    pub(in crate::page) fn text(&self, references: &[Reference]) -> String {
        let mut references = references.iter();
        let mut text = String::new();
        for line in self.0 {
            let Line {
                indent, head, tail, ..
            } = line;
            let _written = write!(text, "{:width$}- {head}", "", width = indent * 2);
            if let Some(reference) = line.node.and_then(|_| references.next()) {
                let _written = write!(text, " [{reference}]");
            }
            text.push_str(tail);
            text.push('\n');
        }
        text
    }
}
