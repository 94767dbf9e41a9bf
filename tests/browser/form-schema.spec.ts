import { expect, test } from "./forms.js";

test.use({ sharesPage: true });

const inForm = (controls: string, attributes = "toolautosubmit") =>
  `<form toolname="it" tooldescription="It." ${attributes}>${controls}<button>Send</button></form>`;

for (const [what, controls, property] of [
  ["a text field", '<input name="a">', { type: "string" }],
  ["a search field", '<input type="search" name="a">', { type: "string" }],
  ["an unknown type", '<input type="colour" name="a">', { type: "string" }],
  [
    "limits and a pattern, which HTML anchors",
    '<input name="a" minlength="2" maxlength="5" pattern="a|b">',
    { type: "string", minLength: 2, maxLength: 5, pattern: "^(?:a|b)$" },
  ],
  ["a pattern that is none", '<input name="a" pattern="(">', { type: "string" }],
  ["a text area", '<textarea name="a" maxlength="9"></textarea>', { type: "string", maxLength: 9 }],
  ["a whole number", '<input type="number" name="a">', { type: "integer" }],
  [
    "a number between, in steps",
    '<input type="number" name="a" min="0" max="20" step="5">',
    { type: "integer", minimum: 0, maximum: 20, multipleOf: 5 },
  ],
  [
    "steps that begin elsewhere",
    '<input type="number" name="a" min="1" step="5">',
    { type: "integer", minimum: 1, description: "In steps of 5 from 1." },
  ],
  [
    "steps that begin at a fraction",
    '<input type="number" name="a" value="0.5">',
    { type: "number", description: "In steps of 1 from 0.5." },
  ],
  [
    "a fraction",
    '<input type="number" name="a" step="0.01">',
    { type: "number", description: "In steps of 0.01." },
  ],
  [
    "limits that are no numbers, which count for nothing",
    '<input type="number" name="a" min="0x10" max="" step="-1">',
    { type: "integer" },
  ],
  [
    "a range whose limits are the wrong way round",
    '<input type="range" name="a" min="10" max="5">',
    { type: "integer", minimum: 10, maximum: 10 },
  ],
  ["any number", '<input type="number" name="a" step="any">', { type: "number" }],
  [
    "a range, which has limits anyway",
    '<input type="range" name="a">',
    { type: "integer", minimum: 0, maximum: 100 },
  ],
  ["a checkbox", '<input type="checkbox" name="a">', { type: "boolean" }],
  [
    "checkboxes of one name",
    '<input type="checkbox" name="a" value="x"><input type="checkbox" name="a" value="y">',
    { type: "array", items: { type: "string", enum: ["x", "y"] }, uniqueItems: true },
  ],
  [
    "radio buttons",
    '<input type="radio" name="a" value="x"><input type="radio" name="a" value="y">',
    { type: "string", enum: ["x", "y"] },
  ],
  [
    "a list",
    '<select name="a"><option>x</option><option disabled>y</option><option>z</option></select>',
    { type: "string", enum: ["x", "z"] },
  ],
  [
    "a list to choose several from",
    '<select name="a" multiple><option>x</option><option>y</option></select>',
    { type: "array", items: { type: "string", enum: ["x", "y"] }, uniqueItems: true },
  ],
  ["a date", '<input type="date" name="a">', { type: "string", format: "date" }],
  ["an e-mail address", '<input type="email" name="a">', { type: "string", format: "email" }],
  [
    "several e-mail addresses",
    '<input type="email" name="a" multiple>',
    { type: "string", description: "E-mail addresses, with commas between them." },
  ],
  [
    "an address",
    '<input type="url" name="a">',
    { type: "string", description: 'An absolute URL, such as "https://example.org/".' },
  ],
  [
    "fields of one name",
    '<input name="a" maxlength="3"><input name="a" maxlength="3">',
    { type: "array", items: { type: "string", maxLength: 3 }, maxItems: 2 },
  ],
  [
    "fields of one name with different limits",
    '<input name="a" maxlength="3"><input name="a">',
    { type: "array", items: { type: "string" }, maxItems: 2 },
  ],
  [
    "a list whose empty line is a choice like others",
    '<select name="a"><option>x</option><option value="">none</option></select>',
    { type: "string", enum: ["x", ""] },
  ],
  [
    "options that are hidden, or in a disabled group",
    '<select name="a"><option hidden>x</option><optgroup disabled><option>y</option></optgroup><option>z</option></select>',
    { type: "string", enum: ["z"] },
  ],
  ["a control of another form", '<input name="b" form="other">', undefined],
  ["a button", '<button name="a" value="x">Go</button><input type="image" name="b">', undefined],
  ["one that is inert", '<div inert><input name="a"></div>', undefined],
  ["one in a list of suggestions", '<datalist><input name="a"></datalist>', undefined],
  [
    "read-only where HTML knows no such thing",
    '<input type="checkbox" name="a" readonly>',
    { type: "boolean" },
  ],
  [
    "one in the legend of a disabled group",
    '<fieldset disabled><legend><input name="a"></legend></fieldset>',
    { type: "string" },
  ],
  ["a hidden one", '<input type="hidden" name="a">', undefined],
  ["a file", '<input type="file" name="a">', undefined],
  ["a password", '<input type="password" name="a">', undefined],
  ["one that is disabled", '<input name="a" disabled>', undefined],
  ["one in a disabled group", '<fieldset disabled><input name="a"></fieldset>', undefined],
  ["one that is read-only", '<input name="a" readonly>', undefined],
  ["one without a name", "<input>", undefined],
] as const) {
  test(`${what}: ${property ? "is a parameter" : "is none"}`, async ({ formPage }) => {
    const page = await formPage(inForm(controls));
    const schema = await page.evaluate(() => schemaOf("it"));
    expect(schema).toEqual({
      type: "object",
      properties: property ? { a: property } : {},
      additionalProperties: false,
    });
  });
}

test("times, months, weeks and colours are written as HTML writes them", async ({ formPage }) => {
  const types = {
    time: ["07:30", "7:30"],
    "datetime-local": ["2026-05-01T07:30", "2026-05-01"],
    month: ["2026-05", "2026-13"],
    week: ["2026-W18", "2026-18"],
    color: ["#0a0B0c", "no colour"],
  };
  const page = await formPage(
    Object.keys(types)
      .map(
        (type) =>
          `<form toolname="${type}" tooldescription="It." toolautosubmit><input type="${type}" name="a"></form>`,
      )
      .join(""),
  );
  const seen = await page.evaluate(async (types) => {
    document.addEventListener("submit", (event) => event.preventDefault());
    const seen: Record<string, unknown> = {};
    for (const [type, [good, bad]] of Object.entries(types)) {
      const took = await call(type, { a: good });
      const value = new FormData(form(type)).get("a");
      const refused = await call(type, { a: bad });
      seen[type] = [took.success, value, !refused.success && refused.error.category];
    }
    return seen;
  }, types);

  for (const [type, [good]] of Object.entries(types)) {
    expect(seen[type], type).toEqual([
      true,
      good?.toLowerCase().replace("t", "T").replace("w", "W"),
      "validation",
    ]);
  }
});

test("what is required must be given, and not empty", async ({ formPage }) => {
  const page = await formPage(
    inForm(`
      <input name="text" required>
      <input type="checkbox" name="terms" required>
      <input type="radio" name="seat" value="aisle"><input type="radio" name="seat" value="window" required>
      <select name="class" required><option value="">Choose</option><option>eco</option></select>
      <select name="extras" multiple required><option>meal</option></select>
      <input name="optional">`),
  );
  const schema = await page.evaluate(() => schemaOf("it"));

  expect(schema.required).toEqual(["text", "terms", "seat", "class", "extras"]);
  expect(schema.properties).toMatchObject({
    text: { minLength: 1 },
    terms: { const: true },
    class: { enum: ["eco"] },
    extras: { minItems: 1 },
  });
});

test("parameters are described by toolparamdescription, else by what a person reads", async ({
  formPage,
}) => {
  const page = await formPage(
    inForm(`
      <label>Label one<input name="written" toolparamdescription="Written for the model."></label>
      <label>In a
        label <select name="inside"><option>x</option></select></label>
      <label for="apart">Apart</label><input id="apart" name="apart">
      <input name="aria" aria-label="Aria">
      <input name="title" title="Title">
      <input name="placeholder" placeholder="Placeholder">
      <fieldset><legend>Seat</legend>
        <label><input type="radio" name="seat" value="a">Aisle</label>
        <label><input type="radio" name="seat" value="w">Window</label>
      </fieldset>
      <label>Class<select name="class"><option value="eco">Economy</option><option value="biz">Business</option></select></label>
      <label>Day<input type="date" name="day" min="2026-01-01" max="2026-12-31"></label>
      <input type="time" name="from" min="08:00"><input type="time" name="till" max="18:00">
      <input name="nothing">`),
  );
  const properties = await page.evaluate(() => schemaOf("it").properties);
  const described = Object.entries(properties as Record<string, { description?: string }>).map(
    ([name, { description }]) => [name, description],
  );

  expect(Object.fromEntries(described)).toEqual({
    written: "Written for the model.",
    inside: "In a label",
    apart: "Apart",
    aria: "Aria",
    title: "Title",
    placeholder: "Placeholder",
    seat: "Seat. a: Aisle; w: Window.",
    class: "Class. eco: Economy; biz: Business.",
    day: "Day. From 2026-01-01 to 2026-12-31.",
    from: "Not before 08:00.",
    till: "Not after 18:00.",
    nothing: undefined,
  });
});

test("controls called like a form's own members don't get in the way", async ({ formPage }) => {
  const names = [
    ...["elements", "getAttribute", "hasAttribute", "requestSubmit", "checkValidity"],
    ...["addEventListener", "dispatchEvent", "getRootNode", "ownerDocument", "setAttribute"],
    ...[
      "appendChild",
      "removeAttribute",
      "querySelectorAll",
      "noValidate",
      "__proto__",
      "constructor",
    ],
  ];
  const page = await formPage(inForm(names.map((name) => `<input name="${name}">`).join("")));
  const seen = await page.evaluate(async (names) => {
    document.addEventListener("submit", (event) => event.preventDefault());
    const args = JSON.stringify(Object.fromEntries(names.map((name) => [name, `for ${name}`])));
    const outcome = await call("it", args as unknown as object);
    const data = new FormData(document.querySelector("form[toolname]") as HTMLFormElement);
    return { outcome, values: names.map((name) => data.get(name)) };
  }, names);

  expect(seen.outcome).toMatchObject({ success: true });
  expect(seen.values).toEqual(names.map((name) => `for ${name}`));
});

test("a pattern that only the browser can read is left to the browser", async ({ formPage }) => {
  const page = await formPage(inForm('<input name="a" pattern="[\\p{L}--[a-z]]+">'));
  const seen = await page.evaluate(async () => {
    document.addEventListener("submit", (event) => event.preventDefault());
    const good = await call("it", { a: "ABC" });
    const bad = await call("it", { a: "abc" });
    return { rejected: rejected.length, good: good.success, bad: !bad.success && bad.error };
  });

  expect(seen).toMatchObject({ rejected: 0, good: true, bad: { category: "validation" } });
});

test("a form without parameters is a tool too, and unknown parameters are refused", async ({
  formPage,
}) => {
  const page = await formPage(inForm(""));
  const seen = await page.evaluate(async () => {
    document.addEventListener("submit", (event) => event.preventDefault());
    const [good, bad] = [await call("it", {}), await call("it", { more: 1 })];
    return [good.success, !bad.success && bad.error.category];
  });

  expect(seen).toEqual([true, "validation"]);
});
