import { type Schema, Validator } from "@cfworker/json-schema";

/** `@cfworker/json-schema` in the shape of the MCP SDK's `jsonSchemaValidator`. */
export const cfworkerProvider = {
  getValidator<T>(schema: object) {
    const validator = new Validator(schema as Schema, "2020-12");
    return (input: unknown) => {
      const { valid, errors } = validator.validate(input);
      return valid
        ? { valid: true as const, data: input as T, errorMessage: undefined }
        : {
            valid: false as const,
            data: undefined,
            errorMessage: errors.map(({ error }) => error).join("; "),
          };
    };
  },
};
