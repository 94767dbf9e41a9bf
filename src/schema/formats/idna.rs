/// Whether a label that an `xn--` one stands for may be one (RFC 5892), as far as that can be said without Unicode's
/// tables: what is known to be wrong is refused, and the rest, characters that no version of Unicode has, say, is not.
pub(super) fn is_label(label: &[char]) -> bool {
    // RFC 5891, sections 4.2.3.1 and 4.2.3.2
    let hyphens = matches!(label, [_, _, '-', '-', ..] | ['-', ..] | [.., '-']);
    let begins_with_mark = label
        .first()
        .is_some_and(|&first| is_in(first, &COMBINING_MARKS));
    !hyphens
        && !begins_with_mark
        && (0..label.len()).all(|at| is_allowed(label, at))
        && !mixes_digits(label)
}

/// Whether the character at `at` may stand there. The contexts are those of RFC 5892, appendix A.
fn is_allowed(label: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| label[at]);
    let after = label.get(at + 1).copied();
    match label[at] {
        // A.2: the joiner follows a virama. A.1, for the non-joiner, has an alternative that needs a table.
        '\u{200D}' => before.is_some_and(is_virama),
        // A.3
        '\u{B7}' => before == Some('l') && after == Some('l'),
        // A.4
        '\u{375}' => after.is_some_and(|after| matches!(after, '\u{370}'..='\u{3FF}')),
        // A.5, A.6
        '\u{5F3}' | '\u{5F4}' => {
            before.is_some_and(|before| matches!(before, '\u{590}'..='\u{5FF}'))
        }
        // A.7
        '\u{30FB}' => label.iter().any(|&other| is_japanese(other)),
        // Section 2.6: these would be refused by their category.
        '\u{200C}' | '\u{3007}' => true,
        character => !is_in(character, &DISALLOWED),
    }
}

/// A.8 and A.9: Arabic-Indic digits and extended ones.
fn mixes_digits(label: &[char]) -> bool {
    let has = |zero: u32| {
        label
            .iter()
            .any(|&character| (zero..zero + 10).contains(&u32::from(character)))
    };
    has(0x660) && has(0x6F0)
}

/// Hiragana, Katakana or Han, and not the middle dot itself.
fn is_japanese(character: char) -> bool {
    matches!(character, '\u{3005}' | '\u{3007}' | '\u{3041}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// A character of combining class 9. Those beyond the first plane are taken for one.
fn is_virama(character: char) -> bool {
    u16::try_from(u32::from(character)).map_or(true, |code| {
        // Most scripts of India have it at the same place.
        matches!(code, 0x900..=0xD7F) && code & 0x7F == 0x4D || VIRAMAS.contains(&code)
    })
}

fn is_in(character: char, ranges: &[(u32, u32)]) -> bool {
    let code = u32::from(character);
    ranges
        .iter()
        .any(|&(first, last)| (first..=last).contains(&code))
}

const VIRAMAS: [u16; 26] = [
    0xD3B, 0xD3C, 0xDCA, 0xE3A, 0xEBA, 0xF84, 0x1039, 0x103A, 0x1714, 0x1715, 0x1734, 0x17D2,
    0x1A60, 0x1B44, 0x1BAA, 0x1BAB, 0x1BF2, 0x1BF3, 0x2D7F, 0xA806, 0xA82C, 0xA8C4, 0xA953, 0xA9C0,
    0xAAF6, 0xABED,
];

/// The marks of the larger scripts, and those of no script.
const COMBINING_MARKS: [(u32, u32); 17] = [
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x591, 0x5BD),
    (0x610, 0x61A),
    (0x64B, 0x65F),
    (0x6D6, 0x6DC),
    (0x900, 0x903),
    (0x93A, 0x93C),
    (0x93E, 0x94F),
    (0x981, 0x983),
    (0xE34, 0xE3A),
    (0xE47, 0xE4E),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0x302A, 0x302F),
    (0x3099, 0x309A),
];

/// Blocks of symbols, punctuation and compatibility characters, and the exceptions of RFC 5892, section 2.6.
const DISALLOWED: [(u32, u32); 24] = [
    (0x80, 0xB6),
    (0xB8, 0xDE),
    (0xF7, 0xF7),
    (0x640, 0x640),
    (0x7FA, 0x7FA),
    (0x2000, 0x20CF),
    (0x20DD, 0x20E4),
    (0x2100, 0x214D),
    (0x2150, 0x2183),
    (0x2185, 0x2BFF),
    (0x2E00, 0x2E2E),
    (0x2E30, 0x3004),
    (0x3008, 0x3029),
    (0x302E, 0x3037),
    (0x303B, 0x303B),
    (0x303D, 0x3040),
    (0x3200, 0x33FF),
    (0xD800, 0xFA0D),
    (0xFB00, 0xFB1D),
    (0xFB1F, 0xFE1F),
    (0xFE30, 0xFE72),
    (0xFE74, 0xFFFF),
    (0x1F000, 0x1FAFF),
    (0xE0000, 0x10_FFFF),
];
