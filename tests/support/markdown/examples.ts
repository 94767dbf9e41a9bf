import { tests } from "commonmark-spec";

/** The examples of CommonMark 0.31.2, by their number. */
export const commonMark: readonly { readonly number: number; readonly markdown: string }[] =
  tests.map(({ number, markdown }) => ({ number, markdown: markdown.replaceAll("→", "\t") }));

/** What GitHub Flavored Markdown adds: each rule of its sections on tables, tasks, strikethrough and autolinks. */
export const gfm: Readonly<Record<string, string>> = {
  "a table": "| foo | bar |\n| --- | --- |\n| baz | bim |\n",
  "a table with alignments": "| abc | defghi | x |\n:-: | -----------: | :--\nbar | baz | y\n",
  "an escaped pipe in a cell": "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n",
  "a table that a quote ends": "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n",
  "a table that a blank line ends": "| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n",
  "a table that is none: its columns differ": "| abc | def |\n| --- |\n| bar |\n",
  "rows with other numbers of cells":
    "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n",
  "a table without rows": "| abc | def |\n| --- | --- |\n",
  "a table in the midst of a paragraph": "Some text:\n| a | b |\n|---|---|\n| 1 | 2 |\n",
  "a table that a list ends": "| a |\n|---|\n| 1 |\n- item\n",
  "a table of one column without outer pipes": "a\n:-\nb\n",
  "two tables": "| a |\n|---|\n| 1 |\n\n| b |\n|---|\n| 2 |\n",
  "a table in a list": "- item\n\n  | a |\n  |---|\n  | 1 |\n",
  "a table in a quote": "> | a |\n> |---|\n> | 1 |\n",
  tasks: "- [ ] foo\n- [x] bar\n",
  "tasks in tasks": "- [x] foo\n  - [ ] bar\n  - [X] baz\n- [ ] bim\n",
  "tasks in a loose list": "- [x] foo\n\n- [ ] bar\n",
  "what is no task": "- [] foo\n- [y] bar\n- [x]baz\n- [ ]\n",
  strikethrough: "~~Hi~~ Hello, ~there~ world!\n",
  "strikethrough over paragraphs is none": "This ~~has a\n\nnew paragraph~~.\n",
  "three tildes are none": "This will ~~~not~~~ strike.\n",
  "an address with www":
    "www.commonmark.org\n\nVisit www.commonmark.org/help for more information.\n",
  "marks behind an address": "Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n",
  "parentheses in an address":
    "www.google.com/search?q=Markup+(business)\n\n(www.google.com/search?q=(business))\n",
  "an entity behind an address":
    "www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n",
  "an address ends at <": "www.commonmark.org/he<lp\n",
  "addresses with schemes":
    "http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n",
  "addresses of mail":
    "foo@bar.baz\n\nhello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n",
  "marks behind an address of mail":
    "a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n",
  "addresses with mailto and xmpp": "mailto:foo@bar.baz\n\nxmpp:foo@bar.baz/txt@bin.com\n",
  "tags that GitHub disallows":
    "<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.\n</blockquote>\n",
};

/** All examples, each with a name. */
export const examples: readonly (readonly [name: string, markdown: string])[] = [
  ...commonMark.map(({ number, markdown }) => [`CommonMark ${number}`, markdown] as const),
  ...Object.entries(gfm),
];
