/**
 * The address of the wasm file, as bundlers give it for a file that they copy: esbuild with `--loader:.wasm=file`, webpack
 * with `type: "asset/resource"`. With Vite import `ag-ui-lit/core.wasm?url`, which Vite has types for.
 *
 * @example
 * ```ts
 * import { init } from "ag-ui-lit";
 * import core from "ag-ui-lit/core.wasm";
 *
 * await init(core);
 * ```
 */
declare const address: string;
export default address;
