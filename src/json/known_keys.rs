use super::containers::fingerprint;

/// Reported keys by numbers: the objects of a list have the same keys again and again. There is a fixed number of numbers,
/// so a key may replace another one. Initially all of them stand for the empty key.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownKeys(Vec<String>);

/// The bits of a number.
const BITS: u32 = 6;

/// The maximum length of a remembered key, in bytes: a model may write longer ones.
const LONGEST: usize = 64;

impl KnownKeys {
    /// The number of a key, and whether the key already had it.
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
