/** What a control takes of a person a call may fill in, and what it doesn't is refused in the browser's words. */
import { expect, test } from "./forms.js";

test.use({ sharesPage: true });

/** A control called `a`, a value for it, and what is submitted, or why it is refused. */
type Case = readonly [controls: string, value: unknown, expected: unknown];

const cases: readonly Case[] = [
  [
    '<input type="url" name="a">',
    "https://münchen.example/straße",
    ["https://münchen.example/straße"],
  ],
  ['<input type="url" name="a">', "  https://example.org \n", ["https://example.org"]],
  ['<input type="url" name="a">', "urn:isbn:0451450523", ["urn:isbn:0451450523"]],
  ['<input type="url" name="a">', "example.org", /enter a URL/],
  ['<input type="url" name="a">', "", [""]],
  ['<input type="url" name="a" required>', "", /fill out/],
  ['<input type="email" name="a">', "a..b@example.org", ["a..b@example.org"]],
  ['<input type="email" name="a">', "ada@localhost", ["ada@localhost"]],
  ['<input type="email" name="a">', " ada@example.org ", ["ada@example.org"]],
  ['<input type="email" name="a">', "ada@münchen.example", ["ada@xn--mnchen-3ya.example"]],
  ['<input type="email" name="a">', "ädä@example.org", /'@' should not contain/],
  ['<input type="email" name="a">', "ada", /'@'/],
  ['<input type="email" name="a">', "a@b.example,c@d.example", /should not contain/],
  [
    '<input type="email" name="a" multiple>',
    "a@b.example, c@d.example",
    ["a@b.example,c@d.example"],
  ],
  ['<input type="email" name="a" multiple>', "a@b.example, c", /'@'/],
  ['<input name="a" maxlength="2">', "😀", ["😀"]],
  ['<input name="a" maxlength="2">', "😀a", /at most 2 characters.* has 3/],
  ['<input name="a" minlength="4">', "😀😀", ["😀😀"]],
  ['<input name="a" minlength="4">', "abc", /at least 4 characters.* has 3/],
  ['<input name="a" minlength="4">', "", [""]],
  ['<input name="a" minlength="4" value="abc">', "abc", ["abc"]],
  ['<input type="number" name="a" maxlength="1">', 123, ["123"]],
  ['<input name="a" pattern="a|b">', "b", ["b"]],
  ['<input name="a" pattern="a|b">', "", [""]],
  ['<input name="a" pattern="a|b">', "ab", /requested format/],
  ['<input name="a" pattern="(">', "anything", ["anything"]],
  ['<input name="a" pattern="[\\p{Lu}--[A-Z]]" title="One capital beyond A to Z">', "Ü", ["Ü"]],
  [
    '<input name="a" pattern="[\\p{Lu}--[A-Z]]" title="One capital beyond A to Z">',
    "U",
    /requested format/,
  ],
  ['<input name="a">', "two\nlines", ["two lines"]],
  ['<input type="tel" name="a">', "+49 30 (12)", ["+49 30 (12)"]],
  ['<input name="a">', 5, /must be a string, but is 5/],
  ['<input name="a">', null, /must be a string, but is null/],
  ['<textarea name="a" maxlength="3" wrap="hard"></textarea>', "a\r\nb", ["a\nb"]],
  ['<textarea name="a" maxlength="3"></textarea>', "a\nbc", /at most 3 characters.* has 4/],
  ['<textarea name="a" required></textarea>', "", /fill out/],
  ['<input type="number" name="a">', 3, ["3"]],
  ['<input type="number" name="a">', "3", ["3"]],
  ['<input type="number" name="a">', 1e21, ["1e+21"]],
  ['<input type="number" name="a">', 1.5, /valid value/],
  ['<input type="number" name="a" value="0.5">', 1.5, ["1.5"]],
  ['<input type="number" name="a" step="any">', 1.55, ["1.55"]],
  ['<input type="number" name="a" step="0.1">', 0.3, ["0.3"]],
  ['<input type="number" name="a" min="1" step="5">', 6, ["6"]],
  ['<input type="number" name="a" min="1" step="5">', 5, /valid value/],
  ['<input type="number" name="a" min="1">', 0, /greater than or equal to 1/],
  ['<input type="number" name="a" max="1">', 2, /less than or equal to 1/],
  ['<input type="number" name="a">', "three", /must be a number/],
  ['<input type="number" name="a">', "0x10", /must be a number/],
  ['<input type="number" name="a">', true, /must be a number, but is true/],
  ['<input type="range" name="a">', 100, ["100"]],
  ['<input type="range" name="a">', 101, /less than or equal to 100/],
  ['<input type="range" name="a" step="10">', 15, /valid value/],
  [
    '<input type="range" name="a" value="5" step="10">',
    10,
    /must be a step, such as 15, but is 10/,
  ],
  ['<input type="range" name="a">', "0x32", /must be a number/],
  ['<input type="range" name="a">', "", /must be a number/],
  ['<input type="range" name="a" min="10" max="5">', 10, ["10"]],
  ['<input type="range" name="a" value="5" step="10">', 15, ["15"]],
  ['<input type="date" name="a" min="2026-01-01" step="7">', "2026-01-08", ["2026-01-08"]],
  ['<input type="date" name="a" min="2026-01-01" step="7">', "2026-01-02", /valid value/],
  ['<input type="date" name="a" min="2026-01-01">', "2025-12-31", /01\/01\/2026 or later/],
  ['<input type="date" name="a">', "2026-02-30", /must be a date such as "2026-01-31"/],
  ['<input type="date" name="a">', "20000-02-29", ["20000-02-29"]],
  ['<input type="date" name="a" value="2026-01-01">', "", [""]],
  ['<input type="month" name="a" max="2026-05">', "2026-06", /May 2026 or earlier/],
  ['<input type="week" name="a">', "2026-W53", ["2026-W53"]],
  ['<input type="week" name="a">', "2025-W53", /must be a week/],
  ['<input type="time" name="a">', "07:30:00", ["07:30:00"]],
  ['<input type="time" name="a">', "07:30:15", /valid value/],
  ['<input type="time" name="a" step="1">', "07:30:15", ["07:30:15"]],
  ['<input type="time" name="a" step="0.001">', "07:30:15.5", ["07:30:15.5"]],
  ['<input type="time" name="a" min="22:00" max="06:00">', "23:00", ["23:00"]],
  [
    '<input type="time" name="a" min="22:00" max="06:00">',
    "12:00",
    /between 10:00\sPM and 6:00\sAM/,
  ],
  ['<input type="datetime-local" name="a">', "2026-05-01 07:30", ["2026-05-01T07:30"]],
  ['<input type="datetime-local" name="a">', "2026-05-01T07:30:00", ["2026-05-01T07:30"]],
  ['<input type="datetime-local" name="a">', "2026-05-01T07:30Z", /must be a date and a time/],
  ['<input type="color" name="a">', "#ABCDEF", ["#abcdef"]],
  ['<input type="color" name="a">', "black", ["#000000"]],
  ['<input type="color" name="a" value="#123456">', "none", /must be a colour/],
  ['<input type="checkbox" name="a" required>', false, /check this box/],
  ['<input type="checkbox" name="a" required>', true, ["on"]],
  [
    '<input type="checkbox" name="a" value="x" required><input type="checkbox" name="a" value="y">',
    ["y"],
    /check this box/,
  ],
  [
    '<input type="checkbox" name="a" value="x"><input type="checkbox" name="a" value="y">',
    ["x", "y"],
    ["x", "y"],
  ],
  [
    '<input type="checkbox" name="a" value="x"><input type="checkbox" name="a" value="y">',
    ["z"],
    /must be one of "x", "y", but is "z"/,
  ],
  [
    '<input type="radio" name="a" value="x"><input type="radio" name="a" value="y" disabled required>',
    undefined,
    /select one of these options/,
  ],
  [
    '<input type="radio" name="a" value="x"><input type="radio" name="a" value="y" disabled>',
    "y",
    /must be one of "x"/,
  ],
  [
    '<input type="radio" name="a" value="x" checked required><input type="radio" name="a" value="y">',
    undefined,
    ["x"],
  ],
  ['<select name="a" required><option value="">Choose<option>x</select>', "", /select an item/],
  [
    '<select name="a" required><option value="">Choose<option>x</select>',
    undefined,
    /select an item/,
  ],
  ['<select name="a" required size="2"><option value="">None<option>x</select>', "", [""]],
  ['<select name="a" required><option>x<option value="">None</select>', "", [""]],
  [
    '<select name="a" required><optgroup><option value="">None</optgroup><option>x</select>',
    "",
    [""],
  ],
  ['<select name="a"><option>x<option disabled>y</select>', "y", /must be one of "x"/],
  ['<select name="a"></select>', "y", /nothing to choose from/],
  ['<select name="a" multiple required><option>x<option>y</select>', [], /select an item/],
  ['<select name="a" multiple><option>x<option>y</select>', ["y", "x"], ["x", "y"]],
  ['<input name="a" required value="kept">', undefined, ["kept"]],
  ['<input name="a" required>', undefined, /fill out/],
  ['<input name="a" maxlength="2"><input name="a">', ["ab", "abc"], ["ab", "abc"]],
  ['<input name="a" maxlength="2"><input name="a">', ["abc"], /item 0: must have at most 2/],
  ['<input name="a"><input name="a" required>', ["x"], /item 1: .*fill out/],
  ['<input type="hidden" name="a" value="kept">', "other", /no field/],
  ['<input type="file" name="a">', "x", /no field/],
  ['<input name="a" readonly value="kept">', "other", /no field/],
];

test("a value that a control takes is submitted, and one that it doesn't is refused with the reason", async ({
  formPage,
  complaints,
}) => {
  const page = await formPage("");
  const forms = cases.map(
    ([controls], index) =>
      `<form toolname="f${index}" tooldescription="It." toolautosubmit>${controls}</form>`,
  );
  const seen = await page.evaluate(
    async ({ html, values }) => {
      const place = document.querySelector("main") as HTMLElement;
      place.innerHTML = html;
      await settled();
      document.addEventListener("submit", (event) => event.preventDefault());
      const seen: unknown[] = [];
      for (const [index, value] of values.entries()) {
        const outcome = await call(`f${index}`, value === undefined ? {} : { a: value });
        const data = new FormData(form(`f${index}`)).getAll("a");
        seen.push(outcome.success ? data : outcome.error.validationErrors?.[0]?.message);
      }
      return seen;
    },
    { html: forms.join(""), values: cases.map(([, value]) => value) },
  );

  // Chromium says so of a pattern that it can't read, and leaves it alone.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("Pattern attribute value (")]);
  for (const [index, [controls, value, expected]] of cases.entries()) {
    const what = `${controls} ${JSON.stringify(value)}`;
    if (expected instanceof RegExp) expect.soft(seen[index], what).toMatch(expected);
    else expect.soft(seen[index], what).toEqual(expected);
  }
});

test("the verdict is the one that the control itself comes to", async ({ formPage }) => {
  const page = await formPage("");
  const differing = await page.evaluate(async () => {
    const attributes = {
      text: ["", "required", 'pattern="[a-z]+"', 'pattern="(?=a).*"'],
      search: ["", "required"],
      tel: ["", 'pattern="[+0-9]+"'],
      url: ["", "required", 'pattern="https:.*"'],
      email: ["", "required", "multiple", 'pattern=".+@b.*"'],
      number: [
        "",
        "required",
        'min="2"',
        'max="2"',
        'step="any"',
        'step="0.25"',
        'min="1" step="3"',
      ],
      date: ["", "required", 'min="2026-05-01"', 'max="2026-05-01"', 'step="2"'],
      month: ["", 'min="2026-05"', 'step="2"'],
      week: ["", 'max="2026-W20"'],
      time: ["", 'min="08:00"', 'step="900"', 'step="any"'],
      "datetime-local": ["", 'min="2026-05-01T08:00"', 'step="any"'],
    };
    const texts = [
      "",
      "a",
      "A",
      "äöü",
      "+49",
      "https:a",
      "https://b.example/ü?ü#ü",
      "mailto:a@b",
      "a@b",
      "a@b.c",
      "a@b.c,d@e.f",
      "a b",
      "1",
      "2",
      "2.5",
      "4",
      "-1",
      "1e3",
      "2026-05-01",
      "2026-05-02",
      "2026-04-30",
      "2026-05",
      "2026-04",
      "2026-W20",
      "2026-W21",
      "08:00",
      "07:45",
      "08:15:30",
      "2026-05-01T08:00",
      "2026-05-01T07:59:30",
    ];
    document.addEventListener("submit", (event) => event.preventDefault());
    const differing: unknown[] = [];
    for (const [type, each] of Object.entries(attributes)) {
      const place = document.querySelector("main") as HTMLElement;
      place.innerHTML = each
        .map(
          (some, index) =>
            `<form toolname="f${index}" tooldescription="It." toolautosubmit><input name="a" type="${type}" ${some}></form>`,
        )
        .join("");
      await settled();
      for (const [index, some] of each.entries()) {
        const probe = form(`f${index}`).firstChild?.cloneNode() as HTMLInputElement;
        for (const text of texts) {
          probe.value = text;
          // A text that is none of its type a person can't enter.
          const isDropped = probe.value === "" && text !== "";
          const takes = probe.validity.valid && !isDropped;
          const outcome = await call(`f${index}`, { a: text });
          const reason = outcome.success || outcome.error.validationErrors?.[0]?.message;
          const isSame = outcome.success === takes;
          const isReason = takes || isDropped || reason === probe.validationMessage;
          if (!isSame || !isReason) differing.push([type, some, text, takes, reason]);
        }
      }
    }
    return differing;
  });

  expect(differing).toEqual([]);
});

test("a form that the browser does not check takes what can be entered", async ({ formPage }) => {
  const page = await formPage(
    `<form toolname="form" tooldescription="It." toolautosubmit novalidate>
      <input name="a" required pattern="x"><input name="b" type="number" max="2"><input name="c" maxlength="2"></form>
    <form toolname="button" tooldescription="It." toolautosubmit><input name="a" required><button formnovalidate>Go</button></form>`,
  );
  const seen = await page.evaluate(async () => {
    document.addEventListener("submit", (event) => event.preventDefault());
    const outcomes = [
      await call("form", { a: "y", b: 3 }),
      await call("form", { b: "three" }),
      await call("form", { c: "abc" }),
      await call("button", {}),
    ];
    return outcomes.map(({ success }) => success);
  });

  expect(seen).toEqual([true, false, false, true]);
});

test("every fault is told at once, and nothing is filled in", async ({ formPage }) => {
  const page = await formPage(
    `<form toolname="it" tooldescription="It." toolautosubmit>
      <input name="a" type="url"><input name="b" required><input name="c"></form>`,
  );
  const seen = await page.evaluate(async () => {
    const outcome = await call("it", { a: "x", c: "y", d: 1 });
    const paths = outcome.success || outcome.error.validationErrors?.map(({ path }) => path);
    return [paths, [...new FormData(form()).values()]];
  });

  expect(seen).toEqual([
    [["a"], ["b"], ["d"]],
    ["", "", ""],
  ]);
});
