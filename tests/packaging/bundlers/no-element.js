/** A page that has no agent: nothing but `init()` loads the core. */
import { globalToolRegistry, init } from "ag-ui-lit";

init().then(
  () => Object.assign(globalThis, { outcome: { names: globalToolRegistry.names } }),
  (error) => Object.assign(globalThis, { outcome: { error: error.message } }),
);
