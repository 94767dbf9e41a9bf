/// What a schema says of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It matches.
    Valid,
    /// It does not match.
    Invalid,
    /// It can't be said: to find out takes too many steps.
    Unsure,
}

impl Verdict {
    /// The verdict on a value that must please both; the other is asked when it can still matter.
    pub(super) fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Invalid => Self::Invalid,
            Self::Valid => other(),
            Self::Unsure => match other() {
                Self::Invalid => Self::Invalid,
                _ => Self::Unsure,
            },
        }
    }

    /// The verdict on a value that must please one of both.
    pub(super) fn or(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Valid => Self::Valid,
            Self::Invalid => other(),
            Self::Unsure => match other() {
                Self::Valid => Self::Valid,
                _ => Self::Unsure,
            },
        }
    }

    /// The verdict on a value that must not match.
    pub(super) fn not(self) -> Self {
        match self {
            Self::Valid => Self::Invalid,
            Self::Invalid => Self::Valid,
            Self::Unsure => Self::Unsure,
        }
    }
}

/// The verdict on a value that must please all.
pub(super) fn all(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let mut together = Verdict::Valid;
    for verdict in verdicts {
        together = together.and(|| verdict);
        if together == Verdict::Invalid {
            break;
        }
    }
    together
}

pub(super) fn holds(condition: bool) -> Verdict {
    if condition {
        Verdict::Valid
    } else {
        Verdict::Invalid
    }
}
