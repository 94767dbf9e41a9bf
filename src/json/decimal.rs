//! Doubles from decimal digits and back.

/// The double nearest to a number as JSON writes it; infinite beyond the largest one.
pub(crate) fn double(literal: &str) -> f64 {
    literal.parse().unwrap_or(f64::NAN)
}

/// Whether an integer's digits are exactly what the double holds that it is read as.
pub(crate) fn is_exact(literal: &str) -> bool {
    format!("{:.0}", double(literal)) == literal
}

/// Adds a finite number as JavaScript writes it, by ECMA-262, `Number::toString`; but zero keeps its sign, as JSON has it.
pub(crate) fn push_double(text: &mut String, number: f64) {
    if number == 0.0 && number.is_sign_negative() {
        text.push('-');
    }
    text.push_str(ryu_js::Buffer::new().format_finite(number));
}

#[cfg(test)]
mod tests {
    use super::{is_exact, push_double};

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (-1.5, "-1.5"),
            (5.0, "5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (1.5e20, "150000000000000000000"),
            (1e-6, "0.000001"),
            (1.25e-7, "1.25e-7"),
            (f64::MAX, "1.7976931348623157e+308"),
            (9_007_199_254_740_993.0, "9007199254740992"),
        ] {
            let mut text = String::new();
            push_double(&mut text, number);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn an_integer_is_exact_when_it_is_one_that_a_double_holds() {
        for (literal, expected) in [
            ("9007199254740992", true),
            ("9007199254740993", false),
            ("100000000000000000000000", false),
            ("1000000000000000000000", true),
        ] {
            assert_eq!(is_exact(literal), expected, "{literal}");
        }
    }
}
