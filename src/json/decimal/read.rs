use super::big::Big;
use super::nearest::{corrected, nearest, rough};
use super::parts;

/// The double nearest to a number as JSON writes it; infinite beyond the largest one.
pub(crate) fn double(literal: &str) -> f64 {
    let digits = Digits::of(literal);
    let Digits {
        leading,
        exponent,
        taken,
        ..
    } = digits;
    // The power of ten above the number.
    let above = exponent + i64::from(taken);
    let positive = if leading == 0 || above < -326 {
        0.0
    } else if above > 310 {
        f64::INFINITY
    } else {
        let exponent = i32::try_from(exponent).unwrap_or(0);
        if digits.are_all {
            nearest(leading, exponent)
        } else {
            nearest_to_many(literal, leading, exponent)
        }
    };
    if literal.starts_with('-') {
        -positive
    } else {
        positive
    }
}

/// Whether an integer's digits are exactly what a double holds.
pub(crate) fn is_exact(literal: &str, double: f64) -> bool {
    let (whole, exponent) = parts(double.abs().to_bits());
    let mut held = Big::of(whole);
    let Ok(exponent) = u32::try_from(exponent) else {
        // Below 2⁵³ every integer is.
        return true;
    };
    held.times_two_to(exponent);
    held == Big::of_decimal(literal.bytes())
}

/// The first nineteen digits of a number, which 64 bits hold, and the power of ten that the last of them counts.
struct Digits {
    leading: u64,
    exponent: i64,
    taken: u8,
    /// All others are 0.
    are_all: bool,
}

impl Digits {
    fn of(literal: &str) -> Self {
        let mut digits = Self {
            leading: 0,
            exponent: 0,
            taken: 0,
            are_all: true,
        };
        let mut is_fraction = false;
        for (at, byte) in literal.bytes().enumerate() {
            match byte {
                b'0'..=b'9' => digits.take(byte - b'0', is_fraction),
                b'.' => is_fraction = true,
                b'e' | b'E' => {
                    digits.exponent += exponent(literal.as_bytes().get(at + 1..));
                    break;
                }
                _ => {}
            }
        }
        digits
    }

    fn take(&mut self, digit: u8, is_fraction: bool) {
        const MOST: u8 = 19;
        if self.taken == MOST {
            self.are_all &= digit == 0;
            self.exponent += i64::from(!is_fraction);
            return;
        }
        self.leading = self.leading * 10 + u64::from(digit);
        self.taken += u8::from(self.leading > 0);
        self.exponent -= i64::from(is_fraction);
    }
}

fn exponent(digits: Option<&[u8]>) -> i64 {
    /// Beyond any double's, and far below what a text's length may make up for.
    const MOST: i64 = 1 << 40;
    let digits = digits.unwrap_or_default();
    let value = digits
        .iter()
        .filter(|byte| byte.is_ascii_digit())
        .fold(0, |value, digit| {
            (value * 10 + i64::from(digit - b'0')).min(MOST)
        });
    if digits.first() == Some(&b'-') {
        -value
    } else {
        value
    }
}

/// The same for a number of more than nineteen digits. Beyond the first eight hundred, that there are any is all that can
/// matter: no double and no middle between two has more.
fn nearest_to_many(literal: &str, leading: u64, exponent: i32) -> f64 {
    const MOST: usize = 800;
    const LEADING: usize = 19;
    let significant = || {
        let bytes = literal.bytes();
        bytes
            .take_while(|byte| !matches!(byte, b'e' | b'E'))
            .filter(u8::is_ascii_digit)
            .skip_while(|byte| *byte == b'0')
    };
    let more = significant().skip(MOST).any(|digit| digit != b'0');
    let whole = Big::of_decimal(significant().take(MOST).chain(more.then_some(b'1')));
    let taken = significant().take(MOST).count() + usize::from(more);
    let further = i32::try_from(taken - LEADING).unwrap_or(0);
    corrected(rough(leading, exponent), &whole, exponent - further)
}
