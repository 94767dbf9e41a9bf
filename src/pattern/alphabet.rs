//! The characters as a pattern sees them: all that it treats alike are one letter of its alphabet.

use super::node::Assert;
use super::ranges::{LAST, LINE_ENDS, Ranges, WORD, WORD_ANY_CASE};
use crate::fast_map::FastMap;
use crate::sorting::sorted;

/// What stands beside a place in the text, as far as `^`, `$` and `\b` want to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Neighbour {
    /// The text starts or ends there.
    Edge,
    LineEnd,
    Word,
    /// Only under `(?i:`
    WordAnyCase,
    Other,
}

impl Neighbour {
    pub(super) fn of(c: Option<char>) -> Self {
        match c {
            None => Self::Edge,
            Some('\n' | '\r' | '\u{2028}' | '\u{2029}') => Self::LineEnd,
            Some('0'..='9' | 'A'..='Z' | 'a'..='z' | '_') => Self::Word,
            Some('\u{17F}' | '\u{212A}') => Self::WordAnyCase,
            Some(_) => Self::Other,
        }
    }

    fn is_word(self, any_case: bool) -> bool {
        self == Self::Word || any_case && self == Self::WordAnyCase
    }
}

impl Assert {
    /// Whether it holds between two neighbours.
    pub(super) fn holds(self, left: Neighbour, right: Neighbour) -> bool {
        use Neighbour::{Edge, LineEnd};
        match self {
            Self::Start => left == Edge,
            Self::End => right == Edge,
            Self::LineStart => matches!(left, Edge | LineEnd),
            Self::LineEnd => matches!(right, Edge | LineEnd),
            Self::Boundary { negated, any_case } => {
                let is_boundary = left.is_word(any_case) != right.is_word(any_case);
                is_boundary != negated
            }
        }
    }
}

/// A letter.
pub(super) type Letter = u32;

/// Which letter each character is.
pub(super) struct Alphabet {
    ascii: [Letter; 128],
    /// From which code point on it is which letter.
    starts: Vec<(u32, Letter)>,
    /// By letter: a bit for each set that has it.
    sets: Vec<Box<[u64]>>,
    /// By letter.
    neighbours: Vec<Neighbour>,
}

impl Alphabet {
    /// The alphabet for sets; with `neighbours`, for what [`Assert`] asks too.
    pub(super) fn new(classes: &[Ranges], neighbours: bool) -> Self {
        let kinds = [WORD.as_slice(), &LINE_ENDS, &WORD_ANY_CASE].map(Ranges::new);
        let extra = if neighbours { &kinds[..] } else { &[] };
        let mut changes: Vec<(u32, usize)> = Vec::new();
        for (set, ranges) in classes.iter().chain(extra).enumerate() {
            changes.extend(
                ranges
                    .iter()
                    .flat_map(|(first, last)| [(first, set), (last + 1, set)]),
            );
        }
        let order = sorted(changes.len(), &|one, other| {
            changes[one].cmp(&changes[other])
        });
        let mut alphabet = Self {
            ascii: [0; 128],
            starts: Vec::new(),
            sets: Vec::new(),
            neighbours: Vec::new(),
        };
        let mut known: FastMap<Box<[u64]>, Letter> = FastMap::default();
        let mut members = vec![0_u64; (classes.len() + kinds.len()).div_ceil(64)];
        let mut at = 0;
        let changes = order.into_iter().map(|index| changes[index as usize]);
        let mut changes = changes.peekable();
        while at <= LAST {
            while let Some((_, set)) = changes.next_if(|(code_point, _)| *code_point == at) {
                members[set / 64] ^= 1 << (set % 64);
            }
            let letter = *known.entry(members.as_slice().into()).or_insert_with(|| {
                let has = |set: usize| neighbours && members[set / 64] >> (set % 64) & 1 == 1;
                alphabet.neighbours.push(if has(classes.len()) {
                    Neighbour::Word
                } else if has(classes.len() + 1) {
                    Neighbour::LineEnd
                } else if has(classes.len() + 2) {
                    Neighbour::WordAnyCase
                } else {
                    Neighbour::Other
                });
                alphabet.sets.push(members.as_slice().into());
                u32::try_from(alphabet.sets.len() - 1).unwrap_or(u32::MAX)
            });
            let next = changes
                .peek()
                .map_or(LAST + 1, |(code_point, _)| *code_point);
            for c in at..next.min(128) {
                alphabet.ascii[c as usize] = letter;
            }
            alphabet.starts.push((at, letter));
            at = next;
        }
        alphabet
    }

    pub(super) fn letter(&self, c: char) -> Letter {
        if let Some(letter) = self.ascii.get(c as usize) {
            return *letter;
        }
        let after = self.starts.partition_point(|(start, _)| *start <= c as u32);
        self.starts[after - 1].1
    }

    /// Whether a set has a letter.
    pub(super) fn has(&self, class: u32, letter: Letter) -> bool {
        self.sets[letter as usize][class as usize / 64] >> (class % 64) & 1 == 1
    }

    pub(super) fn neighbour(&self, letter: Letter) -> Neighbour {
        self.neighbours[letter as usize]
    }
}
