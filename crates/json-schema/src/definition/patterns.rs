/// The most expensive kind of pattern in a schema.
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
    /// The kind of a pattern. Some linear ones count as backtracking, which only costs a look at the text.
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

/// The approximate number of states of a pattern with its repetitions written out: in the worst case each character of a
/// text is compared with all of them.
pub(super) fn states_of(pattern: &str) -> u64 {
    /// A Unicode class consists of many ranges of bytes.
    const UNICODE_CLASS: u64 = 10;
    // The number of states in each open group, without its last atom.
    let mut open: Vec<u64> = vec![0];
    let mut atom: u64 = 0;
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '{'
            && let Some(sum) = open.last_mut()
        {
            *sum = sum.saturating_add(std::mem::take(&mut atom));
        }
        match character {
            '(' => open.push(0),
            ')' if open.len() > 1 => {
                atom = open.pop().unwrap_or_default().max(1);
            }
            '[' => {
                let mut class = String::new();
                while let Some(inner) = characters.next_if(|inner| *inner != ']') {
                    class.push(inner);
                    if inner == '\\' {
                        class.extend(characters.next());
                    }
                }
                characters.next();
                atom = if class.contains("\\p") || class.contains("\\P") {
                    UNICODE_CLASS
                } else {
                    1
                };
            }
            '\\' => {
                atom = if matches!(characters.next(), Some('p' | 'P')) {
                    UNICODE_CLASS
                } else {
                    1
                }
            }
            '{' => {
                let mut bounds = String::new();
                while let Some(inner) = characters.next_if(|inner| *inner != '}') {
                    bounds.push(inner);
                }
                characters.next();
                let numbers = bounds
                    .split(',')
                    .filter_map(|bound| bound.parse::<u64>().ok());
                atom = atom.saturating_mul(numbers.max().unwrap_or(1).max(1));
            }
            _ => atom = 1,
        }
    }
    open.into_iter().fold(atom, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::states_of;

    #[test]
    fn what_is_repeated_counts_as_often() {
        for (pattern, states) in [
            ("^a$", 3),
            ("[a-z]{1,64}@[a-z]{1,255}", 320),
            ("(a|b)*a(a|b){3000}c", 9_000),
            ("((a{10}){10}){10}", 1_000),
            (r"\p{L}{1,100}", 1_000),
            (r"[\p{L}\]]{5}", 50),
        ] {
            let found = states_of(pattern);
            assert!((states..states + 20).contains(&found), "{pattern}: {found}");
        }
    }
}
