/** `<ag-ui-json-form>`: fields by a JSON Schema, their errors, and the value they give. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";

/** Opens a form with a button. What it submits and how often its value changed is in `seen`. */
async function openForm(page: Page, schema: object, value?: unknown): Promise<void> {
  await page.evaluate(
    async ([schema, value]) => {
      await load("approvals");
      const form = document.createElement("ag-ui-json-form");
      Object.assign(form, { schema: JSON.parse(schema), submitLabel: "Save" });
      if (value !== undefined) form.value = JSON.parse(value);
      const seen = { inputs: [] as unknown[], submitted: [] as unknown[] };
      form.addEventListener("input", () => seen.inputs.push(form.value));
      form.addEventListener("submit", () => seen.submitted.push(form.value));
      Object.assign(globalThis, { seen });
      document.body.append(form);
    },
    [JSON.stringify(schema), value === undefined ? undefined : JSON.stringify(value)] as const,
  );
}

const seen = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { seen: { inputs: unknown[]; submitted: unknown[] } }).seen,
  );

const person = {
  type: "object",
  properties: {
    name: { type: "string", description: "As in the passport.", minLength: 2 },
    mail: { type: "string", format: "email" },
    about: { type: "string", maxLength: 2_000 },
    age: { type: "integer", minimum: 0 },
    isMember: { type: "boolean" },
    room: { enum: ["single", "double"] },
    country: { enum: ["Austria", "France", "Germany", "Italy", "Spain", "Sweden"] },
    extras: { type: "array", items: { enum: ["wifi", "bath"] }, uniqueItems: true },
    day: { type: "string", format: "date" },
    tags: { type: "array", items: { type: "string" }, minItems: 1 },
    address: { type: "object", properties: { city: { type: "string" } } },
    more: {},
  },
  required: ["name", "tags"],
};

test("every kind of field gives its value, by keyboard and by name", async ({ harness, page }) => {
  await openForm(harness, person);
  await harness.getByLabel("Name").fill("Ada");
  await harness.getByLabel("Mail").fill("ada@example.org");
  await harness.getByLabel("About").fill("Two\nlines");
  await harness.getByLabel("Age").fill("36");
  await harness.getByLabel("Is member").check();
  await harness.getByRole("radiogroup", { name: "Room" }).getByLabel("double").check();
  await harness.getByLabel("Country").selectOption("Italy");
  await harness.getByRole("group", { name: "Extras" }).getByLabel("bath").check();
  await harness.getByLabel("Day").fill("2026-12-24");
  await harness.getByRole("button", { name: "Add to “Tags”" }).click();
  await expect(harness.getByLabel("Item 1", { exact: true })).toBeFocused();
  await page.keyboard.type("poet");
  await harness.getByRole("group", { name: "Address" }).getByLabel("City").fill("London");
  await harness.getByLabel("More").fill('{"a": 1}');
  await harness.getByRole("button", { name: "Save" }).click();
  const { submitted, inputs } = await seen(harness);
  const value = {
    name: "Ada",
    mail: "ada@example.org",
    about: "Two\nlines",
    age: 36,
    isMember: true,
    room: "double",
    country: "Italy",
    extras: ["bath"],
    day: "2026-12-24",
    tags: ["poet"],
    address: { city: "London" },
    more: { a: 1 },
  };
  expect(submitted).toEqual([value]);
  expect(inputs.at(-1)).toEqual(value);
});

test("errors come when a field is left or the form submitted, judged by the validator", async ({
  harness,
}) => {
  await openForm(harness, person);
  const name = harness.getByLabel("Name");
  await name.fill("A");
  await expect(name).not.toHaveAttribute("aria-invalid");
  await name.blur();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(
    /As in the passport\. ?Enter at least 2 characters\./,
  );
  await name.fill("Ada");
  await expect(name).not.toHaveAttribute("aria-invalid");
  await harness.getByLabel("Age").fill("-1");
  await harness.getByLabel("Mail").fill("nobody");
  await harness.getByRole("button", { name: "Save" }).click();
  const summary = harness.getByRole("group", { name: "Please correct 3 fields" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("button")).toHaveText([
    "Mail: Enter an email address, such as ada@example.org.",
    "Age: Enter 0 or more.",
    "Tags: Add at least 1 item.",
  ]);
  await summary.getByRole("button", { name: /^Tags/ }).click();
  await expect(harness.getByRole("button", { name: "Add to “Tags”" })).toBeFocused();
  expect((await seen(harness)).submitted).toEqual([]);
});

test("items of a list move and go, and the focus goes with them", async ({ harness, page }) => {
  await openForm(harness, person, { name: "Ada", tags: ["a", "b", "c"] });
  await harness.getByRole("button", { name: "Move item 3 up" }).click();
  await expect(harness.getByRole("button", { name: "Move item 2 up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(harness.getByLabel("Item 1", { exact: true })).toHaveValue("c");
  await expect(harness.getByRole("button", { name: "Move item 1 down" })).toBeFocused();
  await expect(harness.getByText("It is item 1 now.")).toBeAttached();
  await harness.getByRole("button", { name: "Remove item 1" }).click();
  await expect(harness.getByRole("button", { name: "Remove item 1" })).toBeFocused();
  await harness.getByRole("button", { name: "Save" }).click();
  expect((await seen(harness)).submitted).toEqual([{ name: "Ada", tags: ["a", "b"] }]);
});

test("a value that nobody has changed comes back as it is", async ({ harness }) => {
  const value = {
    name: "Ada\nLovelace",
    tags: ["x"],
    mail: "ada@example.org",
    extras: ["bath", "wifi"],
  };
  await openForm(harness, person, value);
  await harness.getByRole("button", { name: "Save" }).click();
  expect((await seen(harness)).submitted).toEqual([value]);
});

test("hidden characters of a text are named beside its field", async ({ harness }) => {
  await openForm(harness, person, { name: "ad\u200bmin", tags: ["x"] });
  await expect(harness.getByText(/Contains hidden characters: ad/)).toBeVisible();
});

test("a form that is no object is one field, and any schema has a form", async ({ harness }) => {
  await openForm(harness, { type: "integer" });
  await harness.getByLabel("Answer").fill("5");
  await harness.getByRole("button", { name: "Save" }).click();
  expect((await seen(harness)).submitted).toEqual([5]);
  const hostile: object[] = [
    {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, {}])),
    },
    { $ref: "#" },
    { type: "object", properties: { a: { $ref: "#" } } },
    { type: "string", pattern: "^(a|a)*$" },
    { type: "string", title: '<img src=x onerror="alert(1)">' },
  ];
  for (const schema of hostile) {
    await harness.evaluate(() => document.body.replaceChildren());
    await openForm(harness, schema);
    await expect(harness.getByRole("textbox").first()).toBeVisible();
  }
  expect(await harness.evaluate(() => document.querySelector("img"))).toBeNull();
});

test("a pattern that takes for ever stops nobody from writing", async ({ harness }) => {
  const patterns = Array.from({ length: 100 }, (_, at) => ({ pattern: `^(a|a)*(b|${at})\\1$` }));
  await openForm(harness, {
    type: "object",
    properties: { it: { type: "string", allOf: patterns } },
  });
  const field = harness.getByLabel("It");
  await field.pressSequentially("a".repeat(30));
  await expect(field).toHaveValue("a".repeat(30));
});

test("without a button of its own, Enter submits nothing", async ({ harness, page }) => {
  await openForm(harness, { type: "object", properties: { name: { type: "string" } } });
  await harness.evaluate(() => {
    const form = document.querySelector("ag-ui-json-form");
    if (form) form.submitLabel = null;
  });
  await harness.getByLabel("Name").fill("Ada");
  await page.keyboard.press("Enter");
  expect((await seen(harness)).submitted).toEqual([]);
  const isValid = await harness.evaluate(() =>
    document.querySelector("ag-ui-json-form")?.requestSubmit(),
  );
  expect(isValid).toBe(true);
  expect((await seen(harness)).submitted).toEqual([{ name: "Ada" }]);
});
