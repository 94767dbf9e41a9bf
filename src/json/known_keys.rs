use super::containers::fingerprint;

/// Keys that were reported, each by a number: the objects of a list have the same ones again and again. There are only so many
/// numbers, so a key may take that of another one. To begin with, all of them stand for the empty key.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownKeys(Vec<String>);

/// Bits of a number.
const BITS: u32 = 6;

/// Longer keys, in bytes, are not remembered: a model may write any.
const LONGEST: usize = 64;

impl KnownKeys {
    /// The number that a key has from now on, and whether it had it before.
    pub(super) fn number(&mut self, key: &str) -> (i32, bool) {
        if key.len() > LONGEST {
            return (1 << BITS, false);
        }
        if self.0.is_empty() {
            self.0.resize(1 << BITS, String::new());
        }
        let number = fingerprint(key.as_bytes()).wrapping_mul(0x9E37_79B9) >> (u32::BITS - BITS);
        let known = &mut self.0[number as usize];
        let is_known = known == key;
        if !is_known {
            known.clear();
            known.push_str(key);
        }
        (number.cast_signed(), is_known)
    }
}
