import { found } from "./found-file.js";
import { setCoreFile } from "./init.js";
import { setJsonSchemaFile } from "./json-schema.js";

// Bundlers look for just these expressions, and put the address there that they give the file.
setCoreFile(
  found(
    { file: "core_bg.wasm", option: "core" },
    () => new URL("../generated/core_bg.wasm", import.meta.url),
  ),
);
setJsonSchemaFile(
  found(
    { file: "json_schema_bg.wasm", option: "jsonSchema" },
    () => new URL("../generated/json_schema_bg.wasm", import.meta.url),
  ),
);
