//! Regular expressions: what they mean, and that no text makes one run away.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::pattern::{Match, Pattern, PatternError};

fn found(pattern: &str, text: &str) -> Match {
    let pattern = Pattern::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    pattern.is_match(text, text.len())
}

fn assert_all(cases: &[(&str, &str, bool)]) {
    for (pattern, text, expected) in cases {
        let expected = if *expected { Match::Yes } else { Match::No };
        assert_eq!(found(pattern, text), expected, "{pattern} on {text:?}");
    }
}

#[test]
fn patterns_are_those_of_ecma_262() {
    assert_all(&[
        // A pattern is searched for; it is not anchored.
        ("es", "tests", true),
        ("^es", "tests", false),
        // `$` is the end of the text, not of a line, and not before a last newline.
        ("^a$", "a\n", false),
        ("^a$", "b\na", false),
        ("(?m:^a$)", "b\na", true),
        ("(?m:^a$)", "b\u{2028}a\r", true),
        // `\d` and `\w` are ASCII, `\s` is not.
        (r"^\d$", "1", true),
        (r"^\d$", "٣", false),
        (r"^\D$", "٣", true),
        (r"^\w$", "é", false),
        (r"^\W$", "é", true),
        (r"^\s$", "\u{a0}", true),
        (r"^\s$", "\u{feff}", true),
        (r"^\s$", "\u{180e}", false),
        (r"^\S$", "\u{3000}", false),
        // A character is a code point, as with the flag `u`.
        ("^.$", "😀", true),
        ("^.$", "\u{2028}", false),
        ("^.$", "\u{85}", true),
        ("^(?s:.)$", "\n", true),
        ("^[😀]$", "😀", true),
        ("^😀{2}$", "😀😀", true),
        // Escapes.
        (r"^\u00e9$", "é", true),
        (r"^\x41$", "A", true),
        (r"^\u{1F600}$", "😀", true),
        (r"^\u{0001F600}$", "😀", true),
        (r"^\ud83d\ude00$", "😀", true),
        (r"^[\ud83d\ude00-\u{1F64F}]$", "😃", true),
        (r"^\cJ$", "\n", true),
        (r"^\cj$", "\n", true),
        (r"^[\cJ]$", "\n", true),
        (r"^\0$", "\0", true),
        (r"^\t\n\v\f\r$", "\t\n\u{b}\u{c}\r", true),
        (r"^\/a$", "/a", true),
        (r"^a\-b$", "a-b", true),
        (r"^\$\.\*\+\?\(\)\[\]\{\}\|\\$", r"$.*+?()[]{}|\", true),
        (r"^[\w.-]+@[\w-]+\.\w{2,}$", "a.b@c.de", true),
        // What other languages make of these, ECMA-262 does not.
        (r"^[a&&b]+$", "a&b", true),
        (r"^[[:alpha:]+$", ":[ph", true),
        (r"^[a~~b]$", "~", true),
        (r"^[a-z--b]$", "-", true),
        ("^#a b$", "#a b", true),
    ]);
}

#[test]
fn classes_may_be_empty_or_everything() {
    assert_all(&[
        ("[]", "a", false),
        ("a[]|b", "b", true),
        ("^[^]$", "\n", true),
        ("^[^]{3}$", "a\u{2028}😀", true),
        ("^[^a]$", "a", false),
        ("^[^a]$", "\n", true),
        ("^[-a]+$", "-a", true),
        ("^[a-]+$", "-a", true),
        (r"^[\d-]+$", "-1", true),
        (r"^[\b]$", "\u{8}", true),
        (r"^[\]]$", "]", true),
        ("^[---]$", "-", true),
        (r"^[^\s\S]$", "a", false),
        (r"^[^\D]$", "5", true),
    ]);
}

#[test]
fn half_a_surrogate_pair_is_in_no_text() {
    assert_all(&[
        (r"\ud83d", "😀", false),
        (r"\ude00", "😀", false),
        (r"[\ud800-\udfff]", "😀\u{fffd}", false),
        (r"^[^\ud800-\udfff]+$", "😀\u{fffd}", true),
        (r"^\u{d83d}\u{de00}$", "😀", false),
    ]);
}

#[test]
fn properties_are_unicode_s() {
    assert_all(&[
        (r"^\p{Letter}+$", "né", true),
        (r"^\p{L}+$", "né1", false),
        (r"^\P{L}+$", "12", true),
        (r"^[\p{Lu}\d]+$", "É1", true),
        (r"^[^\p{Lu}]+$", "É", false),
        (r"^[\P{Lu}]+$", "é", true),
        (r"^\p{General_Category=Uppercase_Letter}$", "É", true),
        (r"^\p{gc=Nd}$", "٣", true),
        (r"^\p{Script=Greek}$", "α", true),
        (r"^\p{sc=Grek}$", "α", true),
        (r"^\p{Script_Extensions=Greek}$", "α", true),
        (r"^\p{scx=Deva}$", "\u{964}", true),
        (r"^\p{Alphabetic}$", "ß", true),
        (r"^\p{White_Space}$", "\u{2003}", true),
        (r"^\p{Emoji}$", "😀", true),
        (r"^\p{ID_Start}\p{ID_Continue}*$", "né1", true),
        (r"^\p{Any}$", "\u{10ffff}", true),
        (r"^\p{ASCII}$", "é", false),
    ]);
    for unknown in [
        r"\p{Nope}",
        r"\p{letter}",
        r"\p{Script=greek}",
        r"\P{Foo=Bar}",
    ] {
        let error = Pattern::new(unknown).err();
        assert!(
            matches!(error, Some(PatternError::UnknownProperty(_))),
            "{unknown}"
        );
    }
}

#[test]
fn repetitions_have_bounds() {
    assert_all(&[
        ("^a{2}$", "aa", true),
        ("^a{2}$", "aaa", false),
        ("^a{2,}$", "a", false),
        ("^a{2,}$", "aaaaa", true),
        ("^a{2,3}$", "aaa", true),
        ("^a{2,3}$", "aaaa", false),
        ("^a{0}$", "", true),
        ("^a{0,0}b$", "b", true),
        ("^a{02,3}$", "aa", true),
        ("^(?:ab){2,3}?$", "ababab", true),
        ("^a*?b+?c??$", "aab", true),
        ("^(|a)+$", "aaa", true),
        ("^(a*)*$", "b", false),
        ("^(?:)*$", "", true),
        ("^.{0,10000}$", &"x".repeat(10_000), true),
        ("^.{0,10000}$", &"x".repeat(10_001), false),
    ]);
}

#[test]
fn patterns_look_around() {
    assert_all(&[
        (r"^(?=.*\d)(?=.*[a-z]).{4,}$", "abc1", true),
        (r"^(?=.*\d)(?=.*[a-z]).{4,}$", "abcd", false),
        (r"^(?!.*--)[a-z-]+$", "a-b", true),
        (r"^(?!.*--)[a-z-]+$", "a--b", false),
        (r"(?<!\$)\b\d+", "$42", false),
        (r"(?<!\$)\b\d+", "€42", true),
        (r"(?<=\$)\d+", "$42", true),
        // Of any length, and looking around inside.
        (r"(?<=a+)b", "aaab", true),
        (r"(?<=^|,)x(?=,|$)", "a,x,b", true),
        (r"(?<=^|,)x(?=,|$)", "a,xy,b", false),
        (r"(?=^a)a", "ba", false),
        (r"(?=^a)a", "ab", true),
        (r"a(?=b$)", "abab", true),
        (r"(?<=^a)b", "aab", false),
        (r"(?<!^a)b", "aab", true),
        (r"a(?=b(?=c(?!d)))", "abcdabce", true),
        (r"a(?=b(?=c(?!d)))", "abcd", false),
        (r"^(?:(?=ab)a|b)+$", "abab", true),
        (r"^(?:(?!bb).){3}$", "abb", false),
        (r"(?<=(?<!x)y)z", "xyz", false),
        (r"(?<=(?<!x)y)z", "wyz", true),
        (r"\Ba\B", "xay", true),
        (r"^(?!)", "", false),
        (r"^(?=)$", "", true),
        (r"^\b", "", false),
        // Not what looks around is repeated, but a group of it.
        (r"^(?:\b)+a(?:(?=b))*(?:$)?", "abc", true),
    ]);
}

#[test]
fn patterns_refer_back() {
    assert_all(&[
        (r"^(\w)\1$", "aa", true),
        (r"^(\w)\1$", "ab", false),
        (r"^(?<n>a+)-\k<n>$", "aa-aa", true),
        (r"^(?<n>a+)-\k<n>$", "aa-a", false),
        (r"^(?<\u0061>x)\k<a>$", "xx", true),
        // A group that captured nothing is as good as empty, also one that stands later.
        (r"^(?:(a)|b)\1$", "b", true),
        (r"^\1(a)$", "a", true),
        (r"^\k<n>(?<n>a)$", "a", true),
        (r"^(a\1)$", "a", true),
        // Each round forgets what the last one captured.
        (r"^(?:(a)|b)*\1$", "ab", true),
        (r"^(?:(a)|(b)|\1c)+$", "abc", true),
        // Of two groups with one name, one has captured something.
        (r"^(?:(?<n>a)|(?<n>b))\k<n>$", "bb", true),
        (r"^(?:(?<n>a)|(?<n>b))\k<n>$", "ba", false),
        // What was captured while looking ahead stays, and is not tried another way.
        (r"^(?=(a+))\1b$", "aab", true),
        (r"(?=(a+))a*b\1", "baaabac", true),
        (r"^(?=(a+))\1a", "aaa", false),
        (r"(?!(a))b\1", "ab", true),
        // Looking back reads from right to left.
        (r"(?<=\1(a))b", "aab", true),
        (r"(?<=(\d+)(\d+))$", "1053", true),
        (r"^(?<=(?:(x)|y)*)z|(\w)\2", "aa", true),
        (r"^(?i:(ä)\1)$", "äÄ", true),
        (r"^(ä)(?i:\1)$", "äÄ", true),
        (r"^(ä)\1$", "äÄ", false),
        (r"^(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10$", "abcdefghijj", true),
    ]);
}

#[test]
fn cases_are_the_same_where_a_pattern_says_so() {
    assert_all(&[
        ("^(?i:abc)$", "aBC", true),
        ("^a(?i:b)c$", "aBC", false),
        ("^(?i:[a-f]+)$", "DEAF", true),
        ("^(?i:[^a])$", "A", false),
        ("^(?i:é)$", "É", true),
        ("^(?i:σ+)$", "Σσς", true),
        // Unicode's simple folding: the sign for kelvin, the long s.
        ("^(?i:k)$", "\u{212a}", true),
        ("^(?i:s)$", "\u{17f}", true),
        ("^(?i:ß)$", "ẞ", true),
        ("^(?i:ss)$", "ß", false),
        ("^(?i:i)$", "ı", false),
        ("^(?i:i)$", "İ", false),
        (r"^(?i:a(?-i:b))$", "AB", false),
        (r"^(?i:a(?-i:b))$", "Ab", true),
        (r"^(?i:\p{Lu})$", "a", true),
        // They are word characters only there.
        (r"(?i:\b)", "\u{17f}", true),
        (r"\b", "\u{17f}", false),
        (r"(?i:\B)\u212a", "x\u{212a}", true),
        (r"^(?i:\W)$", "s", false),
        (r"^(?i:\w)$", "\u{212a}", true),
        (r"^(?i:(.)\b.)\1$", "-\u{17f}-", true),
    ]);
}

#[test]
fn what_ecma_262_does_not_have_is_no_pattern() {
    for pattern in [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "a{",
        "a{,5}",
        "a{2,1}",
        "a{2",
        "a{x}",
        "*a",
        "a**",
        "a*??",
        "x{2}{3}",
        "a|*",
        "(*)",
        "^*",
        "$+",
        r"\b*",
        "(?=a)*",
        "(?<=a)?",
        "[z-a]",
        r"[\w-a]",
        r"[a-\d]",
        "(?",
        "(?<",
        "(?<n",
        "(?<n>",
        "(?<>x)",
        "(?<1a>x)",
        "(?<a>x)(?<a>y)",
        "(?<a>x)|(?:(?<a>y)(?<a>z))",
        "(?<a>x)(?:y|(?<a>z))",
        r"\k<nope>",
        r"(?<n>a)\k",
        r"(?<n>a)\k<n",
        r"\2(a)",
        r"(a)\10",
        r"\00",
        r"\01",
        r"\x4",
        r"\u123",
        r"\u{}",
        r"\u{110000}",
        r"\u{41",
        r"\c1",
        r"\c",
        r"\p",
        r"\pL",
        r"\p{}",
        r"\p{L",
        r"\p{L=}",
        r"\a",
        r"\é",
        r"\Z",
        r"\A",
        "\\",
        r"[\B]",
        r"[\1]",
        r"[\k<n>]",
        "(?P<n>x)",
        "(?#c)a",
        "(?i)a",
        "(?-:a)",
        "(?ii:a)",
        "(?i-i:a)",
        "(?u:a)",
        "(?>a)",
        "[a-z&&[^aeiou]]",
    ] {
        let error = Pattern::new(pattern).err();
        let is_refused = matches!(
            error,
            Some(PatternError::Syntax { .. } | PatternError::UnknownProperty(_))
        );
        assert!(is_refused, "{pattern}: {error:?}");
    }
}

#[test]
fn what_would_be_too_large_is_refused_at_once() {
    let deep = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
    let long = "ab?".repeat(100_000);
    let looks = "(?=a)".repeat(100);
    for pattern in [
        "((a{1000}){1000}){1000}",
        "a{99999999999999999999}",
        "(a{0,4294967295}){0,4294967295}",
        "(((((a+)*)+)*){100}){1000}",
        "(?=(a{1000}){1000})b",
        "(?:){4294967295}",
        &deep,
        &long,
        &looks,
    ] {
        let error = Pattern::new(pattern).err();
        assert_eq!(error, Some(PatternError::TooLarge), "{pattern:.40}");
    }
    for pattern in [
        "(a{100}){100}",
        "^.{1,10000}$",
        &"(".repeat(200).replace('(', "(a|"),
    ] {
        let closed = format!("{pattern}{}", ")".repeat(pattern.matches("(a|").count()));
        assert!(Pattern::new(&closed).is_ok(), "{closed:.40}");
    }
}
