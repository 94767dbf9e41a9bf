/** custom-elements.json, which editors read, says what the element has: beside the element itself, and beside its guide. */
import { readFileSync } from "node:fs";
import { elementsOf } from "../support/elements.js";
import { expect, test } from "../support/test.js";

const element = elementsOf(new URL("../../pkg/", import.meta.url)).find(
  ({ tagName }) => tagName === "ag-ui-agent",
);
if (!element) throw new Error("custom-elements.json has no <ag-ui-agent>.");
const fields = element.members.filter(({ kind }) => kind === "field");
const methods = element.members.filter(({ kind }) => kind === "method");
const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort();

test("its attributes, properties and methods are those of the element", async ({ harness }) => {
  const seen = await harness.evaluate(
    ([tag, names]) => {
      const created = document.createElement(tag);
      const type = created.constructor as typeof HTMLElement & { observedAttributes: string[] };
      // The classes of the package: all down to Lit's, which has `requestUpdate()`.
      const prototypes: object[] = [];
      let prototype: object = type.prototype;
      while (!Object.hasOwn(prototype, "requestUpdate")) {
        prototypes.push(prototype);
        prototype = Object.getPrototypeOf(prototype);
      }
      const own = prototypes.flatMap((each) =>
        Object.entries(Object.getOwnPropertyDescriptors(each)),
      );
      return {
        attributes: type.observedAttributes,
        accessors: own.filter(([, { get }]) => get).map(([name]) => name),
        readonly: own.filter(([, { get, set }]) => get && !set).map(([name]) => name),
        // What the base class has is no business of a page.
        methods: own
          .filter(([name, { value }]) => value && !(name in prototype))
          .map(([name]) => name),
        plain: names.filter((name) => Object.hasOwn(created, name)),
      };
    },
    [element.tagName, namesOf(fields)] as const,
  );
  // Protected: for the package's own classes.
  const forClasses = (name: string) => name !== "features" && name !== "featuresChanged";
  expect(namesOf(element.attributes)).toEqual(seen.attributes.sort());
  expect(namesOf(fields)).toEqual([...seen.accessors.filter(forClasses), ...seen.plain].sort());
  expect(namesOf(fields.filter((field) => field.readonly))).toEqual(
    seen.readonly.filter(forClasses).sort(),
  );
  expect(namesOf(methods)).toEqual(seen.methods.filter(forClasses).sort());
  expect(seen.attributes.length).toBeGreaterThan(0);
});

test("every attribute, property, method and event says what it is", () => {
  const all = [...element.attributes, ...element.members, ...element.events];
  expect(all.filter((one) => !one.description)).toEqual([]);
  const typed = [...element.attributes, ...fields, ...element.events];
  expect(typed.filter(({ type }) => !type?.text)).toEqual([]);
});

test("the guide's tables have the same attributes, properties, methods and events", () => {
  const guide = readFileSync(new URL("../../docs/element.md", import.meta.url), "utf8");
  const [, attributes = "", methodRows = "", eventRows = ""] =
    /\| Attribute \|([\s\S]*?)\n\n\| Method \|([\s\S]*?)\n\n\| Event \|([\s\S]*?)\n\n/.exec(
      guide,
    ) ?? [];
  const first = (rows: string) =>
    rows.split("\n").flatMap((row) => {
      const [, cell = ""] = row.split("|");
      return [...cell.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name = ""]) => name);
    });
  const properties = [...attributes.matchAll(/^\| .*?\| `(\w+)(?:: .*?)?`( \(read-only\))? \|/gm)];
  expect(first(attributes).sort()).toEqual(namesOf(element.attributes));
  expect(properties.map(([, name]) => name).sort()).toEqual(namesOf(fields));
  expect(properties.flatMap(([, name, only]) => (only ? [name] : [])).sort()).toEqual(
    namesOf(fields.filter((field) => field.readonly)),
  );
  expect(first(methodRows).sort()).toEqual(namesOf(methods));
  expect(first(eventRows).sort()).toEqual(namesOf(element.events));
});
