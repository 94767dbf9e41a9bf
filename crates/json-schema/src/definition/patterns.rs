/// Which patterns a schema has, the dearest kind.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Patterns {
    #[default]
    None,
    /// Matched in time linear in the text.
    Linear,
    /// With lookaround or backreferences.
    Backtracking,
}

impl Patterns {
    /// The kind of a pattern. Takes some for backtracking that aren't, which costs them nothing but a look at the text.
    pub(super) fn kind_of(pattern: &str) -> Self {
        let lookaround = ["(?=", "(?!", "(?<=", "(?<!"];
        let refers_back = pattern
            .as_bytes()
            .windows(2)
            .any(|pair| matches!(pair, [b'\\', b'1'..=b'9' | b'k']));
        if refers_back || lookaround.iter().any(|group| pattern.contains(group)) {
            Self::Backtracking
        } else {
            Self::Linear
        }
    }
}
