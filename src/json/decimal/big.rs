use std::cmp::Ordering;

/// A whole number of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Big {
    /// In base 2³², the lowest first; the last is not 0.
    digits: Vec<u32>,
}

impl Big {
    pub(super) fn of(mut number: u64) -> Self {
        let mut digits = Vec::new();
        while number > 0 {
            digits.push(low(number));
            number >>= 32;
        }
        Self { digits }
    }

    /// From decimal digits, of which those that are none are left out.
    pub(super) fn of_decimal(digits: impl Iterator<Item = u8>) -> Self {
        let mut number = Self::of(0);
        for digit in digits.filter(u8::is_ascii_digit) {
            number.scale(10, u32::from(digit - b'0'));
        }
        number
    }

    /// Multiplies, then adds.
    fn scale(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for digit in &mut self.digits {
            carry += u64::from(*digit) * u64::from(factor);
            *digit = low(carry);
            carry >>= 32;
        }
        if carry > 0 {
            self.digits.push(low(carry));
        }
    }

    /// Multiplies by a power of five.
    pub(super) fn times_five_to(&mut self, exponent: u32) {
        const MOST: u32 = 13;
        for _ in 0..exponent / MOST {
            self.scale(5_u32.pow(MOST), 0);
        }
        self.scale(5_u32.pow(exponent % MOST), 0);
    }

    /// Multiplies by a power of two.
    pub(super) fn times_two_to(&mut self, exponent: u32) {
        self.scale(1 << (exponent % 32), 0);
        if !self.digits.is_empty() {
            let mut shifted = vec![0; exponent as usize / 32];
            shifted.append(&mut self.digits);
            self.digits = shifted;
        }
    }

    /// Multiplies by a power of ten.
    pub(super) fn times_ten_to(&mut self, exponent: u32) {
        self.times_five_to(exponent);
        self.times_two_to(exponent);
    }

    /// Its decimal digits, the lowest first.
    pub(super) fn into_decimal(mut self) -> Vec<u8> {
        const CHUNK: u32 = 1_000_000_000;
        let mut decimal = Vec::new();
        while !self.digits.is_empty() {
            let mut rest = 0;
            for digit in self.digits.iter_mut().rev() {
                let dividend = rest << 32 | u64::from(*digit);
                *digit = low(dividend / u64::from(CHUNK));
                rest = dividend % u64::from(CHUNK);
            }
            while self.digits.last() == Some(&0) {
                self.digits.pop();
            }
            for _ in 0..9 {
                decimal.push(low(rest % 10).to_le_bytes()[0]);
                rest /= 10;
            }
        }
        while decimal.last() == Some(&0) {
            decimal.pop();
        }
        decimal
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Self) -> Ordering {
        let lengths = self.digits.len().cmp(&other.digits.len());
        lengths.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the lower half is what is wanted"
)]
fn low(number: u64) -> u32 {
    number as u32
}
