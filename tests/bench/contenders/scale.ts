import Ajv from "ajv";
import type { Contender } from "./contender.js";
import { handler, jsonSchema } from "./task.js";

/** Nothing but a call and an await. */
export const emptyCall: Contender = {
  name: "an empty async call",
  kind: "scale",
  validates: false,
  events: 0,
  notes: [],
  prepare: () => handler,
};

/** The least that a validated call can be. */
export const bareValidation: Contender = {
  name: "JSON.parse + ajv + await handler()",
  kind: "scale",
  validates: true,
  events: 0,
  notes: ["no events, records, signal, retry"],
  prepare() {
    const validate = new Ajv().compile(jsonSchema);
    return async (text) => {
      const args = JSON.parse(text);
      if (!validate(args)) throw new TypeError("invalid");
      return await handler(args);
    };
  },
};
