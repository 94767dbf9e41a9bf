//! Doubles from decimal digits and back, exactly, and small: the standard library's conversions are made for speed in every
//! case and take a fifth of the module that a page waits for, most of it tables. These are as fast for numbers of up to
//! nineteen digits near one, and take microseconds for the others.
//!
//! Everything that is not exact at once is decided by comparing whole numbers of any size ([`Big`](big::Big)), as David Gay's
//! `strtod` does: <https://www.ampl.com/netlib/fp/dtoa.c>.

mod big;
mod nearest;
mod read;
mod write;

pub(crate) use read::{double, is_exact};
pub(crate) use write::push_double;

/// A positive double as a whole number times a power of two.
fn parts(bits: u64) -> (u64, i32) {
    const FRACTION: u64 = (1 << 52) - 1;
    let fraction = bits & FRACTION;
    // Eleven bits.
    match i32::try_from(bits >> 52).unwrap_or(0) {
        0 => (fraction, -1074),
        exponent => (fraction | 1 << 52, exponent - 1075),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::{double, is_exact, push_double};

    fn written(double: f64) -> String {
        let mut text = String::new();
        push_double(&mut text, double);
        text
    }

    #[track_caller]
    fn is_read_as_by_std(literal: &str) {
        let expected: f64 = literal.parse().expect("a number");
        assert_eq!(double(literal).to_bits(), expected.to_bits(), "{literal}");
    }

    #[test]
    fn numbers_at_every_edge_are_read_as_the_standard_library_reads_them() {
        for literal in [
            "0",
            "-0",
            "0.0",
            "0e9",
            "1",
            "-1.5",
            "0.1",
            "1e22",
            "1e23",
            "9007199254740993",
            "9007199254740993.0000001",
            "9007199254740992.9999999999999999999",
            "1e-27",
            "123456789012345678e-27",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "1e400",
            "-1e400",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1e-324",
            "1e-400",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
            "0.1e99999999999999999999",
            "0.1e-99999999999999999999",
            "100000000000000000000000000000000000000000e-30",
        ] {
            is_read_as_by_std(literal);
        }
        // The middle between two doubles, and a little more that only shows after hundreds of digits.
        is_read_as_by_std(&format!("9007199254740993.{}1", "0".repeat(900)));
        is_read_as_by_std(&format!("{}e-1000", "7".repeat(1300)));
        is_read_as_by_std(&format!("0.{}123456789e310", "0".repeat(300)));
    }

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (-1.5, "-1.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (1.5e20, "150000000000000000000"),
            (1e-6, "0.000001"),
            (1.25e-7, "1.25e-7"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
            (1_764_306_318_123.4, "1764306318123.4"),
            (9_007_199_254_740_993.0, "9007199254740992"),
        ] {
            assert_eq!(written(number), expected);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_double_is_written_in_the_fewest_digits_and_read_again(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            let text = written(number);
            prop_assert_eq!(double(&text).to_bits(), bits);
            let digits = |text: &str| {
                let mantissa = text.split('e').next().unwrap_or_default().replace(['.', '-'], "");
                mantissa.trim_matches('0').len()
            };
            let shortest = format!("{number:e}");
            prop_assert_eq!(digits(&text), digits(&shortest));
            is_read_as_by_std(&shortest);
        }

        #[test]
        fn numbers_of_everyday_are_written_as_the_standard_library_writes_them(number in -1e17..1e17_f64, places in 0_i32..8) {
            for number in [number, number / 1e12, (number / 1e12 * 10_f64.powi(places)).round() / 10_f64.powi(places)] {
                if number == 0.0 || number.abs() >= 1e-6 {
                    // Of two that are equally near, the standard library takes the other one.
                    let (text, expected) = (written(number), number.to_string());
                    prop_assert_eq!(text.len(), expected.len(), "{} and {}", text, expected);
                    prop_assert_eq!(text.parse::<f64>(), Ok(number));
                }
            }
        }

        #[test]
        fn any_digits_are_read_as_the_standard_library_reads_them(
            literal in "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?(e[+-]?[0-9]{1,3})?",
        ) {
            is_read_as_by_std(&literal);
        }

        #[test]
        fn an_integer_is_exact_when_it_is_written_again_as_it_was(literal in "[1-9][0-9]{15,40}|9007199254740[0-9]{3}|[1-9][0-9]{0,4}0{16,30}") {
            let read = double(&literal);
            prop_assert_eq!(is_exact(&literal, read), format!("{read:.0}") == literal);
        }
    }
}
