import Ajv from "ajv";
import type { Compiler } from "./compiler.js";

export const ajv: Compiler = {
  name: "ajv, one instance (reference)",
  kind: "reference",
  notes: ["makes JavaScript, which a strict CSP forbids"],
  async load() {
    const instance = new Ajv();
    return ({ schema }, handler) => {
      const validate = instance.compile(schema);
      return (text) => {
        if (validate(JSON.parse(text))) handler();
      };
    };
  },
};
