//! Blocks one after the other, inside quotations and items.

/// The text before the lines of blocks.
#[derive(Debug)]
struct Prefix {
    /// Before the first line, until that is written.
    first: Option<String>,
    rest: String,
}

/// The text before the next block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Gap {
    #[default]
    Blank,
    Line,
}

/// The maximum number of nested quotations and items that are indented.
const MAX_INDENT: usize = 16;

/// Markdown that is being written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    prefixes: Vec<Prefix>,
    gap: Gap,
    /// Whether blank lines are left out, for a cell of a table.
    is_compact: bool,
    too_deep: usize,
}

impl Writer {
    pub fn compact() -> Self {
        Self {
            is_compact: true,
            ..Self::default()
        }
    }

    pub fn is_compact(&self) -> bool {
        self.is_compact
    }

    /// Omits the blank line before the next block.
    pub fn tight(&mut self) {
        self.gap = Gap::Line;
    }

    /// Starts a quotation or an item: `first` precedes its first line.
    pub fn indent(&mut self, first: &str, rest: String) {
        if self.prefixes.len() >= MAX_INDENT {
            self.too_deep += 1;
            return;
        }
        self.prefixes.push(Prefix {
            first: Some(first.to_owned()),
            rest,
        });
    }

    /// Ends it. An empty one is removed.
    pub fn dedent(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else {
            self.prefixes.pop();
        }
    }

    /// Writes a block of one line or more.
    pub fn block(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let gap = std::mem::take(&mut self.gap);
        if !self.out.is_empty() {
            self.out.push('\n');
            if gap == Gap::Blank && !self.is_compact {
                let begun = self.prefixes.iter().filter(|prefix| prefix.first.is_none());
                let blank: String = begun.map(|prefix| prefix.rest.as_str()).collect();
                self.out.push_str(blank.trim_end());
                self.out.push('\n');
            }
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.out.push('\n');
            }
            let start = self.out.len();
            for prefix in &mut self.prefixes {
                match prefix.first.take() {
                    Some(first) => self.out.push_str(&first),
                    None => self.out.push_str(&prefix.rest),
                }
            }
            if line.is_empty() {
                self.out
                    .truncate(start + self.out[start..].trim_end().len());
            }
            self.out.push_str(line);
        }
    }

    pub fn finish(self) -> String {
        self.out
    }
}
