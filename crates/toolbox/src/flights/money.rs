use serde::{Deserialize, Serialize, Serializer};

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Money {
    /// The amount: the airline's decimal, unchanged by any calculation.
    #[serde(serialize_with = "whole_without_point")]
    pub amount: f64,
    /// The currency, by its ISO 4217 code.
    pub currency: String,
}

/// The number of digits that a double preserves.
const MOST_DIGITS: usize = 15;

impl Money {
    /// Reads a decimal text, as in APIs; `None` if it is not one.
    #[must_use]
    pub fn read(amount: &str, currency: &str) -> Option<Self> {
        let (whole, part) = amount.split_once('.').unwrap_or((amount, "0"));
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_decimal =
            is_digits(whole) && is_digits(part) && whole.len() + part.len() <= MOST_DIGITS;
        let is_currency =
            currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_uppercase());
        if !is_decimal || !is_currency {
            return None;
        }
        Some(Self {
            amount: amount.parse().ok()?,
            currency: currency.to_owned(),
        })
    }
}

/// `920`, as JSON writes whole amounts, not `920.0`.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's signature; an amount has at most fifteen digits and no sign"
)]
fn whole_without_point<S: Serializer>(amount: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if amount.fract() == 0.0 {
        serializer.serialize_u64(*amount as u64)
    } else {
        serializer.serialize_f64(*amount)
    }
}
