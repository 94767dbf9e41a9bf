//! Random lines, many of which are allowed.

use proptest::prelude::*;
use proptest::sample::select;

/// Lines that were once read differently from a shell, and similar ones.
pub const EXAMPLES: [&str; 66] = [
    "p \"${x:-'$(rm x)'}\"",
    "q <<E $(rm x)",
    "q <<\"E\\OF\"\n$(rm x)\nE\\OF",
    "q <<E\\\nOF\n$(rm x)\nEOF",
    "q <<'E'\nx\nE\nrm x",
    "q <<-$(\t",
    "q << \r ",
    "p <(true)# $(rm x)",
    "p >(rm x)",
    "for PATH in /evil; do p; done",
    "printf -v PATH /evil; p",
    "printf '%n' PATH; p",
    "printf -- '%s' PATH; p",
    "printf '%*n' 1 PATH; p x",
    "test -v 'a[$(rm x)]'; p",
    "[ -v 'a[$(rm x)]' ]; p",
    "test 'a[$(rm x)]' -eq 1; p",
    "p $'\\'' $(rm x) '",
    "p $'a\\'; rm x; '",
    "p $\"a\" rm",
    "V=b p x",
    "V='a b' p x; p y",
    "V=\"a\"'b'c p x",
    "PATH=/evil p x",
    "V=b; p",
    "p V=b x",
    "p x > out/a",
    "p x >> 'out/a b'",
    "p 2 > out/a",
    "p 2> out/a x",
    "p x 2>&1 > out/b",
    "p x>out/../x",
    "p x >/dev/null",
    "p < x",
    "p a && q b || p c",
    "q a || p b; p c",
    "p a | q b | p c",
    "p 'it'\\''s' \"it's\"",
    "p \"a \\\" b \\$ \\\\ \\x\"",
    "p \\; \\a \\' \\\" \\\\",
    "p a#b # c",
    "p ~ ~x a~ HEAD~1 x=~ x:~",
    "p {a,b} {} a{b} {a..c}",
    "p * ? [a] a[1] ] [",
    "p !! !x ! !=",
    "p $x ${x} $(x) `x` $((x))",
    "p \"$x\" \"a$\" \"`x`\" \"$(x)\"",
    "p a & rm x",
    "p a |& rm x",
    "p a &> x",
    "p a ;; rm x",
    "p a\nq b\n\np c\n",
    "p a &&\nq b |\n\n p c",
    "(p a)",
    "{ p a; }",
    "! p a",
    "p é漢字🦀 '→' \"ü\" ñ",
    "p '\u{81}' '\u{88}\u{84}'",
    "p -n -e -- --x=y -",
    "p '' \"\" ''a",
    "p a^b ^a %1 @x +x ,x",
    "p if then do done { } fi",
    "p 'a\\' 'b\\\\' \"c\\\\\"",
    "p 'a\nb'",
    "p a\\\nb",
    "eval p x; alias p=rm",
];

/// Pieces of lines. Those of the grammar are more frequent.
fn piece() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const USUAL: &[&str] = &[
        " ", " ", " ", "p ", "p ", "q ", "; ", " | ", " && ", " || ", "\n", "a", "b", "x", "'", "\"", "'a b'",
        "\"c d\"", "\\", "V=b ", "-n", "=", ":", "/", "~", "#", "!", "2", " > out/a ", " 2>&1", "printf ", "test ",
        "it's", "''", "\"\"", "{}", "[ ", "]", "é", "\\'", "'\\''", "\"'\"",
    ];
    #[rustfmt::skip]
    const ODD: &[&str] = &[
        "$", "`", "(", ")", "{", "}", "<", ">", "&", "*", "?", "[", "\t", "\r", "\u{0}", "\u{1}", "\u{7f}", "\u{81}",
        "\u{a0}", "\u{202e}", "\u{2028}", "\u{3000}", "$(rm x)", "`rm x`", "${x:-", "$((", "<<E", "<<-E", "<<<",
        "E\n", "\nE\n", "$'", "$\"", "\\\n", ";;", "|&", "&>", ">|", "<>", "2>", ">&", "if ", "do ", "for ", "then ",
        "fi", "done", "case ", "function ", "time ", "! ", "[[ ", "eval ", "alias p=rm;", "exec ", "%n", "-v ",
        "PATH=/evil ", "rm ", "{a,b}", "..", "out/", "A+=b ", "a[0]=b ",
    ];
    prop_oneof![9 => select(USUAL), 1 => select(ODD)].prop_map(str::to_owned)
}

pub fn line() -> impl Strategy<Value = String> {
    let made =
        prop::collection::vec(piece(), 1..16).prop_map(|pieces| format!("p {}", pieces.concat()));
    let changes =
        prop::collection::vec((any::<prop::sample::Index>(), piece(), any::<bool>()), 0..4);
    let mutated = (select(&EXAMPLES[..]), changes).prop_map(|(example, changes)| {
        let mut letters: Vec<char> = example.chars().collect();
        for (at, piece, removes) in changes {
            let at = at.index(letters.len() + 1);
            let end = (at + usize::from(removes)).min(letters.len());
            letters.splice(at..end, piece.chars());
        }
        letters.into_iter().collect()
    });
    // Any words that can be quoted.
    let quoted = prop::collection::vec("[ -~é→]{0,8}", 1..6).prop_map(|words| {
        let words = words
            .iter()
            .map(|word| format!("'{}'", word.replace('\'', "'\\''")));
        format!("p {}", words.collect::<Vec<_>>().join(" "))
    });
    prop_oneof![3 => made, 2 => mutated, 2 => quoted]
}

/// Programs that run others, if this machine has them.
pub const WRAPPERS: [&str; 9] = [
    "command", "env", "find", "nice", "nohup", "setsid", "stdbuf", "timeout", "xargs",
];

/// Words that may hide the program among them.
pub fn wrapped() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "p", "p", "q", "rm", "x", "V=b", "PATH=b", "--", "-", "-u", "-i", "-S", "-S'rm x'", "-iS", "-a", "-n", "-n1",
        "-n 1", "-1", "1", "5", "-k", "-k1", "-s", "-s9", "-sKILL", "--signal=KILL", "--foreground", "-v", "-p",
        "-I", "-Ix", "-I p", "-i", "-0", "-r", "-L", "-L1", "-l", "-P", "-d", "-dx", "-E", "-e", "-eof", "-t", "-x",
        "--max-args=1", "--max-args", "--max-lines", "--replace", "--adjustment", "--adj", "--split-string=rm",
        "--sp", "--unset", "-exec", "-exec", "-execdir", "-name", "-o", "'{}'", "'{}'", "';'", "';'", "+", "-c",
        "-w", "-o0", "-oL", "--output=0", "--argv0", "-p", "'a b'", "''", ".",
    ];
    let wrapper = || select(&WRAPPERS[..]);
    let words = prop::collection::vec(prop_oneof![6 => select(WORDS), 1 => wrapper()], 1..9);
    (wrapper(), words).prop_map(|(wrapper, words)| format!("{wrapper} {}", words.join(" ")))
}
