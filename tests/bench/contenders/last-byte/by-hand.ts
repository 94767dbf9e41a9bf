import { Validator } from "@cfworker/json-schema";
import Ajv from "ajv";
import type { Call, Ender } from "./call.js";
import { handler, jsonSchema, zodSchema } from "./task.js";

/** What `JSON.parse` and a handler alone would take. */
export const unvalidated: Ender = byHand("JSON.parse alone", "scale", () => () => true);

export const ajv: Ender = byHand("JSON.parse + ajv (reference)", "reference", () => {
  const validate = new Ajv().compile(jsonSchema);
  return (args) => validate(args);
});

export const zod: Ender = byHand(
  "JSON.parse + zod",
  "peer",
  () => (args) => zodSchema.safeParse(args).success,
);

export const cfworker: Ender = byHand("JSON.parse + @cfworker/json-schema", "peer", () => {
  const validator = new Validator(jsonSchema as object, "2020-12");
  return (args) => validator.validate(args).valid;
});

/** Keeps the pieces as one string, as clients do, and does the rest when it is complete. */
function byHand(name: string, kind: Ender["kind"], make: () => (args: unknown) => boolean): Ender {
  return {
    name,
    kind,
    notes: kind === "scale" ? ["does not validate"] : ["no records, events, retry, timeout"],
    validates: kind !== "scale",
    prepare() {
      const accepts = make();
      return (): Call => {
        let text = "";
        return {
          push(delta) {
            text += delta;
          },
          finish(delta) {
            const args: unknown = JSON.parse(text + delta);
            if (accepts(args)) handler(args);
          },
        };
      };
    },
  };
}
