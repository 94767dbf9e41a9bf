//! Where we and the crate differ, and why.

use super::super::punycode;
use super::{oracle, ours};
use crate::schema::Dialect::{self, Draft7, Draft201909, Draft202012};
use crate::schema::uri::Beyond;

/// Whether a text is one of those.
pub(super) fn is_known(name: &str, text: &str) -> bool {
    match name {
        "hostname" => has_encoded_label(text),
        "email" => {
            text.contains("\\ ")
                || text
                    .rsplit_once('@')
                    .is_some_and(|(_, domain)| has_encoded_label(domain))
        }
        "uri-template" => !text
            .chars()
            .all(|character| character.is_ascii() || Beyond::UcscharAndPrivate.has(character)),
        "relative-json-pointer" => text
            .trim_start_matches(|character: char| character.is_ascii_digit())
            .starts_with(['+', '-']),
        _ => false,
    }
}

/// Whether a label is an encoding that can be decoded: what it stands for may be judged differently.
fn has_encoded_label(text: &str) -> bool {
    text.split('.').any(|label| {
        label.split_at_checked(4).is_some_and(|(prefix, encoded)| {
            prefix.eq_ignore_ascii_case("xn--") && punycode::decode(encoded.as_bytes()).is_some()
        })
    })
}

fn differ(name: &str, dialect: Dialect, text: &str, expected: bool) {
    assert_eq!(ours(name, dialect, text), expected, "{name} of {text:?}");
    let theirs = oracle(name, dialect).is_valid(&text.into());
    assert_ne!(theirs, expected, "no difference: {name} of {text:?}");
}

/// RFC 5890, section 2.3.2.1: the prefix is compared as a host name is, where case is nothing.
#[test]
fn the_prefix_of_an_encoded_label_may_be_in_capitals() {
    differ("hostname", Draft202012, "XN--9n2bp8q", true);
    differ("email", Draft202012, "a@XN--9n2bp8q", true);
}

/// RFC 5891, section 4.2.3.1
#[test]
fn what_a_label_encodes_has_hyphens_where_a_label_may_have_them() {
    differ("hostname", Draft202012, "xn----11b2ezcw70k", false);
}

/// RFC 5892, section 2.2: a capital and a compatibility character are unstable.
#[test]
fn what_a_label_encodes_is_normal() {
    // Ó and º
    differ("hostname", Draft7, "xn--l-0ea", false);
    differ("hostname", Draft7, "xn--ll-9ea", false);
}

/// The crate has the general category of every character, and we have a few ranges.
#[test]
fn what_only_a_table_knows_is_accepted() {
    // U+0482, a symbol, and a character that is not assigned
    differ("hostname", Draft202012, "xn--l3a", true);
    differ("hostname", Draft202012, "xn--1b2ezw0k", true);
}

/// RFC 5321, section 4.1.2: `quoted-pairSMTP = %d92 %d32-126`
#[test]
fn a_space_in_a_quoted_local_part_may_be_escaped() {
    differ("email", Draft202012, "\"joe\\ bloggs\"@example.com", true);
}

/// RFC 6570, section 2.1: beyond ASCII, literals are `ucschar` and `iprivate`.
#[test]
fn a_template_holds_no_control_characters_and_no_noncharacters() {
    differ("uri-template", Draft202012, "a\u{80}", false);
    differ("uri-template", Draft202012, "a\u{fffe}", false);
}

/// draft-bhutton-relative-json-pointer-00, section 3, which only 2020-12 refers to.
#[test]
fn a_relative_pointer_may_move_an_index() {
    for text in ["0+1", "0-1/foo", "1+20#", "0-0"] {
        differ("relative-json-pointer", Draft202012, text, true);
        assert!(!ours("relative-json-pointer", Draft201909, text));
    }
    for text in ["0+", "0+01", "0+1+1", "+1", "0+1foo"] {
        assert!(!ours("relative-json-pointer", Draft202012, text));
    }
}
