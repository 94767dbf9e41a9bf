//! A `HashMap` for keys of which there are few, or that nobody can choose to make it slow: an execution's number, a
//! registered tool's name, the names in a schema, which has a bound. Every execution looks things up a dozen times, and the
//! standard hasher is made against keys that a stranger chooses.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with a hasher of a few instructions.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// FNV-1a for texts, Fibonacci hashing for whole numbers.
pub(crate) struct FastHasher(u64);

impl Default for FastHasher {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// A table looks at the lowest bits first, and those of a product come from the lowest bits of its factors alone: keys
    /// that differ only above them would all lie in one place.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
