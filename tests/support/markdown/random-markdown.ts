/** Pieces of which texts are made: what begins, continues or ends something. */
const PIECES = [
  ...[
    "a",
    "foo bar",
    "é",
    "😀",
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    "\r\n",
    "\r",
  ],
  ...[
    "- ",
    "* ",
    "+ ",
    "1. ",
    "2. ",
    "10) ",
    "> ",
    ">",
    "# ",
    "## x",
    "```",
    "```js\n",
    "~~~",
    "---",
  ],
  ...["===", "***", "| a | b |", "|---|---|", "|-|", "| 1 | 2 |", "[x]", "[x]: /y", '[x]: /z "t"'],
  ...["[x](u)", "![i](p)", "*", "**", "_", "~~", "`", "<div>", "</div>", "<!--", "-->", "<b>"],
  ...[
    "<script>",
    "</script>",
    "&amp;",
    "\\",
    "[ ] ",
    "[x] ",
    "https://e.test",
    "$",
    "$$",
    "\\[",
    "\\]",
  ],
];

/** Pieces by which something could be smuggled into a page. */
const HOSTILE = [
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java&Tab;script:alert(1)",
  ],
  ...[
    "&#106;avascript:alert(1)",
    "&#x6A;avascript&colon;alert(1)",
    "javascript&#58;alert(1)",
    "\u0001javascript:x",
  ],
  ...[
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://e.test/1",
  ],
  ...[
    "//evil.test/x",
    "https://bank.test@evil.test/",
    "http://evil.test/?q=secret",
    "\\\\evil.test\\x",
  ],
  ...[
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='<script>'>",
    "<a href='javascript:1'>",
  ],
  ...[
    "<style>@import 'https://evil.test'</style>",
    "<link rel=stylesheet href=//evil.test>",
    "<base href=//evil.test>",
  ],
  ...[
    "![",
    "](",
    ")",
    "[",
    "]",
    "[x]: javascript:alert(1)\n",
    "[x]: https://evil.test '\"><img src=x>'\n",
    "[x]",
  ],
  ...[
    "![x][x]",
    "[![x](https://evil.test/i.png)](javascript:1)",
    '![a](https://evil.test/a.png "t" onload=1)',
  ],
  ...[
    "\u202E",
    "\u200B",
    "\u0000",
    "\uFEFF",
    "\uD800",
    "⟨",
    "$" + "{1}",
    "<!--?lit$1$-->",
    "<!---->",
    "{{x}}",
  ],
  ...[
    "<javascript:alert(1)>",
    '<https://evil.test/"onclick="x>',
    "`",
    "**",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "| a |\n|---|\n| ",
  ],
  ...[
    '"',
    "'",
    'style="background:url(//evil.test)"',
    " onclick=alert(1) ",
    "<form action=//evil.test><input>",
  ],
];

/** A series of texts that is the same for the same seed. */
export function* randomTexts(
  kind: "usual" | "hostile",
  seed: number,
  count: number,
): Generator<string> {
  const pieces = kind === "usual" ? PIECES : HOSTILE;
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let made = 0; made < count; made += 1) {
    const length = 1 + below(24);
    yield Array.from({ length }, () => pieces[below(pieces.length)]).join("");
  }
}
