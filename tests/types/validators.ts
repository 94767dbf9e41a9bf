/** What `init()` takes: the MCP SDK's adapters fit as they are. */
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import { type InitOptions, init, type JsonSchemaValidatorProvider } from "ag-ui-lit";
import { init as initInline } from "ag-ui-lit/inline";

await init({ validator: new AjvJsonSchemaValidator() });
await init({ validator: new CfWorkerJsonSchemaValidator({ draft: "7" }) });
await initInline({ validator: new CfWorkerJsonSchemaValidator() });

const own: JsonSchemaValidatorProvider = {
  getValidator:
    ({ type }) =>
    (input) =>
      typeof input === type ? { valid: true, data: input } : { valid: false, errorMessage: "No." },
};
const options: InitOptions = {
  core: "/core_bg.wasm",
  jsonSchema: fetch("/json_schema_bg.wasm"),
  validator: own,
};
await init(options);
await init({ validator: false });
await init();
await init(new URL("https://a.example/core_bg.wasm"));

// @ts-expect-error a provider answers at once
await init({ validator: { getValidator: () => async () => ({ valid: true }) } });
// @ts-expect-error there is no such option
await init({ module: "/core_bg.wasm" });
// @ts-expect-error the module itself is no off switch for anything else
await init({ validator: true });
